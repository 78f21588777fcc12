"""The marts of a release as rows: stored by column, turned into rows when a page needs them; pages query no database.

Belongs here: reading in a total order, and picking. What a page shows of rows is the page's. A row as a dictionary takes
some twenty times the memory of its columns (measured), so no more of them are made than a page shows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from release.site.kept import Key, Reads, Source
from warehouse.connection import held
from warehouse.schema.marts import marts
from warehouse.schema.table import literal, quoted

if TYPE_CHECKING:
    import polars as pl

Row = Mapping[str, Any]
DIGEST = "row digest"  # a column of ours: the hash of the row, by which a page knows that it is the same as before

# No page shows a row of these but the parts of the conflicts that are drawn, see `Rows.only`. With 10,000 made reports they were
# 4.9 of 7.4 million rows. A mart that is new is held until it is named here.
NOT_HELD = frozenset(
    {
        *("areas", "balance_constraints", "citations", "conflict_components", "conflict_sides", "document_facts"),
        *("set_aside", "statement_evidence"),
    }
)


class Groups(Mapping[Any, list[Row]]):
    """Rows of a mart by the value of a column: groups in the order of first sight, rows in the mart's order."""

    def __init__(
        self,
        frame: pl.DataFrame,
        column: str,
        columns: Sequence[str] = (),
        name: str = "",
        reads: Reads | None = None,
    ) -> None:
        self._name, self._reads = name, reads or Reads()
        found = frame.select(column).with_row_index("at").group_by(column, maintain_order=True).agg("at")
        ends = found["at"].list.len().cum_sum().to_list()
        self._frame = frame.select(columns) if columns else frame.drop(DIGEST, strict=False)
        self._order = found["at"].explode()
        self._digests = frame[DIGEST][self._order].to_numpy() if DIGEST in frame.columns and frame.height else None
        self._places = dict(zip(found[column].to_list(), zip([0, *ends], ends, strict=False), strict=True))

    def __getitem__(self, key: Any) -> list[Row]:
        """The rows of a group, made anew at every call."""
        self._reads.note(self._name, (key,))
        return self.many([key])[key]

    def __iter__(self) -> Iterator[Any]:
        self._reads.whole(self._name)
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: object) -> bool:
        self._reads.note(self._name, (key,) if isinstance(key, str) or key is None else ())
        return key in self._places

    def many(self, keys: Iterable[Any]) -> dict[Any, list[Row]]:
        """The rows of several groups, in one go: for each, picking costs more than the row itself.

        Raises:
            KeyError: one of them has no rows.
        """
        import polars as pl

        asked = list(keys)
        self._reads.note(self._name, asked)
        places = {key: self._places[key] for key in asked}
        if not places:
            return {}
        numbers = pl.concat([self._order[first:last] for first, last in places.values()])
        rows: Iterator[Row] = iter(self._frame[numbers].to_dicts())
        return {key: [next(rows) for _ in range(first, last)] for key, (first, last) in places.items()}

    def note(self, keys: Iterable[Key]) -> None:
        """Notes that a part of the site is made of these groups, which were picked for several parts in one go."""
        self._reads.note(self._name, keys)

    def known(self, keys: Iterable[Any]) -> dict[Any, list[Row]]:
        """The rows of those groups that have any."""
        asked = list(keys)
        self._reads.note(self._name, asked)
        return self.many(key for key in asked if key in self._places)

    def states(self, keys: Sequence[Key]) -> Iterable[bytes]:
        """The hashes of the rows of each group, in their order; nothing for a group without rows."""
        for key in keys:
            first, last = self._places.get(key, (0, 0))
            yield b"" if self._digests is None else self._digests[first:last].tobytes()


