"""Bridges: what a publisher's total and shares imply for a part, with bounds, and the other scope that it corresponds to.

Belongs here: the step that writes core.bridges. The bounds are in `frechet_bounds.py`, the part's name and relation in
`bridged_scopes.py`; what follows where a stated figure lies outside the bounds in `warehouse/sql/60_bridge_pairs.sql`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.align.aligned_figures import Aligned, aligned, is_two_sided
from warehouse.bridge.bridge_rows import Bridge, Reached, YearBasis
from warehouse.bridge.bridged_scopes import Match, match, part_name, shares_a_word
from warehouse.bridge.stated_shares import Leg, shares_of
from warehouse.observe.value_bases import DefinedScope, defined_scopes
from warehouse.policy import Policy
from warehouse.resolve.words.tokens import tokens_of_id
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.frechet_bounds import joint
from warehouse.values.vendor_figure_rows import BASIS_COLUMNS
from warehouse.values.wording import plain


@dataclass(frozen=True, slots=True)
class SizeBeside:
    """That another market has a size of some basis in some year, and whether one of that basis is stated."""

    value_basis: str | None
    price_basis: str | None
    is_stated: bool


def whole_sizes(vendor_figures: pl.DataFrame) -> pl.DataFrame:
    """Those rows of core.vendor_figures that are sizes of whole markets in the world."""
    return vendor_figures.filter(
        pl.col("metric") == "market_size", pl.col("segment_key").is_null(), pl.col("ref_area") == WORLD
    )


def sizes_beside(vendor_figures: pl.DataFrame, relations: pl.DataFrame) -> pl.DataFrame:
    """What bridges of a market ask of the sizes of other markets: only for which years and bases there are any.

    Args:
        vendor_figures: core.vendor_figures.
        relations: core.market_relations; markets that are different or of unknown relation are not bridged.

    Returns:
        market_id, other_market_id, year, value_basis, price_basis, is_stated, each pair from either side.
    """
    pairs = relations.filter(~pl.col("relation").is_in(["different", "unknown"])).select("market_id", "other_market_id")
    either = pl.concat([pairs, pairs.select(market_id="other_market_id", other_market_id="market_id")]).unique()
    sizes = (
        whole_sizes(vendor_figures)
        .filter(is_two_sided())
        .group_by(pl.col("market_id").alias("other_market_id"), pl.col("year").fill_null(0), *BASIS_COLUMNS)
        .agg((pl.col("status") != "derived").any().alias("is_stated"))
    )
    return either.join(sizes, on="other_market_id").select(
        "market_id", "other_market_id", "year", *BASIS_COLUMNS, "is_stated"
    )


def build_bridges(
    vendor_figures: pl.DataFrame,
    beside: pl.DataFrame,
    observations: pl.DataFrame,
    claims: pl.DataFrame,
    definitions: pl.DataFrame,
    names: Mapping[str, str],
    market_names: Mapping[str, str],
    at_most: int,
) -> Iterator[Bridge]:
    """Every bridge that the figures of a build allow.

    A share alone gives the part exactly, in the share's own year (the year of the first figure of the whole where the
    text states none: named). Where a part, or what lies in several parts of different dimensions, meets another
    market by name or definition, it is derived in every year in which that market has a figure too, one of the two
    being stated; a share carried from another year is named.

    Args:
        vendor_figures: core.vendor_figures of whole markets; each market's bridges are those of its own figures.
        beside: what `sizes_beside` finds, for these markets.
        observations: core.observations.
        claims: core.claims.
        definitions: core.definitions, of these markets and those beside them.
        names: publisher_id → name.
        market_names: market_id → name.
        at_most: shares that one bridge multiplies at most.

    Yields:
        Bridges, by market, cluster and year.
    """
    legs = shares_of(observations, claims)
    defined = defined_scopes(definitions)
    near = _near(beside)
    for wholes in _paths(aligned(whole_sizes(vendor_figures), names)):
        market_id = wholes[0].place.market_id or ""
        path = next((legs[*source, market_id] for source in wholes[0].sources if (*source, market_id) in legs), ())
        if not path:
            continue
        first = min(wholes, key=lambda whole: (whole.is_derived, whole.place.year or 0)).place.year or 0
        by_year = {whole.place.year: whole for whole in wholes}
        for leg in _one_per_part(path, None):
            year = first if leg.year is None else leg.year
            if year in by_year:
                yield _bridge(by_year[year], (leg,), None, first)
        for other, sizes in near.get(market_id, {}).items():
            yield from _reaching(by_year, path, other, sizes, defined, market_names, first, at_most)


def _reaching(
    by_year: Mapping[int | None, Aligned],
    path: Sequence[Leg],
    other: str,
    others: Mapping[int, Sequence[SizeBeside]],
    known: Mapping[str, DefinedScope],
    market_names: Mapping[str, str],
    first: int,
    at_most: int,
) -> Iterator[Bridge]:
    """Bridges from one publisher's path to one other market, in every year that both have."""
    for year in sorted(others.keys() & by_year.keys()):
        whole = by_year[year]
        basis = (whole.place.value_basis, whole.place.price_basis)  # the same level of the trade, in the same money
        alike = [size for size in others[year] if (size.value_basis, size.price_basis) == basis]
        if not alike or (whole.is_derived and not any(size.is_stated for size in alike)):
            continue
        market_id = whole.place.market_id or ""
        legs = [
            leg
            for leg in _one_per_part(path, year)
            if leg.segment_key and shares_a_word(leg.member, tokens_of_id(other), known.get(other))
        ]
        for chosen, how in _matches(legs, market_id, other, known, market_names, at_most):
            if how.lies == "inside" and lies_inside(market_id, other, known, market_names):
                continue  # the whole market lies inside the other one: its part says less than itself
            yield _bridge(whole, chosen, Reached(other, how), first)


