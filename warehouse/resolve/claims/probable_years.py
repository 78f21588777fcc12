"""The probable year of a share without a year: a column of its own, with its basis; no step uses it.

Belongs here: shares alone. A year that the words of a text imply (`time_period_inferred`) is the reader's and is used; this
one is a guess. docs/extraction.md says how often dated shares of the corpus are of these years.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from sources.grammar.areas import WORLD_CODE as WORLD

ProbableYearBasis = Literal[
    "base_year",  # the base year that the document names
    "latest_sized_year",  # else the latest year for which the publisher sizes the whole market in it, forecasts left out
]
ProbableYearConfidence = Literal["low"]
LOW: ProbableYearConfidence = "low"
COLUMNS = ("time_period_probable", "time_period_probable_basis", "time_period_probable_confidence")
_NONE: Mapping[str, Any] = dict.fromkeys(COLUMNS)

Row = Mapping[str, Any]


def with_probable_years(claims: Sequence[Row], base_years: Mapping[str, int | None]) -> list[dict[str, Any]]:
    """Claims with the three columns of their probable year, null but for shares of the past that have no time at all.

    Args:
        claims: rows of core.claims without these columns, all of their documents.
        base_years: document_id → base year that the document names, of the document's own publisher.

    Returns:
        The rows in their order.
    """
    sized = _sized_years(claims)
    return [{**claim, **_of(claim, sized, base_years)} for claim in claims]


def _of(claim: Row, sized: Mapping[tuple[str, str | None, str], int], base_years: Mapping[str, int | None]) -> Row:
    if not _is_undated_share(claim):
        return _NONE
    basis: ProbableYearBasis = "base_year"
    year = base_years.get(claim["document_id"]) if claim["attributed_through"] is None else None
    if year is None:
        basis, year = "latest_sized_year", sized.get((claim["document_id"], claim["publisher_id"], claim["market_id"]))
    return _NONE if year is None else dict(zip(COLUMNS, (year, basis, LOW), strict=True))


def _is_undated_share(claim: Row) -> bool:
    times = ("time_period", "time_period_year", "time_period_inferred", "period_start", "period_end")
    is_past_share = claim["metric"] == "share" and claim["obs_status"] == "E" and claim["market_id"] is not None
    return is_past_share and all(claim[name] is None for name in times)


def _sized_years(claims: Iterable[Row]) -> dict[tuple[str, str | None, str], int]:
    """Document, publisher and market → latest stated year of a size of the whole market in the world that is no forecast."""
    years: dict[tuple[str, str | None, str], int] = {}
    for claim in claims:
        is_size = claim["metric"] == "market_size" and claim["obs_status"] == "E" and claim["segment_key"] is None
        if is_size and claim["ref_area"] == WORLD and claim["time_period_year"] and claim["market_id"]:
            key = (claim["document_id"], claim["publisher_id"], claim["market_id"])
            years[key] = max(years.get(key, 0), claim["time_period_year"])
    return years
