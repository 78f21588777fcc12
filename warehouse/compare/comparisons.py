"""What publishers state of related markets, side by side: the step that writes work.pairs_compared.

Belongs here: which frames the rules of comparison need. It runs whole, for it is short: a statement is a fact of a few rows, and rules of
groups (horizons, names of companies, opposed words) join more than two markets. Figures of scopes are compared in `scope_pairs.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.align.aligned_figures import aligned, is_two_sided
from warehouse.compare.comparison_engine import Compared
from warehouse.compare.comparison_rules import compared_across_markets
from warehouse.compare.inclusion_pairs import inclusion_pairs
from warehouse.compare.known_scopes import relations_in
from warehouse.conflict_pairs import conflicts_in, pairs_of
from warehouse.doubt import comparable
from warehouse.policy import Policy
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.conflict_records import Conflict

_ONE_FIGURE = ("series_id", "year", "cluster_id", "obs_value")


def _across_markets(frames: Frames, policy: Policy) -> Iterator[Conflict]:
    names = dict(frames["core.publishers"].select("publisher_id", "publisher").iter_rows())
    market_names = dict(frames["core.markets"].select("market_id", "market").iter_rows())
    area_labels = dict(frames["core.areas"].select("ref_area", "area").iter_rows())
    yield from inclusion_pairs(list(conflicts_in(frames["work.inclusions"])), frames["core.bridges"], market_names)
    figures = tuple(aligned(_telling_sizes(frames["core.vendor_figures"]), names))
    relations = relations_in(frames["work.scopes"])
    technical = comparable(frames["core.technical_claims"], frames["core.claims"])
    frames = {**frames, "core.technical_claims": technical}
    yield from compared_across_markets(Compared(frames, figures, relations, names, market_names, area_labels, policy))


def _telling_sizes(vendor_figures: pl.DataFrame) -> pl.DataFrame:
    """The sizes of whole markets that rules ask for: those that texts state, and of each market and year the first figure."""
    sizes = vendor_figures.filter(
        is_two_sided(), pl.col("metric") == "market_size", pl.col("segment_key").is_null(), pl.col("ref_area") == WORLD
    )
    first = sizes.sort(_ONE_FIGURE).unique(("market_id", "year"), keep="first").select(_ONE_FIGURE)
    stated = sizes.filter(pl.col("status") != "derived").select(_ONE_FIGURE)
    return sizes.join(pl.concat([first, stated]), on=_ONE_FIGURE, how="semi", maintain_order="left")


def _run(frames: Frames, context: BuildContext) -> Frames:
    return {"work.pairs_compared": pairs_of(_across_markets(frames, context.policy))}


STEP = Step(
    name="comparisons",
    reads=(
        "core.claims",
        "core.documents",
        "core.publishers",
        "core.markets",
        "core.segments",
        "core.observations",
        "core.growth_audit",
        "core.vendor_figures",
        "core.bridges",
        "core.rankings",
        "core.technical_claims",
        "core.qualities",
        "core.events",
        "core.evidence",
        "core.areas",
        "core.companies",
        "work.scopes",
        "work.inclusions",
    ),
    writes=("work.pairs_compared",),
    run=_run,
)
