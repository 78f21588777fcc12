"""Builds core.events, core.rankings, core.citations and core.document_facts, and the evidence of their rows.

Belongs here: the order of the four and their common evidence table. Each module says which mentions are one item.
"""

from __future__ import annotations

from typing import Any

import polars as pl

from warehouse.load.quotes import Item, Row, evidence_rows
from warehouse.resolve.documents.document_metadata import rows_by_document
from warehouse.resolve.statements.citations import citations
from warehouse.resolve.statements.document_facts import document_facts, past_period
from warehouse.resolve.statements.events import events
from warehouse.resolve.statements.rankings import rankings
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

_TABLES = {
    "event": "core.events",
    "ranking": "core.rankings",
    "citation": "core.citations",
    "document_fact": "core.document_facts",
}
_RAW = ("raw.events", "raw.ranks", "raw.citations", "raw.facts")


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    raw = [rows_by_document(frames[name].iter_rows(named=True)) for name in _RAW]
    evidence = rows_by_document(
        frames["core.evidence"].select("document_id", "claim_id", "char_start", "char_end").iter_rows(named=True)
    )
    rows: dict[str, list[dict[str, Any]]] = {table: [] for table in (*_TABLES.values(), "core.statement_evidence")}
    for document in frames["core.documents"].sort("document_id").iter_rows(named=True):
        own: list[list[Row]] = [list(by_document.get(document["document_id"], ())) for by_document in raw]
        if not any(own):
            continue
        text = context.text_of(document["document_id"])
        limit = document["quote_limit_chars"]
        items: list[Item] = [
            *events(document, own[0], text, limit, past_period(own[3])),
            *rankings(document, own[1], text, limit),
            *citations(document, own[2], evidence.get(document["document_id"], ()), text, limit),
            *document_facts(document, own[3], text, limit),
        ]
        for item in items:
            rows[_TABLES[item.kind]].append(dict(item.row))
        rows["core.statement_evidence"] += evidence_rows(items, text, document["text_sha256"], limit)
    return {
        name: pl.DataFrame(found, schema=core_tables()[name].polars_schema(), orient="row")
        for name, found in rows.items()
    }


STEP = Step(
    name="statements",
    reads=(*_RAW, "core.documents", "core.evidence"),
    writes=(*_TABLES.values(), "core.statement_evidence"),
    run=_run,
)
