"""The area of an English page without one in its title: from a line of its own, or from the sentence of its first figure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from sources.extract.text.sentences import Sentence
from sources.grammar.areas import WORLD, Area, AreaMark, area_marks, area_of_adjective
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("facts")
_OPENING = 700  # where a page says what it is about
_LINES = 8
_OFTEN = 2
_LONGEST_LINE = 140
_FIGURE = re.compile(
    rf"(?:[$€£₹¥]|\b{_WORDS['currency_codes']}\s?)\s?[0-9]|[0-9]\s?(?:(?i:{_WORDS['scale_words']})|{_WORDS['unit_words']})\b"
)
_RATE = re.compile(rf"[0-9]\s?(?:%|(?i:{_WORDS['percent_words']})\b)")
_ADJECTIVE = re.compile(r"\b([A-Z][a-z]+)\s((?:[\w-]+\s?){1,3})")  # with the words behind it: "Swedish analyst house"
_PATH = re.compile(rf"\s[/>»›|·]\s|©|^{_WORDS['credit_words']}\b", re.IGNORECASE)
_CHOSEN = re.compile(
    rf"\s*(?:{_WORDS['area_labels']}(?:\s{_WORDS['covered_words']})?\s?[:|]\s?)?(?:the\s)?$",
    re.IGNORECASE,
)
_CHOICE_ENDS = re.compile(rf"\s*+(?:[▾▼⌄]|$|(?:\|\s*+)?{_WORDS['choices_behind']}\b)", re.IGNORECASE)
# "Asia Pacific in the lead": who leads the market, and not what it is about.
_LEADS = re.compile(
    rf"\s?(?:[,:]\s)?(?:{_WORDS['before_leading']}\s){{0,3}}"
    rf"(?:{_WORDS['leading_words']}"
    rf"|{_WORDS['leading_stems']}\w+)\b",
    re.IGNORECASE,
)
_LED_BY = re.compile(
    rf"{_WORDS['before_leaders']}\s(?:by\s)?(?:the\s)?$",
    re.IGNORECASE,
)


def leads_only(title: str, mark: AreaMark) -> bool:
    """ "Market to reach USD 4 billion, Asia Pacific in the lead": an area that a title names as a part of the market."""
    if mark.start <= 3:
        return False
    return bool(_LEADS.match(title, mark.end) or _LED_BY.search(title[: mark.start]))


def english_home_area(text: str, sentences: Sequence[Sentence], grammar: Grammar) -> Area:
    """The area that the page's opening says it is about, or the world.

    Args:
        text: canonical text.
        sentences: its sentences, in order.
        grammar: its world words.
    """
    if grammar.language != "en":
        return WORLD
    if chosen := _titled_area(text):
        return chosen
    votes: Counter[str] = Counter(mark.area.code for mark in area_marks(text, 0, len(text)))
    candidate = _of_first_figure(text, sentences, grammar)
    if candidate is None:
        return WORLD
    if votes[candidate.code] < _OFTEN and (votes[WORLD.code] or grammar.pattern("world_words").search(text)):
        return WORLD  # named once, beside the world
    rest = [n for code, n in votes.items() if code not in (candidate.code, WORLD.code)]
    return candidate if votes[candidate.code] >= max(rest, default=0) else WORLD


def _titled_area(text: str) -> Area | None:
    """ "Japan ▾   Currency: USD ▾", "Country: Japan", "EU solar slips for the first time": lines above the text itself."""
    at = 0
    titled: list[Area] = []
    for line in text[: _OPENING * 2].split("\n")[: _LINES * 2]:
        if at > _OPENING:
            break
        marks = (
            [m for m in area_marks(text, at, at + len(line)) if m.area is not WORLD]
            if len(line) <= _LONGEST_LINE
            else []
        )
        if len(marks) == 1:
            before, behind = text[at : marks[0].start], text[marks[0].end : at + len(line)]
            labelled = bool(_CHOSEN.fullmatch(before)) and bool(_CHOICE_ENDS.match(behind))
            if labelled and (behind.strip() or before.strip()) and not before.lower().startswith("region"):
                return marks[0].area
            is_title = line[-1:] not in ".:;,!?" and not _PATH.search(line) and len(line.split()) > 3
            if (
                is_title
                and _is_country(marks[0].area)
                and not before.strip(" #*")
                and not _LEADS.match(behind)
                and behind[:1] == " "
                and behind[1:2].islower()
            ):
                titled.append(marks[0].area)
        at += len(line) + 1
    return titled[0] if titled else None


def _of_first_figure(text: str, sentences: Sequence[Sentence], grammar: Grammar) -> Area | None:
    for sentence in sentences:
        if sentence.start > _OPENING:
            return None
        if grammar.pattern("world_words").search(text, sentence.start, sentence.end):
            return None
        if not _FIGURE.search(text, sentence.start, sentence.end):
            if _is_world(text, sentence):
                return None
            if not (rate := _RATE.search(text, sentence.start, sentence.end)):
                continue
            if not grammar.pattern("metrics.growth").search(text, sentence.start, rate.start()):
                return None
        marks = area_marks(text, sentence.start, sentence.end)
        named = {m.area.code: m.area for m in marks}
        if any(_LEADS.match(text, m.end) or _LED_BY.search(text[sentence.start : m.start]) for m in marks):
            return None
        words = text[sentence.start : sentence.end]
        for word, noun in _ADJECTIVE.findall(words):
            near = {n.lower() for n in noun.split()}
            if (home := area_of_adjective(word)) and not near & (
                grammar.words("kind_words") | grammar.words("house_nouns")
            ):
                named.setdefault(home.code, home)
        if WORLD.code in named:
            return None
        if named:
            area = next(iter(named.values()))
            return area if len(named) == 1 and _is_country(area) else None
        if len(words) > _TITLE:
            return None
    return None


def _is_world(text: str, sentence: Sentence) -> bool:
    return any(m.area is WORLD for m in area_marks(text, sentence.start, sentence.end))


def _is_country(area: Area) -> bool:
    """Regions lead, grow and follow in the first lines of a text on the world; a country seldom does."""
    return area.code.isalpha() or area.code == "vendor:European Union"


_TITLE = 90  # a heading with a figure says less than the sentence below it
