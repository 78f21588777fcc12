"""When a figure holds: the year, the growth period and whether it is a forecast, each stated or read with its basis."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from sources.extract.quantities import Quantity
from sources.extract.years import YearMark
from sources.grammar.language import Grammar, alternation

Status = Literal["historical", "forecast"]
_TIGHT_RIGHT = re.compile(
    r"\s*[,(\[]?\s*(?:in|by|for|during|as of|at the end of|by the end of|until|through|to|within|around|circa|ca\.|im|bis|en|para|à|d'ici|au|per|hasta|a|as|since)?\s*"
    r"(?:the |el |le |l')?(?:end of |close of )?(?:(?:calendar |fiscal |financial )?year |Jahr(?:e)? |año |année |FY\s?)?$",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?:than|over|on|from|against|versus|compared (?:with|to)|up from|down from|more than|relative to)\s(?:in\s)?$",
    re.IGNORECASE,
)
_SET_AGAINST = re.compile(r"\b(?:compared (?:with|to)|versus|against)\s$", re.IGNORECASE)
_CONTRAST = re.compile(r"\b(?:against|from|to|versus|than|compared|up from|down from)\s", re.IGNORECASE)
_OTHER_TIME = re.compile(r"\b(?:than|against|versus|compared (?:with|to))\s(?:\w+\s){0,2}$", re.IGNORECASE)
_TO_COME = re.compile(
    r"(?<!estimated )(?<!said )(?<!thought )(?<!believed )(?<!reported )\bto\s(?:be|reach|hit|top|exceed|surpass|cross|touch|grow|rise|climb|attain|record|garner|generate)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?!expected|projected|forecasted|anticipated|estimated|predicted|based|need|compared|united|advanced)[a-z]{3,}(?:ed|pent|ought|old)\b[^.;]{0,50}$"
)
# "A market worth USD 3 billion will be reached": the verb behind the value.
_COMES = re.compile(r"\s(?:will|should|would|(?:is|are) (?:expected|forecast|projected|likely|set))\b")
_WAS = re.compile(r"\s(?:last year|the year before|a year (?:ago|earlier|before))\b")
_HAD_RATE = re.compile(
    r"\b(?:had|was|grew|rose|increased|expanded|recorded|posted|averaged|advanced|climbed|fell|declined|showed|registered)\b",
    re.IGNORECASE,
)
# "2026年の33億ドルからCAGR": the value that the rate starts from.
_FROM_VALUE = re.compile(r"((?:19|20)[0-9]{2})年度?の[^。、年]{2,24}から[^。、0-9]{0,12}$")


@cache
def _tight(g: Grammar) -> re.Pattern[str]:
    """What may stand between a value and its year, in the language's own words as well."""
    if g.language == "en":
        return _TIGHT_RIGHT
    leads = alternation([*g.phrases("year_leads"), *g.phrases("through_words")])
    return re.compile(rf"{_TIGHT_RIGHT.pattern}|\s*[,(\[]?\s*{leads}\s*$", re.IGNORECASE)


@cache
def _closed(g: Grammar) -> re.Pattern[str]:
    """Where the clause of a value ends before a year: "... und dürfte 2031 ..."."""
    if g.language == "en" or g.is_wide:
        return _CLOSED
    ands, verbs = alternation(g.phrases("and_words")), alternation(g.phrases("subject_verbs"))
    contrast = alternation(g.phrases("contrast_words"))
    return re.compile(rf"{_CLOSED.pattern}|\s{ands}\s{verbs}|\s{contrast}\s", re.IGNORECASE)


@cache
def _compared(g: Grammar) -> re.Pattern[str]:
    if g.language == "en" or not g.phrases("moved_words"):
        return _COMPARED
    return re.compile(rf"{_COMPARED.pattern}|{alternation(g.phrases('year_compares'))}\s(?:\w+\s)?$", re.IGNORECASE)


@cache
def _own_leads(g: Grammar) -> re.Pattern[str]:
    adverbs = alternation(g.phrases("lead_adverbs"))
    leads = alternation([*g.phrases("intro_leads"), *g.phrases("place_leads"), *g.phrases("year_leads")])
    return re.compile(rf"(?:{adverbs}[\s,]*)+$|{leads}[\s]", re.IGNORECASE)


def is_latin_own(grammar: Grammar) -> bool:
    """The language is neither English nor written without blanks."""
    return grammar.language != "en" and not grammar.is_wide


