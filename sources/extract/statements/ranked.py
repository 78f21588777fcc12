"""The subject of a rank: that of its clause or sentence, the label before it, or the adjacent name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from sources.extract.document.context import Context
from sources.extract.names.phrase_subjects import read_subject
from sources.extract.parts.named_subjects import Part, Subject
from sources.extract.phrases.clauses import clause_of, label_of
from sources.extract.text.cues import CueMark
from sources.extract.text.name_keys import part_words
from sources.extract.text.sentences import Sentence
from sources.grammar.areas import WORLD, AreaMark, area_marks, area_named
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages
from sources.grammar.phrase_patterns import alternation
from sources.records import RankSubject

_WORDS = pattern_words("statements")
_ANY = words_of_languages("statements")

_STOP = re.compile(rf"[,;:]\s|\.\s|\s[–—]\s|\s\(|[、，。；]|\s{_WORDS['reason_words']}\s")
_LINK_REACH = 60  # characters before a cue that may hold its link
_PROPER = re.compile(r"[A-ZÀ-Þ][\w×&.’'-]*(?:\s[A-ZÀ-Þ][\w×&.’'-]*){0,5}\s?$")
_NAMED_BEHIND = re.compile(
    rf"^(?:[^,.;:]{{0,60}}?)\s{_ANY['rank_copulas']}\s(?:{_ANY['articles']}\s)?(?P<name>[^,.;:]{{2,60}}?)(?=[,.;:]|\s{_WORDS['name_stops']}\b|$)"
)
_PART_END = re.compile(rf"\s{_ANY['part_nouns']}$")
_LEAD_STOP = re.compile(rf"[;:]\s|\.\s|\s[–—]\s|\s\(|[。；]|\s{_ANY['lead_stops']}\s")
_ANTECEDENT = re.compile(rf"(?:\s|^){_ANY['relative_pronouns']}$")
_AGENT = re.compile(rf"\s{_ANY['agent_words']}\s")
_ARTICLE = re.compile(rf"^(?i:an?|{_ANY['articles']})\s")
_TIED = re.compile(rf"(?P<name>[^,.;:]{{2,60}}),\s{_ANY['articles']}\s$")
_JOIN = re.compile(rf"\s?,?\s?(?:,|{_ANY['and_words']})\s(?:the\s)?")
_FOOTNOTE = re.compile(r"^[0-9]{1,2}(?=[A-ZÀ-Þ][a-z])")


@dataclass(frozen=True, slots=True)
class Ranked:
    """The subject that a cue ranks."""

    start: int
    name: str
    kind: RankSubject
    dimension: str | None


def ranked_subject(text: str, sentence: Sentence, mark: CueMark, context: Context) -> Ranked | None:
    """The nearest of: the clause's own subject, the sentence's, its label, the name behind the cue."""
    grammar = context.grammar
    if grammar.phrases("rank_words.nouns") and grammar.language in ("ja", "ko", "zh"):
        return _named_in(text, sentence.start, mark.start, context) or _named_in(text, mark.end, sentence.end, context)
    if not mark.is_verb and not _linked(text, sentence, mark, grammar):
        return _behind(text, sentence, mark, context) or _apposed(text, sentence, mark, context)
    if not mark.is_verb and (promoted := _promoted(text, sentence, mark, context)):
        return promoted.subject
    if mark.is_verb and _AGENT.match(text, mark.end, mark.end + 6):
        return _by(text, sentence, mark, context)
    if grammar.phrases("event_words.verb_second") and (named := _before_its_verb(text, sentence, mark, context)):
        return named
    clause = clause_of(text, sentence.start, mark.end if mark.is_verb else mark.start, grammar)
    if (
        clause.subject
        and not _ANTECEDENT.search(clause.subject)
        and (read := _read(clause.subject, clause.subject_start, clause.dimension, context))
    ):
        return read
    if clause.subject is None or read_subject(clause.subject, context.market, context.parts, grammar).generic:
        breaks = [m.end() for m in _LEAD_STOP.finditer(text, sentence.start, mark.start)]
        for begin in dict.fromkeys((*breaks[-1:], sentence.start)):
            if named := _named_in(text, begin, mark.start, context):
                return named
    verb = grammar.pattern("subject_verbs").search(text, sentence.start, mark.start)
    if verb:
        main = clause_of(text, sentence.start, verb.end(), grammar)
        if main.subject and (read := _read(main.subject, main.subject_start, main.dimension, context)):
            return read
    if clause.subject and read_subject(clause.subject, context.market, context.parts, grammar).market is not None:
        return None
    label = label_of(text, sentence.start, sentence.end, grammar)
    if label and label[1] <= mark.start and (read := _read(label[0], sentence.start, None, context)):
        return Ranked(text.index(label[0], sentence.start), read.name, read.kind, read.dimension)
    return _behind(text, sentence, mark, context)


@dataclass(frozen=True, slots=True)
class _Promoted:
    """The subject that a verb gives the rank to; None where that is no part, area or company."""

    subject: Ranked | None


# "... at a scale that made deck cranes the clearly largest segment": the cue is about the words between.
_PROMOTING = re.compile(
    rf"\b{_WORDS['making_verbs']}\s(?P<name>[^,.;:()]{{2,70}}?)\s(?:as\s)?{_WORDS['made_articles']}\s(?:[a-z]+ly\s)?$"
)
_PRONOUN = re.compile(rf"{_WORDS['object_pronouns']}\b", re.IGNORECASE)


def _promoted(text: str, sentence: Sentence, mark: CueMark, context: Context) -> _Promoted | None:
    """The object of "made X the largest segment"; None where there is no such verb, or a pronoun behind it."""
    match = _PROMOTING.search(text, max(sentence.start, mark.start - 110), mark.start)
    if match is None or _PRONOUN.match(match["name"]):
        return None
    read = _read(match["name"], match.start("name"), None, context)
    return _Promoted(read if read and read.kind != "other" else None)


def _before_its_verb(text: str, sentence: Sentence, mark: CueMark, context: Context) -> Ranked | None:
    """The name of a German side clause, whose verb is behind the cue: "..., während X das höchste Wachstum verzeichnet"."""
    breaks = [m.end() for m in _LEAD_STOP.finditer(text, sentence.start, mark.start)]
    if not breaks or context.grammar.pattern("rank_words.links").search(text, breaks[-1], mark.start):
        return None
    return _named_in(text, breaks[-1], mark.start, context)


def _linked(text: str, sentence: Sentence, mark: CueMark, grammar: Grammar) -> bool:
    """Whether a verb gives the cue a subject: "X is the largest", "X: The largest"; in German it may come last."""
    lead = text[max(sentence.start, mark.start - _LINK_REACH) : mark.start]
    tail = _LEAD_STOP.split(lead)[-1]
    links = grammar.pattern("rank_words.links")
    if links.search(tail) and not re.fullmatch(r"\s*[Tt]he\s", tail):
        return True
    if grammar.phrases("event_words.verb_second") and links.search(text, mark.end, min(sentence.end, mark.end + 40)):
        return True
    return bool(re.search(r"[:：]\s(?:[Tt]he\s|[Aa]\s)?$", lead))


def _read(phrase: str, start: int, dimension: str | None, context: Context) -> Ranked | None:
    if note := _FOOTNOTE.match(phrase):
        phrase, start = phrase[note.end() :], start + note.end()
    subject = read_subject(phrase, context.market, context.parts, context.grammar)
    return _of_subject(subject, phrase, start, dimension, context)


def _of_subject(subject: Subject, phrase: str, start: int, dimension: str | None, context: Context) -> Ranked | None:
    if subject.area is not None:
        return None if subject.area is WORLD else Ranked(start, subject.area.name, "area", "Geography")
    if subject.generic or subject.market is not None or not subject.segment:
        return None
    part_dimension = subject.dimension or (dimension[:1].upper() + dimension[1:] if dimension else None)
    if subject.known:
        return Ranked(start, subject.segment, "segment", part_dimension)
    plain = " ".join(phrase.split()).strip(" ,.:;")
    if (
        len(plain.split()) > 9
        or re.search(r"[0-9]{4}|[$€£%]", plain)
        or context.grammar.pattern("rank_words.pointing").match(plain)
    ):
        return None
    name = _ARTICLE.sub("", plain)
    if near := _near_part(name, context):
        return Ranked(start, near.name, "segment", near.dimension)
    if _PART_END.search(name) or part_dimension:
        return Ranked(start, _PART_END.sub("", name), "segment", part_dimension)
    if _PROPER.fullmatch(plain) and not area_named(plain):
        return Ranked(start, plain, "company", None)
    return None if _people(context.grammar).search(name) else Ranked(start, name, "other", None)


def _near_part(name: str, context: Context) -> Part | None:
    """The one listed part that has all words of a name but one, at least three: "deck crane night shift" for "Deck Crane Night Work"."""
    words = part_words(name)
    near = [part for part in context.parts if len(words - part.words) == 1 and len(words & part.words) >= _SHARED]
    return near[0] if len(near) == 1 else None


_SHARED = 3


@cache
def _people(grammar: Grammar) -> re.Pattern[str]:
    """Matches a name that ends in those who work somewhere."""
    words = grammar.phrases("rank_words.people")
    return re.compile(rf"(?<!\w){alternation(words)}$" if words else r"(?!)", re.IGNORECASE)


def _named_in(text: str, start: int, end: int, context: Context) -> Ranked | None:
    """The first area or listed part of a stretch: what "it" means in the same sentence."""
    named = [
        Ranked(m.start, m.area.name, "area", "Geography") for m in area_marks(text, start, end) if m.area is not WORLD
    ]
    lowered = text[start:end].lower()
    for segment in context.segments:
        at = lowered.find(segment.name.lower())
        if at >= 0:
            named.append(Ranked(start + at, segment.name, "segment", segment.dimension))
    return min(named, key=lambda r: (r.start, -len(r.name)), default=None)


def _behind(text: str, sentence: Sentence, mark: CueMark, context: Context) -> Ranked | None:
    """The name behind the cue: "the largest region is X"."""
    match = _NAMED_BEHIND.match(text[mark.end : sentence.end])
    if not match:
        return None
    start = mark.end + match.start("name")
    read = _read(match["name"], start, None, context)
    if read is None or read.kind in ("other", "company"):
        return None
    return Ranked(mark.start, read.name, read.kind, read.dimension)


def _by(text: str, sentence: Sentence, mark: CueMark, context: Context) -> Ranked | None:
    """The area or listed part that a market is dominated by."""
    lead = re.match(r"\s\w+\s(?:the\s)?", text[mark.end : sentence.end])
    start = mark.end + (lead.end() if lead else 0)
    stop = _STOP.search(text, start, sentence.end)
    read = _read(text[start : stop.start() if stop else sentence.end].rstrip(". \n"), start, None, context)
    return (
        Ranked(mark.start, read.name, read.kind, read.dimension) if read and read.kind in ("area", "segment") else None
    )


def _apposed(text: str, sentence: Sentence, mark: CueMark, context: Context) -> Ranked | None:
    """The name that a comma ties to the cue: "Europe, the second-largest market, ..."."""
    lead = text[sentence.start : mark.start]
    tied = _TIED.search(lead)
    if not tied:
        return None
    read = _read(tied["name"].strip(), sentence.start + tied.start("name"), None, context)
    return read if read and read.kind in ("area", "segment") else None


def joined_areas(text: str, subject: Ranked, mark: CueMark, areas: Sequence[AreaMark]) -> Iterator[Ranked]:
    """Areas that a list joins to the ranked one: "A and B remained smaller markets"."""
    if subject.kind != "area":
        return
    marks = [area for area in areas if subject.start <= area.start and area.end <= mark.start]
    for before, area in pairwise(marks):
        if not _JOIN.fullmatch(text[before.end : area.start]):
            return
        yield Ranked(area.start, area.area.name, "area", "Geography")
