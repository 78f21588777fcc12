"""Figures of scopes that one holds, overlaps or bridges, by pair of markets: the step that writes work.pairs_of_scopes.

Belongs here: which rows the rules of scopes, bridges and inclusion ask for, and asking them. The rules are in `scope_conflicts.py`,
`bridge_conflicts.py` and `inclusion.py`. What is found of a pair of markets belongs to the first of them in alphabetical order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from sources.metrics import named
from warehouse.align.aligned_figures import READS_OF_FIGURES, aligned, is_two_sided
from warehouse.compare.bridge_conflicts import bridge_conflicts
from warehouse.compare.inclusion import inclusion_conflicts
from warehouse.compare.known_scopes import definitions_in, relations_in
from warehouse.compare.scope_conflicts import Knowledge, scope_conflicts
from warehouse.conflict_pairs import pairs_of, with_low_market
from warehouse.estimate.series_figures import IS_WHOLE_SIZE, PLACE, SeriesFigure, series_figures
from warehouse.observe.value_bases import Bases, defined_scopes, value_bases
from warehouse.policy import Policy
from warehouse.resolve.statements.listed_members import areas_in_areas
from warehouse.schema import work_tables
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.conflict_records import Conflict
from warehouse.values.keys import UNKNOWN_VALUE

SIZES = "scopes.sizes"  # of whole markets, with the documents behind those that lie in or around another
FIGURES = "scopes.figures"  # vendor figures of parts and their wholes, and those that a bridge speaks of
WITHIN = "scopes.within"  # areas in areas
OWNED = "scopes.owned"  # markets whose pairs are asked for
_ALIKE = ("core.bridges", "core.definitions", "work.scopes")
_NESTED = ("contains", "contained")


def gathered(frames: Frames) -> Frames:
    """What the step asks of its frames, for all markets."""
    markets = frames["core.markets"].select("market_id", "market", "value_basis")
    within = [(area, other) for area, others in areas_in_areas(frames["core.segments"]).items() for other in others]
    return {
        SIZES: _sizes(frames),
        FIGURES: _figures(frames),
        WITHIN: pl.DataFrame(within, schema={"ref_area": pl.String, "outer": pl.String}, orient="row"),
        OWNED: markets.select("market_id"),
        "core.markets": markets,
        "core.publishers": frames["core.publishers"].select("publisher_id", "publisher"),
        "core.areas": frames["core.areas"].select("ref_area", "area"),
        **{name: frames[name] for name in _ALIKE},
    }


def scope_pairs(given: Frames, policy: Policy) -> Frames:
    """Pairs of the markets that are asked for.

    Args:
        given: of `gathered`, all or what the owned markets need.
        policy: distances.

    Returns:
        work.pairs_of_scopes.
    """
    found = with_low_market(pairs_of(_conflicts(given, policy)))
    return {"work.pairs_of_scopes": found.select(work_tables()["work.pairs_of_scopes"].column_names)}


def meeting_sizes(given: Frames) -> pl.DataFrame:
    """low_market, estimate_id: sizes that are compared with a related market's, by the first market of the pair."""
    there = pl.col("exact_center").is_not_null()
    sizes = given[SIZES].filter(there).select("estimate_id", "is_derived", *PLACE)
    pairs = given["work.scopes"].filter(pl.col("market_id") < pl.col("other_market_id"))
    beside = [name for name in PLACE if name != "market_id"]
    met = sizes.join(pairs.select("market_id", "other_market_id"), on="market_id").join(
        sizes.rename({"market_id": "other_market_id"}), on=["other_market_id", *beside], nulls_equal=True, suffix="_b"
    )
    met = met.filter(~(pl.col("is_derived") & pl.col("is_derived_b"))).rename({"market_id": "low_market"})
    sides = (met.select("low_market", estimate_id=name) for name in ("estimate_id", "estimate_id_b"))
    return pl.concat(sides).unique()


def bridge_targets(bridges: pl.DataFrame) -> pl.DataFrame:
    """bridge_id, low_market and the place of the figures that each bridge speaks of: the other market, or the part of its own."""
    is_part = pl.col("other_market_id").is_null()
    other = pl.coalesce("other_market_id", "market_id")
    return bridges.select(
        "bridge_id",
        "cluster_id",
        *(name for name in PLACE if name not in ("market_id", "segment_key")),
        market_id=other,
        segment_key=pl.when(is_part).then(pl.col("segment_keys").list.first()),
        low_market=pl.min_horizontal(pl.col("market_id"), other),
    )


