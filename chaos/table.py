"""The table of `make chaos`: rows in Markdown, and its place in a page. No faults and no files here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chaos.trial import Outcome, Trial

BEGIN, END = "<!-- chaos: table begins -->", "<!-- chaos: table ends -->"


_HEAD = ("| test | trials | failures | target | seconds | size, day | |", "|---|--:|--:|---|--:|---|---|")


@dataclass(frozen=True, slots=True)
class Row:
    """A trial, what came of it, the seconds of wall time it took, and its size and day in words."""

    trial: Trial
    outcome: Outcome
    seconds: float
    when: str


def is_kept(row: Row) -> bool:
    """Whether the promise was kept: something was tried, and no more broke than may."""
    return row.outcome.trials > 0 and row.outcome.failures <= row.outcome.allowed


def table_of(rows: Sequence[Row]) -> str:
    """The rows as a Markdown table, in their order."""
    return "\n".join([*_HEAD, *map(_line, rows)])


def page_with(page: str, rows: Sequence[Row], names: Sequence[str]) -> str:
    """The page with these rows in the table between its markers, in place of rows of the same names.

    Trials of an hour are run one by one, on different days: what was not run again stays as it stands.

    Args:
        page: Markdown that holds both markers, each once.
        rows: what was run.
        names: of all trials there are, in the order of the table; a row of another name is left out.

    Raises:
        ValueError: a marker is missing or stands twice.
    """
    if page.count(BEGIN) != 1 or page.count(END) != 1 or page.index(BEGIN) > page.index(END):
        raise ValueError(f"the page must hold `{BEGIN}` and after it `{END}`, each once")
    before, rest = page.split(BEGIN)
    between, after = rest.split(END)
    lines = {_name(line): line for line in between.splitlines() if line.startswith("| ")}
    lines |= {_name(line): line for line in map(_line, rows)}
    table = "\n".join([*_HEAD, *(lines[_cell(name)] for name in names if _cell(name) in lines)])
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def _line(row: Row) -> str:
    told = [row.trial.name, f"{row.outcome.trials:,}", f"{row.outcome.failures:,}", row.trial.target]
    told += [f"{row.seconds:,.0f}", row.when]
    told += ["; ".join(filter(None, ["" if is_kept(row) else "**broken**", row.outcome.note]))]
    return "| " + " | ".join(map(_cell, told)) + " |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _name(line: str) -> str:
    return line.removeprefix("| ").split(" | ", 1)[0]
