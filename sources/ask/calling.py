"""Calls to a server with OpenAI's API, within a budget of calls, money and minutes. The only module that speaks to a model."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from sources.ask.answer import Answer, MalformedAnswer, read_answer
from sources.ask.questions import Question, asked, conventions
from sources.ask.settings import Settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI

Form = Literal["schema", "plain", "bare"]  # with the schema of answers; without; with nothing that a server may refuse
BROKEN_AFTER: Final = 5  # failed calls in a row after which the server counts as dead for this run
_FORMS: tuple[Form, ...] = ("schema", "plain", "bare")
_BAD_REQUEST, _TOO_MANY = 400, 429
_LATER = frozenset({408, 409, 425, _TOO_MANY})
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
    """The server gave no words. `status` is that of an error, which nobody is billed for; `after` the seconds it asks to wait."""

    def __init__(
        self, problem: str, *, again: bool = True, status: int | None = None, after: float | None = None
    ) -> None:
        super().__init__(problem)
        self.again, self.status, self.after = again, status, after


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
    return asyncio.run(_ask(questions, settings, report))


async def _ask(
    questions: Mapping[str, Question], settings: Settings, report: Callable[[Answered], None]
) -> tuple[Answered, ...]:
    run = _Run(settings)
    late = f"the run's {settings.budget.minutes:g} minutes are over"
    done = {key: Answered(key, question.document_id, "unasked", problem=late) for key, question in questions.items()}

    async def one(key: str, question: Question) -> None:
        answered = await run.answer(done[key], question)
        done[key] = replace(answered, **run.costs.get(key, {}))
        report(done[key])

    tasks = [asyncio.ensure_future(one(*item)) for item in questions.items()]
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(settings.budget.minutes * 60):
                await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await run.client.close()
    return tuple(replace(a, **run.costs.get(key, {})) for key, a in done.items())


@dataclass
class _Run:
    """What the calls of one run share: the client, the budget, and the forms of request that the server is known to take."""

    settings: Settings
    calls: int = 0
    usd: Decimal = Decimal(0)  # spent, and set aside for calls under way: none exceeds the budget
    failures: int = 0  # in a row
    costs: dict[str, dict[str, Any]] = field(default_factory=dict)  # tokens and USD of a question, all calls together
    random: Random = field(default_factory=lambda: Random(0))  # jitter of the waits; shapes no answer

    def __post_init__(self) -> None:
        self.client = client_of(self.settings)
        self.at_once = asyncio.Semaphore(self.settings.calls_at_once)
        self.forms = _FORMS if self.settings.structured else _FORMS[1:]

    async def answer(self, due: Answered, question: Question) -> Answered:
        """Tries until there are words, the tries are used up, or the budget or the server gives out."""
        problem = ""
        for number in range(self.settings.tries):
            is_last = number + 1 == self.settings.tries
            async with self.at_once:
                if self.failures >= BROKEN_AFTER:
                    return replace(due, outcome="unasked", problem="the server failed repeatedly")
                try:
                    written = await self._in_a_form(due.question_id, question)
                except CallFailed as failed:
                    # A server that asks for patience is not dead; one that never has time for a question may as well be.
                    self.failures += is_last or failed.status != _TOO_MANY
                    problem, again, after = str(failed), failed.again, failed.after
                else:
                    if written is None:
                        return replace(due, outcome="unasked", problem="the run's budget is spent")
                    self.failures = 0
                    return judged(due, written)
            if not again:
                break
            if not is_last:
                wait = self.settings.wait_seconds * 2.0**number * (0.5 + self.random.random() / 2)
                await asyncio.sleep(min(self.settings.longest_wait_seconds, wait if after is None else after))
        return replace(due, outcome="failed", problem=problem)

    async def _in_a_form(self, key: str, question: Question) -> str | None:
        """The words of one try, None where the budget does not hold it. A form that is refused gives way to a plainer one, for good once that is taken."""
        for form in self.forms:
            try:
                written = await self._call(key, question, form)
            except CallFailed as failed:
                if failed.status == _BAD_REQUEST and form != _FORMS[-1]:
                    continue
                raise
            self.forms = tuple(one for one in self.forms if _FORMS.index(one) >= _FORMS.index(form))
            return written
        raise AssertionError("the last form is never passed over")

    async def _call(self, key: str, question: Question, form: Form) -> str | None:
        """One call within the budget, and what it cost. Every request to the server passes here."""
        settings, price = self.settings, self.settings.price
        most_in = tokens_of(conventions()) + tokens_of(asked(question))
        reserved = price.of(most_in, settings.output_tokens)
        if self.calls >= settings.budget.calls or self.usd + reserved > settings.budget.usd:
            return None
        self.calls, self.usd = self.calls + 1, self.usd + reserved
        cost: dict[str, Any] = {
            "tokens_in": 0,
            "tokens_out": 0,
            "usd": reserved,
        }  # of a call that breaks off: the true cost is unknown
        try:
            written, usage = await call(self.client, settings, question, form)
            n_in = count_of(usage, "prompt_tokens") or most_in
            n_out = count_of(usage, "completion_tokens") or tokens_of(written)
            cost = {"tokens_in": n_in, "tokens_out": n_out, "usd": price.of(n_in, n_out)}
            return written
        except CallFailed as failed:
            cost["usd"] = Decimal(0) if failed.status else reserved
            raise
        finally:
            self.usd += cost["usd"] - reserved
            before = self.costs.get(key, {})
            self.costs[key] = {name: before.get(name, 0) + spent for name, spent in cost.items()}


def client_of(settings: Settings) -> AsyncOpenAI:
    """A client without retries of its own, that follows no redirect: what is sent goes to the address of the settings only."""
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient

    return AsyncOpenAI(
        base_url=str(settings.url),
        api_key=settings.secret() or "none",
        timeout=settings.call_seconds,
        max_retries=0,
        http_client=DefaultAsyncHttpxClient(follow_redirects=False, event_hooks={"response": [_refuse_status]}),
    )


async def _refuse_status(response: Any) -> None:
    """Fails on every status but 200 before the body is read: it may be of any size, and says nothing that we use."""
    status: int = response.status_code
    if status != 200:
        after = wait_of(response.headers.get("retry-after", ""))
        raise CallFailed(f"HTTP {status}", again=status in _LATER or status >= 500, status=status, after=after)


async def call(client: AsyncOpenAI, settings: Settings, question: Question, form: Form) -> tuple[str, Any]:
    """Asks one question: the model's words, and the usage as the server counts it.

    Raises:
        CallFailed: no words came back. A key is never part of the message.
    """
    body = bytearray()
    sent = cast(Any, request_of(settings, question, form))
    late = CallFailed(f"no answer within {settings.call_seconds:g} s")
    try:
        async with (
            asyncio.timeout(settings.call_seconds),
            client.chat.completions.with_streaming_response.create(**sent) as response,
        ):
            async for piece in response.iter_bytes():
                body += piece
                if len(body) > _LONGEST_BODY:
                    raise CallFailed(f"an answer of more than {_LONGEST_BODY} bytes", again=False)
        return words_of(json.loads(body))
    except CallFailed:
        raise
    except TimeoutError:
        raise late from None
    except Exception as error:  # whatever one call runs into, it ends no run
        if isinstance(error.__cause__, CallFailed):
            raise error.__cause__ from None
        if type(error).__name__ == "APITimeoutError":
            raise late from None
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


def wait_of(said: str) -> float | None:
    """Seconds of `Retry-After`; None for a date or anything else."""
    with suppress(ValueError):
        seconds = float(said)
        return seconds if math.isfinite(seconds) and seconds >= 0 else None
    return None


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