@dataclass(frozen=True)
class Rows:
    """Rows by mart, in the order of the mart's key."""

    database: Path
    _frames: Mapping[str, pl.DataFrame]
    _groups: dict[tuple[object, ...], Groups] = field(default_factory=dict)
    reads: Reads = field(default_factory=Reads)

    def of(self, mart: str, *columns: str) -> Iterator[Row]:
        """All rows of a mart, one after the other.

        Args:
            mart: its name.
            *columns: those that are looked at, where it is not all of them.

        Raises:
            KeyError: there is no such mart.
        """
        self.reads.whole(mart)
        frame = self._frames[mart]
        return (frame.select(columns) if columns else frame.drop(DIGEST, strict=False)).iter_rows(named=True)

    def count(self, mart: str) -> int:
        """How many rows a mart has."""
        self.reads.whole(mart)
        return self._frames[mart].height

    def at(self, mart: str, numbers: Sequence[int]) -> list[Row]:
        """Rows of a mart by their numbers, from 0. A part of the site notes what led to these numbers."""
        return [*self._frames[mart][list(numbers)].drop(DIGEST, strict=False).to_dicts()] if numbers else []

    def digests(self, mart: str) -> Sequence[int]:
        """The hash of each row of a mart."""
        frame = self._frames[mart]
        return [*frame[DIGEST]] if DIGEST in frame.columns else []

    def only(self, mart: str, column: str, values: Sequence[str]) -> Groups:
        """Rows of a mart by the value of a column, of a mart too large to be held for the few rows that pages show.

        Args:
            mart: its name.
            column: what to group by.
            values: those that are asked for; every row of another is left in the database.
        """
        asked = f"{quoted(column)} IN ({', '.join(map(literal, values))})" if values else "false"
        name = _named("only", mart, column)
        found = Groups(held(self.database, {mart: _select(mart, asked)})[mart], column, name=name, reads=self.reads)
        self.reads.add(name, found)
        return found

    def by(self, mart: str, column: str, *columns: str, **equal: Any) -> Groups:
        """Rows of a mart by the value of a column.

        Args:
            mart: its name.
            column: what to group by.
            *columns: those that are looked at, where it is not all of them.
            **equal: values that the rows have in other columns; None for none.
        """
        key = (mart, column, columns, *sorted(equal.items()))
        if key not in self._groups:
            frame = self._frames[mart]
            for name, value in equal.items():
                frame = frame.filter(frame[name].is_null() if value is None else frame[name] == value)
            name = _named("rows", mart, column, equal)
            self._groups[key] = Groups(frame, column, columns, name, self.reads)
            self.reads.add(name, self._groups[key])
        return self._groups[key]

    def named(self, name: str) -> Source | None:
        """The groups that a part of an earlier site was made from; None where the marts have no such groups today."""
        kind, mart, column, *equal = json.loads(name) if name.startswith('["rows"') else ("", "", "")
        if kind != "rows" or mart not in self._frames:
            return None
        wanted = dict(equal[0]) if equal else {}
        if not {column, *wanted} <= set(self._frames[mart].columns):
            return None
        return self.by(mart, column, **wanted)


def _named(*parts: object) -> str:
    return json.dumps(parts, sort_keys=True)


def read_rows(database: Path) -> Rows:
    """Reads the marts that pages show on one connection, as small as they can be held."""
    found = Rows(database, held(database, {name: _select(name) for name in marts() if name not in NOT_HELD}))
    found.reads.find = found.named
    return found


def _select(mart: str, where: str = "true") -> str:
    columns = f"m.*, hash(m) AS {quoted(DIGEST)}"
    return f"SELECT {columns} FROM marts.{quoted(mart)} AS m WHERE {where} ORDER BY {', '.join(map(quoted, marts()[mart].key))}"


def grouped(rows: Iterable[Row], *columns: str) -> dict[Any, list[Row]]:
    """Rows by the value of a column, or by the values of several; order of first sight."""
    found: dict[Any, list[Row]] = {}
    for row in rows:
        key = row[columns[0]] if len(columns) == 1 else tuple(row[column] for column in columns)
        found.setdefault(key, []).append(row)
    return found