def _matches(
    legs: Sequence[Leg],
    market_id: str,
    other: str,
    defined: Mapping[str, DefinedScope],
    market_names: Mapping[str, str],
    at_most: int,
) -> Iterator[tuple[tuple[Leg, ...], Match]]:
    """Parts that are the other market; where there is none, the firmest bounds from inside and from outside it."""
    by_kind: dict[str, list[tuple[tuple[Leg, ...], Match]]] = defaultdict(list)
    for size in range(1, min(at_most, len(legs)) + 1):
        for chosen in combinations(legs, size):
            if len({leg.dimension for leg in chosen}) < size:
                continue
            name = part_name(tokens_of_id(market_id), tuple(leg.member for leg in chosen))
            words = f"the {' and '.join(leg.segment for leg in chosen)} part of {market_names[market_id]}"
            scope, others = defined.get(market_id), defined.get(other)
            how = match(name, scope, tokens_of_id(other), others, market_names[other], words)
            if how is not None:
                by_kind[how.lies].append((chosen, how))
        if by_kind["same"]:
            yield by_kind["same"][0]
            return
    if by_kind["inside"]:  # the other is at least as large as what lies inside it
        yield max(by_kind["inside"], key=lambda pair: (joint([leg.share for leg in pair[0]]).floor, -len(pair[0])))
    if by_kind["contains"]:  # and at most as large as what holds it
        yield min(by_kind["contains"], key=lambda pair: (joint([leg.share for leg in pair[0]]).ceiling, len(pair[0])))


def _bridge(whole: Aligned, legs: tuple[Leg, ...], reached: Reached | None, first: int) -> Bridge:
    notes, bases = [], []
    for leg in legs:
        basis, note = _year_basis(leg, whole.place.year, first)
        bases.append(basis)
        notes += [note] if note else []
    order: tuple[YearBasis, ...] = ("stated", "inferred", "carried", "unstated")
    return Bridge(
        whole, legs, joint([leg.share for leg in legs]), max(bases, key=order.index), tuple(notes), reached
    )  # fmt: skip


