"""The marts of a release as rows, each read once; pages pick from them and ask no database.

Belongs here: reading in a total order, and grouping. What a page shows of them is the page's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from warehouse.connection import queries
from warehouse.schema.marts import marts
from warehouse.schema.table import quoted

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Rows:
    """Rows by mart, in the order of the mart's key, all read at once."""

    database: Path
    _read: Mapping[str, list[dict[str, Any]]]
    _grouped: dict[tuple[str, str], dict[Any, list[Row]]] = field(default_factory=dict)
    _single: dict[tuple[str, str], dict[Any, Row]] = field(default_factory=dict)

    def of(self, mart: str) -> list[dict[str, Any]]:
        """All rows of a mart.

        Raises:
            KeyError: there is no such mart.
        """
        return self._read[mart]

    def by(self, mart: str, column: str) -> Mapping[Any, list[Row]]:
        """Rows of a mart by the value of a column."""
        key = (mart, column)
        if key not in self._grouped:
            self._grouped[key] = grouped(self.of(mart), column)
        return self._grouped[key]

    def one(self, mart: str, column: str) -> Mapping[Any, Row]:
        """The row of a mart by the value of a column that no two rows share."""
        key = (mart, column)
        if key not in self._single:
            self._single[key] = {value: rows[0] for value, rows in self.by(mart, column).items()}
        return self._single[key]


def read_rows(database: Path) -> Rows:
    """Reads every mart of a release's database on one connection."""
    statements = {
        name: f'SELECT * FROM marts."{name}" ORDER BY {", ".join(map(quoted, mart.key))}'
        for name, mart in marts().items()
    }
    return Rows(database, {name: frame.to_dicts() for name, frame in queries(database, statements).items()})


def grouped(rows: Iterable[Row], *columns: str) -> dict[Any, list[Row]]:
    """Rows by the value of a column, or by the values of several; order of first sight."""
    found: dict[Any, list[Row]] = {}
    for row in rows:
        key = row[columns[0]] if len(columns) == 1 else tuple(row[column] for column in columns)
        found.setdefault(key, []).append(row)
    return found


def ids(joined: str | None) -> list[str]:
    """The ids of a column that joins them with "|"."""
    return [one for one in (joined or "").split("|") if one]
