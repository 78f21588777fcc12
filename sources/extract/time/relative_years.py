"""Years given as a distance: "two years earlier", "last year", "im Vorjahr", "by then", "at the end of the forecast period".

A figure beside one of these phrases holds for no other year of its sentence, also where the year meant stays open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from sources.extract.scan.years import YearMark, year_marks
from sources.extract.time.timing import Timing, Window
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import lists_of_languages, words_of_languages
from sources.grammar.phrase_patterns import alternation

_ANY = words_of_languages("time")

_REACH = 44  # characters behind a figure in which its year may be stated
_OPENED = 90  # characters from the start of a sentence to a figure that its first words date
_MONTHS = 12
_LOOK_BACK = 400  # characters before "that year" in which the year was named
_LONGEST = 30  # years back
_CUT = re.compile(r"[,;:()\n，、；。]|\.\s|[-–—]\s")


class Beside(NamedTuple):
    """The stretch of one figure: its own hedges begin at `start`; the figure is `value_start` to `end`."""

    start: int
    end: int
    left: int  # end of the figure before, or start of the sentence
    right: int  # start of the figure behind, or end of the sentence
    is_first: bool = False  # the first figure of its sentence


def relative_year(
    text: str,
    at: Beside,
    marks: Sequence[YearMark],
    compared: int | None,
    window: Window,
    grammar: Grammar,
    *,
    is_growth: bool = False,
) -> Timing | None:
    """The time of a figure whose year is given as a distance; None where it is not.

    Args:
        text: the document.
        at: places of the figure and its neighbours.
        marks: years of its sentence.
        compared: the year of the figure before it in the sentence, which it may be set against.
        window: the document's own years.
        grammar: its words.
        is_growth: the figure is growth, which starts from "the year before".
    """
    if grammar.is_cjk:
        named = any(at.left <= m.start < at.start for m in marks)
        return _in_cjk(text, at, compared, window, grammar, is_named=named or is_growth)
    around = _around(text, at, marks, grammar)
    if timing := _at_distance(text, at, around, compared, window, grammar):
        return timing
    if not is_growth and _right_now(grammar).match(around.words):
        return Timing(flag="A")
    for name, year_of in _NAMED:
        if is_growth and year_of is _year_before:
            continue
        if phrase := _by_name(text, at, around, name, grammar, is_growth=is_growth):
            return year_of(phrase, compared, window, text, at)
    return None


class _Around(NamedTuple):
    """The words beside a figure, up to the next year, sign or figure on each side."""

    words: str  # behind it
    lead: str  # before it
    before: YearMark | None  # the last year before it
    behind: int | None  # where the first year behind it starts


def _around(text: str, at: Beside, marks: Sequence[YearMark], grammar: Grammar) -> _Around:
    words = text[at.end : min(at.right, at.end + _REACH)]
    behind = next((m.start for m in marks if at.end <= m.start), None)
    if behind is not None:
        words = words[: max(0, behind - at.end)]
    if cut := _CUT.search(words):
        words = words[: cut.start()]
    before = next((m for m in reversed(marks) if at.left <= m.start < at.start), None)
    lead = text[max(before.end if before else at.left, at.start - _REACH) : at.start]
    if taken := not at.is_first and _taken_by_other(lead, grammar):
        lead = lead[taken:]
    return _Around(words, lead, before, behind)


def _at_distance(
    text: str, at: Beside, around: _Around, compared: int | None, window: Window, grammar: Grammar
) -> Timing | None:
    """ "two years earlier" behind the figure, before it, or at the start of its sentence."""
    lead = _before(grammar).search(around.lead)
    if lead and around.before and not lead["count"]:
        lead = None
    for phrase in (_behind(grammar).match(around.words), lead):
        if phrase and (years := _distance(phrase, grammar)):
            anchor = ((compared or _last_named(text, at)) if phrase["earlier"] else None) or window.dated
            past = "A" if not phrase["earlier"] or not anchor or anchor - years <= (window.dated or 0) else ""
            return _dated(anchor - years if anchor else None, phrase, past)
    if around.before or not _opens_sentence(at):
        return None
    opening = _opening(grammar).match(text, at.left, at.start)
    if opening and (years := _distance(opening, grammar)):
        anchor = (_last_named(text, at) if opening["earlier"] else None) or window.dated
        return _dated(anchor - years if anchor else None, opening, "" if opening["earlier"] else "A")
    return None


def _opens_sentence(at: Beside) -> bool:
    """The figure is its sentence's first, and the first words may date it."""
    return at.is_first and at.start - at.left <= _OPENED


