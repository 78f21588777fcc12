"""What names mean where markets are compared: areas, counted things, parts beyond their market's name, divisions told by a facet.

Belongs here: the step that writes the words that `warehouse/sql/60_*.sql` join. Nothing is compared here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from sources.grammar.areas import area_named
from warehouse.facets import FACETS, Facet
from warehouse.resolve.names.segment_keys import dimension_key, segment_key
from warehouse.resolve.scopes.concept_hierarchy import concepts, hypernyms, is_general
from warehouse.resolve.scopes.scope_facets import scope_of
from warehouse.resolve.statements.listed_members import top_members
from warehouse.resolve.words.tokens import Tokens, tokens_of, tokens_of_id
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step

Divisions = Mapping[tuple[str, str], tuple[Facet, frozenset[str]]]
_TELLING: tuple[Facet, ...] = tuple(facet for facet in FACETS if facet not in ("product", "value_basis"))
_AREA = "area"


def area_names(segments: pl.DataFrame) -> Iterator[dict[str, str]]:
    """The area that each member of a list, or its parent, is the name of."""
    for name in pl.concat([segments["segment"], segments["parent"]]).drop_nulls().unique():
        if area := area_named(name):
            yield {"name": name, "ref_area": area.code, "area": area.name}


def name_words(names: Mapping[str, Tokens]) -> Iterator[dict[str, Any]]:
    """The words of names: what they count, and what they could share with another name."""
    for name, tokens in names.items():
        parts = concepts(tokens) if tokens else ()
        wider = {wide for concept in parts for wide in (concept, *hypernyms(concept))}
        kinds = {kind[0] for kind in hypernyms(tokens[-1:]) if len(kind) == 1} | {tokens[-1]} if tokens else ()
        yield {
            "name": name,
            "noun": tokens[-1] if tokens else None,
            "kinds": sorted(kinds),
            "telling": sorted(" ".join(concept) for concept in parts if not is_general(concept)),
            "words": sorted(" ".join(concept) for concept in wider),
        }


def added_words(member: Tokens, market_id: str) -> list[Tokens]:
    """What a part's name adds to its market's: "cloud gpu" of a GPU cluster market adds cloud."""
    return sorted(set(concepts(member)) - set(concepts(tokens_of_id(market_id))))


def part_names(shares: pl.DataFrame) -> Iterator[dict[str, str]]:
    """What the names of parts with a share add to their markets' names; a part that adds nothing is no part of its own."""
    parts = shares.filter(pl.col("metric") == "share").select("market_id", "segment_key").drop_nulls().unique()
    for market_id, key in parts.iter_rows():
        if words := added_words(_member(key), market_id):
            yield {"market_id": market_id, "segment_key": key, "words": " ".join(" ".join(one) for one in words)}


def divisions(segments: pl.DataFrame) -> Divisions:
    """The facet that tells the members of a dimension apart, by market and dimension, with its values.

    At least half of the members tell it beyond what the market's own name tells, and not all of them the same value; of
    several such facets that which most members tell, then the one with the most values.
    """
    members: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for (_, market, dimension), rows in top_members(segments).items():
        if market is not None:
            members[market, dimension] |= {row["segment_key"] for row in rows}
    by_dimension = {}
    for (market_id, dimension), parts in members.items():
        of_market = scope_of(tokens_of_id(market_id))
        counts: Counter[Facet] = Counter()
        values: defaultdict[Facet, set[str]] = defaultdict(set)
        for key in parts:
            for facet, listed_values in scope_of(_member(key)).items():
                if added := set(listed_values) - set(of_market.get(facet, ())):
                    counts[facet] += 1
                    values[facet] |= added
        telling = [facet for facet in _TELLING if counts[facet] * 2 >= len(parts) and len(values[facet]) > 1]
        if telling:
            best = max(telling, key=lambda facet: (counts[facet], len(values[facet]), -_TELLING.index(facet)))
            by_dimension[market_id, dimension] = best, frozenset(values[best])
    return by_dimension


def ranked_names(rankings: pl.DataFrame, known: Divisions) -> Iterator[dict[str, Any]]:
    """What makes the subjects of first places the same: an area, values of the facet that tells their division apart, or words."""
    columns = ("ranking_id", "market_id", "subject", "subject_kind", "dimension")
    for ranking_id, market_id, subject, kind, dimension in rankings.select(columns).drop_nulls("market_id").iter_rows():
        key = _AREA if kind == _AREA else dimension_key(dimension)
        facet, values = known.get((market_id, key), (None, frozenset[str]()))
        area, part = area_named(subject), segment_key(dimension, subject, market_id)
        if key == _AREA:
            identity: tuple[object, ...] = () if area is None else (area.code,)
        else:
            member = _member(part or "")
            identity = scope_of(member).get(facet, ()) if facet else ()
            identity = identity or tuple(added_words(member, market_id))
        yield {
            "ranking_id": ranking_id,
            "dimension_key": key,
            "division": _AREA if key == _AREA else facet or "",
            "facet_values": sorted(values),
            "identity": repr(sorted(identity, key=repr)) if identity else None,
            "segment_key": None if kind == _AREA and area else part,
            "ref_area": area.code if kind == _AREA and area else None,
        }


def _member(key: str) -> Tokens:
    return tokens_of(key.partition(":")[2])


def _run(frames: Frames, context: BuildContext) -> Frames:
    segments, bridges = frames["core.segments"], frames["core.bridges"]
    counts = frames["core.technical_claims"].filter(pl.col("measure") == "unit_count")
    bands = segments.filter(pl.col("bound_low").is_not_null())
    counted = [*bands["segment"], *counts["unit_measure"], *bridges["segments"]]
    markets = {market: tokens_of_id(market) for market in bridges["other_market_id"].drop_nulls()}
    rows = {
        "work.area_names": area_names(segments),
        "work.name_words": name_words({name: tokens_of(name) for name in counted} | markets),
        "work.part_names": part_names(frames["core.observations"]),
        "work.ranked_names": ranked_names(frames["core.rankings"].filter(ordinal=1), divisions(segments)),
    }
    return {table: framed(table, of) for table, of in rows.items()}


STEP = Step(
    name="names_compared",
    reads=("core.segments", "core.bridges", "core.technical_claims", "core.observations", "core.rankings"),
    writes=("work.area_names", "work.name_words", "work.part_names", "work.ranked_names"),
    run=_run,
)
