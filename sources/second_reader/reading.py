"""From a document, its first reading and the answers at hand to the joined reading. Pure: nobody is asked here."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from sources.records import Extraction, ParsedDocument
from sources.second_reader.answer import MalformedAnswer, read_answer
from sources.second_reader.constraints import constrained
from sources.second_reader.join import join
from sources.second_reader.odds import OddsFile
from sources.second_reader.page import page_of
from sources.second_reader.prompt import question_id
from sources.second_reader.questions import questions
from sources.second_reader.records import Question, Verified
from sources.second_reader.verify import joined, verify


def questions_of(parsed: ParsedDocument, model: str, settings: str) -> dict[str, Question]:
    """All questions about a document by their ids, in order of the text."""
    return {question_id(question, model, settings): question for question in questions(page_of(parsed))}


def read_again(
    parsed: ParsedDocument, first: Extraction, answers: Mapping[str, str], odds: OddsFile, model: str, settings: str
) -> Extraction:
    """The first reading, joined with the answers to this document's questions.

    Args:
        parsed: the document.
        first: what the rules read of it.
        answers: what the model wrote, by question id; a question without one leaves the first reading as it is.
        odds: which reading counts where the two differ.
        model: who answered.
        settings: see `question_id`.
    """
    page = page_of(parsed)
    found: list[Verified] = []
    for question in questions(page):
        written = answers.get(question_id(question, model, settings))
        if written is None:
            continue
        try:
            choices, _ = read_answer(written)
        except MalformedAnswer:
            continue
        found.append(verify(page, question, choices))
    return join(first, constrained(joined(found), first.mentions), odds) if found else first


@cache
def joining_version() -> str:
    """Hash of the code and data that verify and join: 12 hex digits. The conventions are a part of each question's id."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]
