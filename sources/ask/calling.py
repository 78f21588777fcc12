"""Calls to a server with OpenAI's API, within a budget of calls, money and minutes. The only module that speaks to a model."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from sources.ask.answer import Answer, MalformedAnswer, read_answer
from sources.ask.questions import Question, asked, conventions
from sources.ask.settings import Settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI

Form = Literal["schema", "plain", "bare"]  # with the schema of answers; without; with nothing that a server may refuse
BROKEN_AFTER: Final = 5  # failed questions in a row after which the server counts as dead for this run
_SPENT = "the run's budget is spent"
_BAD_REQUEST = 400
_LONGEST_BODY = 4_000_000  # bytes of an answer; the longest useful one has a hundredth of it
_MOST_TOKENS = 10**9
_LATIN, _CJK = 0x250, 0x2E7F  # where the letters of other alphabets begin, and the signs of scripts without blanks


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of one question: `written` are the model's own words, tokens and USD those of all its calls.

    `malformed` words are kept, so that they are not asked for again; `failed` and `unasked` wait for the next run.
    """

    question_id: str
    document_id: str
    outcome: Literal["answered", "malformed", "failed", "unasked"]
    written: str | None = None
    tokens_in: int = 0
    tokens_out: int = 0
    usd: Decimal = Decimal(0)
    problem: str | None = None


class CallFailed(Exception):
    """The server gave no words. `status` is its HTTP status where it answered with an error, which costs nothing."""

    outcome: Literal["failed", "unasked"] = "failed"

    def __init__(self, problem: str, status: int | None = None) -> None:
        super().__init__(problem)
        self.status = status


class NotAsked(CallFailed):
    """The budget does not hold the call, or the server is dead."""

    outcome = "unasked"


def ask(
    questions: Mapping[str, Question], settings: Settings, report: Callable[[Answered], None] = lambda answered: None
) -> tuple[Answered, ...]:
    """Asks questions and waits for all that the budget allows. A slow or dead server costs its minutes and no more.

    Args:
        questions: by id; those with known answers are left out by the caller.
        settings: whom to ask, and what it may cost.
        report: is told every outcome as it comes, to store it: a kill loses calls under way and no others.

    Returns:
        One outcome per question, in their order.
    """
    run = _Run(questions, settings)
    try:
        asyncio.run(run.ask(report))
    except ExceptionGroup as failed:  # what `report` raises ends the run
        raise failed.exceptions[0] from None
    return tuple(run.done.values())


@dataclass
class _Run:
    """What the calls of one run share: the outcomes, the budget, and the forms of request that the server is known to take."""

    questions: Mapping[str, Question]
    settings: Settings
    calls: int = 0
    usd: Decimal = Decimal(0)  # spent, and set aside for calls under way: none exceeds the budget
    failures: int = 0  # in a row

    def __post_init__(self) -> None:
        late = f"the run's {self.settings.budget.minutes:g} minutes are over"
        self.done = {key: Answered(key, q.document_id, "unasked", problem=late) for key, q in self.questions.items()}
        self.forms: Sequence[Form] = ("schema", "plain", "bare") if self.settings.structured else ("plain", "bare")
        self.at_once = asyncio.Semaphore(self.settings.calls_at_once)

    async def ask(self, report: Callable[[Answered], None]) -> None:
        """Asks all questions, until the minutes are over."""
        async with client_of(self.settings, self.may_call) as self.client:
            with suppress(TimeoutError):
                async with asyncio.timeout(self.settings.budget.minutes * 60), asyncio.TaskGroup() as tasks:
                    for key in self.questions:
                        tasks.create_task(self._ask_one(key, report))

    def may_call(self) -> bool:
        """Whether the budget holds one more request, which counts from here on."""
        if self.calls >= self.settings.budget.calls:
            return False
        self.calls += 1
        return True

    async def _ask_one(self, key: str, report: Callable[[Answered], None]) -> None:
        try:
            async with self.at_once:
                written = await self._in_a_form(key)
            self.done[key] = judged(self.done[key], written)
            self.failures = 0
        except CallFailed as failed:
            self.failures += failed.outcome == "failed"
            self.done[key] = replace(self.done[key], outcome=failed.outcome, problem=str(failed))
        report(self.done[key])

    async def _in_a_form(self, key: str) -> str:
        """The model's words. A form that is refused gives way to a plainer one, for good once that is taken."""
        if self.failures >= BROKEN_AFTER:
            raise NotAsked("the server failed repeatedly")
        for form in (forms := self.forms):
            try:
                written = await self._within_budget(key, form)
            except CallFailed as failed:
                if failed.status != _BAD_REQUEST:
                    raise
                continue
            self.forms = min(self.forms, forms[forms.index(form) :], key=len)
            return written
        raise CallFailed(f"HTTP {_BAD_REQUEST}", _BAD_REQUEST)

    async def _within_budget(self, key: str, form: Form) -> str:
        """The model's words; adds what they cost. A call that breaks off may have cost something: its whole reserve counts."""
        price, question = self.settings.price, self.questions[key]
        most_in = tokens_of(conventions()) + tokens_of(asked(question))
        usd = reserved = price.of(most_in, self.settings.output_tokens)
        if self.usd + reserved > self.settings.budget.usd:
            raise NotAsked(_SPENT)
        self.usd += reserved
        n_in = n_out = 0
        try:
            written, usage = await call(self.client, self.settings, question, form)
            n_in = count_of(usage, "prompt_tokens") or most_in
            n_out = count_of(usage, "completion_tokens") or tokens_of(written)
            usd = price.of(n_in, n_out)
            return written
        except CallFailed as failed:
            if failed.status or isinstance(failed, NotAsked):  # it costs nothing
                usd = Decimal(0)
            raise
        finally:
            self.usd += usd - reserved
            due = self.done[key]
            n_in, n_out = due.tokens_in + n_in, due.tokens_out + n_out
            self.done[key] = replace(due, tokens_in=n_in, tokens_out=n_out, usd=due.usd + usd)


