"""Receipts, quarantine and document history: arrivals, unreadable documents, and the period in which we believed each."""

from __future__ import annotations

from datetime import datetime, time

import polars as pl

from warehouse.decisions import Retraction
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step


def run(frames: Frames, context: BuildContext) -> Frames:
    """Builds core.receipts, core.quarantine and core.document_history.

    Args:
        frames: raw.receipts, raw.unreadable, raw.documents, core.documents.
        context: its retractions are used.

    Returns:
        The three tables.
    """
    receipts = outcomes(frames["raw.receipts"], frames["raw.documents"], frames["raw.unreadable"])
    quarantine = quarantined(receipts)
    taken_back = [decision.document_id for decision in context.decisions.retractions]
    return {
        "core.receipts": receipts,
        "core.quarantine": quarantine.filter(~pl.col("document_id").is_in(taken_back)),
        "core.document_history": history(receipts, quarantine, frames["core.documents"], context.decisions.retractions),
    }


def outcomes(receipts: pl.DataFrame, documents: pl.DataFrame, unreadable: pl.DataFrame) -> pl.DataFrame:
    """Receipts with the outcome that holds now.

    A stored receipt never changes, so what reading found is joined here: a landed document that proved unreadable is
    quarantined, one that was not read yet is pending. Where bytes of one place have two receipts (quarantined first,
    readable later), the later one holds.

    Args:
        receipts: raw.receipts.
        documents: raw.documents.
        unreadable: raw.unreadable.

    Returns:
        Rows of core.receipts.
    """
    number = pl.col("batch_id").str.split("-").list.first().cast(pl.Int64)
    latest = receipts.sort(number).unique(["origin", "document_id"], keep="last", maintain_order=True)
    failures = unreadable.select("document_id", found_reason="reason", found_detail="detail")
    read = documents.select("document_id", is_read=pl.lit(True))
    landed = pl.col("outcome") == "landed"
    failed = landed & pl.col("found_reason").is_not_null()
    return (
        latest.join(failures, on="document_id", how="left")
        .join(read, on="document_id", how="left")
        .with_columns(
            outcome=pl.when(failed)
            .then(pl.lit("quarantined"))
            .when(landed & pl.col("is_read").is_null())
            .then(pl.lit("pending"))
            .otherwise("outcome"),
            reason=pl.when(failed).then("found_reason").otherwise("reason"),
            detail=pl.when(failed).then("found_detail").otherwise("detail"),
        )
        .select(core_tables()["core.receipts"].column_names)
    )


def quarantined(receipts: pl.DataFrame) -> pl.DataFrame:
    """One row per document that could not be read: quarantined at a place and landed at none.

    Args:
        receipts: rows of core.receipts.

    Returns:
        Rows of core.quarantine; the name is the first in alphabetical order over all places, the reason that of the
        receipt first in order of reason, detail and origin.
    """
    elsewhere = receipts.filter(pl.col("outcome").is_in(["landed", "pending"])).select("document_id")
    names = receipts.group_by("document_id").agg(pl.col("name").min())
    return (
        receipts.filter(pl.col("outcome") == "quarantined")
        .join(elsewhere, on="document_id", how="anti")
        .sort("document_id", "reason", "detail", "origin")
        .unique("document_id", keep="first", maintain_order=True)
        .drop("name")
        .join(names, on="document_id")
        .with_columns(detail=pl.coalesce("detail", "reason"))
        .select(core_tables()["core.quarantine"].column_names)
    )


def history(
    receipts: pl.DataFrame, quarantine: pl.DataFrame, documents: pl.DataFrame, retractions: tuple[Retraction, ...]
) -> pl.DataFrame:
    """What was believed of each document, from when, until when.

    Args:
        receipts: rows of core.receipts.
        quarantine: documents that could not be read, those that were taken back included.
        documents: core.documents; superseded ones name the later edition.
        retractions: human decisions; they take effect at the start of their day, not before the document was known.

    Returns:
        Rows of core.document_history. A document is landed until it is superseded or retracted (a retracted one has no
        edition behind it any more); a quarantined one has no other state until it is retracted.
    """
    known = dict(receipts.group_by("document_id").agg(pl.col("received_at").min()).iter_rows())
    landed = set(receipts.filter(pl.col("outcome") == "landed")["document_id"])
    later = dict(documents.drop_nulls("superseded_by").select("document_id", "superseded_by").iter_rows())
    taken_back = {decision.document_id: decision for decision in retractions}
    rows: list[dict[str, object]] = []
    for document_id in sorted(landed):
        since: datetime = known[document_id]
        end, event, why = None, "", ""
        if document_id in taken_back:
            end, why = _taken_back(taken_back[document_id], since)
            event = "retracted"
        elif document_id in later:
            end = max(since, known.get(later[document_id], since))
            event, why = "superseded", later[document_id]
        rows.append(_event(document_id, "landed", since, end, None))
        if end is not None:
            rows.append(_event(document_id, event, end, None, why))
    for document_id, reason in quarantine.select("document_id", "reason").iter_rows():
        since, end = known[document_id], None
        if document_id in taken_back:
            end, why = _taken_back(taken_back[document_id], since)
            rows.append(_event(document_id, "retracted", end, None, why))
        rows.append(_event(document_id, "quarantined", since, end, reason))
    return pl.DataFrame(rows, schema=core_tables()["core.document_history"].polars_schema())


def _taken_back(decision: Retraction, since: datetime) -> tuple[datetime, str]:
    """When a retraction took effect on a document known since then, and why."""
    return max(since, datetime.combine(decision.date, time())), f"{decision.author}, {decision.date}: {decision.reason}"


def _event(
    document_id: str, event: str, known_from: datetime, known_to: datetime | None, reason: str | None
) -> dict[str, object]:
    return {
        "document_id": document_id,
        "event": event,
        "known_from": known_from,
        "known_to": known_to,
        "reason": reason,
    }


STEP = Step(
    name="receipts",
    reads=("raw.receipts", "raw.documents", "raw.unreadable", "core.documents"),
    writes=("core.receipts", "core.quarantine", "core.document_history"),
    run=run,
)
