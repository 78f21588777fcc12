"""Ranks: the position that a text gives a part, an area or a company ("the second-largest region"), without a value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from sources.extract.attribution import Subject, read_subject
from sources.extract.clauses import clause_of, label_of
from sources.extract.context import Context
from sources.extract.cues import CueMark, Cues, cues_of, holds
from sources.extract.sentences import Sentence
from sources.extract.years import YearMark, year_marks
from sources.grammar.areas import WORLD, Area, area_marks, area_named
from sources.grammar.language import Grammar
from sources.records import ParsedDocument, Rank, RankCriterion, RankSubject

_ORDINAL = {
    "size": 1,
    "growth": 1,
    "size_verbs": 1,
    "growth_verbs": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "second_verbs": 2,
    "third_verbs": 3,
}
_VERBS = ("size_verbs", "growth_verbs", "second_verbs", "third_verbs")
_STOP = re.compile(
    r"[,;:]\s|\.\s|\s[–—]\s|\s\(|[、，。；]|\s(?:while|whereas|as|because|driven|owing|due|thanks|with)\s"
)
_LEAD_STOP = re.compile(r"[;:]\s|\.\s|\s[–—]\s|\s\(|[。；]|\s(?:while|whereas|because|driven|owing|due|thanks)\s")
_ANTECEDENT = re.compile(r"(?:\s|^)(?:that|which|who|die|der|das|qui|que)$")
_JOIN = re.compile(r"\s?,?\s?(?:and|und|y|et|,)\s(?:the\s)?")
_FOOTNOTE = re.compile(r"^[0-9]{1,2}(?=[A-ZÀ-Þ][a-z])")
_TO_NOUN = 5  # words between a cue and what is ranked
_LINK_REACH = 60  # characters before a cue in which its link stands
_NOT_REACH = 24
_PROPER = re.compile(r"(?:[A-ZÀ-Þ][\w&.’'-]*\s?){1,6}$")
_NAMED_BEHIND = re.compile(
    r"^(?:[^,.;:]{0,60}?)\s(?:is|was|are|were|remains|remained|being|ist|war|est|était|es|fue)\s(?:the\s|die\s|der\s|das\s|la\s|le\s|el\s)?(?P<name>[^,.;:]{2,60}?)(?=[,.;:]|\s(?:with|at|accounting|holding|followed|in 20|by)\b|$)"
)
_GROWTH = re.compile(r"grow|cagr|fast|expansion|wachs|wächst|schnell|crec|croiss|成長|伸び|増|增", re.IGNORECASE)
_PART_END = re.compile(r"\s(?:segment|segments|category|region|Segment|segmento)$")


@dataclass(frozen=True, slots=True)
class _Ranked:
    """Whom a cue ranks."""

    start: int
    name: str
    kind: RankSubject
    dimension: str | None


def ranks_of(
    parsed: ParsedDocument, found: Sequence[Sentence], words: Sequence[frozenset[str]], context: Context
) -> tuple[Rank, ...]:
    """Ranks in order of the text, one row per place that states one.

    Read where a cue ("largest", "fastest-growing", "dominated") is said of an area, of a part of the market or of a named
    company: in a clause of its own, in a relative clause ("..., which made it the largest component"), behind a label or
    with the name behind it ("the largest region is X"). "One of the largest", questions, and superlatives of what is no
    part of a market rank nobody.

    Args:
        parsed: the document.
        found: its sentences.
        words: the words of each sentence, lower case.
        context: the document's own facts.
    """
    text, grammar = parsed.text, context.grammar
    cues = cues_of(grammar, "ranks")
    ranks: list[Rank] = []
    for sentence, own in zip(found, words, strict=True):
        if not holds(text, sentence, own, cues) or parsed.blocks[sentence.block].kind == "heading":
            continue
        if text[sentence.start : sentence.end].rstrip().endswith(("?", "？")):
            continue
        ranks += _ranks(text, sentence, cues, context)
    return tuple(ranks)


def _ranks(text: str, sentence: Sentence, cues: Cues, context: Context) -> Iterator[Rank]:
    grammar = context.grammar
    last = -1
    seen: set[tuple[str, int | None, str]] = set()
    for mark in _marks(text, sentence, cues, grammar):
        if mark.start < last:
            continue
        subject = _subject(text, sentence, mark, context)
        if subject is None:
            continue
        start, end = min(subject.start, mark.start), _end(text, sentence, mark)
        criterion = _criterion(text, mark, end)
        last = mark.end
        years = _period(text, sentence, mark, start, end)
        for one in (subject, *_joined(text, subject, mark)):
            key = (one.name.lower(), _ORDINAL.get(mark.kind), criterion)
            if key in seen:
                continue
            seen.add(key)
            area = _within(text, start, end, one, context)
            yield _rank(text, (start, end), one, mark, criterion, years, area, context)


def _rank(
    text: str,
    span: tuple[int, int],
    subject: _Ranked,
    mark: CueMark,
    criterion: RankCriterion,
    years: YearMark | None,
    area: Area,
    context: Context,
) -> Rank:
    start, end = span
    return Rank(
        char_start=start,
        char_end=end,
        surface=text[start:end],
        subject=subject.name,
        subject_kind=subject.kind,
        dimension=subject.dimension,
        criterion=criterion,
        ordinal=_ORDINAL.get(mark.kind),
        position=text[mark.start : mark.end],
        time_period=years.time_period or None if years else None,
        year=years.last if years else None,
        market=context.market,
        geography=area.name,
        ref_area=area.code,
        rule=f"rank.{'verb' if mark.is_verb else 'superlative'}",
    )


def _joined(text: str, subject: _Ranked, mark: CueMark) -> Iterator[_Ranked]:
    """Areas that a list joins to the ranked one: "A and B remained smaller markets"."""
    if subject.kind != "area":
        return
    marks = area_marks(text, subject.start, mark.start)
    for before, area in pairwise(marks):
        if not _JOIN.fullmatch(text[before.end : area.start]):
            return
        yield _Ranked(area.start, area.area.name, "area", "Geography")


def _marks(text: str, sentence: Sentence, cues: Cues, grammar: Grammar) -> Iterator[CueMark]:
    """Cues that rank: verbs, and superlatives of a part of a market that a verb ties to its subject."""
    nouns = _nouns(grammar)
    for match in cues.pattern.finditer(text, sentence.start, sentence.end):
        kind = cues.key(match.group())
        mark = CueMark(match.start(), match.end(), kind, kind in _VERBS)
        if grammar.ending("rank_words.not").search(text[max(sentence.start, mark.start - _NOT_REACH) : mark.start]):
            continue
        if mark.is_verb:
            yield mark
            continue
        tail = text[mark.end : min(sentence.end, mark.end + 70)]
        noun = nouns.search(tail)
        own = nouns.search(text, mark.start, mark.end)
        if own is None and (noun is None or len(tail[: noun.start()].split()) > _TO_NOUN or _cut(tail[: noun.start()])):
            continue
        yield mark


def _cut(words: str) -> bool:
    """Whether a cue and a noun stand in different phrases."""
    return bool(re.search(r"[,;:.]\s|\s(?:and|of|in|for|to|that|which|und|y|et)\s", words + " "))


def _subject(text: str, sentence: Sentence, mark: CueMark, context: Context) -> _Ranked | None:
    """The nearest of: the clause's own subject, the sentence's, its label, the name behind the cue."""
    grammar = context.grammar
    if grammar.phrases("rank_words.nouns") and grammar.language in ("ja", "zh"):
        return _named_in(text, sentence.start, mark.start, context) or _named_in(text, mark.end, sentence.end, context)
    if not mark.is_verb and not _linked(text, sentence, mark, grammar):
        return _behind(text, sentence, mark, context) or _apposed(text, sentence, mark, context)
    if mark.is_verb and re.match(r"\s(?:by|von|par|por)\s", text[mark.end : mark.end + 6]):
        return _by(text, sentence, mark, context)
    clause = clause_of(text, sentence.start, mark.end if mark.is_verb else mark.start, grammar)
    if (
        clause.subject
        and not _ANTECEDENT.search(clause.subject)
        and (read := _ranked(clause.subject, clause.subject_start, clause.dimension, context))
    ):
        return read
    if clause.subject is None or read_subject(clause.subject, context.market, context.parts, grammar).generic:
        if named := _named_in(text, sentence.start, mark.start, context):
            return named
    verb = grammar.pattern("subject_verbs").search(text, sentence.start, mark.start)
    if verb:
        main = clause_of(text, sentence.start, verb.end(), grammar)
        if main.subject and (read := _ranked(main.subject, main.subject_start, main.dimension, context)):
            return read
    if clause.subject and read_subject(clause.subject, context.market, context.parts, grammar).market is not None:
        return None
    label = label_of(text, sentence.start, sentence.end, grammar)
    if label and label[1] <= mark.start and (read := _ranked(label[0], sentence.start, None, context)):
        return _Ranked(text.index(label[0], sentence.start), read.name, read.kind, read.dimension)
    return _behind(text, sentence, mark, context)


def _linked(text: str, sentence: Sentence, mark: CueMark, grammar: Grammar) -> bool:
    """Whether a verb before the cue says it of somebody: "X is the largest", "X held the largest", "X: The largest"."""
    lead = text[max(sentence.start, mark.start - _LINK_REACH) : mark.start]
    tail = _LEAD_STOP.split(lead)[-1]
    return (bool(grammar.pattern("rank_words.links").search(tail)) and not re.fullmatch(r"\s*[Tt]he\s", tail)) or bool(
        re.search(r"[:：]\s(?:[Tt]he\s|[Aa]\s)?$", lead)
    )


def _ranked(phrase: str, start: int, dimension: str | None, context: Context) -> _Ranked | None:
    if note := _FOOTNOTE.match(phrase):
        phrase, start = phrase[note.end() :], start + note.end()
    subject = read_subject(phrase, context.market, context.parts, context.grammar)
    return _of_subject(subject, phrase, start, dimension, context)


def _of_subject(subject: Subject, phrase: str, start: int, dimension: str | None, context: Context) -> _Ranked | None:
    if subject.area is not None:
        return None if subject.area is WORLD else _Ranked(start, subject.area.name, "area", "Geography")
    if subject.generic or subject.market is not None or not subject.segment:
        return None
    told = subject.dimension or (dimension[:1].upper() + dimension[1:] if dimension else None)
    if subject.known:
        return _Ranked(start, subject.segment, "segment", told)
    plain = " ".join(phrase.split()).strip(" ,.:;")
    if len(plain.split()) > 9 or re.search(r"[0-9]{4}|[$€£%]", plain) or plain.lower().startswith(_POINTING):
        return None
    name = re.sub(r"^(?:[Tt]he|[Aa]n?|[Dd]ie|[Dd]er|[Dd]as|[Ll]a|[Ll]e|[Ee]l)\s", "", plain)
    if _PART_END.search(name) or told:
        return _Ranked(start, _PART_END.sub("", name), "segment", told)
    if _PROPER.fullmatch(plain) and not area_named(plain):
        return _Ranked(start, plain, "company", None)
    return _Ranked(start, name, "other", None)


_POINTING = (
    "this ",
    "these ",
    "that ",
    "those ",
    "such ",
    "the following ",
    "there",
    "which",
    "what",
    "their ",
    "its ",
    "our ",
    "we",
    "the report",
    "the study",
    "companies",
    "vendors",
    "players",
)


def _named_in(text: str, start: int, end: int, context: Context) -> _Ranked | None:
    """The first area or listed part of a stretch: whom "it" means in the same sentence."""
    found = [
        _Ranked(m.start, m.area.name, "area", "Geography") for m in area_marks(text, start, end) if m.area is not WORLD
    ]
    lowered = text[start:end].lower()
    for segment in context.segments:
        at = lowered.find(segment.name.lower())
        if at >= 0:
            found.append(_Ranked(start + at, segment.name, "segment", segment.dimension))
    return min(found, key=lambda r: (r.start, -len(r.name)), default=None)


def _behind(text: str, sentence: Sentence, mark: CueMark, context: Context) -> _Ranked | None:
    """The name behind the cue: "the largest region is X"."""
    match = _NAMED_BEHIND.match(text[mark.end : sentence.end])
    if not match:
        return None
    start = mark.end + match.start("name")
    read = _ranked(match["name"], start, None, context)
    if read is None or read.kind in ("other", "company"):
        return None
    return _Ranked(mark.start, read.name, read.kind, read.dimension)


def _by(text: str, sentence: Sentence, mark: CueMark, context: Context) -> _Ranked | None:
    """The area or listed part that a market is dominated by."""
    lead = re.match(r"\s\w+\s(?:the\s)?", text[mark.end : sentence.end])
    start = mark.end + (lead.end() if lead else 0)
    stop = _STOP.search(text, start, sentence.end)
    read = _ranked(text[start : stop.start() if stop else sentence.end].rstrip(". \n"), start, None, context)
    return (
        _Ranked(mark.start, read.name, read.kind, read.dimension) if read and read.kind in ("area", "segment") else None
    )


def _apposed(text: str, sentence: Sentence, mark: CueMark, context: Context) -> _Ranked | None:
    """The name that a comma ties to the cue: "Europe, the second-largest market, ..."."""
    lead = text[sentence.start : mark.start]
    tied = re.search(r"(?P<name>[^,.;:]{2,60}),\s(?:the|die|der|das|le|la|el)\s$", lead)
    if not tied:
        return None
    read = _ranked(tied["name"].strip(), sentence.start + tied.start("name"), None, context)
    return read if read and read.kind in ("area", "segment") else None


def _end(text: str, sentence: Sentence, mark: CueMark) -> int:
    stop = _STOP.search(text, mark.end, sentence.end)
    end = stop.start() if stop else sentence.end
    while end > mark.end and text[end - 1] in " .\n*":
        end -= 1
    return end


def _criterion(text: str, mark: CueMark, end: int) -> RankCriterion:
    if mark.kind in ("growth", "growth_verbs"):
        return "growth"
    if mark.kind in ("size", "size_verbs"):
        return "size"
    return "growth" if _GROWTH.search(text, mark.start, min(end, mark.end + 24)) else "size"


def _period(text: str, sentence: Sentence, cue: CueMark, start: int, end: int) -> YearMark | None:
    """The year nearest to the cue in the stretch that ranks, else the only one of the sentence."""
    inside = [m for m in year_marks(text, start, end) if m.first]
    if inside:
        return min(inside, key=lambda m: min(abs(m.start - cue.end), abs(cue.start - m.end)))
    every = [m for m in year_marks(text, sentence.start, sentence.end) if m.first]
    return every[0] if len(every) == 1 else None


def _within(text: str, start: int, end: int, subject: _Ranked, context: Context) -> Area:
    """The area that the rank holds in: named with a preposition beside a subject that is no area, else the document's."""
    for mark in area_marks(text, start, end):
        if mark.area.name != subject.name:
            if re.search(
                r"\b(?:in|within|across|im|en|au|aux)\s(?:the\s)?$", text[max(start, mark.start - 14) : mark.start]
            ):
                return mark.area
    return context.area


@cache
def _nouns(grammar: Grammar) -> re.Pattern[str]:
    return grammar.pattern("rank_words.nouns")
