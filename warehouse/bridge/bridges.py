"""Bridges: what a publisher's total and shares imply for a part, with bounds, and the other scope that it corresponds to.

Belongs here: the step that writes core.bridges. The bounds are in `frechet_bounds.py`, the part's name and relation in
`bridged_scopes.py`; what follows where a stated figure lies outside the bounds in `bridge_conflicts.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.align.aligned_figures import Aligned, aligned
from warehouse.audit.stated_shares import Leg, shares_of
from warehouse.bridge.bridge_rows import Bridge, Reached, YearBasis
from warehouse.bridge.bridged_scopes import Match, match, part_name, shares_a_word
from warehouse.observe.value_bases import DefinedScope, defined_scopes
from warehouse.resolve.words.tokens import tokens_of_id
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.frechet_bounds import joint
from warehouse.values.wording import plain


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of whole markets, by market and year, and by document."""

    of_market: Mapping[str, Mapping[int, Sequence[Aligned]]]
    wholes: Sequence[Aligned]


def build_bridges(
    vendor_figures: pl.DataFrame,
    observations: pl.DataFrame,
    claims: pl.DataFrame,
    relations: pl.DataFrame,
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
        vendor_figures: core.vendor_figures.
        observations: core.observations.
        claims: core.claims.
        relations: core.market_relations; markets that are different or of unknown relation are not bridged.
        definitions: core.definitions.
        names: publisher_id → name.
        market_names: market_id → name.
        at_most: shares that one bridge multiplies at most.

    Yields:
        Bridges, by market, cluster and year.
    """
    sizes = _sizes(aligned(vendor_figures, names))
    legs = shares_of(observations, claims)
    defined = defined_scopes(definitions)
    near = _near(relations)
    for wholes in _paths(sizes.wholes):
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
        for other in sorted(near.get(market_id, ())):
            if other not in sizes.of_market:
                continue
            yield from _reaching(by_year, path, other, sizes.of_market[other], defined, market_names, first, at_most)


def _reaching(
    by_year: Mapping[int | None, Aligned],
    path: Sequence[Leg],
    other: str,
    others: Mapping[int, Sequence[Aligned]],
    known: Mapping[str, DefinedScope],
    market_names: Mapping[str, str],
    first: int,
    at_most: int,
) -> Iterator[Bridge]:
    """Bridges from one publisher's path to one other market, in every year that both have."""
    for year in sorted(others.keys() & by_year.keys()):
        whole = by_year[year]
        alike = [figure for figure in others[year] if same_basis(figure, whole)]
        if not alike or (whole.is_derived and all(figure.is_derived for figure in alike)):
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


def _sizes(figures: Iterator[Aligned]) -> Sizes:
    of_market: defaultdict[str, defaultdict[int, list[Aligned]]] = defaultdict(lambda: defaultdict(list))
    wholes = []
    for figure in figures:
        place = figure.place
        if place.metric == "market_size" and place.segment_key is None and place.ref_area == WORLD:
            of_market[place.market_id or ""][place.year or 0].append(figure)
            wholes.append(figure)
    return Sizes({market_id: dict(years) for market_id, years in of_market.items()}, wholes)


def _paths(wholes: Sequence[Aligned]) -> Iterator[Sequence[Aligned]]:
    """Totals of one market, document and basis in all its years."""
    paths: defaultdict[tuple[str, ...], list[Aligned]] = defaultdict(list)
    for whole in wholes:
        basis = (whole.place.value_basis or "", whole.place.price_basis or "")
        paths[whole.place.market_id or "", whole.cluster_id, *whole.sources[0], *basis].append(whole)
    for key in sorted(paths):
        yield paths[key]


def same_basis(one: Aligned, other: Aligned) -> bool:
    """Whether two figures count at one level of the trade and in one money."""
    a, b = one.place, other.place
    return (a.value_basis, a.price_basis) == (b.value_basis, b.price_basis)


def _near(relations: pl.DataFrame) -> Mapping[str, Collection[str]]:
    near: defaultdict[str, set[str]] = defaultdict(set)
    for a, b, relation in relations.select("market_id", "other_market_id", "relation").iter_rows():
        if relation not in ("different", "unknown"):
            near[a].add(b)
            near[b].add(a)
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


def _run(frames: Frames, context: BuildContext) -> Frames:
    built = build_bridges(
        frames["core.vendor_figures"],
        frames["core.observations"],
        frames["core.claims"],
        frames["core.market_relations"],
        frames["core.definitions"],
        dict(frames["core.publishers"].select("publisher_id", "publisher").iter_rows()),
        dict(frames["core.markets"].select("market_id", "market").iter_rows()),
        context.policy.bridges.shares_at_most,
    )
    rows = {row["bridge_id"]: row for row in (bridge.row() for bridge in built)}
    return {"core.bridges": framed("core.bridges", rows.values())}


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