def _conflicts(given: Frames, policy: Policy) -> Iterator[Conflict]:
    market_names = dict(given["core.markets"].select("market_id", "market").iter_rows())
    names = dict(given["core.publishers"].iter_rows())
    bases = value_bases(given["core.definitions"], given["core.markets"])
    known = Knowledge(
        relations_in(given["work.scopes"]), _basis_of(given[SIZES], bases), definitions_in(given["work.scopes"])
    )
    figures = tuple(aligned(given[FIGURES], names))
    distance = policy.verdicts.distance("market_size")
    yield from scope_conflicts(series_figures(given[SIZES]), known)
    yield from bridge_conflicts(
        given["core.bridges"], figures, bases, defined_scopes(given["core.definitions"]), market_names, distance
    )
    owned = frozenset(given[OWNED]["market_id"])
    membership: dict[str, set[str]] = {}
    for area, outer in given[WITHIN].iter_rows():
        membership.setdefault(area, set()).add(outer)
    own = [figure for figure in figures if figure.place.market_id in owned]
    yield from inclusion_conflicts(own, bases, membership, market_names, dict(given["core.areas"].iter_rows()))


def _basis_of(sizes: pl.DataFrame, bases: Bases) -> Callable[[SeriesFigure], str | None]:
    behind = {
        tuple(claims): documents
        for claims, documents in sizes.filter(pl.col("document_ids").is_not_null())
        .select("claim_ids", "document_ids")
        .iter_rows()
    }

    def basis(figure: SeriesFigure) -> str | None:
        stated = figure.place.value_basis
        return stated if stated != UNKNOWN_VALUE else bases.of(figure.place.market_id, behind[figure.claim_ids])

    return basis


def _sizes(frames: Frames) -> pl.DataFrame:
    """Sizes of whole markets that have a relation; with their documents where one may hold the other and no basis is stated."""
    scopes = frames["work.scopes"]
    related, nested = (
        rows.select("market_id").unique() for rows in (scopes, scopes.filter(pl.col("relation").is_in(_NESTED)))
    )
    sizes = (
        frames["work.judgements"]
        .filter(IS_WHOLE_SIZE, "is_first")
        .join(related, on="market_id", how="semi", maintain_order="left")
        .sort("series_id", "year")
    )
    asked = sizes.filter(pl.col("value_basis") == UNKNOWN_VALUE).join(nested, on="market_id", how="semi")
    documents = (
        asked.select("estimate_id", claim_id="claim_ids")
        .explode("claim_id")
        .join(frames["core.claims"].select("claim_id", "document_id"), on="claim_id")
        .group_by("estimate_id")
        .agg(document_ids=pl.col("document_id").unique().sort())
    )
    columns = [
        *("estimate_id", "series_id", *PLACE, "market", "is_refused", "is_derived", "publishers", "claim_ids"),
        *(f"exact_{name}" for name in ("center", "low", "high", "floor", "ceiling")),
    ]
    return sizes.select(columns).join(documents, on="estimate_id", how="left", maintain_order="left")


def _figures(frames: Frames) -> pl.DataFrame:
    """Figures of metrics that add up whose market states a part in that year, and those that a bridge speaks of."""
    additive = named(lambda metric: metric.additive)
    is_part = pl.col("segment_key").is_not_null() | (pl.col("ref_area") != WORLD)
    has_parts = pl.col("metric").is_in(additive) & is_part.any().over("market_id", "metric", "year")
    figures = frames["core.vendor_figures"].filter(is_two_sided())
    targets = bridge_targets(frames["core.bridges"]).select(PLACE).unique()
    figures = figures.select(*READS_OF_FIGURES, has_parts=has_parts)
    met = figures.join(
        targets.with_columns(is_met=True), on=PLACE, how="left", nulls_equal=True, maintain_order="left"
    ).with_columns(pl.col("is_met").fill_null(False))
    return met.filter(pl.col("has_parts") | pl.col("is_met"))


def _run(frames: Frames, context: BuildContext) -> Frames:
    return scope_pairs(gathered(frames), context.policy)


STEP = Step(
    name="scope_pairs",
    reads=(
        "work.judgements",
        "core.vendor_figures",
        "core.claims",
        "core.segments",
        "core.areas",
        "core.markets",
        "core.publishers",
        *_ALIKE,
    ),
    writes=("work.pairs_of_scopes",),
    run=_run,
)