def _by_name(
    text: str, at: Beside, around: _Around, name: str, grammar: Grammar, *, is_growth: bool
) -> re.Match[str] | None:
    """Words such as "last year" that hold for the figure: at the start of its sentence, beside it, or in its own clause."""
    is_undated = around.before is None and (around.behind is None or around.behind - at.end > _OPENED)
    if is_undated and _opens_sentence(at) and (phrase := _opened(name, grammar).match(text, at.left, at.start)):
        return phrase
    if phrase := _beside(name, grammar).match(around.words):
        return phrase
    if around.before:
        return None
    if phrase := _beside_left(name, grammar).search(around.lead):
        return phrase
    if around.behind is None and not is_growth and name in _RELATIVE_YEARS:
        return _further_left(name, grammar).search(text, max(at.left, at.start - _FURTHER), at.start)
    return None


def _taken_by_other(lead: str, g: Grammar) -> int:
    """ "from 8 bn the year before to": the end of words right behind the figure before that give that figure's year; 0 elsewhere."""
    phrase = _behind(g).match(lead) or next((m for name, _ in _NAMED if (m := _beside(name, g).match(lead))), None)
    return phrase.end() if phrase and phrase.end() < len(lead.rstrip()) and not _CUT.search(lead) else 0


def _dated(year: int | None, phrase: re.Match[str], flag: str = "") -> Timing:
    said = " ".join(phrase.group().split())
    return Timing(year, inferred=True, basis=f"“{said}”", flag=flag) if year else Timing(flag=flag)


def _past_year(phrase: re.Match[str], compared: int | None, window: Window, text: str, at: Beside) -> Timing:
    this = window.dated or compared  # "3 bn in 2025, up on last year's 2 bn"
    return _dated(this - 1 if this else None, phrase, "A")


def _year_before(phrase: re.Match[str], compared: int | None, window: Window, text: str, at: Beside) -> Timing:
    anchor = compared or window.dated
    past = "A" if not anchor or not window.dated or anchor - 1 <= window.dated else ""
    return _dated(anchor - 1 if anchor else None, phrase, past)


def _that_year(phrase: re.Match[str], compared: int | None, window: Window, text: str, at: Beside) -> Timing:
    return _dated(_last_named(text, at), phrase)


def _last_named(text: str, at: Beside) -> int | None:
    """The last year that the text names before the figure."""
    start = max(text.rfind("\n\n", 0, at.start) + 1, at.start - _LOOK_BACK)
    points = [m for m in year_marks(text, start, at.start) if m.first and m.kind != "date"]
    return points[-1].last if points else None


def _period_end(phrase: re.Match[str], compared: int | None, window: Window, text: str, at: Beside) -> Timing:
    return _dated(window.end, phrase, "F")


def _this_year(phrase: re.Match[str], compared: int | None, window: Window, text: str, at: Beside) -> Timing | None:
    return _dated(window.dated, phrase) if window.dated else None


def _next_year(phrase: re.Match[str], compared: int | None, window: Window, text: str, at: Beside) -> Timing:
    return _dated(window.dated + 1 if window.dated else None, phrase, "F")


_Reading = Callable[[re.Match[str], int | None, Window, str, Beside], Timing | None]
_NAMED: tuple[tuple[str, _Reading], ...] = (
    ("periods.period_end", _period_end),
    ("periods.next_year", _next_year),
    ("periods.past_year", _past_year),
    ("periods.year_before", _year_before),
    ("periods.year_end", _this_year),
    ("periods.that_year", _that_year),
)
# Between a figure and the words for its year are a noun and its preposition at most: "USD 3 bn of sales last year".
_NOUNS = rf"\s(?:{_ANY['noun_links']}\s(?:{_ANY['noun_articles']}\s)?\w{{3,14}}\s)?(?:\w{{3,14}}\s)?"
_LEADS = rf"(?:{_ANY['time_leads']}\s|{_ANY['elided_leads']}){{0,2}}"


@cache
def _beside(name: str, g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"(?:\s|{_NOUNS}){_LEADS}{g.source(name)}", re.IGNORECASE)


@cache
def _beside_left(name: str, g: Grammar) -> re.Pattern[str]:
    """Right before the figure: "last year's USD 3 bn", "at the end of the period about USD 3 bn"."""
    return re.compile(rf"{g.source(name)}(?:['’]s?)?\s(?:\w{{1,12}}\s){{0,1}}$", re.IGNORECASE)


_RELATIVE_YEARS = frozenset({"periods.past_year", "periods.next_year"})
_FURTHER = 110
_NOT_AGAINST = "".join(rf"(?<!{word} )" for word in lists_of_languages("time")["against_words"])


