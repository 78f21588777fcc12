"""Conflicts as rows of the tables of pairs, which `causes.py` brings together, and of work.inclusions, which come back as records.

Belongs here: records to frames and back. Which conflicts there are is decided by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.schema import work_tables
from warehouse.schema.framing import laid_out
from warehouse.values.conflict_records import Conflict, Grounds, Party, Place

_PLACE = tuple(field.name for field in fields(Place))
_GROUNDS = ("bridge_id", "bound_low", "bound_high", "assumptions")


def pairs_of(conflicts: Iterable[Conflict]) -> pl.DataFrame:
    """Pairs as a frame, each once, the last where two have one id: there are more of them than claims, and each takes some
    kilobytes as an object.
    """
    form = work_tables()["work.pairs_in_series"].polars_schema()
    return laid_out(form, (conflict.row() for conflict in conflicts)).unique(
        "pair_id", keep="last", maintain_order=True
    )


def with_low_market(pairs: pl.DataFrame) -> pl.DataFrame:
    """Pairs with the first of their markets in alphabetical order, empty where they are of none."""
    return pairs.with_columns(low_market=low_market())


def low_market() -> pl.Expr:
    """The first of a pair's markets in alphabetical order, empty where it is of none."""
    one = pl.col("market_id").fill_null("")
    return pl.min_horizontal(one, pl.col("other_market_id").fill_null(one))


def exact_pairs_of(conflicts: Iterable[Conflict]) -> pl.DataFrame:
    """Rows of work.inclusions: pairs with all that their records hold."""
    form = work_tables()["work.inclusions"].polars_schema()
    rows = laid_out(form, map(_exact_row, conflicts)).unique("pair_id", keep="last", maintain_order=True)
    return with_low_market(rows)


def conflicts_in(exact_pairs: pl.DataFrame) -> Iterator[Conflict]:
    """The records of such rows; bounds have the digits of NUM."""
    for row in exact_pairs.iter_rows(named=True):
        yield Conflict(
            kind=row["kind"],
            rule=row["rule"],
            verdict=row["verdict"],
            severity=row["severity"],
            place=Place(**{name: row[name] for name in _PLACE}),
            a=_party(row, "a"),
            b=_party(row, "b"),
            explanation=row["explanation"],
            other_market_id=row["other_market_id"],
            grounds=Grounds(
                **{name: row[name] for name in _GROUNDS},
                statement_ids_a=tuple(row["statement_ids_a"]),
                statement_ids_b=tuple(row["statement_ids_b"]),
            ),
        )


def _exact_row(conflict: Conflict) -> dict[str, Any]:
    return conflict.row() | {
        "exact_a": str(conflict.a.value),
        "exact_b": str(conflict.b.value),
        "names_a": conflict.a.publishers,
        "names_b": conflict.b.publishers,
        "value_basis": conflict.place.value_basis,
        "price_basis": conflict.place.price_basis,
    }


def _party(row: dict[str, Any], side: str) -> Party:
    return Party(
        Decimal(row[f"exact_{side}"]),
        tuple(row[f"names_{side}"]),
        tuple(row[f"claim_ids_{side}"]),
        row[f"words_{side}"],
    )
