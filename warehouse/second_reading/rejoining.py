"""Joins and records readings again if stored answers, odds and code now give another result than the current one. No calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from sources.extract import extract, extractor_version
from sources.records import Extraction, ParsedDocument
from sources.second_reader.odds import OddsFile
from sources.second_reader.reading import read_again
from sources.second_reader.records import StoredAnswer
from warehouse.ledger import Ledger
from warehouse.second_reading.choosing import readers_in_force
from warehouse.second_reading.known import Known, reading_key
from warehouse.second_reading.planning import rows_of
from warehouse.second_reading.texts import parsed_documents

BATCH = 64  # documents per batch of the ledger: a kill costs at most this much work


@dataclass(frozen=True, slots=True)
class Rejoined:
    """What was recorded anew: numbers of documents, and those that failed with their problem; they keep their reading."""

    joined: int
    failed: Mapping[str, str]


def rejoin(
    ledger: Ledger,
    odds: OddsFile,
    known: Known,
    report: Callable[[], None] = lambda: None,
    *,
    chosen: Collection[str] | None = None,
    reader: str | None = None,
) -> Rejoined:
    """Records a joined reading of every document whose own is another one.

    Args:
        ledger: holds texts and answers; the caller holds its lock.
        odds: which reading counts where two differ.
        known: what joining gave before; what is new is put in.
        report: called after every joined document.
        chosen: these documents alone; all by default.
        reader: whose answers count; by default, of each document, that whose answers are in force.

    Returns:
        What was recorded. Documents whose reading in force is of another version of the extractor keep it: they are read
        again first.
    """
    work = _outdated(ledger, odds, known, chosen, reader)
    charsets = {document_id: charset for document_id, charset in _charsets(ledger, list(work)).items() if charset}
    done: list[tuple[ParsedDocument, Extraction]] = []
    failed: dict[str, str] = {}
    joined: Counter[str] = Counter()
    for parsed in parsed_documents(ledger, sorted(work)):
        todo = work[parsed.document_id]
        try:
            reading = read_again(parsed, extract(parsed), todo.answers, odds)
        except Exception as error:  # one bad document costs no other; it keeps the first reading
            failed[parsed.document_id] = f"{type(error).__name__}: {error}"
            continue
        known.keep_reading(todo.key, reading.read_with, reading.answers)
        if (reading.read_with, reading.answers) != todo.in_force:
            done.append((parsed, reading))
            joined["joined"] += 1
        report()
        if len(done) == BATCH:
            ledger.record(done, charsets=charsets)
            done = []
    ledger.record(done, charsets=charsets)
    return Rejoined(joined["joined"], failed)


@dataclass(frozen=True, slots=True)
class _Todo:
    answers: Sequence[StoredAnswer]
    key: str
    in_force: tuple[str | None, str | None]


def _outdated(
    ledger: Ledger, odds: OddsFile, known: Known, chosen: Collection[str] | None, reader: str | None
) -> dict[str, _Todo]:
    """Documents with answers whose joined reading is not known to be the one in force."""
    answers = ledger.answers()
    if not answers:
        return {}
    readers = readers_in_force(ledger.rows("raw.documents"), answers)
    by_document: dict[str, list[StoredAnswer]] = {}
    for answer in answers:
        by_document.setdefault(answer.document_id, []).append(answer)
    present = ledger.outcomes().filter(
        pl.col("text_sha256").is_not_null() & (pl.col("extractor_version") == extractor_version())
    )
    outdated: dict[str, _Todo] = {}
    for document_id, text, *in_force in present.select(
        "document_id", "text_sha256", "read_with", "answers"
    ).iter_rows():
        if document_id not in by_document or (chosen is not None and document_id not in chosen):
            continue
        rows = rows_of(document_id, by_document[document_id], reader or readers[document_id])
        key = reading_key(document_id, text, rows, odds)
        if rows and known.reading(key) != (in_force[0], in_force[1]):
            outdated[document_id] = _Todo(rows, key, (in_force[0], in_force[1]))
    return outdated


def _charsets(ledger: Ledger, documents: list[str]) -> dict[str, str | None]:
    rows = ledger.outcomes().filter(pl.col("document_id").is_in(documents))
    return {row[0]: row[1] for row in rows.select("document_id", "charset").iter_rows()}