def client_of(settings: Settings, may_call: Callable[[], bool] = lambda: True) -> AsyncOpenAI:
    """A client that tries again by itself, and follows no redirect: what is sent goes to the address of the settings only.

    Args:
        settings: the server, the key, and the tries of a question.
        may_call: is asked before every request, whether it may be made.
    """
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient, OpenAIError

    async def stop(request: Any) -> None:
        if not may_call():
            raise OpenAIError(_SPENT)

    async def leave_body(response: Any) -> None:
        """That of an error may be of any size, and says nothing that we use."""
        if response.status_code != 200:
            await response.aclose()

    hooks: dict[str, list[Callable[..., Any]]] = {"request": [stop], "response": [leave_body]}
    return AsyncOpenAI(
        base_url=str(settings.url),
        api_key=settings.key.get_secret_value() if settings.key else "none",
        max_retries=settings.tries - 1,
        timeout=settings.call_seconds,
        http_client=DefaultAsyncHttpxClient(follow_redirects=False, event_hooks=hooks),
    )


async def call(client: AsyncOpenAI, settings: Settings, question: Question, form: Form) -> tuple[str, Any]:
    """Asks one question: the model's words, and the usage as the server counts it.

    Raises:
        CallFailed: no words came back. A key is never part of the message.
    """
    from openai import APIStatusError, APITimeoutError, OpenAIError

    body, sent = bytearray(), cast(Any, request_of(settings, question, form))
    create = client.chat.completions.with_streaming_response.create
    try:
        async with asyncio.timeout(settings.call_seconds), create(**sent) as response:
            async for piece in response.iter_bytes():
                body += piece
                if len(body) > _LONGEST_BODY:
                    raise CallFailed(f"an answer of more than {_LONGEST_BODY} bytes")
        return words_of(json.loads(body))
    except CallFailed:
        raise
    except APIStatusError as error:
        raise CallFailed(f"HTTP {error.status_code}", error.status_code) from None
    except (TimeoutError, APITimeoutError):
        raise CallFailed(f"no answer within {settings.call_seconds:g} s") from None
    except Exception as error:  # whatever one call runs into, it ends no run
        if type(error) is OpenAIError:
            raise NotAsked(str(error)) from None
        what = "an answer that is none of the API: " if isinstance(error, ValueError | RecursionError) else ""
        raise CallFailed(f"{what}{type(error).__name__}") from None


def request_of(settings: Settings, question: Question, form: Form) -> dict[str, Any]:
    """The body of a request: the conventions and the passage, and what the server takes beside them."""
    messages = [{"role": "system", "content": conventions()}, {"role": "user", "content": asked(question)}]
    request: dict[str, Any] = {"model": settings.model, "messages": messages}
    if form == "bare":  # some servers refuse a temperature, or the older name of the limit
        return {**request, "max_completion_tokens": settings.output_tokens}
    request |= {"temperature": settings.temperature, "max_tokens": settings.output_tokens}
    if settings.seed is not None:
        request["seed"] = settings.seed
    if form == "schema":
        schema = {"name": "answer", "schema": Answer.model_json_schema()}
        request["response_format"] = {"type": "json_schema", "json_schema": schema}
    return request


def words_of(response: Any) -> tuple[str, Any]:
    """The model's words in a response of the API, and its usage.

    Raises:
        CallFailed: there are none.
    """
    try:
        text, usage = response["choices"][0]["message"]["content"], response.get("usage")
    except (KeyError, IndexError, TypeError, AttributeError):
        raise CallFailed("an answer that is none of the API") from None
    if not isinstance(text, str) or not text.strip():
        raise CallFailed("an answer without words")
    return text.encode("utf-8", "replace").decode("utf-8"), usage  # half of a surrogate pair is no text


def count_of(usage: Any, name: str) -> int:
    """Tokens as the server counts them; 0 where it does not, or counts what cannot be."""
    count = usage.get(name) if isinstance(usage, dict) else None
    return count if isinstance(count, int) and not isinstance(count, bool) and 0 < count <= _MOST_TOKENS else 0


def tokens_of(text: str) -> int:
    """A text's tokens, on the dear side: a third of its Latin letters and blanks, one for each digit, sign or other letter, three for two wide ones."""
    letters = sum(c == " " or (c.isalpha() and ord(c) < _LATIN) for c in text)
    wide = sum(ord(c) > _CJK for c in text)
    return letters // 3 + (len(text) - letters - wide) + (wide * 3 + 1) // 2 + 1


def judged(due: Answered, written: str) -> Answered:
    """The outcome of a question with these words."""
    try:
        read_answer(written)
    except MalformedAnswer as error:
        return replace(due, outcome="malformed", written=written, problem=str(error))
    return replace(due, outcome="answered", written=written, problem=None)
