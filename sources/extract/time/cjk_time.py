"""Time in scripts without blanks: the year of a figure, and whether it is a forecast, by verbs and years."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal

from sources.extract.scan.figure import Figure
from sources.extract.scan.years import YearMark
from sources.extract.time.timing import Timing, Window
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists, words_of_languages
from sources.grammar.phrase_patterns import alternation

_WORDS = pattern_words("time")
_ANY = words_of_languages("time")
_LISTS = word_lists("time")

Status = Literal["historical", "forecast"]
_BRACKET = re.compile(r"\s?[(（\[]\s?")
# "2023年比", "2023年より": the year that a figure is compared with.
_COMPARED = re.compile(
    rf"년?\s?대비|(?:年度?)?(?:同期)?(?:[末]の?)?(?:{_ANY['compared_signs']}|的[^,，。、0-9]{{0,12}}{_WORDS['risen_to_signs_zh']}|同期)"
)
_FROM = re.compile(
    rf"(?:年度?|財年)?(?:から(?!\s?(?:19|20)[0-9]{{2}})|년부터(?!\s?(?:19|20)[0-9]{{2}})|{_ANY['since_signs']}|起(?!草))"
)
_REACHED = re.compile(rf"{_WORDS['reached_stems_ja']}た")  # "1,000億円を超えた2023年"
_LAST_BREAK = re.compile(r"(?:[，;；。]|,(?![0-9]))[^，;；。,]*$")
_START_BEHIND = re.compile(rf"(?:에서(?!는)|{_ANY['start_signs']})")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")


def cjk_point(text: str, q: Figure, start: int, marks: Sequence[YearMark], grammar: Grammar) -> Timing:
    """The year a value holds for: the one in a bracket behind it, else the last one before it that it is not compared with."""
    points = [m for m in marks if m.first and m.kind != "span"]
    right = next((m for m in points if m.start >= q.end), None)
    if right and (_BRACKET.fullmatch(text, q.end, right.start) or _REACHED.fullmatch(text, q.end, right.start)):
        return _at(right)
    held = [
        m
        for m in points
        if m.end <= q.start
        and (
            _BESIDE.fullmatch(text, m.end, q.hedge_start)
            or not grammar.ending("span_openers").search(text[start : m.start])
        )
        and not _COMPARED.match(text, m.end)
        and text[m.end - 1] not in "日일"  # a day dates the page, no figure
    ]
    if not held:
        return Timing()
    moved = _MOVES.search(text[held[-1].end : q.hedge_start])
    if moved:  # "由2024年的612万台升至1,021万台": the second value is another year's
        pair = [m for m in held if m.kind == "point"][-2:]
        if len(pair) == 2 and "同期" in text[pair[-1].end : q.start]:
            return _at(pair[0] if moved["from"] else pair[1])
        opened = next((m for m in reversed(points) if m.end <= q.start), held[-1])
        later = [m for m in held if m is not opened and m.kind == "point" and m.first > opened.first]
        return _at(later[-1]) if later and not moved["from"] else Timing()  # "2024年……由2023年的742亿元回落至706亿元"
    between = text[held[-1].end : q.start]
    if text[start : held[-1].start].endswith(_OPENERS) and _LANDED.search(between) and "同期" not in between:
        later = [m for m in held[:-1] if m.kind == "point" and m.first > held[-1].first]
        return _at(later[-1]) if later else Timing()  # "由2023年的742亿元回落至706亿元,降幅4.9%"
    return _at(held[-1])


_OPENERS = _LISTS["opener_signs_zh"]
_LANDED = re.compile(r"[至到达達][^,，。0-9]{0,3}[0-9]")
_BESIDE = re.compile(r"(?:年度?)?(?:的|の)?\s?(?:约|約)?")
_MOVES = re.compile(
    rf"(?P<from>(?:由|从|從)(?:约|約)?$)|(?:由|从|從|的)[^,，。;；]{{0,6}}[0-9][^,，。;；]{{2,14}}(?:[升增降减跌涨扩缩回滑攀提下上落长加大张萎]{{1,3}}(?:至|到)|{_WORDS['arrived_signs_zh']})(?:约|約)?$"
)


def cjk_start(text: str, q: Figure, marks: Sequence[YearMark]) -> int | None:
    """ "2024年度からの年平均成長率", "自2024年起": the year from which a rate runs, where no end is beside it."""
    for mark in reversed(marks):
        if mark.kind == "point" and mark.end <= q.start and q.start - mark.end < _REACH:
            return mark.first if _FROM.match(text, mark.end) else None
    return None


_REACH = 30
_UNTIL = re.compile(rf"(?:年度?|財年|년)?\s?{_ANY['until_signs']}")
_UP_TO = re.compile(rf"{_WORDS['up_to_signs_zh']}\s?$")


def cjk_period(
    text: str, q: Figure, marks: Sequence[YearMark], others: Sequence[Figure], window: Window
) -> Timing | None:
    """The period of a rate in a sentence without amounts: up to a year that is said to end it, else the document's window.

    None where the sentence's own span or amounts decide, which is read elsewhere.
    """
    if any(m.kind == "span" for m in marks) or any(
        o.kind == "money" or (o.kind == "count" and o.scaled) for o in others
    ):
        return None
    if since := cjk_start(text, q, marks):
        ends = [m.first for m in marks if m.first > since] or [window.end or 0]
        return Timing(period_start=since, period_end=max(ends) or None, inferred=True, basis="start stated")
    points = [m for m in marks if m.kind == "point"]
    ends = [m.first for m in points if _UNTIL.match(text, m.end) or _UP_TO.search(text, max(0, m.start - 4), m.start)]
    if ends:
        first = window.start if window.end == ends[-1] else None
        return Timing(period_start=first, period_end=ends[-1], inferred=True, basis="end stated; start unstated")
    if window.end:
        return Timing(
            period_start=window.start, period_end=window.end, inferred=True, basis="the document's forecast window"
        )
    return Timing() if points else None


def cjk_status(
    text: str, q: Figure, start: int, end: int, timing: Timing, metric: str, window: Window, grammar: Grammar
) -> Status | None:
    """Historical or forecast by the words of the figure's own clause and its year; None where neither decides.

    Args:
        text: canonical text.
        q: the figure.
        start: its sentence's start.
        end: its sentence's end.
        timing: its year or period.
        metric: what it measures; the status of a rate follows from its period elsewhere.
        window: the document's years.
        grammar: its status words; in Japanese the verb is behind the figure.
    """
    if metric == "cagr":
        return None
    year = timing.year if timing.year is not None else timing.period_end
    stated = window.base_year or window.dated
    is_forecast = _is_forecast(text, q, start, end, grammar)
    if year and stated and year != stated:
        return "forecast" if year > stated or (is_forecast and year == stated - 1) else "historical"
    if is_forecast:
        return "forecast"
    if grammar.verb_last:
        return "historical" if _START_BEHIND.match(text, q.end) else _by_verb_behind(text, q, end, grammar)
    known = stated or window.reference or window.before_horizon
    if year is None and not grammar.pattern("status.forecast").search(text, start, q.start):
        return "historical"
    return "historical" if year and known and year <= known else None


def _is_forecast(text: str, q: Figure, start: int, end: int, grammar: Grammar) -> bool:
    """A word of forecast is in the figure's own clause, before it or, in Japanese, behind it."""
    if grammar.verb_last:
        return _by_verb_behind(text, q, end, grammar) == "forecast"
    left = text[start : q.start]
    broken = _LAST_BREAK.search(left)
    return bool(_zh_forecast(grammar).search(left, broken.start() if broken else 0))


