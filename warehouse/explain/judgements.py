"""Verdicts and values of series and years, market by market: what every market can say of itself once the laws are known.

Belongs here: the step that writes work.judgements, work.candidates and work.pairs_in_series. What is learned over all markets is in
`warehouse/estimate/spread_laws.py`, what markets are to each other in `warehouse/compare`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warehouse.compare.same_scope import same_scope
from warehouse.conflict_pairs import pairs_of
from warehouse.estimate.candidates import candidate_rows
from warehouse.estimate.estimation import reconciled
from warehouse.estimate.judgement_rows import judgement_rows
from warehouse.estimate.series import Reconciled, attributed_figures, series_years
from warehouse.estimate.series_sources import FIGURES, equal_prints
from warehouse.estimate.spread_laws import fits_of
from warehouse.policy import Policy
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.conflict_records import Conflict

LEARNED = ("work.reprints", "work.spread_laws", "work.source_factors")
OBSERVED = "core.observations"


def gathered(frames: Frames) -> Frames:
    """What the step asks of its frames: figures with publishers and markets, what was learned, and the claims' figures."""
    observed = frames[OBSERVED].select("claim_id", "market_id", "series_id", "year", "excluded")
    return {FIGURES: attributed_figures(frames), OBSERVED: observed, **{name: frames[name] for name in LEARNED}}


def judgements(given: Frames, policy: Policy) -> Frames:
    """Judges all series and years of some markets.

    Args:
        given: of `gathered`, whole markets.
        policy: thresholds.

    Returns:
        work.judgements, work.candidates and work.pairs_in_series.
    """
    spoken = series_years(given[FIGURES], equal_prints(given["work.reprints"]), policy)
    fits = fits_of(given["work.spread_laws"], given["work.source_factors"], policy)
    found = reconciled(spoken, fits, policy)
    del spoken  # its memory is needed
    return {
        "work.judgements": framed("work.judgements", judgement_rows(found)),
        "work.candidates": framed("work.candidates", candidate_rows(given[OBSERVED], found)),
        "work.pairs_in_series": pairs_of(_conflicts(found, policy)),
    }


def _conflicts(found: Sequence[Reconciled], policy: Policy) -> Iterator[Conflict]:
    for item in found:
        yield from same_scope(item.place, item.judgement, item.spoken, policy.verdicts.distance(item.place.metric))


def _run(frames: Frames, context: BuildContext) -> Frames:
    return judgements(gathered(frames), context.policy)


STEP = Step(
    name="judgements",
    reads=("core.vendor_figures", "core.documents", "core.publishers", "core.markets", OBSERVED, *LEARNED),
    writes=("work.judgements", "work.candidates", "work.pairs_in_series"),
    run=_run,
)
