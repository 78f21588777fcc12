"""Conflicts as rows of the tables of pairs, which `causes.py` brings together.

Belongs here: records to frames. Which conflicts there are is decided by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from warehouse.schema import work_tables
from warehouse.schema.framing import laid_out
from warehouse.values.conflict_records import Conflict


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
