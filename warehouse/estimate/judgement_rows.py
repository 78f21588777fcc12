"""Rows of work.judgements: one per series and year, with its intervals in words and its figure as neighbours see it.

Belongs here: the form of a row. The judgement is in `verdicts.py`; `warehouse/explain/estimates_step.py` adds what other markets give.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from warehouse.estimate.figure_vintages import vintage_words
from warehouse.estimate.series import Reconciled
from warehouse.estimate.series_figures import as_row
from warehouse.estimate.verdicts import Interval, Judgement
from warehouse.values.conflict_records import Place
from warehouse.values.keys import published
from warehouse.values.wording import amount


def judgement_rows(reconciled: Sequence[Reconciled]) -> Iterator[dict[str, Any]]:
    """Rows of work.judgements.

    Args:
        reconciled: series and years, all of each market.
    """
    first = _first_of_places(reconciled)
    for item in reconciled:
        judgement, place = item.judgement, item.place
        yield {
            "estimate_id": item.estimate_id,
            "series_id": item.series_id,
            "market_id": place.market_id,
            "segment_key": place.segment_key,
            "ref_area": place.ref_area,
            "metric": place.metric,
            "unit_measure": place.unit_measure,
            "value_basis": place.value_basis,
            "price_basis": place.price_basis,
            "year": place.year,
            "estimate": None if judgement.estimate is None else published(judgement.estimate),
            **_open(judgement, place.unit_measure),
            "verdict": judgement.verdict,
            "n_claims": len(item.claim_ids),
            "n_publishers": len({figure.publisher_id for figure in item.figures if not figure.band.is_one_sided}),
            "n_independent": len(item.spoken.sources),
            "status": item.status,
            "method": judgement.method,
            "reason": judgement.reason + vintage_words(item.figures, item.older, place.unit_measure),
            "figure_in_words": item.sized.words,
            "is_first": item.estimate_id in first,
            **as_row(item.sized),
        }


def _first_of_places(reconciled: Sequence[Reconciled]) -> frozenset[str]:
    """Of several series in one place (growth over different periods) that of the most voices and figures stands for its market."""
    first: dict[Place, str] = {}
    for item in sorted(reconciled, key=lambda one: (-len(one.spoken.sources), -len(one.figures), one.claim_ids)):
        first.setdefault(item.place, item.estimate_id)
    return frozenset(first.values())


def _open(judgement: Judgement, unit: str) -> dict[str, Any]:
    """What an estimate leaves open, and the range of the figures that count; of a refusal, of those stated."""
    interval = judgement.interval
    lowest, highest = published(judgement.low), published(judgement.high)
    figures = {"lowest_figure": lowest, "highest_figure": highest}
    if interval is None:
        nothing = dict.fromkeys(("predicted_low", "predicted_high", "level", "interval_covers"))
        return {"low": lowest, "high": highest, **nothing, **figures}
    return {
        "low": None if interval.low is None else published(interval.low),
        "high": None if interval.high is None else published(interval.high),
        "predicted_low": published(interval.predicted_low),
        "predicted_high": published(interval.predicted_high),
        "level": interval.level,
        "interval_covers": interval_in_words(interval, unit),
        **figures,
    }


def interval_in_words(interval: Interval, unit: str) -> str:
    """Both intervals of an estimate in one sentence."""
    surely = f"With {interval.level:.0%} probability".replace("%", " %")
    next_one = (
        f"the next independent publisher would state {amount(interval.predicted_low, unit)} to "
        f"{amount(interval.predicted_high, unit)}"
    )
    if interval.low is None or interval.high is None:
        return f"{surely} {next_one}; a single publisher gives no centre."
    centre = f"{amount(interval.low, unit)} to {amount(interval.high, unit)}"
    return f"{surely} the centre of independent publishers is {centre}, and {next_one}."
