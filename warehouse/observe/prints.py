"""Prints of one figure in one document: the choice among several, and the others that agree with it.

Belongs here: records of prints and their choice. The figures of core.vendor_figures are chosen in `warehouse/sql/30_stated_figures.sql`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import polars as pl

from sources.metrics import facts_of
from warehouse.values.rounding_bands import Band
from warehouse.values.vendor_figure_rows import SERIES_COLUMNS, SOURCE_COLUMNS


@dataclass(frozen=True, slots=True)
class Print:
    """One claim as a figure of its series and year, in the series' unit."""

    claim_id: str
    year: int
    year_is_inferred: bool
    value: Decimal
    band: Band
    is_range: bool
    obs_status: str
    value_as_printed: str
    currency: str | None


@dataclass(frozen=True, slots=True)
class Chosen:
    """The print that stands for a year, the prints that say the same, and those that say something else."""

    figure: Print
    same: tuple[Print, ...]
    other: tuple[Print, ...]


def choose(prints: Iterable[Print]) -> Chosen:
    """Chooses among one document's prints of one figure.

    A stated year goes before an inferred one, a figure before a bound, then the finest print, then the smaller value.
    Prints whose bands meet the chosen one's say the same figure.

    Args:
        prints: at least one print of one document, publisher, series and year.
    """
    ordered = sorted(prints, key=_preference)
    first = ordered[0]
    same = tuple(candidate for candidate in ordered[1:] if candidate.band.meets(first.band))
    other = tuple(candidate for candidate in ordered[1:] if not candidate.band.meets(first.band))
    return Chosen(first, same, other)


def _preference(candidate: Print) -> tuple[object, ...]:
    return (candidate.year_is_inferred, candidate.band.fineness(candidate.value), candidate.value, candidate.claim_id)


def prints_by_key(
    observations: pl.DataFrame, claims: pl.DataFrame, and_excluded: Collection[str] = ()
) -> Mapping[tuple[str, str, str, int], tuple[Mapping[str, Any], tuple[Print, ...]]]:
    """All prints that may count, by document, publisher, series and year, with the columns they share.

    Args:
        observations: core.observations.
        claims: core.claims.
        and_excluded: reasons of exclusion that do not matter here; a print without a year never counts.
    """
    counts = pl.col("excluded").is_null() | pl.col("excluded").is_in(list(and_excluded))
    usable = observations.filter(counts, pl.col("year").is_not_null()).join(
        claims.select(
            "claim_id",
            "obs_status",
            "value_as_printed",
            pl.col("unit_measure").alias("unit_as_printed"),
            # a range that a person has put right is one figure
            (pl.col("obs_value_high").is_not_null() & (pl.col("status") != "overridden")).alias("is_range"),
        ),
        on="claim_id",
    )
    by_key: defaultdict[tuple[str, str, str, int], list[Print]] = defaultdict(list)
    shared: dict[tuple[str, str, str, int], Mapping[str, Any]] = {}
    for row in usable.sort("claim_id").iter_rows(named=True):
        key = (row["document_id"], row["publisher_id"], row["series_id"], row["year"])
        shared.setdefault(key, {name: row[name] for name in (*SERIES_COLUMNS, *SOURCE_COLUMNS)})
        by_key[key].append(_print(row))
    return {key: (shared[key], tuple(prints)) for key, prints in by_key.items()}


def _print(row: Mapping[str, Any]) -> Print:
    low, high = row["obs_value_low"], row["obs_value_high"]
    is_range = row["is_range"] and low is not None and high is not None
    return Print(
        claim_id=row["claim_id"],
        year=row["year"],
        year_is_inferred=row["year_is_inferred"],
        value=(low + high) / 2 if is_range else row["obs_value"],
        band=Band(low, high, is_explicit=is_range or low is None or high is None),
        is_range=is_range,
        obs_status=row["obs_status"],
        value_as_printed=row["value_as_printed"],
        currency=row["unit_as_printed"] if facts_of(row["metric"]).is_money else None,
    )
