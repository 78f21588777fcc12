"""The table of `make chaos`: rows in Markdown, and its place in a page. No faults and no files here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chaos.trial import Outcome, Trial

BEGIN, END = "<!-- chaos: table begins -->", "<!-- chaos: table ends -->"


@dataclass(frozen=True, slots=True)
class Row:
    """A trial, what came of it, and the seconds of wall time it took."""

    trial: Trial
    outcome: Outcome
    seconds: float


def is_kept(row: Row) -> bool:
    """Whether the promise was kept: something was tried, and no more broke than may."""
    return row.outcome.trials > 0 and row.outcome.failures <= row.outcome.allowed


def table_of(rows: Sequence[Row]) -> str:
    """The rows as a Markdown table, in their order."""
    lines = ["| test | trials | failures | target | seconds | |", "|---|--:|--:|---|--:|---|"]
    for row in rows:
        told = [row.trial.name, f"{row.outcome.trials:,}", f"{row.outcome.failures:,}", row.trial.target]
        told += [
            f"{row.seconds:,.0f}",
            "; ".join(filter(None, ["" if is_kept(row) else "**broken**", row.outcome.note])),
        ]
        lines.append("| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in told) + " |")
    return "\n".join(lines)


def page_with(page: str, table: str) -> str:
    """The page with this table between its markers.

    Args:
        page: Markdown that holds both markers, each once.
        table: what stands between them from now on.

    Raises:
        ValueError: a marker is missing or stands twice.
    """
    if page.count(BEGIN) != 1 or page.count(END) != 1 or page.index(BEGIN) > page.index(END):
        raise ValueError(f"the page must hold `{BEGIN}` and after it `{END}`, each once")
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n{table}\n{END}{rest.split(END)[1]}"
