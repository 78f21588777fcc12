"""Rows of core.vendor_figures: their key, their id, the form of derived ones, and their bounds.

Belongs here: what every such row carries. How values are derived is in `alignment.py` and `derived_figures.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from warehouse.values.arithmetic import stored
from warehouse.values.keys import digest
from warehouse.values.rounding_bands import Band

BASIS_COLUMNS = ("value_basis", "price_basis")
SERIES_COLUMNS = ("series_id", "market_id", "segment_key", "ref_area", "metric", "unit_measure", *BASIS_COLUMNS)
SOURCE_COLUMNS = (
    "document_id",
    "publisher_id",
    "publisher_group",
    "cluster_id",
    "price_basis_is_assumed",
    "vintage_date",
)


def key_of(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """Document, publisher, series and year."""
    return tuple(row[name] for name in ("document_id", "publisher_id", "series_id", "year"))


def with_id(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its id, the hash of its key."""
    return row | {"vendor_figure_id": digest(*key_of(row))}


BAND_COLUMNS = ("status", "obs_value", "obs_value_low", "obs_value_high", "formula")  # that `band_of_row` reads


def band_of_row(row: Mapping[str, Any]) -> Band:
    """What the words of a figure leave open; of a derived one, the value alone.

    Args:
        row: a row of core.vendor_figures. A stated one with a formula is the middle of a range, whose ends are explicit.
    """
    if row["status"] == "derived":
        return Band(row["obs_value"], row["obs_value"])
    low, high = row["obs_value_low"], row["obs_value_high"]
    return Band(low, high, is_explicit=low is None or high is None or row["formula"] is not None)


def derived_row(
    shared: Mapping[str, Any], year: int, value: Decimal, formula: str, claim_ids: Iterable[str]
) -> dict[str, Any]:
    """A derived figure.

    Args:
        shared: columns of series and source.
        year: its year.
        value: in the series' unit.
        formula: how it was made, with its inputs.
        claim_ids: claims it rests on.
    """
    return with_id(
        {
            **{name: shared[name] for name in (*SERIES_COLUMNS, *SOURCE_COLUMNS)},
            "year": year,
            "obs_value": stored(value),
            "obs_value_low": None,
            "obs_value_high": None,
            "status": "derived",
            "obs_status": "I",
            "formula": formula,
            "value_as_printed": None,
            "currency_as_printed": None,
            "claim_ids": sorted(claim_ids),
        }
    )