def own_lead(words: str, grammar: Grammar) -> bool:
    """The words open a clause as an adverbial and are no subject: "Am schnellsten", "Im Jahr 2025"."""
    return bool(_own_leads(grammar).match(words + " "))


_CLOSED = re.compile(
    r"[.;]\s|\swhile\s|\swhereas\s|,\s(?:and|but)\s|\sand\s(?:is|are|will|should|has)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Timing:
    """When a figure holds. `basis` says what an inferred year or period rests on; None where the text states it."""

    year: int | None = None
    time_period: str | None = None
    period_start: int | None = None
    period_end: int | None = None
    inferred: bool = False
    basis: str | None = None
    flag: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """Years that the document as a whole states."""

    start: int | None = None
    end: int | None = None
    base_year: int | None = None
    dated: int | None = None  # year of the document itself
    reference: int | None = None  # where neither is stated: the year its first figures start from
    before_horizon: int | None = None  # the latest year well before its last one; decides only where no verb does


def point_in_time(
    text: str,
    q: Quantity,
    start: int,
    end: int,
    marks: Sequence[YearMark],
    others: Sequence[Quantity],
    grammar: Grammar,
) -> Timing:
    """The year a value holds for, from its own sentence; empty where the sentence gives none."""
    points = [m for m in marks if m.first and m.kind != "span"]
    right = next((m for m in points if m.start >= q.end), None)
    if right and _compared(grammar).search(
        text[q.end : right.start]
    ):  # "35 % more than in 2022" holds for another year
        right = None
    if right and _tight(grammar).fullmatch(text[q.end : right.start]) and not _belongs_to_span(text, right, grammar):
        return _at(right)
    behind = _skip_bracket(text, q.end, end)
    if behind > q.end and right and right.start >= behind and _tight(grammar).fullmatch(text[behind : right.start]):
        return _at(right)
    if grammar.language != "en" and (opened := _span_opened(text, q, marks, grammar)):
        return opened
    left = [m for m in points if m.end <= q.start]
    between = [
        o for o in others if o is not q and o.kind in ("money", "percent", "count") and o.scaled | (o.kind == "percent")
    ]
    if left:
        nearest = left[-1]
        crossing = [o for o in between if nearest.end <= o.start < q.start]
        taken = any(_tight(grammar).fullmatch(text[o.end : nearest.start]) for o in between if o.end <= nearest.start)
        broken = _closed(grammar).search(text[nearest.end : q.start])
        if not crossing and not taken and not (broken and right):
            return _at(nearest)
        if not crossing and not taken and not right:
            return _at(nearest)
    if right and not any(q.end <= o.start < right.start for o in between) and len(text[q.end : right.start]) < 110:
        if not _closed(grammar).search(text[q.end : right.start]) and not _belongs_to_span(text, right, grammar):
            return _at(right)
    if left and not _taken_by_other(text, left[0], between, grammar) and left[0].start - start < 30:
        return _at(left[0])
    if (
        right
        and not any(q.end <= o.start < right.start for o in between if o.kind != q.kind)
        and len(text[q.end : right.start]) < 60
    ):
        gap = text[q.end : right.start]
        if (
            not _belongs_to_span(text, right, grammar)
            and _same_list(gap)
            and not _CONTRAST.search(gap)
            and not (is_latin_own(grammar) and _closed(grammar).search(gap))
        ):
            return _at(right)
    return Timing()


_LATER = re.compile(
    r"\s(?:(?:per|a|an)\s[\w³²]+\s)?(?P<n>an?|one|two|three|four|five|six|seven|eight|nine|ten|[0-9]{1,2})\s(?P<unit>year|decade)s?\s(?:later|on|after|hence)\b(?!\s(?:year|that|the))",
    re.IGNORECASE,
)
_NUMBER_NAMES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def years_later(text: str, position: int) -> int:
    """ "USD 96 million in 2024 and USD 171 million a decade later": how many years behind the figure before; 0 elsewhere."""
    match = _LATER.match(text, position)
    if not match:
        return 0
    n = match["n"].lower()
    count = int(n) if n.isdigit() else 1 if n in ("a", "an") else _NUMBER_NAMES.index(n)
    return count * (10 if match["unit"].lower() == "decade" else 1)


def _at(mark: YearMark) -> Timing:
    return Timing(year=mark.first, time_period=mark.time_period, flag=mark.flag)


def _skip_bracket(text: str, position: int, end: int) -> int:
    match = re.match(r"\s?[(\[][^)\]]{0,40}[)\]]", text[position:end])
    return position + match.end() if match else position


def _same_list(gap: str) -> bool:
    return not re.search(r"[;:]|\.\s", gap)


def _span_opened(text: str, q: Quantity, marks: Sequence[YearMark], grammar: Grammar) -> Timing | None:
    """ "von 655 Mio. im Jahr 2026 bis 2033 auf 1.033 Mio.": the span's first year dates the first value, its last the second."""
    span = next((m for m in marks if m.kind == "span" and m.start >= q.end), None)
    if span and _tight(grammar).fullmatch(text[q.end : span.start]):
        if grammar.ending("growth_openers").search(text[max(0, q.hedge_start - 12) : q.hedge_start]):
            return Timing(year=span.first, time_period=str(span.first))
    return None


def _taken_by_other(text: str, mark: YearMark, others: Sequence[Quantity], grammar: Grammar) -> bool:
    return any(o.end <= mark.start and _tight(grammar).fullmatch(text[o.end : mark.start]) for o in others)


def _belongs_to_span(text: str, mark: YearMark, grammar: Grammar) -> bool:
    """ "from 2024", "since 2019": the year opens a period and dates no value."""
    if grammar.language != "en" and not grammar.is_wide:
        lead = text[max(0, mark.start - 16) : mark.start]
        return bool(grammar.ending("year_openers").search(lead))
    return bool(re.search(r"\b(?:from|since|between)\s$", text[max(0, mark.start - 10) : mark.start]))


def growth_period(
    text: str,
    q: Quantity,
    start: int,
    end: int,
    marks: Sequence[YearMark],
    others: Sequence[Quantity],
    window: Window,
    grammar: Grammar,
) -> Timing:
    """The period a growth rate runs over: stated beside it, else the document's window or the sentence's endpoints."""
    rivals = [o for o in others if o is not q and o.kind == "percent"]
    spans = [m for m in marks if m.kind == "span"]
    reach_right = min([o.start for o in rivals if o.start >= q.end], default=end)
    reach_left = max([o.end for o in rivals if o.end <= q.start], default=start)
    right = next((m for m in spans if q.end <= m.start < reach_right), None)
    if right and _OTHER_TIME.search(text[q.end : right.start]):  # "faster than in the 2019-2024 period"
        right = None
    left = next((m for m in reversed(spans) if reach_left <= m.start < q.start), None)
    if right and left and ";" in text[q.end : right.start] and ";" not in text[left.end : q.start]:
        right = None
    near = right if right and (not left or right.start - q.end <= q.start - left.end) else left
    if near:
        return Timing(period_start=near.first, period_end=near.last)
    if stated := _from_to(text, q, reach_right, marks):
        return stated
    through = _through(text, q, reach_right, marks, grammar)
    if spans and not through:
        return Timing(
            period_start=spans[-1].first, period_end=spans[-1].last, inferred=True, basis="period of the same sentence"
        )
    if through:
        first = window.start if window.start and window.end == through and window.start < through else None
        ends = _endpoints(marks, others)
        money = sum(o.kind == "money" for o in others)
        if first is None and ends and ends[1] == through and ends[0] < through and money >= 2:
            first = ends[0]
        return Timing(
            period_start=first,
            period_end=through,
            inferred=True,
            basis=f"end stated; start {'from the forecast window' if first else 'unstated'}",
        )
    ends = _endpoints(marks, others)
    if (
        grammar.is_wide
        and ends
        and (opened := _FROM_VALUE.search(text[start : q.hedge_start]))
        and int(opened[1]) < ends[1]
    ):
        return Timing(
            period_start=int(opened[1]), period_end=ends[1], inferred=True, basis="endpoints in the same sentence"
        )
    named = grammar.pattern("periods.forecast_period").search(text, start, end)
    if named and window.start and window.end:
        return Timing(
            period_start=window.start, period_end=window.end, inferred=True, basis="the document's forecast window"
        )
    if ends and ends[0] < ends[1]:
        return Timing(period_start=ends[0], period_end=ends[1], inferred=True, basis="endpoints in the same sentence")
    if window.start and window.end:
        return Timing(
            period_start=window.start, period_end=window.end, inferred=True, basis="the document's forecast window"
        )
    if ends and ends[0] == ends[1] and window.end and ends[1] < window.end:
        return Timing(
            period_start=ends[0],
            period_end=window.end,
            inferred=True,
            basis="year of the same sentence to the end of the horizon",
        )
    if ends and window.base_year and window.base_year < ends[1]:
        return Timing(
            period_start=window.base_year,
            period_end=ends[1],
            inferred=True,
            basis="base year of the document; end in the same sentence",
        )
    if window.end or ends:
        return Timing(
            period_end=ends[1] if ends else window.end, inferred=True, basis="end of the horizon; start unstated"
        )
    return Timing()


def _from_to(text: str, q: Quantity, reach: int, marks: Sequence[YearMark]) -> Timing | None:
    """ "from 2024": a start beside the rate whose end is the sentence's own target year."""
    points = [m for m in marks if m.kind == "point" and m.first]
    start = next(
        (
            m
            for m in points
            if q.end <= m.start < reach
            and re.fullmatch(r"\s*(?:CAGR\s*)?(?:from|since|starting(?: in)?|ab|desde|depuis)\s", text[q.end : m.start])
        ),
        None,
    )
    if start:
        later = [m.first for m in points if m.first > start.first]
        if later:
            return Timing(
                period_start=start.first,
                period_end=max(later),
                inferred=True,
                basis="start stated; end in the same sentence",
            )
    return None


def _through(text: str, q: Quantity, reach: int, marks: Sequence[YearMark], grammar: Grammar) -> int | None:
    """ "through 2031" beside the rate."""
    for mark in marks:
        if mark.kind == "point" and q.end <= mark.start < reach:
            lead = text[max(q.end, mark.start - 24) : mark.start]
            if re.search(
                grammar.pattern("periods.through").pattern + r"\s(?:the end of\s|year\s)?$", lead, re.IGNORECASE
            ):
                return mark.first
            return None
    return None


def _endpoints(marks: Sequence[YearMark], others: Sequence[Quantity]) -> tuple[int, int] | None:
    """First and last year of a sentence that gives values for both."""
    years = sorted({m.first for m in marks if m.kind == "point" and m.first})
    if not years:
        return None
    return years[0], years[-1]


def status_of(
    text: str,
    q: Quantity,
    start: int,
    end: int,
    timing: Timing,
    metric: str,
    window: Window,
    clause_start: int,
    grammar: Grammar,
) -> Status:
    """Historical or forecast: the verb on the figure decides, then the year against the document's own."""
    if timing.flag in ("F", "P"):
        return "forecast"
    if timing.flag == "A":
        return "historical"
    reference = window.base_year or window.dated or window.reference
    lead = text[max(clause_start, q.hedge_start - 20) : q.hedge_start]
    if metric != "cagr" and (grammar.ending("growth_openers").search(lead) or _SET_AGAINST.search(lead)):
        if timing.year and (not reference or timing.year <= reference + 1):
            return "historical"
    if metric == "cagr":
        if timing.period_end and reference and timing.period_end <= reference:
            return "historical"
        told = text[clause_start : q.start]
        if (
            timing.period_end
            and not reference
            and _HAD_RATE.search(told)
            and not grammar.pattern("status.forecast").search(told)
        ):
            return "historical"
        return "forecast"
    left = text[max(clause_start, q.start - 160) : q.start]
    forecast = [m.end() for m in grammar.pattern("status.forecast").finditer(left)]
    forecast += [m.end() for m in _TO_COME.finditer(left)]
    past = [m.end() for m in grammar.pattern("status.historical").finditer(left)]
    year = timing.year if timing.year is not None else timing.period_end
    is_stated = bool(window.base_year or window.dated)
    if (
        year
        and reference
        and year > reference + 1
        and (is_stated or not past or (forecast and forecast[-1] > past[-1]))
    ):
        return "forecast"
    if forecast and (not past or forecast[-1] > past[-1] or metric == "market_size"):
        if past and past[-1] > forecast[-1] - 1 and year and reference and year <= reference:
            return "historical"
        return "forecast"
    if not past and _PAST.search(left):
        past = [len(left)]
    right = text[q.end : min(end, q.end + 60)]
    if _COMES.match(right):
        return "forecast"
    if _WAS.match(right):
        return "historical"
    if (
        not past
        and (not year or grammar.verb_last)  # its verbs stand behind the figure
        and (m := grammar.pattern("status.forecast").search(right))
        and not _CLOSED.search(right[: m.start()])
    ):
        return "forecast"
    if year and window.before_horizon and not reference and not past and year >= window.before_horizon + 3:
        return "forecast"
    if past:
        return "historical"
    if year and reference:
        return "forecast" if year > reference else "historical"
    if year and window.before_horizon and not reference:
        return "forecast" if year > window.before_horizon + 1 else "historical"
    if year and window.dated is None and window.start and year > window.start:
        return "forecast"
    if year and window.end and year >= window.end:
        return "forecast"
    return "historical"
