"""The current rows of all batches: newest outcome of each document, newest sidecar of each place.

Pure functions over frames as `batches.read_table` gives them. Newest means of the highest batch number: a document that
is read again supersedes its earlier rows as a whole, whatever the versions' names.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields

import polars as pl

from sources.extract.columns.claim_map import RECOGNISED
from sources.parse.recogniser import SCANNED
from sources.records import Metadata, StoredAnswer, Visit

BATCH = ("batch_id", "batch_number")
_SECOND_READER = ("read_with", "answers")


def newest_metadata(metadata: pl.DataFrame) -> pl.DataFrame:
    """The sidecar record in force per document and origin, in that order; records that say nothing included."""
    keys = ["document_id", "origin"]
    return metadata.sort(*keys, "batch_number").unique(keys, keep="last", maintain_order=True)


def charsets(metadata: pl.DataFrame) -> dict[str, str]:
    """The charset to read each document with, where a server named one.

    Args:
        metadata: records in force. Where two servers differ, the first in alphabetical order holds, whatever came first.
    """
    named = metadata.drop_nulls("charset").group_by("document_id").agg(pl.col("charset").min())
    return dict(named.sort("document_id").iter_rows())


def column_maps(metadata: pl.DataFrame) -> dict[str, str]:
    """The map to read the columns of each document's tables with, where a sidecar has one.

    Args:
        metadata: records in force. Where two sidecars differ, the first in alphabetical order holds, whatever came first.
    """
    named = metadata.drop_nulls("column_map").group_by("document_id").agg(pl.col("column_map").min())
    return dict(named.sort("document_id").iter_rows())


def newest_outcomes(documents: pl.DataFrame, unreadable: pl.DataFrame) -> pl.DataFrame:
    """The newest outcome of reading per document.

    Args:
        documents: rows of raw.documents with batch.
        unreadable: rows of raw.unreadable with batch.

    Returns:
        document_id, extractor_version, charset, column_map, batch_id, batch_number, parser_version, text_sha256, read_with and answers (null where unreadable),
        reason and detail (null where read); one row per document, in order of document_id.
    """
    common = ["document_id", "extractor_version", "charset", "column_map", *BATCH]
    both = pl.concat(
        [
            documents.select(*common, "parser_version", "text_sha256", *_SECOND_READER),
            unreadable.select(*common, "reason", "detail"),
        ],
        how="diagonal",
    )
    return both.sort("document_id", "batch_number").unique("document_id", keep="last", maintain_order=True)


def pending(
    receipts: pl.DataFrame,
    outcomes: pl.DataFrame,
    named: Mapping[str, str],
    mapped: Mapping[str, str],
    extractor_version: str | None,
    *,
    recognises: bool = False,
) -> tuple[str, ...]:
    """Documents that landed and have no outcome that holds, in order of their ids.

    Args:
        receipts: all receipts.
        outcomes: newest outcome per document.
        named: charsets in force; an outcome with another one does not hold.
        mapped: column maps in force; likewise.
        extractor_version: outcomes of other versions do not hold; None where those of any do.
        recognises: whether text in pictures can be read now; an outcome that says it could not be does not hold then.
    """
    done = outcomes
    # A map that was recognised holds where no sidecar gives another one: also where one says the same.
    map_read = pl.col("column_map").str.strip_prefix(RECOGNISED)
    by_itself = pl.col("column_map").str.starts_with(RECOGNISED) & pl.col("wanted").is_null()
    holds = {
        "charset": pl.col("charset").eq_missing(pl.col("wanted")),
        "column_map": map_read.eq_missing(pl.col("wanted")) | by_itself.fill_null(value=False),
    }
    for column, in_force in (("charset", named), ("column_map", mapped)):
        wanted = pl.DataFrame(list(in_force.items()), {"document_id": pl.String, "wanted": pl.String}, orient="row")
        done = done.join(wanted, on="document_id", how="left")
        done = done.filter(holds[column]).drop("wanted")
    if extractor_version is not None:
        done = done.filter(pl.col("extractor_version") == extractor_version)
    if recognises:
        done = done.filter(pl.col("reason").ne_missing(SCANNED))
    landed = receipts.filter(pl.col("outcome") == "landed").select("document_id").unique()
    return tuple(landed.join(done, on="document_id", how="anti")["document_id"].sort())


def as_visits(visits: pl.DataFrame) -> Iterator[Visit]:
    """Rows of ledger.visits as records, oldest first, their times in UTC again."""
    names = [field.name for field in fields(Visit)]
    moments = [name for name, kind in visits.schema.items() if kind == pl.Datetime]
    in_utc = visits.with_columns(pl.col(moments).dt.replace_time_zone("UTC"))
    for row in in_utc.sort("batch_number", maintain_order=True).select(names).iter_rows(named=True):
        yield Visit(**row)


def as_answers(answers: pl.DataFrame) -> Iterator[StoredAnswer]:
    """Rows of ledger.answers as records, oldest first."""
    names = [field.name for field in fields(StoredAnswer)]
    in_utc = answers.with_columns(pl.col("asked_at").dt.replace_time_zone("UTC"))
    for row in in_utc.sort("batch_number", maintain_order=True).select(names).iter_rows(named=True):
        yield StoredAnswer(**row)


def as_metadata(metadata: pl.DataFrame) -> Iterator[Metadata]:
    """Rows as records."""
    names = [field.name for field in fields(Metadata)]
    for row in metadata.select(names).iter_rows(named=True):
        yield Metadata(**row)


def digest(receipts: pl.DataFrame, metadata: pl.DataFrame, outcomes: pl.DataFrame) -> str:
    """Hash of everything in a ledger that can change the marts, and of nothing else: no clock, no batch, no order.

    Args:
        receipts: all receipts.
        metadata: records in force.
        outcomes: newest outcome per document.

    Returns:
        Sha256, hex.
    """
    # A document's name in the marts is the first in alphabetical order, so another name behind it changes nothing.
    names = receipts.group_by("document_id").agg(pl.col("name").min()).sort("document_id")
    lands = receipts.filter(pl.col("outcome") == "landed").select("document_id").unique().sort("document_id")
    quarantined = receipts.filter(pl.col("outcome") == "quarantined")
    faults = quarantined.select("document_id", "reason", "detail").unique().sort(pl.all())
    # A charset is no row of a mart: the hash of the text covers what is read with it. Nor is whom a text may be sent to.
    # The column map that a document was read with is a part of its outcome.
    unsaid = ("charset", "no_external", "column_map")
    said = metadata.select([field.name for field in fields(Metadata) if field.name not in unsaid])
    silent = pl.all_horizontal(pl.exclude("document_id", "origin").is_null())
    read = outcomes.drop(*BATCH, "charset").sort("document_id")
    if read["answers"].null_count() == read.height:  # no language model: the hash from before there was one
        read = read.drop(*_SECOND_READER)
    if read["column_map"].null_count() == read.height:  # likewise
        read = read.drop("column_map")
    parts = [names, lands, faults, said.filter(~silent).sort("document_id", "origin"), read]
    text = json.dumps([[list(row) for row in part.iter_rows()] for part in parts], default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
