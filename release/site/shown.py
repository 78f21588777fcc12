"""The part of a long list that a page shows: its most important rows, and a notice with the total and the query for all.

Belongs here: how many rows a reader is given of a list that grows with the documents, and how the rest is told. Which rows
tell most is said where they are picked; lists that go on over further pages are laid out in `paper.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from warehouse.schema.table import literal

# Nobody reads further down a table, and a browser takes seconds for a page of many megabytes: drawn in full, 10,000 made reports
# gave publishers pages of up to 15 MB with 29,321 conflicts, and the open questions one of 58 MB.
ROWS = 200
CHARTS = 60  # entries that have a chart and a table of their own, about 2 kB each
AS_THEY_STAND = "the first rows of that table"

T = TypeVar("T")
U = TypeVar("U")
Place = Callable[[T], Any]  # what rows are sorted by


@dataclass(frozen=True, slots=True)
class Where:
    """Rows of a mart, in DuckDB's dialect: what a reader asks to get all of a list.

    Attributes:
        mart: its name.
        rows: the condition; empty for the whole mart.
    """

    mart: str
    rows: str = ""

    @property
    def sql(self) -> str:
        """The statement."""
        return f"FROM marts.{self.mart}" + (f" WHERE {self.rows}" if self.rows else "")


@dataclass(frozen=True, slots=True)
class Shown(Generic[T]):
    """The part of a list that a page draws. Templates go through it as through a list; `p.rest` draws its notice.

    Attributes:
        rows: what is drawn, in the order in which it is drawn.
        of: how many there are.
        first: which of them are drawn, in words behind "200 of 3,301, ".
        where: all of them.
        counts: the number of each kind, if the notice shows it.
    """

    rows: Sequence[T]
    of: int
    first: str
    where: Where
    counts: Mapping[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        """How many are drawn."""
        return len(self.rows)

    def __iter__(self) -> Iterator[T]:
        return iter(self.rows)

    def filled(self, rows: Sequence[U], counts: Mapping[str, int] | None = None) -> Shown[U]:
        """The same part of the list, of what is drawn for its entries: rows for their numbers, rows with their links."""
        return Shown(rows, self.of, self.first, self.where, counts or {})

    @property
    def is_cut(self) -> bool:
        """Whether there are more than are drawn."""
        return self.of > len(self.rows)


def shown(
    rows: Sequence[T],
    where: Where,
    first: str,
    *,
    rank: Place[T] | None = None,
    order: Place[T] | None = None,
    most: int | None = None,
) -> Shown[T]:
    """The first rows of a list. One that is short enough stays as it is, in its own order.

    Args:
        rows: all of them, in the order in which a short list is drawn.
        where: see `Shown`.
        first: see `Shown`.
        rank: what tells most has the smallest; by default what stands first.
        order: in which the chosen ones are drawn; by default that of `rank`.
        most: how many at most; `ROWS` by default.
    """
    limit = ROWS if most is None else most
    if len(rows) <= limit:
        return Shown(rows, len(rows), first, where)
    chosen = list(rows if rank is None else sorted(rows, key=rank))[:limit]
    return Shown(chosen if order is None else sorted(chosen, key=order), len(rows), first, where)


def equal(column: str, value: str | None) -> str:
    """The condition that a column holds a value, ours or a document's."""
    return f"{column} IS NULL" if value is None else f"{column} = {literal(value)}"
