"""work.listed_members: the members that each document lists of a dimension, as shares are added up over them.

Belongs here: what only code knows of a member: the area that its name means, and which names tell one thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import polars as pl

from sources.grammar.areas import area_named
from warehouse.resolve.areas.area_members import comparable_area
from warehouse.resolve.scopes.scope_facets import scope_of
from warehouse.resolve.statements.listed_members import top_members
from warehouse.resolve.words.tokens import tokens_of
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.wording import listed

GEOGRAPHY = "geography"


def listed_members(frames: Frames, context: BuildContext) -> Frames:
    """The members of current documents, each once, with the area of a geography's; `context` is not asked."""
    current = frames["core.documents"].filter(status="stated")
    segments = frames["core.segments"].join(current, on="document_id", how="semi")
    claims = frames["core.claims"].filter(pl.col("time_period_year").is_null(), metric="share")
    undated = set(claims["document_id"])  # only their lists are looked at for parts that may overlap
    return {"work.listed_members": framed("work.listed_members", _rows(segments, undated))}


def _rows(segments: pl.DataFrame, undated: set[str]) -> Iterator[dict[str, Any]]:
    names: dict[tuple[str, str], str] = {}
    for (document_id, market_id, dimension), members in top_members(segments).items():
        overlaps = _overlaps([row["segment"] for row in members]) if document_id in undated else ""
        first: dict[str, Mapping[str, Any]] = {}
        for row in members:
            first.setdefault(row["segment_key"], row)
        for row in first.values():
            area = area_named(row["segment"]) if dimension == GEOGRAPHY else None
            member = area.code if area else row["segment_key"]
            yield {
                "document_id": document_id,
                "market_id": market_id,
                "dimension": dimension,
                "segment_key": row["segment_key"],
                "member": member,
                "ref_area": comparable_area(row["publisher_id"], member) if area else None,
                "name": names.setdefault((document_id, member), row["segment"]),
                "may_overlap": overlaps or None,
            }


def _overlaps(names: Sequence[str]) -> str:
    """Members of which one name tells, by facets, all that the other tells and more of the same facets.

    A value that all members tell says nothing. Members that tell the same are apart by words that no facet holds.
    """
    scopes: dict[str, Mapping[Any, Sequence[str]]] = {name: scope_of(tokens_of(name)) for name in names}
    told: dict[str, set[tuple[Any, str]]] = {
        name: {(facet, value) for facet, values in scope.items() for value in values} for name, scope in scopes.items()
    }
    overlaps = []
    for one, other in combinations(names, 2):
        a, b = told[one], told[other]
        telling = {value for value in a & b if not all(value in values for values in told.values())}
        if telling and scopes[one].keys() == scopes[other].keys() and (a < b or b < a):
            overlaps.append(f"{one} and {other} (both of {listed(value.replace('-', ' ') for _, value in telling)})")
    return f"parts that may overlap: {', '.join(overlaps)}" if overlaps else ""


STEP = Step(
    name="listed members",
    reads=("core.documents", "core.segments", "core.claims"),
    writes=("work.listed_members",),
    run=listed_members,
)
