"""The verdict on a document whose workers failed: another attempt, quarantine, or none. Judging only."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sources.records import Unreadable

Why = Literal["too_slow", "too_much_memory", "answer_too_large", "parser_killed", "failed", "killed"]
FRESH_FAILURES = 2
# No parser sends these to itself: a person did, or the system because memory ran out.
_FROM_OUTSIDE = frozenset((signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT))
_WORDS = {
    "too_slow": "reading it took more processor time than any document may: split it, save its text again, or raise `seconds` in "
    "sources/parse/limits.yml",
    "too_much_memory": "reading it took more memory than a document may take: split it, or save its text again",
    "answer_too_large": "it says more than one document may say: split it into parts",
    "parser_killed": "reading it ended the reader ({detail}): open it in a viewer and save it again",
}


@dataclass(frozen=True, slots=True)
class Failed:
    """A document nobody's verdict is on: the reader has a bug, or was killed from outside. It stays pending.

    Attributes:
        problem: in a few words.
        where: traceback of the bug, empty where there is none.
    """

    problem: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """How an attempt ended that gave nothing.

    Attributes:
        why: in one word; "killed" is from outside, "failed" a bug.
        is_fresh: the worker had read nothing before.
        detail: the signal, or the bug with its traceback.
    """

    why: Why
    is_fresh: bool
    detail: str = ""


def end_of(status: int, *, is_fresh: bool) -> End:
    """How an attempt ended whose worker is gone.

    Args:
        status: exit code, or the number of a signal, negative.
        is_fresh: as in `End`.
    """
    if status >= 0:
        return End("parser_killed", is_fresh, f"exit code {status}")
    try:
        received = signal.Signals(-status)
    except ValueError:
        return End("parser_killed", is_fresh, f"signal {-status}")
    if received == signal.SIGXCPU:
        return End("too_slow", is_fresh)
    return End("killed" if received in _FROM_OUTSIDE else "parser_killed", is_fresh, received.name)


def verdict(ends: Sequence[End], most_kills: int) -> Unreadable | Failed | None:
    """What a document deserves after its failed attempts.

    Args:
        ends: of its attempts, in order.
        most_kills: kills from outside after which nobody tries again.

    Returns:
        Quarantine where two fresh workers failed on it, and at once where reading takes too long: no earlier document can bring
        that about, so a worker that is not fresh counts there. None where it is worth another attempt.
    """
    counted = [end for end in ends if end.why != "killed" and (end.is_fresh or end.why == "too_slow")]
    # What ran into its time would do so again: nothing of it depends on the worker.
    if len(counted) >= FRESH_FAILURES or any(end.why == "too_slow" for end in counted):
        last = counted[-1]
        if last.why == "failed":
            problem, _, where = last.detail.partition("\n")
            return Failed(problem, where)
        return Unreadable(last.why, _WORDS[last.why].format(detail=last.detail))
    killed = [end for end in ends if end.why == "killed"]
    if len(killed) >= most_kills:
        return Failed(f"its reader was killed from outside {len(killed)} times, last by {killed[-1].detail}")
    return None
