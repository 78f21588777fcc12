"""One call of a server that speaks the API of OpenAI: words and tokens out, or a failure in words. No retries, no budget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from sources.second_reader.answer import answer_schema
from sources.second_reader.prompt import asked, conventions
from sources.second_reader.records import Question
from sources.second_reader.settings import Settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI

Form = Literal["schema", "plain", "bare"]  # with the schema of answers; without; with nothing that a server may refuse
_BAD_REQUEST = 400
_LATER = frozenset({408, 409, 425, 429})


class CallFailed(Exception):
    """The server gave no words.

    `again`: a later call may succeed; `refused`: the form of the request is at fault; `after`: seconds that the server
    asks to wait.
    """

    def __init__(self, problem: str, *, again: bool, refused: bool = False, after: float | None = None) -> None:
        super().__init__(problem)
        self.again = again
        self.refused = refused
        self.after = after


@dataclass(frozen=True, slots=True)
class Words:
    """What the server wrote."""

    text: str
    tokens_in: int
    tokens_out: int


def client_of(settings: Settings) -> AsyncOpenAI:
    """A client without retries of its own.

    Raises:
        ModuleNotFoundError: the extra `model` is not installed.
    """
    from openai import AsyncOpenAI

    return AsyncOpenAI(
        base_url=str(settings.url),
        api_key=settings.secret() or "none",
        timeout=settings.call_seconds,
        max_retries=0,
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
    import openai

    try:
        told = await client.chat.completions.create(
            model=settings.model, messages=cast(Any, messages_of(question)), **options_of(settings, form)
        )
    except openai.APIStatusError as error:
        again = error.status_code in _LATER or error.status_code >= 500
        raise CallFailed(
            f"HTTP {error.status_code}", again=again, refused=error.status_code == _BAD_REQUEST, after=_wait(error)
        ) from None
    except openai.APITimeoutError:
        raise CallFailed(f"no answer within {settings.call_seconds:g} s", again=True) from None
    except openai.APIError as error:
        raise CallFailed(type(error).__name__, again=True) from None
    except (ValueError, TypeError, AttributeError) as error:  # what came back is no answer of that API
        raise CallFailed(f"an answer that is none of the API: {type(error).__name__}", again=True) from None
    choices = getattr(told, "choices", None)
    text = choices[0].message.content if choices and choices[0].message else None
    if not isinstance(text, str) or not text.strip():
        raise CallFailed("an answer without words", again=True)
    usage = told.usage
    return Words(text, usage.prompt_tokens if usage else 0, usage.completion_tokens if usage else 0)


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


def _wait(error: Any) -> float | None:
    said = error.response.headers.get("retry-after", "")
    return float(said) if said.replace(".", "", 1).isdigit() else None
