"""Joins and records readings again where stored answers, chances and code give another result than the one in force. No calls."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from sources.ask.chance import Chances
from sources.ask.reading import answers_hash, read_again
from sources.extract import extract, extractor_version
from sources.records import Extraction, ParsedDocument, StoredAnswer
from warehouse.ledger import Ledger
from warehouse.progress import Progress
from warehouse.second_reading.choosing import in_force, readers_in_force
from warehouse.second_reading.planning import parsed_again
from warehouse.values.wording import counted

BATCH = 64  # documents per batch of the ledger: a kill costs at most this much work
_REFUSED_AT_MOST = (
    0.2  # share of choices above which a person should look at the model: it invents, or misreads the task
)


def join(
    ledger: Ledger,
    chances: Chances,
    progress: Progress,
    *,
    chosen: Collection[str] | None = None,
    reader: str | None = None,
) -> int:
    """Records a joined reading of every document whose own is another one. No calls.

    Args:
        ledger: holds documents and answers; the caller holds its lock.
        chances: that a claim is right which the model states.
        progress: receives the progress; nothing where there is nothing to join.
        chosen: these documents alone; all by default.
        reader: whose answers count; by default, of each document, that whose answers are in force.

    Returns:
        How many were recorded. Documents whose reading in force is of another version of the extractor keep it: they are read
        again first.
    """
    work = _outdated(ledger, chances, chosen, reader)
    if not work:
        return 0
    done: list[tuple[ParsedDocument, Extraction]] = []
    n_failed, charsets = 0, {row["document_id"]: row["charset"] for row, _ in work if row["charset"]}
    progress.begin("join")
    for number, (row, answers) in enumerate(work, 1):
        content = ledger.content(row["document_id"])
        try:
            parsed = parsed_again(content, row)
            done.append((parsed, read_again(parsed, extract(parsed), answers, chances)))
        except Exception as error:  # one bad document costs no other
            n_failed += 1
            why = f"joining failed: {type(error).__name__}: {error}"
            progress.warn(f"language model: {row['document_id'][:12]} keeps its built-in reading, {why}")
        progress.advance()
        if len(done) == BATCH or number == len(work):
            ledger.record(done, charsets=charsets)
            done = []
    progress.end(f"{counted(len(work) - n_failed, 'document')} read by both")
    return len(work) - n_failed


def _outdated(
    ledger: Ledger, chances: Chances, chosen: Collection[str] | None, reader: str | None
) -> list[tuple[Mapping[str, Any], Sequence[StoredAnswer]]]:
    """Documents whose reading in force was joined from other answers, by other code, or not at all, with the newest answer to each question."""
    if not (answers := ledger.answers()):
        return []
    readers = readers_in_force(ledger.rows("raw.documents"), answers)
    newest: dict[str, dict[str, StoredAnswer]] = {}
    for answer in answers:
        if answer.outcome == "answered" and answer.read_with == (reader or readers[answer.document_id]):
            newest.setdefault(answer.document_id, {})[answer.question_id] = answer
    present = ledger.outcomes().filter(
        pl.col("text_sha256").is_not_null()
        & (pl.col("extractor_version") == extractor_version())
        & pl.col("column_map").is_null()  # it is known what its columns hold
        & pl.col("document_id").is_in([one for one in newest if chosen is None or one in chosen])
    )
    work = [
        (row, tuple(newest[row["document_id"]].values())) for row in present.sort("document_id").iter_rows(named=True)
    ]
    return [(row, found) for row, found in work if answers_hash(found, chances) != row["answers"]]


@dataclass(frozen=True, slots=True)
class Standing:
    """A language model's part of the readings in force."""

    documents: int  # with a joined reading
    verified: int  # mentions of claims that the language model reads, alone or with the built-in reader
    refused: Mapping[
        str, int
    ]  # its choices that our code did not find in the text, or that contradict each other, by rule

    @property
    def n_refused(self) -> int:
        """Choices refused, by whatever rule."""
        return sum(self.refused.values())

    @property
    def is_sound(self) -> bool:
        """Whether no more is refused than any model misses now and then."""
        return self.n_refused <= _REFUSED_AT_MOST * (self.verified + self.n_refused)


def standing(ledger: Ledger) -> Standing:
    """Counts what is in force in a ledger."""
    outcomes = ledger.outcomes().filter(pl.col("answers").is_not_null())
    if outcomes.is_empty():
        return Standing(0, 0, {})
    claims = in_force(ledger.rows("raw.claims"), outcomes)
    of_model = claims.filter(pl.col("read_by").is_in(["language_model", "model", "both"]))
    choices = in_force(ledger.rows("raw.choices"), outcomes).filter(~pl.col("rule").is_in(["odds", "joined"]))
    rules = choices.group_by("rule").len().sort("rule")
    return Standing(outcomes.height, int(of_model["n_mentions"].sum()), dict(rules.iter_rows()))
