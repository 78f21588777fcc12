"""The subject that a sentence without figures leaves for the next one. Figures are read in `read`."""

from __future__ import annotations

import re

from sources.extract.document.context import Context
from sources.extract.names.phrase_subjects import read_subject
from sources.extract.parts.named_subjects import Subject
from sources.extract.phrases.area_subjects import located
from sources.extract.phrases.non_english_clauses import non_english_clause
from sources.extract.scenes.memory import Memory
from sources.extract.subjects.cjk_subjects import cjk_subject
from sources.extract.text.sentences import Sentence
from sources.grammar.areas import WORLD, area_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("subjects")

_HOW_LARGE = re.compile(
    rf"(?:[\w.)]+\s){{0,3}}?(?:So,?\s)?(?:{_WORDS['how_large']}|What {_WORDS['size_verbs']} the (?:\w+\s){{0,2}}{_WORDS['size_nouns']})\b",
    re.IGNORECASE,
)
_SIZE_COLON = re.compile(rf"\b{_WORDS['size_headings']}\b[^.]{{0,20}}[:：]\s*$")


def _opened_in(text: str, sentence: Sentence, grammar: Grammar) -> Subject | None:
    """ "In Italy the road is rougher.": the rest of the paragraph is about that area."""
    first = next(iter(area_marks(text, sentence.start, min(sentence.end, sentence.start + _OPENING))), None)
    lead = text[sentence.start : first.start].strip() if first else ""
    if (
        first is None
        or first.area is WORLD
        or not lead
        or len(lead.split()) > _FEW
        or not located(text, first, sentence.start, grammar)
    ):
        return None
    return Subject(text[first.start : first.end], area=first.area)


_OPENING, _FEW = 40, 2


def listen(text: str, sentence: Sentence, context: Context, memory: Memory) -> None:
    """A sentence without digits may still name who the next one speaks of."""
    if context.grammar.is_cjk:
        spoken = cjk_subject(text, sentence.start, sentence.end, context.market, context.parts, context.grammar)
        if spoken and (spoken.area or spoken.known):
            memory.subject = spoken
        return
    clause = non_english_clause(text, sentence.start, sentence.end, context.grammar)
    words = text[sentence.start : sentence.end].strip()
    longest = 7 if context.grammar.is_non_english else 4
    answer = words.rstrip(".") if words.endswith(".") and len(words.split()) <= longest and not clause.subject else None
    if words.endswith("?") and len(words.split()) <= _ASKED and clause.subject is None and not _QUESTION.match(words):
        answer = words.rstrip("?")  # "Screw-in types? USD 680 million."
    if named := clause.subject or answer:
        subject = read_subject(named, context.market, context.parts, context.grammar)
        answer = None if context.grammar.is_non_english and not subject.area else answer
        names_part = bool(clause.subject and _PART_WORD.search(clause.subject))
        points_back = _POINTS_BACK.match(text, sentence.end, sentence.end + 24)
        if points_back and subject.segment and _RANKED.search(words):
            names_part = True
        if (subject.segment and (answer or names_part or sentence.block in context.dimensions)) or (
            not subject.generic
            and ((subject.area and subject.area is not WORLD) or subject.known or subject.market is not None)
        ):
            memory.subject = subject
    elif follower := _NEXT.match(words):
        subject = read_subject(follower["name"], context.market, context.parts, context.grammar)
        memory.subject = subject if subject.segment or subject.area else memory.subject
        if not subject.generic and (subject.area or subject.known or subject.market is not None):
            memory.subject = subject
    if opened := _opened_in(text, sentence, context.grammar):
        memory.subject = opened
    memory.sized = bool(_SIZE_COLON.search(words) or _HOW_LARGE.match(words))


_ASKED = 4
_QUESTION = re.compile(
    rf"{_WORDS['question_words']}\b",
    re.IGNORECASE,
)
_NEXT = re.compile(rf"{_WORDS['next_words']}\s{_WORDS['next_verbs']}\s(?P<name>[^.,;]{{3,50}})")
_POINTS_BACK = re.compile(rf"\s*(?:It|They|(?:The|This|These) {_WORDS['pointing_nouns']}s?)\s")
_RANKED = re.compile(rf"\b{_WORDS['ranking_words']}\b", re.IGNORECASE)
_PART_WORD = re.compile(rf"\b{_WORDS['part_nouns']}\b", re.IGNORECASE)
