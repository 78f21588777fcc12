"""Members as documents list them: the top members of each dimension, members of members.

Belongs here: core.segments gathered as comparisons need it. What a comparison does with a list does not; regions with
reviewed members are in `area_members.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

Row = Mapping[str, Any]


def top_members(segments: pl.DataFrame) -> Mapping[tuple[str, str | None, str], Sequence[Row]]:
    """The members that each document lists of each dimension of a market; members of members are left out.

    Args:
        segments: core.segments.

    Returns:
        (document_id, market_id, normalised dimension) → rows of core.segments in the order of the list.
    """
    by_dimension: defaultdict[tuple[str, str | None, str], list[Row]] = defaultdict(list)
    order = ("document_id", "market_id", "dimension", "position", "char_start", "segment")
    for row in segments.filter(pl.col("parent").is_null()).sort(order, nulls_last=True).iter_rows(named=True):
        by_dimension[row["document_id"], row["market_id"], row["segment_key"].partition(":")[0]].append(row)
    return by_dimension


def nested_segments(segments: pl.DataFrame, by: str) -> set[tuple[str, str]]:
    """Segments that are part of another, by document or market.

    Args:
        segments: core.segments.
        by: document_id or market_id.
    """
    return set(segments.filter(pl.col("parent").is_not_null()).select(by, "segment_key").iter_rows())
