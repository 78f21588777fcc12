"""Who comes first in related markets, side by side, where both divide by the same thing.

Belongs here: rows rank_across_markets, and what a market is divided by. No row is a conflict: other divisions are shown in
one row and not merged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import median_low
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from sources.grammar.areas import area_named
from warehouse.bridge.market_relations import MarketRelations
from warehouse.compare.part_names import part_name_words
from warehouse.resolve.facets import scope_of
from warehouse.resolve.listed_members import top_members
from warehouse.resolve.segment_keys import dimension_key, segment_key
from warehouse.resolve.tokens import tokens_of, tokens_of_id
from warehouse.resolve.vocabulary import FACETS, Facet
from warehouse.step import Frames
from warehouse.values.conflict_records import Conflict, Grounds, Party, Place
from warehouse.values.distances import Verdict
from warehouse.values.wording import listed, plain

_BY_FACET: tuple[Facet, ...] = tuple(facet for facet in FACETS if facet not in ("product", "value_basis"))


_FIGURE_OF = {"size": "share", "growth": "cagr"}


_WORD_OF = {"size": "largest", "growth": "fastest-growing"}


FIRST = 1


HALF = 2


@dataclass(frozen=True, slots=True)
class _First:
    """Who comes first by one criterion in one division of one market.

    Attributes:
        market_id: the market.
        division: "area", a facet that most members tell beyond the market's name, or "" where none tells them apart.
        values: values of that facet among the members.
        key: normalised name of the dimension.
        dimension: name of the division, for people.
        subject: who comes first, as printed.
        identity: what makes two subjects the same: an area's code, or facet values, or words.
        publishers: who says so.
        ranking_ids: where.
        figures: (value, claim_ids) where its share or growth is stated.
    """

    market_id: str
    division: str
    values: frozenset[str]
    key: str
    dimension: str
    subject: str
    identity: frozenset[Any]
    publishers: tuple[str, ...]
    ranking_ids: tuple[str, ...]
    figure: tuple[Decimal, tuple[str, ...], str] | None


def ranks_across(
    frames: Frames, relations: MarketRelations, names: Mapping[str, str], market_names: Mapping[str, str]
) -> Iterator[Conflict]:
    """First places in the same division of related markets, one row per pair of markets and division.

    Args:
        frames: core.observations, claims, segments, rankings.
        relations: how markets lie to each other; pairs without a relation are not compared.
        names: publisher_id → name.
        market_names: market_id → name.

    Yields:
        rank_across_markets rows.
    """
    by_market: defaultdict[tuple[str, str], list[_First]] = defaultdict(list)
    for first, criterion in _firsts(frames, names):
        by_market[first.market_id, criterion].append(first)
    for market_id, criterion in sorted(by_market):
        for other in sorted(relations.get(market_id, {})):
            if market_id < other and (other, criterion) in by_market:
                own, others = by_market[market_id, criterion], by_market[other, criterion]
                yield from _held(own, others, criterion, relations[market_id][other][1], market_names)


def _held(
    own: Sequence[_First], others: Sequence[_First], criterion: str, why: str, market_names: Mapping[str, str]
) -> Iterator[Conflict]:
    matched = [(one, two) for one in own for two in others if _is_one_division(one, two)]
    for one, two in matched:
        if set(one.publishers) == set(two.publishers):
            continue  # one voice on two markets: matched, and nothing to hold against each other
        is_same = one.identity == two.identity
        outcome = "both name the same one" if is_same else "they name different ones, and the scopes differ"
        verdict: Verdict = "agree" if is_same else "not_comparable"
        yield _rank_row((one,), (two,), criterion, verdict, f"{outcome} ({why})", market_names)
    left = [one for one in own if one.division != "area" and all(one is not pair[0] for pair in matched)]
    right = [two for two in others if two.division != "area" and all(two is not pair[1] for pair in matched)]
    if (
        left
        and right
        and {name for one in left for name in one.publishers} != {n for two in right for n in two.publishers}
    ):
        words = "the two divide the market differently; the parts may be mapped by a person and are not merged"
        yield _rank_row(left, right, criterion, "not_comparable", words, market_names)


def _is_one_division(one: _First, two: _First) -> bool:
    """Both divide by area, by the same facet into some of the same values, or by a dimension of the same name."""
    if "area" in (one.division, two.division):
        return one.division == two.division
    return bool(one.division == two.division and one.values & two.values) or bool(one.key and one.key == two.key)


def _rank_row(
    left: Sequence[_First],
    right: Sequence[_First],
    criterion: str,
    verdict: Verdict,
    outcome: str,
    market_names: Mapping[str, str],
) -> Conflict:
    is_one_each = len(left) == len(right) == 1
    has_figures = is_one_each and left[0].figure is not None and right[0].figure is not None
    sides = []
    for firsts in (left, right):
        value, claims = Decimal(FIRST), tuple(sorted({c for one in firsts if one.figure for c in one.figure[1]}))
        if has_figures and firsts[0].figure is not None:
            value = firsts[0].figure[0]
        words = "; ".join(
            f"{one.subject} by {one.dimension}{f' ({one.figure[2]})' if one.figure else ''}" for one in firsts
        )
        publishers = tuple(sorted({name for one in firsts for name in one.publishers}))
        sides.append((Party(value, publishers, claims, words), firsts))
    (a, first), (b, second) = sorted(sides, key=lambda side: (side[0].value, side[0].claim_ids))
    ids = [tuple(sorted({id_ for one in firsts for id_ in one.ranking_ids})) for firsts in (first, second)]
    markets = [market_names[firsts[0].market_id] for firsts in (first, second)]
    return Conflict(
        kind="comparison",
        rule="rank_across_markets",
        verdict=verdict,
        severity="low",
        place=Place(first[0].market_id, None, WORLD, _FIGURE_OF[criterion], "percent" if has_figures else "rank", None),
        a=a,
        b=b,
        explanation=(
            f"{_WORD_OF[criterion]}: {a.words} in {markets[0]} ({listed(a.publishers)}) against {b.words} in {markets[1]} "
            f"({listed(b.publishers)}): {outcome}"
        ),
        other_market_id=second[0].market_id,
        grounds=Grounds(statement_ids_a=ids[0], statement_ids_b=ids[1]),
    )


def _firsts(frames: Frames, names: Mapping[str, str]) -> Iterator[tuple[_First, str]]:
    """First places of each market and division; where publishers differ, the one that most of them name."""
    documents = set(frames["core.observations"].filter(pl.col("excluded") != "superseded")["document_id"].to_list())
    documents |= set(frames["core.observations"].filter(pl.col("excluded").is_null())["document_id"].to_list())
    rows = frames["core.rankings"].filter(
        pl.col("ordinal") == FIRST,
        pl.col("market_id").is_not_null(),
        pl.col("publisher_id").is_not_null(),
        pl.col("ref_area") == WORLD,
        pl.col("subject_kind").is_in(["area", "segment"]),
        pl.col("document_id").is_in(sorted(documents)),
    )
    divisions = _divisions(frames["core.segments"])
    stated = _stated_figures(frames)
    grouped: defaultdict[tuple[str, str, str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows.sort("ranking_id").iter_rows(named=True):
        key = "area" if row["subject_kind"] == "area" else dimension_key(row["dimension"])
        division = "area" if key == "area" else divisions.get((row["market_id"], key), ("", frozenset()))[0]
        grouped[row["market_id"], row["criterion"], division, key].append(row)
    for (market_id, criterion, division, key), members in sorted(grouped.items()):
        by_identity: defaultdict[frozenset[Any], list[Mapping[str, Any]]] = defaultdict(list)
        for member in members:
            by_identity[_identity(member, market_id, division)].append(member)
        by_identity.pop(frozenset(), None)
        if not by_identity:
            continue
        identity, chosen = min(
            by_identity.items(),
            key=lambda item: (-len({row["publisher_id"] for row in item[1]}), repr(sorted(item[0], key=repr))),
        )
        subject = min(row["subject"] for row in chosen)
        yield (
            _First(
                market_id=market_id,
                division=division,
                values=divisions.get((market_id, key), ("", frozenset()))[1],
                key=key,
                dimension="area" if division == "area" else min(row["dimension"] or "" for row in chosen) or "part",
                subject=subject,
                identity=identity,
                publishers=tuple(sorted({names.get(row["publisher_id"], row["publisher_id"]) for row in chosen})),
                ranking_ids=tuple(sorted(row["ranking_id"] for row in chosen)),
                figure=_figure_of(chosen, criterion, stated),
            ),
            criterion,
        )


def _identity(row: Mapping[str, Any], market_id: str, division: str) -> frozenset[Any]:
    if division == "area":
        area = area_named(row["subject"])
        return frozenset() if area is None else frozenset([area.code])
    key = segment_key(row["dimension"], row["subject"], market_id) or ""
    member = tokens_of(key.partition(":")[2])
    facet = next((facet for facet in _BY_FACET if facet == division), None)
    return frozenset(scope_of(member).get(facet, ()) if facet else ()) or part_name_words(member, market_id)


def _divisions(segments: pl.DataFrame) -> Mapping[tuple[str, str], tuple[str, frozenset[str]]]:
    """The facet that tells the members of a dimension apart, by market and dimension, with its values.

    At least half of the members tell it beyond what the market's own name tells, and not all of them the same value; of
    several such facets that which most members tell, then the one with the most values.
    """
    members: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for (_, market, dimension), rows in top_members(segments).items():
        if market is not None:
            members[market, dimension] |= {row["segment_key"].partition(":")[2] for row in rows}
    found = {}
    for (market_id, dimension), parts in sorted(members.items()):
        of_market = scope_of(tokens_of_id(market_id))
        told: Counter[Facet] = Counter()
        values: defaultdict[Facet, set[str]] = defaultdict(set)
        for member in sorted(parts):
            for facet, listed_values in scope_of(tokens_of(member)).items():
                own = set(listed_values) - set(of_market.get(facet, ()))
                if facet in _BY_FACET and own:
                    told[facet] += 1
                    values[facet] |= own
        telling = [facet for facet in _BY_FACET if told[facet] * HALF >= len(parts) and len(values[facet]) > 1]
        if telling:
            best = max(telling, key=lambda facet: (told[facet], len(values[facet]), -_BY_FACET.index(facet)))
            found[market_id, dimension] = (str(best), frozenset(values[best]))
    return found


def _stated_figures(frames: Frames) -> Mapping[tuple[Any, ...], tuple[Decimal, str, str]]:
    """Shares and growth rates of parts: (document, market, segment_key, ref_area, metric) → value, claim, words."""
    usable = (
        frames["core.observations"]
        .filter(
            pl.col("metric").is_in(["share", "cagr"]),
            pl.col("segment_key").is_not_null() | (pl.col("ref_area") != WORLD),
            pl.col("excluded").is_null() | pl.col("excluded").is_in(["no_year", "vendor_region"]),
        )
        .join(frames["core.claims"].select("claim_id", "comparator"), on="claim_id")
        .sort("claim_id", descending=True)
    )
    return {
        (row["document_id"], row["market_id"], row["segment_key"], row["ref_area"], row["metric"]): (
            row["obs_value"],
            row["claim_id"],
            f"{row['comparator'] if row['comparator'] not in ('=', '~') else ''}{plain(row['obs_value'])} %",
        )
        for row in usable.iter_rows(named=True)
    }


def _figure_of(
    chosen: Sequence[Mapping[str, Any]], criterion: str, stated: Mapping[tuple[Any, ...], tuple[Decimal, str, str]]
) -> tuple[Decimal, tuple[str, ...], str] | None:
    found = []
    for row in chosen:
        area = area_named(row["subject"]) if row["subject_kind"] == "area" else None
        key = None if area else segment_key(row["dimension"], row["subject"], row["market_id"])
        place = (row["document_id"], row["market_id"], key, area.code if area else WORLD)
        figure = stated.get((*place, _FIGURE_OF[criterion]))
        found += [figure] if figure else []
    if not found:
        return None
    value = median_low([one[0] for one in found])
    words = next(one[2] for one in found if one[0] == value)
    return value, tuple(sorted({one[1] for one in found})), words
