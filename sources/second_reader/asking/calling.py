"""One call to a server with OpenAI's API: text and tokens out, or a failure in words. No retries, no budget."""

from __future__ import annotations

import asyncio
import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from sources.second_reader.answer import answer_schema
from sources.second_reader.prompt import asked, conventions
from sources.second_reader.records import Question
from sources.second_reader.settings import Settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI

Form = Literal["schema", "plain", "bare"]  # with the schema of answers; without; with nothing that a server may refuse
_BAD_REQUEST, _TOO_MANY = 400, 429
_LATER = frozenset({408, 409, 425, _TOO_MANY})
_LONGEST_BODY = 4_000_000  # bytes of an answer; the longest useful one has a hundredth of it
_MOST_TOKENS = 10**9


class CallFailed(Exception):
    """The server gave no words.

    `again`: a later call may succeed; `refused`: the form of the request is at fault; `limited`: the server is alive and
    asks for patience; `after`: seconds that it asks to wait; `is_free`: the server answered with an error, which nobody
    is billed for.
    """

    def __init__(
        self,
        problem: str,
        *,
        again: bool,
        refused: bool = False,
        limited: bool = False,
        after: float | None = None,
        is_free: bool = False,
    ) -> None:
        super().__init__(problem)
        self.again = again
        self.refused = refused
        self.limited = limited
        self.after = after
        self.is_free = is_free


@dataclass(frozen=True, slots=True)
class Words:
    """What the server wrote."""

    text: str
    tokens_in: int
    tokens_out: int


def client_of(settings: Settings) -> AsyncOpenAI:
    """A client without retries of its own, that follows no redirect: what is sent goes to the address of the settings only.

    Raises:
        ModuleNotFoundError: the extra `model` is not installed.
    """
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient

    return AsyncOpenAI(
        base_url=str(settings.url),
        api_key=settings.secret() or "none",
        timeout=settings.call_seconds,
        max_retries=0,
        http_client=DefaultAsyncHttpxClient(follow_redirects=False, event_hooks={"response": [_refuse_status]}),
    )


def messages_of(question: Question) -> list[dict[str, str]]:
    """What is sent: the conventions, and the passage."""
    return [{"role": "system", "content": conventions()}, {"role": "user", "content": asked(question)}]


async def call(client: AsyncOpenAI, settings: Settings, question: Question, form: Form) -> Words:
    """Asks one question.

    Args:
        client: of `client_of`.
        settings: the model and what shapes its answer.
        question: what to ask.
        form: how much the server is asked to understand.

    Raises:
        CallFailed: no words came back. A key is never part of the message.
    """
    try:
        async with asyncio.timeout(settings.call_seconds):
            body = await _body(client, settings, question, form)
        return _words(json.loads(body))
    except CallFailed:
        raise
    except TimeoutError:
        raise CallFailed(f"no answer within {settings.call_seconds:g} s", again=True) from None
    except Exception as error:  # whatever one call runs into, it ends no run
        cause = error.__cause__
        if isinstance(cause, CallFailed):
            raise cause from None
        if type(error).__name__ == "APITimeoutError":
            raise CallFailed(f"no answer within {settings.call_seconds:g} s", again=True) from None
        what = "an answer that is none of the API: " if isinstance(error, ValueError | RecursionError) else ""
        raise CallFailed(f"{what}{type(error).__name__}", again=True) from None


async def _body(client: AsyncOpenAI, settings: Settings, question: Question, form: Form) -> bytes:
    """What the server sends, up to a size that no answer has."""
    body = bytearray()
    async with client.chat.completions.with_streaming_response.create(
        model=settings.model, messages=cast(Any, messages_of(question)), **options_of(settings, form)
    ) as response:
        async for piece in response.iter_bytes():
            body += piece
            if len(body) > _LONGEST_BODY:
                raise CallFailed(f"an answer of more than {_LONGEST_BODY} bytes", again=False)
    return bytes(body)


def _words(response: Any) -> Words:
    try:
        text = response["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        raise CallFailed("an answer that is none of the API", again=True) from None
    if not isinstance(text, str) or not text.strip():
        raise CallFailed("an answer without words", again=True)
    usage = response.get("usage")
    # Half of a surrogate pair is no text: it could be neither stored nor hashed.
    text = text.encode("utf-8", "replace").decode("utf-8")
    return Words(text, _count(usage, "prompt_tokens"), _count(usage, "completion_tokens"))


def _count(usage: Any, name: str) -> int:
    """Tokens as the server counts them; 0 where it does not, or counts what cannot be."""
    count = usage.get(name) if isinstance(usage, dict) else None
    return count if isinstance(count, int) and not isinstance(count, bool) and 0 < count <= _MOST_TOKENS else 0


async def _refuse_status(response: Any) -> None:
    """Fails on every status but 200 before the body is read: it may be of any size, and says nothing that we use."""
    status: int = response.status_code
    if status == 200:
        return
    raise CallFailed(
        f"HTTP {status}",
        again=status in _LATER or status >= 500,
        refused=status == _BAD_REQUEST,
        limited=status == _TOO_MANY,
        after=_wait(response.headers.get("retry-after", "")),
        is_free=True,
    )


def options_of(settings: Settings, form: Form) -> dict[str, Any]:
    """What is sent beside model and messages."""
    if (
        form == "bare"
    ):  # what every server and every model takes; some refuse a temperature or the older name of the limit
        return {"max_completion_tokens": settings.output_tokens}
    options: dict[str, Any] = {"temperature": settings.temperature, "max_tokens": settings.output_tokens}
    if settings.seed is not None:
        options["seed"] = settings.seed
    if form == "schema":
        schema = {"name": "answer", "schema": answer_schema()}
        options["response_format"] = {"type": "json_schema", "json_schema": schema}
    return options


def _wait(said: str) -> float | None:
    """Seconds of `Retry-After`; None for a date or anything else."""
    try:
        seconds = float(said)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None