def _year_basis(leg: Leg, year: int | None, first: int) -> tuple[YearBasis, str | None]:
    share = f"the share of {leg.segment} ({plain(leg.pct)} %)"
    if leg.year is None:
        taken = f"{share} has no stated year: taken as {first}, the year of the first figure of the whole"
        return "unstated", taken if year == first else f"{taken}, and as unchanged in {year}"
    if leg.year != year:
        return "carried", f"{share} is of {leg.year} and taken as unchanged in {year}"
    return ("inferred", f"the year of {share} is our reading") if leg.year_is_inferred else ("stated", None)


def _one_per_part(legs: Sequence[Leg], year: int | None) -> list[Leg]:
    """Of each part the share nearest to a year (all years where it is None), stated years before others."""
    if year is None:
        return list(legs)
    best: dict[tuple[str | None, str], Leg] = {}
    for leg in legs:
        key, before = (leg.segment_key, leg.ref_area), best.get((leg.segment_key, leg.ref_area))
        if before is None or _distance(leg, year) < _distance(before, year):
            best[key] = leg
    return list(best.values())


def _distance(leg: Leg, year: int) -> tuple[Any, ...]:
    return (leg.year is None, abs((leg.year or year) - year), leg.year_is_inferred, leg.year or 0, leg.claim_ids)


def _paths(wholes: Iterable[Aligned]) -> Iterator[Sequence[Aligned]]:
    """Totals of one market, document and basis in all its years."""
    paths: defaultdict[tuple[str, ...], list[Aligned]] = defaultdict(list)
    for whole in wholes:
        basis = (whole.place.value_basis or "", whole.place.price_basis or "")
        paths[whole.place.market_id or "", whole.cluster_id, *whole.sources[0], *basis].append(whole)
    for key in sorted(paths):
        yield paths[key]


def _near(beside: pl.DataFrame) -> Mapping[str, Mapping[str, Mapping[int, Sequence[SizeBeside]]]]:
    """Sizes by market, other market (in alphabetical order) and year."""
    near: defaultdict[str, dict[str, defaultdict[int, list[SizeBeside]]]] = defaultdict(dict)
    for market_id, other, year, *size in beside.sort("market_id", "other_market_id", "year").iter_rows():
        near[market_id].setdefault(other, defaultdict(list))[year].append(SizeBeside(*size))
    return near


def lies_inside(
    market_id: str, other: str, defined: Mapping[str, DefinedScope], market_names: Mapping[str, str]
) -> Match | None:
    """Whether one whole market lies inside another, by names or by the other's definition.

    Args:
        market_id: the one.
        other: the other.
        defined: what definitions tell, by market.
        market_names: market_id → name.
    """
    how = match(
        tokens_of_id(market_id), defined.get(market_id), tokens_of_id(other), defined.get(other), market_names[other],
        market_names[market_id],
    )  # fmt: skip
    return how if how is not None and how.lies == "inside" else None


def bridges(frames: Frames, beside: pl.DataFrame, policy: Policy) -> Frames:
    """The step's rows of all or some markets.

    Args:
        frames: the tables that the step reads but relations, of these markets.
        beside: what `sizes_beside` finds for them.
        policy: how many shares a bridge multiplies.
    """
    built = build_bridges(
        frames["core.vendor_figures"],
        beside,
        frames["core.observations"],
        frames["core.claims"],
        frames["core.definitions"],
        dict(frames["core.publishers"].select("publisher_id", "publisher").iter_rows()),
        dict(frames["core.markets"].select("market_id", "market").iter_rows()),
        policy.bridges.shares_at_most,
    )
    rows = {row["bridge_id"]: row for row in (bridge.row() for bridge in built)}
    return {"core.bridges": framed("core.bridges", rows.values())}


def _run(frames: Frames, context: BuildContext) -> Frames:
    beside = sizes_beside(frames["core.vendor_figures"], frames["core.market_relations"])
    return bridges(frames, beside, context.policy)


STEP = Step(
    name="bridges",
    reads=(
        "core.vendor_figures",
        "core.observations",
        "core.claims",
        "core.market_relations",
        "core.definitions",
        "core.publishers",
        "core.markets",
    ),
    writes=("core.bridges",),
    run=_run,
)
