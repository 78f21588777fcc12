"""Builds core.market_facets: facets of a market with their source, its name, its definitions or its segmentations.

Belongs here: the source of each facet. `scope_facets.py` knows the words of a facet, `core_definitions.py` the facets of a
definition; whether definition and segmentation agree is not judged here.
"""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from warehouse.resolve.scopes.scope_facets import scope_of
from warehouse.resolve.words.tokens import tokens_of
from warehouse.resolve.words.vocabulary import FACETS, Facet
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

_BAR = "|"
# A market is divided by what narrows it: a member names a technology or a deployment, but rarely the product itself.
_OF_SEGMENTS: tuple[Facet, ...] = ("technology", "workload", "layer", "deployment")
_FROM_SEGMENTS, _FROM_DEFINITION, _FROM_NAME = "segmentation", "definition", "name"


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    told: dict[tuple[str, str, str, str], set[str]] = {}
    for market in frames["core.markets"].iter_rows(named=True):
        for facet in FACETS:
            for value in _values(market[facet]):
                told.setdefault((market["market_id"], facet, value, _FROM_NAME), set())
    current = frames["core.documents"].filter(pl.col("status") == "stated")["document_id"].to_list()
    stated = frozenset(current)
    definitions = frames["core.definitions"].filter((pl.col("defines") == "market") & pl.col("market_id").is_not_null())
    for row in definitions.iter_rows(named=True):
        if row["document_id"] in stated:
            for facet in FACETS:
                for value in _values(row[facet]):
                    key = (row["market_id"], facet, value, _FROM_DEFINITION)
                    told.setdefault(key, set()).add(row["document_id"])
    segments = frames["core.segments"].filter(pl.col("market_id").is_not_null())
    for market_id, document_id, segment in segments.select("market_id", "document_id", "segment").iter_rows():
        if document_id in stated:
            scope = scope_of(tokens_of(segment))
            for narrowed in _OF_SEGMENTS:
                for value in scope.get(narrowed, ()):
                    told.setdefault((market_id, narrowed, value, _FROM_SEGMENTS), set()).add(document_id)
    rows = [
        {
            "market_id": market_id,
            "facet": facet,
            "value": value,
            "told_by": source,
            "n_documents": len(documents) if source != _FROM_NAME else None,
        }
        for (market_id, facet, value, source), documents in sorted(told.items())
    ]
    return {"core.market_facets": pl.DataFrame(rows, schema=core_tables()["core.market_facets"].polars_schema())}


def _values(joined: str | None) -> Iterable[str]:
    return joined.split(_BAR) if joined else ()


STEP = Step(
    name="market facets",
    reads=("core.markets", "core.documents", "core.definitions", "core.segments"),
    writes=("core.market_facets",),
    run=_run,
)
