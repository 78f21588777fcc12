"""Who was there: every document of a published database with its vintage, and the editions that were current then.

Belongs here: documents alone. What hangs on them is filtered and made anew in `rebuild.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from warehouse.resolve.documents.document_metadata import document_metadata, rows_by_document
from warehouse.resolve.documents.editions import WHOLE_FILE, Candidate, editions
from warehouse.schema import core_tables
from warehouse.vintages.clocks import Asked, Clocks, Vintage, seen, sets_aside_by

if TYPE_CHECKING:
    from warehouse.resolve.documents.document_metadata import DocumentMetadata

DATES = ("published_on", "data_as_of", "last_updated")  # facts that give a date
_INCLUDED = {True: (Vintage.known,), False: (Vintage.known, Vintage.possible, Vintage.unknown)}


def vintages(
    documents: pl.DataFrame, metadata: pl.DataFrame, facts: pl.DataFrame, receipts: pl.DataFrame, asked: Asked
) -> pl.DataFrame:
    """Every document with its vintage.

    Args:
        documents: core.documents as published.
        metadata: raw.metadata.
        facts: raw.facts; those that give dates are enough.
        receipts: core.receipts.
        asked: the question.

    Returns:
        document_id, name, publisher_id, publisher, market_id, report_key, published, data_as_of and last_updated (EDTF),
        vintage (of its figures), text_vintage, vintage_reason, and whether the answer holds it (`is_included`). In the
        order of ids.
    """
    known = _metadata_by_document(documents, metadata, facts)
    received = dict(receipts.group_by("document_id").agg(pl.col("received_at").min()).iter_rows())
    rows = []
    for row in documents.sort("document_id").iter_rows(named=True):
        clocks = Clocks.of(known[row["document_id"]], received.get(row["document_id"]))
        found = seen(clocks, asked)
        rows.append(
            {
                name: row[name]
                for name in ("document_id", "name", "publisher_id", "publisher", "market_id", "report_key")
            }
            | {
                "published": clocks.published.edtf if clocks.published else None,
                "data_as_of": clocks.data_as_of.edtf if clocks.data_as_of else None,
                "last_updated": clocks.last_updated.edtf if clocks.last_updated else None,
                "vintage": found.figures.value,
                "text_vintage": found.text.value,
                "vintage_reason": found.reason,
                "is_included": found.figures in _INCLUDED[asked.only_known],
            }
        )
    text = dict.fromkeys(
        (
            "document_id",
            "name",
            "publisher_id",
            "publisher",
            "market_id",
            "report_key",
            "published",
            "data_as_of",
            "last_updated",
            "vintage",
            "text_vintage",
            "vintage_reason",
        ),
        pl.String(),
    )
    return pl.DataFrame(rows, schema=pl.Schema({**text, "is_included": pl.Boolean()}))


def documents_at(
    documents: pl.DataFrame, metadata: pl.DataFrame, facts: pl.DataFrame, included: frozenset[str], asked: Asked
) -> pl.DataFrame:
    """core.documents of the included documents, with the editions that were current then.

    Which documents are editions of one report is today's knowledge and stays; which of them sets which aside is decided
    anew among those that were there. An edition that was only possibly out sets none aside.

    Args:
        documents: core.documents as published.
        metadata: raw.metadata.
        facts: raw.facts.
        included: ids of the documents that the answer holds.
        asked: the question.

    Returns:
        Rows of core.documents.
    """
    there = documents.filter(pl.col("document_id").is_in(list(included))).sort("document_id")
    known = _metadata_by_document(there, metadata, facts)
    halves = {
        row["document_id"]: frozenset({row["superseded_by"]})
        for row in there.iter_rows(named=True)
        if row.get("superseded_reason") == WHOLE_FILE
    }
    found = editions(
        [
            # the report key alone tells which belong together
            Candidate(
                document_id=document_id,
                publisher_id=None,
                url=report_key,
                report_id=None,
                market_id=None,
                dated=sets_aside_by(known[document_id].dated, asked),
                figures_dated=known[document_id].data_as_of,
                continued_by=halves.get(document_id, frozenset()),
            )
            for document_id, report_key in there.select("document_id", "report_key").iter_rows()
        ]
    )
    rows = [
        row
        | {
            "status": "superseded" if edition.superseded_by else "stated",
            "superseded_by": edition.superseded_by,
            "superseded_reason": edition.superseded_reason,
            "edition_order_unknown": edition.order_unknown,
        }
        for row in there.iter_rows(named=True)
        for edition in [found[row["document_id"]]]
    ]
    return pl.DataFrame(rows, schema=core_tables()["core.documents"].polars_schema())


def _metadata_by_document(
    documents: pl.DataFrame, metadata: pl.DataFrame, facts: pl.DataFrame
) -> dict[str, DocumentMetadata]:
    """The dates of each document by document_id. Publishers are left out: reading their profiles takes a second."""
    dates = metadata.with_columns(pl.lit(None, pl.String()).alias(name) for name in ("publisher", "url"))
    sidecars = rows_by_document(dates.iter_rows(named=True))
    told = rows_by_document(facts.filter(pl.col("name").is_in(DATES)).iter_rows(named=True))
    return {
        document_id: document_metadata(sidecars.get(document_id, ()), told.get(document_id, ()))
        for document_id in documents["document_id"].to_list()
    }
