"""What a trial of `make chaos` is: a fault injected a number of times, and how often the promise was broken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Size = Literal["quick", "full"]
SHOWN = 3  # faults that a note quotes


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a trial.

    Attributes:
        trials: how often the fault was injected.
        failures: how often the promise was broken.
        allowed: failures up to which the promise holds.
        note: what a reader should know, in a few words.
    """

    trials: int
    failures: int
    allowed: int = 0
    note: str = ""

    @classmethod
    def of(cls, trials: int, faults: Sequence[str], note: str = "", failures: int | None = None) -> Outcome:
        """An outcome whose note quotes the first faults; each fault is a failure unless `failures` counts them otherwise."""
        told = "; ".join(filter(None, (note, *faults[:SHOWN])))
        return cls(trials, len(faults) if failures is None else failures, note=told)


@dataclass(frozen=True, slots=True)
class Trial:
    """One row of the table.

    Attributes:
        name: the fault, in words.
        target: the promise, in words.
        run: injects the fault, working in an empty folder.
    """

    name: str
    target: str
    run: Callable[[Path, Size], Outcome]