@cache
def _further_left(name: str, g: Grammar) -> re.Pattern[str]:
    """ "erwirtschaftete im vergangenen Jahr einen Umsatz von 3 Mio.": in the figure's own clause, and compared with nothing."""
    return re.compile(rf"{_NOT_AGAINST}{g.source(name)}(?:\s[^\s,;:.()–—]{{1,18}}){{1,8}}\s$", re.IGNORECASE)


@cache
def _right_now(g: Grammar) -> re.Pattern[str]:
    """ "from 12 % in 2022 to 19 % now": no other year of the sentence."""
    return re.compile(rf"\s{g.source('periods.now')}", re.IGNORECASE)


@cache
def _opening(g: Grammar) -> re.Pattern[str]:
    """At the start of a sentence: "Twelve months ago the market was worth"."""
    return re.compile(rf"\s*(?:{_ANY['opening_hedges']}\s)?{_distance_source(g)}(?![\w-])", re.IGNORECASE)


@cache
def _opened(name: str, g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"\s*{_LEADS}{g.source(name)}(?!['’\w])", re.IGNORECASE)


@cache
def _counted(g: Grammar) -> str:
    ones = g.source("periods.ones")
    names = alternation([w for w, n in g.cardinals.items() if n.isdigit()])
    nouns = g.source("periods.year_nouns", "periods.month_nouns", also=["decade", "decades"])
    return rf"(?P<count>[0-9]{{1,2}}|{names}|{ones})\s(?P<noun>{nouns})"


@cache
def _distance_source(g: Grammar) -> str:
    earlier, ago = g.source("periods.earlier"), g.source("periods.ago")
    leads, counted = g.source("periods.ago_leads"), _counted(g)
    again = counted.replace("?P<count>", "?P<count2>").replace("?P<noun>", "?P<noun2>")
    return rf"(?:{counted}\s(?:(?P<earlier>{earlier})|{ago})|{leads}\s{again})"


@cache
def _behind(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"(?:\s|{_NOUNS}){_distance_source(g)}(?!\s$)", re.IGNORECASE)


@cache
def _before(g: Grammar) -> re.Pattern[str]:
    """As `_behind`, before the figure with a verb or a comma at most between them: "two years earlier it was"."""
    return re.compile(rf"(?<!\w){_distance_source(g)}(?:\s\w{{1,10}}){{0,3}}[,:]?\s$", re.IGNORECASE)


def years_back(words: str, g: Grammar) -> int | None:
    """Years that words such as "two years earlier" or "vor einem Jahr" lead back; None where they state no distance."""
    phrase = re.search(_distance_source(g), words, re.IGNORECASE)
    return (_distance(phrase, g) or None) if phrase else None


def _distance(phrase: re.Match[str], g: Grammar) -> int:
    """Whole years between; 0 where the months are no whole years."""
    word = (phrase["count"] or phrase["count2"]).lower()
    noun = (phrase["noun"] or phrase["noun2"]).lower()
    n = int(word) if word.isdigit() else int(g.cardinals.get(word, "1"))
    if noun in {w.lower() for w in g.phrases("periods.month_nouns")}:
        return n // _MONTHS if n % _MONTHS == 0 else 0
    return n * (10 if noun.startswith("decade") else 1) if n <= _LONGEST else 0


_CJK_LINK = rf"(?:[のは、,，]|{_ANY['year_links']}){{0,2}}\s?$"


@cache
def _cjk_left(name: str, g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"(?:{g.source(name)}){_CJK_LINK}", re.IGNORECASE)


def _in_cjk(
    text: str, at: Beside, compared: int | None, window: Window, g: Grammar, *, is_named: bool
) -> Timing | None:
    """In scripts without blanks the words are right before the figure, "前年の259億円", or open its clause, "昨年の市場規模は259億円"."""
    lead = text[max(at.left, at.start - 16) : at.start]
    for name, year_of in _NAMED:
        if phrase := _cjk_left(name, g).search(lead):
            return year_of(phrase, compared, window, text, at)
    if is_named or not at.is_first:
        return None
    for name, year_of in _NAMED:
        if name in _CJK_RELATIVE_YEARS and (phrase := _cjk_opened(name, g).match(text, at.left, at.start)):
            return year_of(phrase, compared, window, text, at)
    return None


_CJK_RELATIVE_YEARS = frozenset({"periods.past_year", "periods.next_year", "periods.year_end"})


@cache
def _cjk_opened(name: str, g: Grammar) -> re.Pattern[str]:
    """At the start of a sentence, and no "同期", "比" or "보다" behind it: there it is what a rate is measured against."""
    words = g.source(name)
    return re.compile(rf"\s*{words}(?!\s?(?:{_ANY['other_year_signs']}|말\b))[^。；;\n]{{0,60}}$")
