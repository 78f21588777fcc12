"""What became of every claim: the estimates it is a candidate of and its role in them, or why it is of none.

Belongs here: the conservation law of claims. Verdicts are reached elsewhere (`verdicts.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from warehouse.estimate.figure_vintages import days_of
from warehouse.estimate.series import Reconciled
from warehouse.estimate.verdicts import in_words
from warehouse.values.wording import listed

EXCLUDED_IN_WORDS: Mapping[str, str] = {
    "superseded": "superseded: a later edition of the report is current",
    "quarantined": "quarantined: bad data set the claim aside; marts.set_aside says by which rule",
    "withdrawn": "withdrawn: its author takes the figure back or does not claim it: it is struck through, quoted from an older text, or denied",
    "unsure": "unsure: the reading is below the confidence threshold, or a guard holds it back; its question in the review queue says which",
    "rejected": "rejected: a reviewed decision says that the claim must not count",
    "metric_not_estimated": "metric_not_estimated: figures of this metric are not reconciled",
    "no_publisher": "no_publisher: nobody is named who says it",
    "no_market": "no_market: the market is unknown",
    "no_unit": "no_unit: the text gives no unit",
    "no_part": "no_part: a firm's share, or a share of no part that was read",
    "vendor_region": "vendor_region: the publisher's own region, which others draw differently",
    "no_year": "no_year: the text gives no year and none can be inferred",
    "not_annual": "not_annual: the figure is of another period than a year",
    "no_rate": "no_rate: there is no exchange rate for its currency and year",
    "not_positive": "not_positive: a size, count or price must be above zero",
}


def candidate_rows(observations: pl.DataFrame, reconciled: Sequence[Reconciled]) -> Iterator[dict[str, Any]]:
    """Rows of work.candidates: every claim at least once.

    Args:
        observations: core.observations, all of some markets, and those without a market.
        reconciled: series and years of these markets.
    """
    by_claim_id: defaultdict[str, list[tuple[str, str, str | None]]] = defaultdict(list)
    ids = {(item.series_id, item.place.year): item.estimate_id for item in reconciled}
    for item in reconciled:
        for claim_id, role, reason in _roles(item):
            by_claim_id[claim_id].append((item.estimate_id, role, reason))
    columns = ("claim_id", "market_id", "series_id", "year", "excluded")
    for claim_id, market_id, series_id, year, excluded in observations.select(columns).iter_rows():
        rows: Iterable[tuple[str | None, str, str | None]] = by_claim_id.get(claim_id, ())
        if excluded is not None:
            rows = [(None, "excluded", EXCLUDED_IN_WORDS.get(excluded, excluded))]
        elif not rows:
            reason = "the document prints another, finer or smaller figure for the same; see restated_differently"
            rows = [(ids.get((series_id, year)), "excluded", reason)]
        for estimate_id, role, reason_in_words in rows:
            yield {
                "market_id": market_id,
                "claim_id": claim_id,
                "estimate_id": estimate_id,
                "role": role,
                "reason": reason_in_words,
            }


def _roles(item: Reconciled) -> Iterator[tuple[str, str, str | None]]:
    unit, is_refused = item.place.unit_measure, item.judgement.estimate is None
    gross = dict(item.judgement.gross)
    for source in item.spoken.sources:
        is_outlier = source.voice in item.judgement.outliers
        role = "outlier" if is_outlier else "counted"
        reason = "compared; no estimate follows" if is_refused else None
        if source.voice in gross:
            reason = f"likely a gross error ({gross[source.voice]:.0%}): it counts with little weight"
        if is_outlier:
            reason = "of the camp that is left out"
        for figure in source.counted:
            yield from ((claim_id, role, reason) for claim_id in figure.claim_ids)
        through = listed({figure.publisher for figure in source.counted})
        for figure in source.dependent:
            yield from ((claim_id, "dependent", f"counted through {through}") for claim_id in figure.claim_ids)
        for figure in source.reprints:
            words = f"counted through {through}: possibly one source, for the figures are equal"
            yield from ((claim_id, "dependent", words) for claim_id in figure.claim_ids)
    newest = days_of(item.figures) if item.older else ""
    for figure in item.older:
        words = f"older_vintage: made by {figure.vintage}, figures made {newest} are newer"
        yield from ((claim_id, "excluded", words) for claim_id in figure.claim_ids)
    for bound in item.spoken.bounds:
        words = f"a bound and no figure: {in_words(bound.figure, unit)}"
        yield from ((claim_id, "excluded", words) for claim_id in bound.figure.claim_ids)
