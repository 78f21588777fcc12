"""Ranks: the position that a text gives a part, an area or a company ("the second-largest region"), without a value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from sources.extract.document.context import Context
from sources.extract.scan.years import YearMark, year_marks
from sources.extract.statements.ranked import Ranked, joined_areas, ranked_subject
from sources.extract.text.cues import CueMark, Cues, cues_of, holds
from sources.extract.text.sentences import Sentence
from sources.grammar.areas import Area, AreaMark, area_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages
from sources.records import ParsedDocument, Rank, RankCriterion

_WORDS = pattern_words("statements")
_ANY = words_of_languages("statements")

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
_STOP = re.compile(rf"[,;:]\s|\.\s|\s[–—]\s|\s\(|[、，。；]|\s{_WORDS['reason_words']}\s")
_TO_NOUN = 5  # words between a cue and what is ranked
_NOT_REACH = 24
_BREAK = re.compile(rf"[,;:.]\s|\s{_ANY['own_breaks']}\s")
_PLACE = re.compile(rf"\b{_ANY['place_prepositions']}\s(?:the\s)?$")
_GROWTH = re.compile(_ANY["growth_stems"], re.IGNORECASE)


def ranks_of(
    parsed: ParsedDocument, sentences: Sequence[Sentence], words: Sequence[frozenset[str]], context: Context
) -> tuple[Rank, ...]:
    """Ranks in order of the text, one row per place that states one.

    Read where a cue ("largest", "fastest-growing", "dominated") is said of an area, of a part of the market or of a named
    company: in a clause of its own, in a relative clause ("..., which keeps it the largest part"), behind a label or
    with the name behind it ("the largest region is X"). "One of the largest", questions, and superlatives of what is no
    part of a market give no rank.

    Args:
        parsed: the document.
        sentences: its sentences.
        words: the words of each sentence, lower case.
        context: the document's own facts.
    """
    text, grammar = parsed.text, context.grammar
    cues = cues_of(grammar, "ranks")
    ranks: list[Rank] = []
    for sentence, tokens in zip(sentences, words, strict=True):
        if not holds(text, sentence, tokens, cues) or parsed.blocks[sentence.block].kind == "heading":
            continue
        if text[sentence.start : sentence.end].rstrip().endswith(("?", "？")):
            continue
        ranks += _ranks(text, sentence, cues, context)
    return tuple(ranks)


def _ranks(text: str, sentence: Sentence, cues: Cues, context: Context) -> Iterator[Rank]:
    grammar = context.grammar
    last = -1
    areas: tuple[AreaMark, ...] | None = None
    seen: set[tuple[str, int | None, str]] = set()
    for mark in _marks(text, sentence, cues, grammar):
        if mark.start < last:
            continue
        subject = ranked_subject(text, sentence, mark, context)
        if subject is None:
            continue
        start, end = min(subject.start, mark.start), _end(text, sentence, mark)
        criterion = _criterion(text, mark, end)
        last = mark.end
        if areas is None:
            areas = area_marks(text, sentence.start, sentence.end)
        years = _period(text, sentence, mark, start, end)
        for one in (subject, *joined_areas(text, subject, mark, areas)):
            key = (one.name.lower(), _ORDINAL.get(mark.kind), criterion)
            if key in seen:
                continue
            seen.add(key)
            area = _within(text, (start, end), one, areas, context)
            yield _rank(text, (start, end), one, mark, criterion, years, area, context)


def _rank(
    text: str,
    span: tuple[int, int],
    subject: Ranked,
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
        if not nouns.search(text, mark.start, mark.end) and (
            noun is None or len(tail[: noun.start()].split()) > _TO_NOUN or _cut(tail[: noun.start()])
        ):
            continue
        yield mark


def _cut(words: str) -> bool:
    """Whether a cue and a noun are in different phrases."""
    return bool(_BREAK.search(words + " "))


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


def _within(text: str, span: tuple[int, int], subject: Ranked, areas: Sequence[AreaMark], context: Context) -> Area:
    """The area that the rank holds in: named with a preposition beside a subject that is no area, else the document's."""
    for mark in areas:
        if span[0] <= mark.start and mark.end <= span[1] and mark.area.name != subject.name:
            if _PLACE.search(text[max(span[0], mark.start - 14) : mark.start]):
                return mark.area
    return context.area


@cache
def _nouns(grammar: Grammar) -> re.Pattern[str]:
    return grammar.pattern("rank_words.nouns")
