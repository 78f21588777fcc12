"""What a run would ask: documents chosen and left out, questions over all of them, each once. Reads the ledger, asks no model."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl

from sources.ask.questions import Figure, Question, question_json, question_of, questions_of, reader_name
from sources.ask.reading import joining_version
from sources.ask.settings import Settings
from sources.extract import extractor_version
from sources.parse import parse
from sources.records import ParsedDocument, StoredAnswer
from warehouse.ledger import Ledger
from warehouse.ledger.store import write_durably
from warehouse.second_reading.choosing import left_out, readers_in_force, wanted
from warehouse.second_reading.given import Given
from warehouse.second_reading.spool import spooled


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be asked.

    Attributes:
        reader: whose answers these will be.
        documents: with an unanswered question, or an answer to take over, in order of their ids.
        places: every place of each question by its id, in order of the documents and of their texts.
        taken_over: answers that are known of the same passage in another document: no call, no cost.
        left_out: documents that are not asked about, with the reason.
        known: ids of the questions of documents, as `keep_known` keeps them.
    """

    reader: str
    documents: tuple[str, ...]
    places: Mapping[str, Sequence[Question]]
    taken_over: tuple[StoredAnswer, ...]
    left_out: Mapping[str, str]
    known: Mapping[str, Sequence[str]]

    @property
    def questions(self) -> Mapping[str, Question]:
        """By id, each at its first place."""
        return {question_id: places[0] for question_id, places in self.places.items()}


def plan(ledger: Ledger, settings: Settings, given: Given, *, chosen: Collection[str] | None = None) -> Plan:
    """Plans one asking.

    Args:
        ledger: holds the documents; answers in its spool count as known.
        settings: whom to ask, and about which documents.
        given: policy and decisions.
        chosen: these documents and no others, whoever has answered about them; by default those without answers of another
            reader that `settings.reads` names.

    Returns:
        The plan. It depends on the documents, the answers at hand and the settings, on no order of arrival.
    """
    reader = reader_name(settings.model, settings.shape)
    answers = (*ledger.answers(), *spooled(ledger))
    outcomes = ledger.outcomes().filter(pl.col("text_sha256").is_not_null())
    if chosen is None:
        chosen = wanted(
            ledger, outcomes, settings, given, readers_in_force(ledger.rows("raw.documents"), answers), reader
        )
    outcomes = outcomes.filter(pl.col("document_id").is_in(list(chosen))).sort("document_id")
    refused = left_out(ledger, outcomes, settings, given)
    there = {(answer.question_id, answer.document_id) for answer in answers}
    first = {answer.question_id: answer for answer in reversed(answers)}  # the oldest of each
    paid = defaultdict[str, list[StoredAnswer]](list)
    for answer in answers:
        if answer.read_with == reader:
            paid[answer.document_id].append(answer)
    known = _known(ledger)
    documents, taken_over, places = [], [], defaultdict[str, list[Question]](list)
    for row in outcomes.iter_rows(named=True):
        one, key = row["document_id"], f"{row['document_id']} {row['text_sha256']} {reader}"
        if one in refused or (key in known and all((id_, one) in there for id_ in known[key])):
            continue
        content = ledger.content(one)  # damage of the ledger ends the run
        try:
            asked = _asked(parsed_again(content, row), settings, paid[one])
        except Exception as error:  # one bad document costs no other
            refused[one] = f"its questions cannot be made: {type(error).__name__}: {error}"
            continue
        known[key] = list(asked)
        open_ones = {id_: question for id_, question in asked.items() if (id_, one) not in there}
        documents += [one] if open_ones else []
        for id_, question in open_ones.items():
            if id_ in first:
                taken_over.append(at_another_place(first[id_], question))
            else:
                places[id_].append(question)
    return Plan(reader, tuple(documents), places, tuple(taken_over), dict(sorted(refused.items())), known)


def _asked(parsed: ParsedDocument, settings: Settings, paid: Sequence[StoredAnswer]) -> dict[str, Question]:
    """Questions about a document by their ids.

    An answer points into the question that is stored with it: when our own reading of a page offers other names, or a line more at
    the passage's end, the same figures make a question of another id, and what was paid for is not asked again.
    """
    ids = {_about(question_of(answer.question)): answer.question_id for answer in paid}
    asked = questions_of(parsed, settings.model, settings.shape)
    return {ids.get(_about(question), question_id): question for question_id, question in asked.items()}


def _about(question: Question) -> tuple[int, tuple[Figure, ...], str]:
    """What a question about one document is about: its figures, where they stand, and the words that lead to the last of them."""
    end = max((one.char_end for one in question.figures), default=0)
    return question.char_start, question.figures, question.passage[:end]


def parsed_again(content: bytes, outcome: Mapping[str, Any]) -> ParsedDocument:
    """A document from its bytes, as an outcome of reading has it.

    Raises:
        ValueError: they give another text than the one that is in force.
    """
    parsed = parse(content, outcome["charset"])
    if hashlib.sha256(parsed.text.encode()).hexdigest() != outcome["text_sha256"]:
        raise ValueError("its bytes give another text than the one in force; read it again with `parallax backfill`")
    return parsed


def at_another_place(answer: StoredAnswer, question: Question) -> StoredAnswer:
    """The answer for the same passage in another document: it has cost nothing there."""
    there = replace(answer, document_id=question.document_id, question=question_json(question))
    return replace(there, tokens_in=0, tokens_out=0, usd=Decimal(0))


def keep_known(ledger: Ledger, planned: Plan) -> None:
    """Keeps the ids of the questions of documents for the next plan, by document, text and reader: a cache, right for one version of the code."""
    draft = ledger.root / "tmp" / _cache(ledger).name
    draft.unlink(missing_ok=True)
    write_durably(draft, json.dumps({"code": _code(), "questions": planned.known}).encode())
    draft.replace(_cache(ledger))


def _known(ledger: Ledger) -> dict[str, list[str]]:
    try:
        stored = json.loads(_cache(ledger).read_bytes())
        return stored["questions"] if stored["code"] == _code() else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _cache(ledger: Ledger) -> Path:
    return ledger.root / "second_reading.json"


def _code() -> str:
    return f"{extractor_version()} {joining_version()}"
