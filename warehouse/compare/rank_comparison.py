"""Leaders for the comparison engine: who is first in a division of a market, by size or by growth.

Belongs here: statements of core.rankings, what a market is divided by, and what two first places imply. No row is a
conflict: other divisions are shown in one row and not merged.
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
from warehouse.compare.comparison_engine import Compared, Outcome, Statement, attributed
from warehouse.compare.part_names import part_name_words
from warehouse.facets import FACETS, Facet
from warehouse.resolve.names.segment_keys import dimension_key, segment_key
from warehouse.resolve.scopes.scope_facets import scope_of
from warehouse.resolve.statements.listed_members import top_members
from warehouse.resolve.words.tokens import tokens_of, tokens_of_id
from warehouse.step import Frames
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

    division: str
    values: frozenset[str]
    key: str
    dimension: str
    subject: str
    identity: frozenset[Any]
    publishers: tuple[str, ...]
    ranking_ids: tuple[str, ...]
    figure: tuple[Decimal, tuple[str, ...], str] | None


def first_places(compared: Compared) -> Iterator[Statement]:
    """The first places of each market by one criterion, in all its divisions."""
    by_market: defaultdict[tuple[str, str], list[_First]] = defaultdict(list)
    for market_id, criterion, first in _firsts(compared.frames, compared.names):
        by_market[market_id, criterion].append(first)
    for (market_id, criterion), firsts in sorted(by_market.items()):
        yield Statement(market_id, (), key=criterion, detail=firsts)


def of_divisions(left: Statement, right: Statement, compared: Compared) -> Iterator[Outcome]:
    """One outcome per division that both have, and one for the divisions that only one has."""
    divisions, others = left.detail, right.detail
    why = compared.relations[left.market_id][right.market_id][1]
    matched = [(one, two) for one in divisions for two in others if _is_one_division(one, two)]
    for one, two in matched:
        if set(one.publishers) == set(two.publishers):
            continue  # one voice on two markets: matched, and nothing to hold against each other
        is_same = one.identity == two.identity
        outcome = "both name the same one" if is_same else "they name different ones, and the scopes differ"
        yield _outcome((left, [one]), (right, [two]), is_same, f"{outcome} ({why})", compared)
    rest_left = [one for one in divisions if one.division != "area" and all(one is not pair[0] for pair in matched)]
    rest_right = [two for two in others if two.division != "area" and all(two is not pair[1] for pair in matched)]
    if rest_left and rest_right and _publishers(rest_left) != _publishers(rest_right):
        words = "the two divide the market differently; the parts may be mapped by a person and are not merged"
        yield _outcome((left, rest_left), (right, rest_right), False, words, compared)


def _publishers(firsts: Sequence[_First]) -> tuple[str, ...]:
    return tuple(sorted({name for one in firsts for name in one.publishers}))


def _is_one_division(one: _First, two: _First) -> bool:
    """Both divide by area, by the same facet into some of the same values, or by a dimension of the same name."""
    if "area" in (one.division, two.division):
        return one.division == two.division
    return bool(one.division == two.division and one.values & two.values) or bool(one.key and one.key == two.key)


def _outcome(
    left: tuple[Statement, Sequence[_First]],
    right: tuple[Statement, Sequence[_First]],
    is_same: bool,
    outcome: str,
    compared: Compared,
) -> Outcome:
    figures = [firsts[0].figure if len(firsts) == 1 else None for _, firsts in (left, right)]
    has_figures = None not in figures
    sides = []
    for (stated, firsts), figure in zip((left, right), figures, strict=True):
        words = "; ".join(
            f"{one.subject} by {one.dimension}{f' ({one.figure[2]})' if one.figure else ''}" for one in firsts
        )
        value = figure[0] if has_figures and figure is not None else Decimal(FIRST)
        claims = tuple(sorted({claim_id for one in firsts if one.figure for claim_id in one.figure[1]}))
        ids = tuple(sorted({ranking_id for one in firsts for ranking_id in one.ranking_ids}))
        sides.append(Statement(stated.market_id, _publishers(firsts), value, words, claims, ids))
    a, b = sorted(sides, key=lambda side: (side.value, side.claim_ids))
    criterion = str(left[0].key)
    words_of = {
        name: f"{side.words} in {compared.market_names[side.market_id]} ({listed(side.publishers)})"
        for name, side in (("one", a), ("two", b))
    }
    return Outcome(
        a,
        b,
        words_of
        | {
            "criterion": _WORD_OF[criterion],
            "outcome": outcome,
            "metric": _FIGURE_OF[criterion],
            "unit": "percent" if has_figures else "rank",
        },
        "agree" if is_same else None,
    )


def _firsts(frames: Frames, names: Mapping[str, str]) -> Iterator[tuple[str, str, _First]]:
    """First places of each market and division; where publishers differ, the one that most of them name."""
    documents = set(frames["core.observations"].filter(pl.col("excluded") != "superseded")["document_id"].to_list())
    documents |= set(frames["core.observations"].filter(pl.col("excluded").is_null())["document_id"].to_list())
    rows = attributed(
        frames["core.rankings"],
        pl.col("ordinal") == FIRST,
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
            market_id,
            criterion,
            _First(
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
    by_dimension = {}
    for (market_id, dimension), parts in sorted(members.items()):
        of_market = scope_of(tokens_of_id(market_id))
        counts: Counter[Facet] = Counter()
        values: defaultdict[Facet, set[str]] = defaultdict(set)
        for member in sorted(parts):
            for facet, listed_values in scope_of(tokens_of(member)).items():
                added = set(listed_values) - set(of_market.get(facet, ()))
                if facet in _BY_FACET and added:
                    counts[facet] += 1
                    values[facet] |= added
        telling = [facet for facet in _BY_FACET if counts[facet] * HALF >= len(parts) and len(values[facet]) > 1]
        if telling:
            best = max(telling, key=lambda facet: (counts[facet], len(values[facet]), -_BY_FACET.index(facet)))
            by_dimension[market_id, dimension] = (str(best), frozenset(values[best]))
    return by_dimension


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
    figures = []
    for row in chosen:
        area = area_named(row["subject"]) if row["subject_kind"] == "area" else None
        key = None if area else segment_key(row["dimension"], row["subject"], row["market_id"])
        place = (row["document_id"], row["market_id"], key, area.code if area else WORLD)
        figure = stated.get((*place, _FIGURE_OF[criterion]))
        figures += [figure] if figure else []
    if not figures:
        return None
    value = median_low([one[0] for one in figures])
    words = next(one[2] for one in figures if one[0] == value)
    return value, tuple(sorted({one[1] for one in figures})), words
