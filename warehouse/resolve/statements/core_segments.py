"""Builds core.segments from mentions of members: one row per node of a document's segment trees."""

from __future__ import annotations

from typing import Any

import polars as pl

from warehouse.resolve.markets.core_markets import market_id_of, market_ids
from warehouse.resolve.names.segment_keys import dimension_key, member_key, segment_key
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

_FIRST_KNOWN = ("bound_low", "bound_high", "repair")


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    publisher_of = dict(frames["core.documents"].select("document_id", "publisher_id").iter_rows())
    ids = market_ids(frames["core.markets"])
    nodes: dict[tuple[Any, ...], dict[str, Any]] = {}
    for mention in frames["raw.segments"].sort("document_id", "char_start", "char_end", "name").iter_rows(named=True):
        document_id = mention["document_id"]
        if document_id not in publisher_of:
            continue  # retracted
        market_id = market_id_of(mention["market"], ids)
        parent_key = member_key(mention["parent"], market_id) if mention["parent"] else None
        member = member_key(mention["name"], market_id)
        key = (document_id, market_id, dimension_key(mention["dimension"]), member, parent_key)
        node = nodes.get(key)
        if node is None:
            nodes[key] = {
                "document_id": document_id,
                "publisher_id": publisher_of[document_id],
                "market_id": market_id,
                "dimension": mention["dimension"],
                "segment": mention["name"],
                "segment_key": segment_key(mention["dimension"], mention["name"], market_id)
                or f"{key[2]}:{mention['name']}",
                "parent": mention["parent"],
                "position": mention["position"],
                "n_mentions": 1,
                **{name: mention[name] for name in ("char_start", "char_end", *_FIRST_KNOWN)},
            }
            continue
        node["n_mentions"] += 1
        for name in _FIRST_KNOWN:
            node[name] = mention[name] if node[name] is None else node[name]
    return {"core.segments": pl.DataFrame(list(nodes.values()), schema=core_tables()["core.segments"].polars_schema())}


STEP = Step(
    name="segments",
    reads=("raw.segments", "core.documents", "core.markets"),
    writes=("core.segments",),
    run=_run,
)
