"""What the death of a worker over a document means: another attempt, quarantine, or no verdict. Judging only."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import dataclass

from sources.records import Extraction, ParsedDocument, Unreadable

NO_MEMORY, TOO_LARGE = 101, 102  # exit codes of a worker that ends by itself
_OWN_ENDS = {NO_MEMORY: "too_much_memory", TOO_LARGE: "answer_too_large", -signal.SIGXCPU: "too_slow"}
# No parser sends these to itself: a person did, or the system because memory ran out.
_FROM_OUTSIDE = ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")
_WORDS = {
    "too_slow": "reading it took more processor time than any document may: split it, save its text again, or raise `seconds` in "
    "sources/parse/limits.yml",
    "too_much_memory": "reading it took more memory than a document may take: split it, or save its text again",
    "answer_too_large": "it says more than one document may say: split it into parts",
    "parser_killed": "reading it ended the reader ({}): open it in a viewer and save it again",
}


class WorkersError(RuntimeError):
    """Workers cannot read: the machine or the program is at fault, not the documents. Nothing is known of what was not answered."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A document nobody's verdict is on: the reader has a bug, or was killed from outside. It stays pending.

    Attributes:
        problem: in a few words.
        where: traceback of the bug, empty where there is none.
    """

    problem: str
    where: str = ""


Answer = tuple[ParsedDocument, Extraction] | Unreadable | Failed


@dataclass(frozen=True, slots=True)
class Death:
    """The end of a worker over a document.

    Attributes:
        outcome: what the document deserves where that happens again; None where somebody killed the worker: no document does that.
        how: signal or exit code.
    """

    outcome: Unreadable | Failed | None
    how: str = ""


def unreadable(reason: str, how: str = "") -> Unreadable:
    """What a document deserves for a death."""
    return Unreadable(reason, _WORDS[reason].format(how))


def ending(status: int) -> str:
    """How a process ended, in words; `status` is its exit code, or the number of a signal, negative."""
    try:
        return signal.Signals(-status).name if status < 0 else f"exit code {status}"
    except ValueError:
        return f"signal {-status}"


def death_of(status: int) -> Death:
    """What it means that a worker ended with a status, as for `ending`."""
    how = ending(status)
    return Death(None if how in _FROM_OUTSIDE else unreadable(_OWN_ENDS.get(status, "parser_killed"), how), how)


def verdict(deaths: Sequence[Death], most_kills: int) -> Unreadable | Failed | None:
    """What a document deserves after deaths over it, of which all but the first were of a fresh worker.

    Args:
        deaths: in order.
        most_kills: kills from outside after which nobody tries again.

    Returns:
        The last outcome that is the document's own where there are two, or at once where reading takes too long: no earlier
        document can bring that about. None where it is worth another attempt.
    """
    own = [death.outcome for death in deaths if death.outcome is not None]
    if own and (len(own) > 1 or (isinstance(own[0], Unreadable) and own[0].reason == "too_slow")):
        return own[-1]
    killed = [death.how for death in deaths if death.outcome is None]
    if len(killed) >= most_kills:
        return Failed(f"its reader was killed from outside {len(killed)} times, last by {killed[-1]}")
    return None
