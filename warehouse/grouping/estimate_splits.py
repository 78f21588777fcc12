"""How estimates fall apart: series, judgements and causes by market, scopes by the first market of a pair.

Belongs here: which rows of other markets, publishers and laws each group is dealt, and no more than it asks for. The registry of
splits is `splits.py`. Whole, for they are short and look at all markets: the laws (`spread_laws.py`), how markets lie to each other
(`known_scopes.py`), what is compared side by side (`comparisons.py`), and the joins of `estimates_step.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import polars as pl

from warehouse.compare.scope_pairs import FIGURES as SCOPE_FIGURES
from warehouse.compare.scope_pairs import OWNED, SIZES, WITHIN, bridge_targets, meeting_sizes, scope_pairs
from warehouse.compare.scope_pairs import STEP as SCOPE_PAIRS
from warehouse.compare.scope_pairs import gathered as gathered_scopes
from warehouse.conflict_pairs import low_market
from warehouse.estimate.series_figures import PLACE
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
_FIGURE_ORDER = ("document_id", "publisher_id", "series_id", "year")


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


# -- scope_pairs: a market with those figures of related markets, of which it is the first in alphabetical order, that meet its own ---


def _cut_scope_pairs(frames: Frames, context: BuildContext) -> Frames:
    given = gathered_scopes(frames)
    owner = pl.min_horizontal("market_id", "other_market_id").alias(KEY)
    met = meeting_sizes(given).rename({"low_market": KEY})
    sizes = given[SIZES].join(met, on="estimate_id", maintain_order="left")
    targets = bridge_targets(given["core.bridges"]).rename({"low_market": KEY})
    all_figures = given[SCOPE_FIGURES]
    places = all_figures.filter("is_met").select(PLACE).unique()
    targets = targets.join(places, on=PLACE, how="semi", nulls_equal=True)
    bridges = given["core.bridges"].join(targets.select("bridge_id", KEY), on="bridge_id", maintain_order="left")
    at_targets = all_figures.join(targets.select(KEY, *PLACE).unique(), on=PLACE, nulls_equal=True)
    own = keyed(all_figures.filter("has_parts"), "market_id")
    figures = pl.concat([own, at_targets.select(own.columns)]).drop("has_parts", "is_met").unique()
    of_others = bridges.select(KEY, market_id="other_market_id").drop_nulls()
    owned = keyed(given[OWNED], "market_id")
    naming = [sizes, figures, bridges, of_others, owned]
    return {
        SIZES: sizes,
        SCOPE_FIGURES: figures,
        OWNED: owned,
        WITHIN: named(given[WITHIN], "ref_area", [figures]),
        "core.bridges": bridges,
        "core.definitions": named(given["core.definitions"], "market_id", naming),
        "core.markets": named(given["core.markets"], "market_id", naming),
        "core.publishers": named(given["core.publishers"], "publisher_id", [figures]),
        "core.areas": named(given["core.areas"], "ref_area", [figures]),
        "work.scopes": given["work.scopes"].with_columns(owner),
    }


def _run_scope_pairs(frames: Frames, context: BuildContext) -> Frames:
    nothing = gathered_scopes(complete({}, SCOPE_PAIRS.reads))
    once = {
        name: frames[name].unique(maintain_order=True) if name in frames else rows for name, rows in nothing.items()
    }
    ordered = {SIZES: once[SIZES].sort("series_id", "year"), SCOPE_FIGURES: once[SCOPE_FIGURES].sort(_FIGURE_ORDER)}
    return scope_pairs(once | ordered, context.policy)


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
        "scope_pairs": Split(
            _cut_scope_pairs,
            _nothing,
            _run_scope_pairs,
            owners=dict.fromkeys(("work.pairs_of_scopes", "work.inclusions"), "low_market"),
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
