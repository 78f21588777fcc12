"""What a run would ask: documents chosen and left out, questions over all of them, each once. Reads the ledger, asks no model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from sources.ask.questions import Figure, Question, question_json, question_of, questions_of, reader_name
from sources.ask.settings import Settings
from sources.extract import extractor_version
from sources.records import StoredAnswer
from warehouse.ledger import Ledger
from warehouse.policy import UnsureBelow
from warehouse.resolve.documents.document_metadata import rows_by_document
from warehouse.second_reading.choosing import Row, never_sent, readers_in_force, unsure_documents
from warehouse.second_reading.known import Known
from warehouse.second_reading.spool import spooled
from warehouse.second_reading.texts import parsed_documents

OLDER_VERSION = "its reading in force is of an older version of the extractor"
COLUMNS_KNOWN = "it is known what the columns of its tables hold"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be asked.

    Attributes:
        reader: whose answers these will be.
        documents: with an unanswered question, or an answer to take over, in order of their ids.
        questions: by id, each once, in order of the documents and of their texts.
        places: every place of each of those questions, the first document's first.
        taken_over: answers that are known of the same passage in another document: no call, no cost.
        left_out: documents that are not asked about, with the reason.
    """

    reader: str
    documents: tuple[str, ...]
    questions: Mapping[str, Question]
    places: Mapping[str, tuple[Question, ...]]
    taken_over: tuple[StoredAnswer, ...]
    left_out: Mapping[str, str]


def plan(
    ledger: Ledger,
    settings: Settings,
    bars: UnsureBelow,
    *,
    known: Known | None = None,
    retracted: Collection[str] = (),
    chosen: Collection[str] | None = None,
) -> Plan:
    """Plans one asking.

    Args:
        ledger: holds the documents; answers in its spool count as known.
        settings: whom to ask, and about which documents.
        bars: the confidence that each kind of claim needs.
        known: which questions documents have, where that was worked out before; what is new is put in.
        retracted: documents that a decision has taken back.
        chosen: these documents and no others, whoever has answered about them; by default those without answers of another
            reader that `settings.reads` names.

    Returns:
        The plan. It depends on the documents, the answers at hand and the settings, on no order of arrival.
    """
    reader = reader_name(settings.model, settings.shape)
    answers = (*ledger.answers(), *spooled(ledger))
    outcomes = ledger.outcomes().filter(pl.col("text_sha256").is_not_null())
    present = outcomes.filter(pl.col("extractor_version") == extractor_version())
    if chosen is None:
        wanted = _wanted(ledger, outcomes, settings, bars, reader, answers)
    else:
        wanted = set(outcomes["document_id"]) & set(chosen)
    left_out = dict.fromkeys(wanted - set(present["document_id"]), OLDER_VERSION)
    left_out |= dict.fromkeys(wanted & set(retracted), "a decision has retracted it")
    mapped = set(present.filter(pl.col("column_map").is_not_null())["document_id"])
    left_out |= dict.fromkeys(wanted & mapped, COLUMNS_KNOWN)
    rest = sorted(wanted - set(left_out))
    sidecars = rows_by_document(ledger.metadata().iter_rows(named=True))
    left_out |= never_sent(rest, sidecars, _facts(ledger, outcomes), settings.licences_kept)
    texts = {row[0]: row[1] for row in present.select("document_id", "text_sha256").iter_rows()}
    asked = {one: texts[one] for one in rest if one not in left_out}
    return _planned(ledger, asked, settings, reader, answers, left_out, known or Known(ledger))


def _wanted(
    ledger: Ledger,
    outcomes: pl.DataFrame,
    settings: Settings,
    bars: UnsureBelow,
    reader: str,
    answers: Iterable[StoredAnswer],
) -> set[str]:
    """Those of `settings.reads` without an answer, and those that this reader has begun."""
    readers = readers_in_force(ledger.rows("raw.documents"), answers)
    begun = {document_id for document_id, name in readers.items() if name == reader}
    there = set(outcomes["document_id"])
    if settings.reads == "all":
        return (there - set(readers)) | (begun & there)
    claims = in_force(ledger.rows("raw.claims"), outcomes)
    return (unsure_documents(claims, bars) - set(readers)) | (begun & there)


