"""The answers of the reviewed queries from one database, as Markdown. No SQL here: it is in `ten.yml`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from release.reading.figure_words import plain
from release.reading.queries.reading import ReviewedQuery
from warehouse.connection import queries

MISSING = "–"

# Signs that would end a cell, start a tag or a link, or turn the rest of a line around. Words of documents are foreign.
_MARKED = re.compile(r"[\\|<>`*\[\]&~]")
_UNSEEN = re.compile("[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with its answer."""

    query: ReviewedQuery
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def answer(database: Path, asked: Sequence[ReviewedQuery]) -> tuple[Answered, ...]:
    """Runs the queries.

    Args:
        database: a closed DuckDB file with schema `marts`.
        asked: the questions.

    Returns:
        One answer per question, in their order.
    """
    frames = queries(database, {query.title: query.sql for query in asked})
    return tuple(
        Answered(query, tuple(frame.columns), tuple(frame.rows()))
        for query, frame in ((query, frames[query.title]) for query in asked)
    )


def in_markdown(answered: Sequence[Answered]) -> str:
    """The section of the README: each question with how to read it, its SQL and its answer as a table."""
    return "\n".join(_one(number, each) for number, each in enumerate(answered, start=1)).rstrip("\n")


def _one(number: int, answered: Answered) -> str:
    query = answered.query
    table = _table(answered) if answered.rows else "No row of this release.\n"
    return f"### {number}. {query.title}\n\n{query.reads}\n\n```sql\n{query.sql.strip()};\n```\n\n{table}"


def _table(answered: Answered) -> str:
    lines = [answered.columns, ("---",) * len(answered.columns), *(map(cell, row) for row in answered.rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def cell(value: Any) -> str:
    """A value as a cell of a Markdown table: one line, nothing in it is markup, signs that cannot be seen are named."""
    if value is None:
        return MISSING
    text = " ".join(plain(value).split())
    return _MARKED.sub(r"\\\g<0>", _UNSEEN.sub(lambda sign: f"U+{ord(sign[0]):04X}", text))
