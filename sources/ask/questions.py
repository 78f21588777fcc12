"""What a language model is asked about a document: passages with numbered figures, the lines above them, and names to point to."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final, Literal

from pydantic import TypeAdapter

from sources.extract.document.context import Context, context_of
from sources.extract.markets.markets import market_marks
from sources.extract.scan.scan import Scan, scan
from sources.extract.scan.years import year_marks
from sources.extract.scenes.sentence_quantities import in_document
from sources.grammar.areas import WORLD, area_marks
from sources.records import ParsedDocument

# Of all that shapes an answer beside model and settings. Stored answers are found by it: another one asks everything anew.
PROMPT_VERSION: Final = "e9ac43e23c00"
LONGEST, OVERLAP = 6_000, 600  # characters asked about in one call, and of the text before them that is sent along
_TITLE_LENGTH = 200  # a longer heading is no heading
_MOST_NAMES = 40  # of one kind; what is left out can still be quoted
NameKind = Literal["year", "area", "part", "market", "speaker"]
_KEYS: dict[NameKind, str] = {"year": "Y", "area": "A", "part": "P", "market": "M", "speaker": "S"}


@dataclass(frozen=True, slots=True)
class Figure:
    """A numbered figure of a passage, at its place in the passage."""

    number: int
    char_start: int
    char_end: int
    surface: str


@dataclass(frozen=True, slots=True)
class Name:
    """A candidate that an answer may point to by its key instead of quoting it."""

    key: str  # Y1, A1, P1, M1, S1
    kind: NameKind
    surface: str  # as the document prints it


@dataclass(frozen=True, slots=True)
class Question:
    """One call. `passage` is a slice of the text without markup at `char_start`; figures before `asked_from` are context only."""

    document_id: str
    passage: str
    char_start: int
    asked_from: int  # in the passage
    carried: tuple[str, ...]  # title, headings and table headers before the passage, outermost first
    figures: tuple[Figure, ...]
    names: tuple[Name, ...]


_SHAPE = TypeAdapter(Question)


def question_json(question: Question) -> str:
    """The question as one line, for the ledger: its answer refers to it by numbers and keys."""
    return _SHAPE.dump_json(question).decode("utf-8")


def question_of(text: str) -> Question:
    """The question that `question_json` wrote."""
    return _SHAPE.validate_json(text)


@dataclass(frozen=True, slots=True)
class Page:
    """A document with its figures, by its own facts. Nothing is chosen here."""

    scan: Scan
    context: Context


def page_of(parsed: ParsedDocument) -> Page:
    """Scans a document."""
    found = scan(parsed)
    context = context_of(found)
    return Page(in_document(found, context), context)


def questions(page: Page, longest: int = LONGEST, overlap: int = OVERLAP) -> Iterator[Question]:
    """All that is asked about a document, in order of the text; every figure of it is numbered in exactly one question.

    Args:
        page: the document.
        longest: characters of a passage, its lead left out; a longer sentence is cut between words, never within a figure.
        overlap: characters of the lead, at least; it begins where a sentence does.
    """
    pieces = [piece for s in page.scan.sentences for piece in _pieces(page, s.start, s.end, longest)]
    starts = [start for start, _ in pieces]
    first: int | None = None
    for at, (start, end) in enumerate(pieces):
        first = start if first is None else first
        if at + 1 == len(pieces) or pieces[at + 1][1] - first > longest:
            question = _question(page, starts[bisect_left(starts, first - overlap)], first, end)
            first = None
            if question.figures:
                yield question


def _pieces(page: Page, start: int, end: int, longest: int) -> Iterator[tuple[int, int]]:
    """A sentence; where it is too long, stretches of it that end at blanks, or anywhere where there are none."""
    while end - start > longest:
        at = page.scan.parsed.text.rfind(" ", start + longest // 2, start + longest) + 1 or start + longest
        over = page.scan.overlapping(at - 1, at + 1)
        if over is not None and page.scan.figures[over].start < at < page.scan.figures[over].end:
            at = min(end, page.scan.figures[over].end)
        yield start, at
        start = at
    if start < end:
        yield start, end


def _question(page: Page, start: int, asked_from: int, end: int) -> Question:
    text = page.scan.parsed.text
    inside = [q for q in page.scan.figures if asked_from <= q.start < end]
    figures = [Figure(n, q.start - start, q.end - start, text[q.start : q.end]) for n, q in enumerate(inside, 1)]
    names: dict[NameKind, list[str]] = {kind: [] for kind in _KEYS}
    for kind, surface in _surfaces(page, start, end):
        if surface not in names[kind] and len(names[kind]) < _MOST_NAMES:
            names[kind].append(surface)
    keyed = [Name(f"{_KEYS[kind]}{n}", kind, word) for kind, words in names.items() for n, word in enumerate(words, 1)]
    return Question(
        page.scan.parsed.document_id,
        text[start:end],
        start,
        asked_from - start,
        _carried(page, start),
        tuple(figures),
        tuple(keyed),
    )


def _surfaces(page: Page, start: int, end: int) -> Iterator[tuple[NameKind, str]]:
    text, context = page.scan.parsed.text, page.context
    for mark in year_marks(text, start, end):
        if mark.kind != "date":
            yield "year", text[mark.start : mark.end].strip()
    for area in area_marks(text, start, end):
        if area.area != WORLD:
            yield "area", text[area.start : area.end]
    words = text[start:end]
    for segment in context.segments:
        if segment.name and segment.name in words:
            yield "part", segment.name
    if context.market:
        yield "market", context.market
    for market in market_marks(text, start, end):
        yield "market", market.name
    if context.publisher:
        yield "speaker", context.publisher


def _carried(page: Page, start: int) -> tuple[str, ...]:
    """The title, the headings that are open where a passage begins, and the header of a table that it begins within."""
    text, blocks = page.scan.parsed.text, page.scan.parsed.blocks
    before = [block for block in blocks if block.char_start < start]
    headings: dict[int, str] = {}
    for block in before:
        if block.kind == "heading" and block.char_end - block.char_start <= _TITLE_LENGTH:
            headings = {level: words for level, words in headings.items() if level < block.level}
            headings[block.level] = text[block.char_start : block.char_end].strip()
    lines = [headings[level] for level in sorted(headings)]
    title, inside = page.context.title, blocks[len(before) : len(before) + 1]
    if title and title not in lines and text.find(title, start) < 0:
        lines.insert(0, title)
    table = before[-1].table if before and before[-1].kind in ("table_row", "table_cell") else None
    if table is not None and inside and inside[0].table == table:
        header = [b for b in blocks if b.table == table and b.kind == "table_row" and b.row == 0]
        lines += [text[b.char_start : b.char_end] for b in header]
    return tuple(line for line in lines if line)


@cache
def conventions() -> str:
    """The instructions that a model gets before every passage."""
    return Path(__file__).with_name("conventions.md").read_text(encoding="utf-8")


def asked(question: Question) -> str:
    """The lines above, the passage with its figures numbered, and the candidates, as one message."""
    passage, at = [], 0
    for figure in question.figures:
        passage += [_unmarked(question.passage[at : figure.char_start]), f"⟦{figure.number}⟧"]
        at = figure.char_start
    passage.append(_unmarked(question.passage[at:]))
    names = [f"{name.key}: {_unmarked(' '.join(name.surface.split()))}" for name in question.names]
    parts = (
        ("LINES ABOVE", "\n".join(map(_unmarked, question.carried))),
        ("PASSAGE", "".join(passage)),
        ("CANDIDATES", "\n".join(names)),
    )
    return "\n\n".join(f"{head}\n{words}" for head, words in parts if words or head == "PASSAGE")


def _unmarked(words: str) -> str:
    """No text can number a figure: the brackets that it prints itself are sent as plain ones."""
    return words.replace("⟦", "[").replace("⟧", "]")


def reader_name(model: str, shape: str) -> str:
    """Who reads: model, what shapes its answers, and version of the prompt. Answers of one name belong together."""
    return f"{model} {shape} prompt={PROMPT_VERSION}"


def question_id(question: Question, model: str, shape: str) -> str:
    """Hash of model, what shapes its answers, prompt version and passage: a reprinted passage is asked about once."""
    fields = (model, shape, PROMPT_VERSION, asked(question))
    return hashlib.sha256("\x1f".join(fields).encode("utf-8", "surrogatepass")).hexdigest()


def questions_of(parsed: ParsedDocument, model: str, shape: str) -> dict[str, Question]:
    """All questions about a document by their ids, in order of the text.

    Args:
        parsed: the document.
        model: its name, as its server knows it.
        shape: what else shapes an answer, see `settings.Settings.shape`.
    """
    return {question_id(question, model, shape): question for question in questions(page_of(parsed))}


def placed(question: Question, page: Page) -> Question | None:
    """A stored question at its passage's place in this text: the same place, or the only other one."""
    text, at = page.scan.parsed.text, question.char_start
    if not text.startswith(question.passage, at):
        at = text.find(question.passage)
        if at < 0 or text.find(question.passage, at + 1) >= 0:
            return None
    return replace(question, char_start=at)
