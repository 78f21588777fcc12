"""The joined reading of a document from its first reading and the available answers. Pure: no model is asked here."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from sources.records import Extraction, ParsedDocument
from sources.second_reader.answer import MalformedAnswer, read_answer
from sources.second_reader.assemble import assemble
from sources.second_reader.constraints import constrained
from sources.second_reader.join import join
from sources.second_reader.odds import OddsFile
from sources.second_reader.page import Page, page_of
from sources.second_reader.prompt import prompt_version, question_id
from sources.second_reader.questions import questions
from sources.second_reader.records import Question, StoredAnswer, Verified
from sources.second_reader.stored import question_of
from sources.second_reader.verify import verify


def reader_name(model: str, shape: str) -> str:
    """Who reads: model, what shapes its answers, and version of the conventions. Answers of one name belong together."""
    return f"{model} {shape} prompt={prompt_version()}"


def questions_of(parsed: ParsedDocument, model: str, shape: str) -> dict[str, Question]:
    """All questions about a document by their ids, in order of the text.

    Args:
        parsed: the document.
        model: the model's name, as its server knows it.
        shape: what else shapes an answer, see `settings.Settings.shape`.
    """
    return {question_id(question, model, shape): question for question in questions(page_of(parsed))}


def read_again(
    parsed: ParsedDocument, first: Extraction, answers: Sequence[StoredAnswer], odds: OddsFile
) -> Extraction:
    """The first reading, joined with answers about this document's passages.

    Args:
        parsed: the document.
        first: what the rules read of it.
        answers: of one reader, about passages of this text, whichever document they were asked for; an answer whose
            passage is no longer in the text does not count.
        odds: which reading counts where the two differ.

    Returns:
        The joined extraction with `read_with` and `answers`; the first reading itself where no answer says anything, or where the
        columns of its tables are mapped.
    """
    if first.column_map is not None:  # it is known what its columns hold
        return first
    page = page_of(parsed)
    verified: list[Verified] = []
    used: list[StoredAnswer] = []
    for answer in sorted(answers, key=lambda a: a.question_id):
        question = _placed(question_of(answer.question), page)
        if question is None:
            continue
        try:
            choices, misfits = read_answer(answer.written)
        except MalformedAnswer:
            continue
        used.append(answer)
        verified.append(verify(page, question, choices, misfits))
    if not used:
        return first
    read = join(first, constrained(assemble(page, verified), first.mentions), odds)
    return replace(read, read_with=used[0].read_with, answers=answers_hash(used, odds))


def _placed(question: Question, page: Page) -> Question | None:
    """The question at its passage's place in this text: the same place, or the only other one.

    Lines and names that it carries from elsewhere are left out unless this document has them: a reprint may stand under
    another title, of another publisher.
    """
    text = page.scan.parsed.text
    if not text.startswith(question.passage, question.char_start):
        at = text.find(question.passage)
        if at < 0 or text.find(question.passage, at + 1) >= 0:
            return None
        question = replace(question, char_start=at)
    self_names = {page.context.title, page.context.market, page.context.publisher}
    return replace(
        question,
        carried=tuple(line for line in question.carried if line in self_names or line in text),
        names=tuple(name for name in question.names if name.surface in self_names or name.surface in text),
    )


def answers_hash(answers: Iterable[StoredAnswer], odds: OddsFile) -> str:
    """Hash of what makes a joined reading besides the document and the first reader: 16 hex digits."""
    digest = hashlib.sha256(f"{joining_version()}{odds.model_dump_json()}".encode())
    for answer in sorted(answers, key=lambda a: a.question_id):
        digest.update(f"{answer.question_id}{answer.written}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]


@cache
def joining_version() -> str:
    """Hash of the code and forms that verify and join: 12 hex digits. The conventions are part of each question's id."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent
    for path in sorted([*folder.glob("*.py"), folder / "instructions.yml"]):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]
