"""Columns that figures of a series share, and the bounds of a row of core.vendor_figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
