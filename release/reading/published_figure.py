"""One figure of a series and year with what it stands on: the publishers' figures, their comparators, who shares a source.

Belongs here: which rows of marts.vendor_figures a figure is made of, in which order. Their quotes: `claim_evidence.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from release.reading.row_words import Row, shared_comparator, split_ids
from warehouse.connection import query, rows


def publishers_figures(
    database: Path, *, market_id: str = "", series_id: str = "", year: int = 0
) -> dict[tuple[str, int], list[Row]]:
    """Rows of marts.vendor_figures by series and year, of each by publisher, stated ones first.

    Args:
        database: a release's database.
        market_id: only those of this market, where it is given.
        series_id: only those of this series, likewise.
        year: only those of this year, likewise.
    """
    found: dict[tuple[str, int], list[Row]] = {}
    for row in rows(
        database,
        "SELECT * FROM marts.vendor_figures WHERE ($1 = '' OR market_id = $1) AND ($2 = '' OR series_id = $2) "
        "AND ($3 = 0 OR time_period_year = $3) ORDER BY series_id, time_period_year, publisher, "
        "CASE status WHEN 'stated' THEN 0 WHEN 'inferred' THEN 1 ELSE 2 END, vendor_figure_id",
        [market_id, series_id, year],
    ):
        found.setdefault((row["series_id"], row["time_period_year"]), []).append(row)
    return found


def comparators_of(database: Path, figures: Sequence[Row]) -> dict[str, str]:
    """Comparators of the claims behind publishers' figures, by claim_id."""
    ids = sorted({claim_id for row in figures for claim_id in split_ids(row["claim_ids"])})
    if not ids:
        return {}
    found = query(
        database, "SELECT claim_id, comparator FROM marts.claims WHERE claim_id IN (SELECT unnest(?::VARCHAR[]))", [ids]
    )
    return {claim_id: comparator or "=" for claim_id, comparator in found.iter_rows()}


def comparator_of(figure: Row, comparators: Mapping[str, str]) -> str:
    """The comparator of a publisher's figure; of a derived one =, whatever its claims have."""
    known = (comparators[one] for one in split_ids(figure["claim_ids"]) if one in comparators)
    return "=" if figure["formula"] is not None else shared_comparator(known)


def same_source_as(figure: Row, figures: Sequence[Row]) -> list[str]:
    """The other publishers of these figures that share a source with this one's."""
    shared = {other["publisher"] for other in figures if other["cluster_id"] == figure["cluster_id"]}
    return sorted(shared - {figure["publisher"]})


def is_independent(estimate: Row) -> bool:
    """Whether every publisher of an estimate (a row of marts.market_estimates) counts as a voice of its own."""
    return bool(estimate["n_independent"] >= estimate["n_publishers"])
