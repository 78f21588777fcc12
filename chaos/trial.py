"""What a trial of `make chaos` is: a fault, the promise that it could break, and how often it did; and the table of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Size = Literal["quick", "full"]
_SHOWN = 3  # faults that a note quotes


@dataclass(frozen=True, slots=True)
class Outcome:
    """How often a fault was injected, what broke each time that something did, and a note for the reader."""

    trials: int
    faults: Sequence[str] = ()
    note: str = ""

    @property
    def is_kept(self) -> bool:
        """Whether the promise was kept: something was tried, and nothing broke."""
        return self.trials > 0 and not self.faults


@dataclass(frozen=True, slots=True)
class Trial:
    """One row of the table: the fault and the promise in words, and what injects it, given an empty folder and a size."""

    name: str
    target: str
    run: Callable[[Path, Size], Outcome]


def table_of(rows: Sequence[tuple[Trial, Outcome, float]], when: str) -> str:
    """Trials with their outcomes and seconds as a Markdown table."""
    lines = ["| test | trials | failures | target | seconds | size, day | |", "|---|--:|--:|---|--:|---|---|"]
    for trial, outcome, seconds in rows:
        told = "; ".join(
            filter(None, ["" if outcome.is_kept else "**broken**", outcome.note, *outcome.faults[:_SHOWN]])
        )
        cells = (
            trial.name,
            f"{outcome.trials:,}",
            f"{len(outcome.faults):,}",
            trial.target,
            f"{seconds:,.0f}",
            when,
            told,
        )
        lines.append("| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)