@cache
def _zh_forecast(g: Grammar) -> re.Pattern[str]:
    """Words of forecast; "统计及预测" is a noun and foretells nothing."""
    return re.compile(rf"(?<![及和与與、])(?:{g.source('status.forecast')})(?!期)")


def _by_verb_behind(text: str, q: Figure, end: int, grammar: Grammar) -> Status | None:
    """The first verb behind the figure, before another year: "19億米ドルと評価され、2031年には"."""
    behind = re.sub("[増減]の", "", text[q.end : min(end, q.end + 90)])  # "3%増の250億円を見込む": no verb
    if again := _YEAR.search(behind):
        behind = behind[: again.start()]
    if _START_BEHIND.match(behind):
        return None
    forecast = _verbs(grammar).search(behind)
    past = min(
        filter(None, (grammar.pattern("status.historical").search(behind), _PAST.search(behind))),
        key=_begin,
        default=None,
    )
    if forecast and not (past and past.start() <= forecast.start()):
        return "forecast"
    return "historical" if past else None


_PAST = re.compile(
    rf"[았었였했됐]다|[았었였했됐]{_WORDS['clause_endings_ko']}|[^\s、。]?(?:まし|でし)た|[しっいきりえけせてねべめれん][ただ](?=[。、,」]|$)"
)


@cache
def _verbs(g: Grammar) -> re.Pattern[str]:
    """Words of forecast that are verbs; "には" behind a figure foretells nothing."""
    return re.compile(alternation(w for w in g.phrases("status.forecast") if w not in _PARTICLES))


_PARTICLES = _LISTS["particles_ja"]


def _begin(match: re.Match[str]) -> int:
    return match.start()


def _at(mark: YearMark) -> Timing:
    return Timing(year=mark.first, time_period=mark.time_period, flag=mark.flag)
