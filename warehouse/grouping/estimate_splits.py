"""How estimates fall apart: series, judgements and causes by market.

Belongs here: which rows of other markets, publishers and laws each group is dealt, and no more than it asks for. The registry of
splits is `splits.py`. Whole, for they are short and look at all markets: the laws (`spread_laws.py`), how markets lie to each other
(`known_scopes.py`), the names of what is compared (`names_compared.py`), and the joins of `estimates_step.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import polars as pl

from warehouse.conflict_pairs import low_market
from warehouse.estimate.series_sources import FIGURES, series_sources
from warehouse.estimate.series_sources import STEP as SERIES_SOURCES
from warehouse.estimate.series_sources import gathered as gathered_series
from warehouse.explain.causes import PAIRS, causes
from warehouse.explain.causes import gathered as gathered_pairs
from warehouse.explain.judgements import LEARNED, OBSERVED, judgements
from warehouse.explain.judgements import gathered as gathered_judgements
from warehouse.grouping.dealing import complete, in_portions, keyed, named
from warehouse.grouping.groups import KEY, Split, empty
from warehouse.step import BuildContext, Frames

_PAIRS = "shared.pairs"
PAIRS_AT_ONCE = 200_000  # with what their causes are known by, a kilobyte each


def _nothing(frames: Frames, context: BuildContext) -> Frames:
    return {}


def _once(frames: Frames, name: str) -> pl.DataFrame:
    """Rows of a table that several keys of a group were dealt, each once."""
    return frames[name].unique(maintain_order=True) if name in frames else empty(name)


# -- series_sources: a market's series ---------------------------------------------------------------------------------------------


def _cut_sources(frames: Frames, context: BuildContext) -> Frames:
    return {FIGURES: keyed(gathered_series(frames)[FIGURES], "market_id")}


def _run_sources(frames: Frames, context: BuildContext) -> Frames:
    return series_sources(frames, context.policy)


# -- judgements: a market's series and claims, with the laws of its metrics and the reliability of its publishers ---------------


def _cut_judgements(frames: Frames, context: BuildContext) -> Frames:
    given = gathered_judgements(frames)
    figures = keyed(given[FIGURES], "market_id")
    of = figures.select(KEY, "metric", "publisher_group").unique()
    factors = given["work.source_factors"].join(of, on=["metric", "publisher_group"], maintain_order="left")
    return {
        FIGURES: figures,
        OBSERVED: keyed(given[OBSERVED], "market_id"),
        "work.reprints": keyed(given["work.reprints"], "market_id"),
        "work.spread_laws": named(given["work.spread_laws"], "metric", [figures]),
        "work.source_factors": factors,
    }


def _run_judgements(frames: Frames, context: BuildContext) -> Frames:
    learned = {name: _once(frames, name) for name in LEARNED}
    nothing = gathered_series(complete({}, SERIES_SOURCES.reads))  # a group may be claims without a figure
    given = {**nothing, **complete(frames, (OBSERVED,)), **frames, **learned}
    return judgements(given, context.policy)


# -- causes: pairs by the first of their markets in alphabetical order ----------------------------------------------------------


def _cut_causes(frames: Frames, context: BuildContext) -> Frames:
    return {_PAIRS: keyed(gathered_pairs(frames), "low_market")}


def _portions_of_causes(frames: Frames) -> Iterator[Frames]:
    return in_portions(frames, dict.fromkeys(PAIRS, low_market()), PAIRS_AT_ONCE)


def _run_causes(frames: Frames, context: BuildContext) -> Frames:
    return causes(frames[_PAIRS])


ESTIMATE_SPLITS: Mapping[str, Split] = MappingProxyType(
    {
        "series_sources": Split(
            _cut_sources,
            _nothing,
            _run_sources,
            owners=dict.fromkeys(("work.reprints", "work.series_sources"), "market_id"),
        ),
        "judgements": Split(
            _cut_judgements,
            _nothing,
            _run_judgements,
            owners=dict.fromkeys(("work.judgements", "work.candidates", "work.pairs_in_series"), "market_id"),
        ),
        "causes": Split(
            _cut_causes,
            _nothing,
            _run_causes,
            portions=_portions_of_causes,
            owners=dict.fromkeys(("work.conflicts", "work.conflict_sides"), "low_market"),
        ),
    }
)