def in_force(rows: pl.DataFrame, outcomes: pl.DataFrame) -> pl.DataFrame:
    """Rows of the newest reading of each document."""
    return rows.join(outcomes, on=["document_id", "batch_number"], how="semi", maintain_order="left")


def _facts(ledger: Ledger, outcomes: pl.DataFrame) -> Mapping[str, Sequence[Row]]:
    facts = in_force(ledger.rows("raw.facts"), outcomes).select("document_id", "name", "value")
    return rows_by_document(facts.iter_rows(named=True))


def _planned(
    ledger: Ledger,
    texts: Mapping[str, str],
    settings: Settings,
    reader: str,
    answers: Sequence[StoredAnswer],
    left_out: dict[str, str],
    known: Known,
) -> Plan:
    # An answer points into the question that is stored with it: when our own reading of a page offers other names, or a line more at
    # the passage's end, the same figures make a question of another id, and what was paid for is not asked again.
    mine: dict[str, list[StoredAnswer]] = defaultdict(list)
    for answer in answers:
        if answer.read_with == reader:
            mine[answer.document_id].append(answer)
    there = {(answer.question_id, answer.document_id) for answer in answers}
    by_question = {answer.question_id: answer for answer in reversed(answers)}  # the oldest of each
    incomplete = []
    for one, text in texts.items():
        ids = known.questions(one, text, reader)
        if ids is None or any((question_id, one) not in there for question_id in ids):
            incomplete.append(one)
    questions: dict[str, Question] = {}
    places: dict[str, list[Question]] = {}
    taken_over: list[StoredAnswer] = []
    waiting: list[str] = []
    for parsed in parsed_documents(ledger, incomplete):
        try:
            asked = questions_of(parsed, settings.model, settings.shape)
        except Exception as error:  # one bad document costs no other
            left_out[parsed.document_id] = f"its questions cannot be made: {type(error).__name__}: {error}"
            continue
        paid = {_about(question_of(one.question)): one.question_id for one in mine.get(parsed.document_id, ())}
        asked = {paid.get(_about(question), id_): question for id_, question in asked.items()}
        known.keep(parsed.document_id, texts[parsed.document_id], reader, list(asked))
        open_ones = {id_: q for id_, q in asked.items() if (id_, parsed.document_id) not in there}
        if open_ones:
            waiting.append(parsed.document_id)
        for question_id, question in open_ones.items():
            if question_id in by_question:
                taken_over.append(at_another_place(by_question[question_id], question))
            else:
                questions.setdefault(question_id, question)
                places.setdefault(question_id, []).append(question)
    return Plan(
        reader,
        tuple(waiting),
        questions,
        {question_id: tuple(where) for question_id, where in places.items()},
        tuple(taken_over),
        dict(sorted(left_out.items())),
    )


def _about(question: Question) -> tuple[int, tuple[Figure, ...], str]:
    """What a question about one document is about: its figures, where they stand, and the words that lead to the last of them."""
    end = max((one.char_end for one in question.figures), default=0)
    return question.char_start, question.figures, question.passage[:end]


def at_another_place(answer: StoredAnswer, question: Question) -> StoredAnswer:
    """The answer for the same passage in another document: it has cost nothing there."""
    return replace(
        answer,
        document_id=question.document_id,
        question=question_json(question),
        tokens_in=0,
        tokens_out=0,
        usd=type(answer.usd)(0),
    )


def rows_of(document: str, answers: Iterable[StoredAnswer], reader: str) -> tuple[StoredAnswer, ...]:
    """The answers of one reader about one document that can be read, each question once, the newest."""
    newest: dict[str, Any] = {
        a.question_id: a
        for a in answers
        if a.document_id == document and a.read_with == reader and a.outcome == "answered"
    }
    return tuple(newest[question_id] for question_id in sorted(newest))
