"""The build's step for companies: players as listed and mentioned → core.companies, one row per document and company.

One company of one document under two spellings is one row; companies of several documents are not joined here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from sources.profiles import normal_publisher_name
from warehouse.resolve.portrait import Row
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

_STRENGTH = ("key_player", "industry_leader", "mentioned")


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    documents = {row["document_id"]: row for row in frames["core.documents"].iter_rows(named=True)}
    found: dict[tuple[str, str], list[Row]] = {}
    for mention in frames["raw.players"].sort("document_id", "char_start", "char_end", "name").iter_rows(named=True):
        if mention["document_id"] in documents:
            key = (mention["document_id"], normal_publisher_name(mention["name"]) or mention["name"])
            found.setdefault(key, []).append(mention)
    rows = [_row(documents[document_id], mentions) for (document_id, _), mentions in found.items()]
    return {"core.companies": pl.DataFrame(rows, schema=core_tables()["core.companies"].polars_schema())}


def _row(document: Mapping[str, Any], mentions: Sequence[Row]) -> dict[str, Any]:
    """The strongest role that a sound mention gives; a company is quarantined where no mention of it is sound."""
    sound = [mention for mention in mentions if mention["status"] == "stated"] or mentions
    strongest = min(sound, key=lambda mention: (_STRENGTH.index(mention["role"]), mention["char_start"]))
    products = sorted({mention["product"] for mention in mentions if mention["product"]})
    return {
        "document_id": document["document_id"],
        "publisher_id": document["publisher_id"],
        "market_id": document["market_id"],
        "company": strongest["name"],
        "product": " | ".join(products) or None,
        "role": strongest["role"],
        "rank": None,  # the place in a list is none
        "status": strongest["status"],
        "reason": strongest["reason"] if strongest["status"] == "quarantined" else None,
        "n_mentions": len(mentions),
        "char_start": mentions[0]["char_start"],
        "char_end": mentions[0]["char_end"],
    }


STEP = Step(
    name="companies",
    reads=("raw.players", "core.documents"),
    writes=("core.companies",),
    run=_run,
)
