"""Joins and records readings again if stored answers, chances and code now give another result than the current one. No calls."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import polars as pl

from sources.ask.chance import Chances
from sources.ask.reading import answers_hash, read_again
from sources.extract import extract, extractor_version
from sources.records import Extraction, ParsedDocument, StoredAnswer
from warehouse.ledger import Ledger
from warehouse.second_reading.choosing import readers_in_force
from warehouse.second_reading.planning import rows_of
from warehouse.second_reading.texts import parsed_documents
from warehouse.values.wording import counted

BATCH = 64  # documents per batch of the ledger: a kill costs at most this much work


@dataclass(frozen=True, slots=True)
class Rejoined:
    """What was recorded anew: number of documents, and those that failed with their problem; they keep their reading."""

    joined: int = 0
    failed: Mapping[str, str] = field(default_factory=dict)


class Listener(Protocol):
    """Receiver of progress; stages follow each other."""

    def begin(self, stage: str, total: int | None = None) -> None:
        """A stage begins."""

    def advance(self, item: str = "") -> None:
        """One item is done."""

    def end(self, note: str) -> None:
        """The stage is done."""

    def warn(self, message: str) -> None:
        """Something that people should look at."""


def rejoin(
    ledger: Ledger,
    chances: Chances,
    progress: Listener,
    *,
    chosen: Collection[str] | None = None,
    reader: str | None = None,
) -> Rejoined:
    """Records a joined reading of every document whose own is another one.

    Args:
        ledger: holds texts and answers; the caller holds its lock.
        chances: that a claim is right which the model states.
        progress: receives the progress; nothing where there is nothing to join.
        chosen: these documents alone; all by default.
        reader: whose answers count; by default, of each document, that whose answers are in force.

    Returns:
        What was recorded. Documents whose reading in force is of another version of the extractor keep it: they are read
        again first.
    """
    work = _outdated(ledger, chances, chosen, reader)
    if not work:
        return Rejoined()
    charsets = {row[0]: row[1] for row in ledger.outcomes().select("document_id", "charset").iter_rows() if row[1]}
    done: list[tuple[ParsedDocument, Extraction]] = []
    failed: dict[str, str] = {}
    progress.begin("join")
    for parsed in parsed_documents(ledger, sorted(work)):
        try:
            done.append((parsed, read_again(parsed, extract(parsed), work[parsed.document_id], chances)))
        except Exception as error:  # one bad document costs no other; it keeps the built-in reading
            failed[parsed.document_id] = f"{type(error).__name__}: {error}"
        progress.advance()
        if len(done) == BATCH:
            ledger.record(done, charsets=charsets)
            done = []
    ledger.record(done, charsets=charsets)
    progress.end(f"{counted(len(work) - len(failed), 'document')} read by both")
    for document_id, problem in sorted(failed.items()):
        progress.warn(f"language model: {document_id[:12]} keeps its built-in reading, joining failed: {problem}")
    return Rejoined(len(work) - len(failed), failed)


def _outdated(
    ledger: Ledger, chances: Chances, chosen: Collection[str] | None, reader: str | None
) -> dict[str, Sequence[StoredAnswer]]:
    """Documents whose reading in force was joined from other answers, by other code, or not at all, with their answers."""
    answers = ledger.answers()
    if not answers:
        return {}
    readers = readers_in_force(ledger.rows("raw.documents"), answers)
    present = ledger.outcomes().filter(
        pl.col("text_sha256").is_not_null()
        & (pl.col("extractor_version") == extractor_version())
        & pl.col("column_map").is_null()  # it is known what its columns hold
        & pl.col("document_id").is_in(list(readers if chosen is None else set(readers) & set(chosen)))
    )
    by_document: dict[str, list[StoredAnswer]] = {}
    for answer in answers:
        by_document.setdefault(answer.document_id, []).append(answer)
    work: dict[str, Sequence[StoredAnswer]] = {}
    for document_id, in_force in present.select("document_id", "answers").iter_rows():
        rows = rows_of(document_id, by_document[document_id], reader or readers[document_id])
        if rows and answers_hash(rows, chances) != in_force:
            work[document_id] = rows
    return work
