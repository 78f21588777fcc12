"""Publishers that print equal figures of a series and nothing that tells them apart: they may be one source.

Belongs here: finding such pairs by their figures alone, whatever the words around them. Texts that are near copies and
sets of equal figures are clustered before (`warehouse/resolve/documents/document_clusters.py`); `independence.py` defines how a pair counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import Any

import polars as pl

from warehouse.values.frame_groups import groups_of_rows
from warehouse.values.rounding_bands import Band
from warehouse.values.vendor_figure_rows import BAND_COLUMNS, band_of_row

Pair = tuple[str, str]
_PLACE = ("market_id", "segment_key", "ref_area")
_READ = ("series_id", "year", "publisher_group", *_PLACE, *BAND_COLUMNS)


def possible_reprints(vendor_figures: pl.DataFrame, within_share: Decimal) -> Mapping[str, frozenset[Pair]]:
    """Finds pairs of publisher groups that may be one source, per series.

    Two may be one where they state equal figures of a series (8.347 and 8.35 are equal within their rounding) and never differ:
    a rate, a count or a figure of another year of the same market, segment and area that both state and that is not equal
    shows that each has worked by itself. Ranges, bounds and derived figures show nothing. A print that leaves much open
    ("8 billion", "about 40") equals its very twin only.

    Args:
        vendor_figures: core.vendor_figures.
        within_share: half a rounding band, as a share of the figure, must be narrower than this to equal another value.

    Returns:
        By series_id: pairs of publisher groups, each in alphabetical order. Series without such pairs are left out.
    """
    equal: defaultdict[str, set[Pair]] = defaultdict(set)
    different: defaultdict[tuple[Any, ...], set[Pair]] = defaultdict(set)
    places: dict[str, tuple[Any, ...]] = {}
    for rows in groups_of_rows(_stated_by_several(vendor_figures), ("series_id", "year")):
        series_id = rows[0]["series_id"]
        places[series_id] = tuple(rows[0][name] for name in _PLACE)
        for pair, is_equal in _compared(rows, within_share).items():
            (equal[series_id] if is_equal else different[places[series_id]]).add(pair)
    possible = {series_id: frozenset(pairs - different[places[series_id]]) for series_id, pairs in equal.items()}
    return {series_id: pairs for series_id, pairs in possible.items() if pairs}


def _stated_by_several(vendor_figures: pl.DataFrame) -> pl.DataFrame:
    """Stated figures with both ends, of series and years that several publisher groups state."""
    stated = vendor_figures.filter(
        pl.col("status") != "derived",
        pl.col("obs_value_low").is_not_null(),
        pl.col("obs_value_high").is_not_null(),
    ).select(_READ)
    return stated.filter(pl.col("publisher_group").n_unique().over("series_id", "year") > 1)


def _compared(rows: Sequence[Mapping[str, Any]], within_share: Decimal) -> Mapping[Pair, bool]:
    """Each pair of groups and whether figures of theirs of one series and year are equal."""
    printed = [_Print(row["publisher_group"], row["obs_value"], band_of_row(row)) for row in rows]
    equal: dict[Pair, bool] = {}
    for a, b in combinations([one for one in printed if not one.band.is_explicit], 2):
        if a.group != b.group:
            pair = (min(a.group, b.group), max(a.group, b.group))
            equal[pair] = equal.get(pair, False) or a.equals(b, within_share)
    return equal


@dataclass(frozen=True, slots=True)
class _Print:
    group: str
    value: Decimal
    band: Band

    def equals(self, other: _Print, within_share: Decimal) -> bool:
        if self.value == other.value:
            return True
        is_fine = all(one.band.width < 2 * within_share * abs(one.value) for one in (self, other) if one.band.width)
        return is_fine and self.band.meets(other.band)
