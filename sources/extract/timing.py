"""When a figure holds: the year, the growth period and whether it is a forecast, each stated or read with its basis."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from sources.extract.quantities import Quantity
from sources.extract.tenses import Tenses, loosely_past, tenses
from sources.extract.years import YearMark
from sources.grammar.language import Grammar, alternation

Status = Literal["historical", "forecast"]
_TIGHT_RIGHT = re.compile(
    r"\s*[,(\[]?\s*(?:in|by|for|during|as of|at the end of|by the end of|until|through|to|within|around|circa|ca\.|im|bis|en|para|à|d'ici|au|per|hasta|a|as|since)?\s*"
    r"(?:the |el |le |l')?(?:end of |close of )?(?:(?:calendar |fiscal |financial )?year |Jahr(?:e)? |año |année |FY\s?)?$",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?:than|over|on|from|against|versus|vs\.?|compared (?:with|to)|up from|down from|more than|relative to)\s(?:in\s)?$",
    re.IGNORECASE,
)
_SET_AGAINST = re.compile(r"\b(?:compared (?:with|to)|versus|against)\s$", re.IGNORECASE)
_CONTRAST = re.compile(
    r"\b(?:against|after|following|from|to|versus|vs\.?|than|compared|up from|down from)\s", re.IGNORECASE
)
_OTHER_TIME = re.compile(r"\b(?:than|against|versus|compared (?:with|to))\s(?:\w+\s){0,2}$", re.IGNORECASE)
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
    r"(?<![A-Z])\.\s|;\s|\s[-–—|]\s(?:forecasts?|outlook|analysis|trends)\b|\swhile\s|\swhereas\s|\s(?:al)?though\s|,\s(?:and|but)\s|\sand\s(?:is|are|will|should|has)\b",
    re.IGNORECASE,
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
    if (beside := next((m for m in reversed(points) if m.end <= q.hedge_start), None)) and _LABELS.fullmatch(
        text[beside.end : q.hedge_start]
    ):
        return _at(beside)  # "(2022: USD 3 bn)"
    points = [m for m in points if not _is_label(text, m, others)]
    right = next((m for m in points if m.start >= q.end), None)
    if right and _compared(grammar).search(
        text[q.end : right.start]
    ):  # "35 % more than in 2022" holds for another year
        right = None
    if (
        right
        and _tight(grammar).fullmatch(text[q.end : right.start])
        and not _belongs_to_span(text, right, grammar)
        and not (grammar.is_wide and _COMMA.match(text, q.end))  # there the year comes first
        and not _leads_on(text, q, right, points, others)
    ):
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
        crossing = [
            o
            for o in between
            if nearest.end <= o.start < q.start
            and not (o.kind == "percent" != q.kind and _CAME_TO.fullmatch(text[o.end : q.hedge_start]))
        ]
        came_to = q.kind != "percent" and _CAME_TO.fullmatch(text[nearest.end : q.hedge_start])
        taken = any(
            _tight(grammar).fullmatch(text[o.end : nearest.start]) and not (came_to and o.kind == "percent")
            for o in between
            if o.end <= nearest.start
        )
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


# "grew 5 % in 2024 to USD 3 bn": the growth's year is the value's as well.
_CAME_TO = re.compile(
    r",?\s(?:to|auf|rund|zu|a|à|al|ai|para|hasta|até|fino a|(?:pour|para|per|to|and|um)\s(?:reach|hit|total|stand at|atteindre|alcanzar|llegar a|atingir|alcançar|raggiungere|toccare)|reaching|hitting|totalling|(?:zu\s)?(?:and|und|et|y|e)\s(?:reached|hit|totalled|totaled|stood at|came to|was worth|kam auf|kam|erreichte|lag bei|a atteint|alcanzó|llegó a|atingiu|chegou a|ha raggiunto|è arrivato a)(?:\sauf|\sbei)?)\s(?:(?:a|some|los|las|os|les|i|gli|rund|etwa|unos)\s)?",
    re.IGNORECASE,
)
_PAUSE = re.compile(r"[,.;:()，、；。]")


def _leads_on(text: str, q: Quantity, mark: YearMark, points: Sequence[YearMark], others: Sequence[Quantity]) -> bool:
    """ "2024 made up 31 %, by 2030 it may be 44 %": the year behind a comma leads to the next figure."""
    behind = next((o for o in others if o.start >= mark.end), None)
    own = next((m for m in reversed(points) if m.end <= q.start), None)
    return (
        behind is not None
        and own is not None
        and not any(own.end <= o.start < q.start for o in others if o is not q)
        and bool(_COMMA.match(text, q.end))
        and not _PAUSE.search(text[mark.end : behind.hedge_start])
    )


_LED_UP = re.compile(
    r"(?:由|从|從|自)[^。;；]{2,40}(?:升至|增至|增长至|增加至|增長至|提升至|上升至|扩大至|擴大至|降至|下降至|达到|至|到)\s?(?:约|約|近)?\s?$"
)
_COMMA = re.compile(r"\s?[,，、;；。]")
_LABELS = re.compile(r"\)?\s?[:=：]\s?")
_BRACKET = re.compile(r"[(\[（]\s?(?:in\s|FY\s?)?$", re.IGNORECASE)


def _is_label(text: str, mark: YearMark, others: Sequence[Quantity]) -> bool:
    """ "(2022: USD 3 bn)": the year dates what stands behind its colon and nothing before it."""
    return bool(_BRACKET.search(text[max(0, mark.start - 6) : mark.start])) and any(
        o.start >= mark.end and _LABELS.fullmatch(text[mark.end : o.hedge_start]) for o in others
    )


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
    if counted := over_years(text, q, start, end, marks):
        return counted
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
    if ends and (second := _second_of_three(marks, others)):
        ends = (second, ends[1])
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
    present = max(window.dated or 0, window.base_year or 0, window.reference or 0)
    if ends and ends[1] <= present:  # the one year told is the start
        ends = None
    if window.end or ends:
        return Timing(
            period_end=ends[1] if ends else window.end, inferred=True, basis="end of the horizon; start unstated"
        )
    return Timing()


_OVER_YEARS = re.compile(
    r"\b(?:over|in|within|across|during)\s(?:the\s|these\s|those\s|all\s)?(?P<a>[0-9]{1,2}|two|three|four|five|six|seven|eight|nine|ten)\s(?:full\s)?years\b|"
    r"\b(?P<b>[0-9]{1,2}|two|three|four|five|six|seven|eight|nine|ten)-year\b|"
    r"\b(?:in|über|binnen|innerhalb von|en|sur|em|ao longo de|in)\s(?P<c>[0-9]{1,2})\s(?:Jahren|Jahre|ans|años|anos|anni)\b",
    re.IGNORECASE,
)


def over_years(text: str, q: Quantity, start: int, end: int, marks: Sequence[YearMark]) -> Timing | None:
    """ "15 % over the five years" in a sentence whose last year is the end: the period counted back from it."""
    told = next(
        (
            m
            for m in _OVER_YEARS.finditer(text, max(start, q.start - 64), min(end, q.end + 40))
            if not m.end() > q.start > m.start()
        ),
        None,
    )
    points = sorted({m.first for m in marks if m.kind == "point" and m.first})
    if told is None or not points:
        return None
    word = (told["a"] or told["b"] or told["c"]).lower()
    years = int(word) if word.isdigit() else _NUMBER_NAMES.index(word)
    if years < 2 or (len(points) > 1 and points[-1] - points[0] != years and points[-1] - years not in points):
        return None
    return Timing(
        period_start=points[-1] - years,
        period_end=points[-1],
        inferred=True,
        basis=f"“{told.group()}” to {points[-1]}",
    )


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


_THREE = 3


def _second_of_three(marks: Sequence[YearMark], others: Sequence[Quantity]) -> int | None:
    """Of a value, next year's and one far ahead, growth starts from the second."""
    years = sorted({m.first for m in marks if m.kind == "point" and m.first})
    values = sum(o.kind == "money" or o.scaled for o in others)
    if len(years) == _THREE and values >= _THREE and years[1] == years[0] + 1 and years[2] > years[1] + 1:
        return years[1]
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
    own_start: int | None = None,
) -> Status:
    """Historical or forecast: the year against the document's own, then the verb on the figure.

    `own_start` is where the words begin that speak of this figure alone: behind the figure before it.
    """
    if timing.flag in ("F", "P"):
        return "forecast"
    if timing.flag == "A":
        return "historical"
    reference = window.base_year or window.dated or window.reference
    year = timing.year if timing.year is not None else timing.period_end
    lead = text[max(clause_start, q.hedge_start - 20) : q.hedge_start]
    if metric != "cagr" and (_opens_growth(text, q, lead, end, grammar) or _SET_AGAINST.search(lead)):
        if timing.year and (not reference or timing.year <= reference + 1):
            return "historical"
    if metric == "cagr":
        if timing.period_end and reference and timing.period_end <= reference:
            return "historical"
        if timing.period_end and window.start and not reference and timing.period_end <= window.start:
            return "historical"  # it ends before the forecast begins
        told = text[clause_start : q.start]
        if (
            timing.period_end
            and not reference
            and _HAD_RATE.search(told)
            and not grammar.pattern("status.forecast").search(told)
        ):
            return "historical"
        return "forecast"
    if year and (certain := _by_year(year, timing, window)):
        return certain
    left = text[max(clause_start, q.start - 160) : q.start]
    own = text[max(own_start if own_start is not None else clause_start, q.start - 160) : q.start]
    told_left = tenses(left, grammar)
    cut = len(left) - len(own)
    told_own = Tenses(tuple(e for e in told_left.ahead if e > cut), tuple(e for e in told_left.past if e > cut))
    forecast, past = list(told_left.ahead), list(told_left.past)
    is_stated = bool(window.base_year or window.dated)
    if (
        year
        and reference
        and year > reference + 1
        and (is_stated or not told_own.past or (forecast and forecast[-1] > past[-1]))
    ):
        return "forecast"
    if told_own.leads == "forecast":
        said = grammar.phrases("status.estimated_behind") and _CLAUSE.match(text, q.end, end)
        if said and not (year and reference and year > reference) and _estimated(said.group(), grammar):
            return "historical"
        return "forecast"
    if forecast and told_own.leads != "historical" and (not past or forecast[-1] > past[-1] or metric == "market_size"):
        if past and past[-1] > forecast[-1] - 1 and year and reference and year <= reference:
            return "historical"
        return "forecast"
    if not past and loosely_past(left):
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
        and not (grammar.language != "ja" and _BREAK.search(right[: m.start()]))
        and not (grammar.language != "ja" and grammar.pattern("and_words").search(right[: m.start()]))
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


_ONWARD = re.compile(r"[^.;]{0,70}?\s(?:to|auf|bis|zu|à|a|al|hasta|para|até)\s[^0-9.;]{0,24}[0-9]")


def _opens_growth(text: str, q: Quantity, lead: str, end: int, grammar: Grammar) -> bool:
    """ "from USD 3 bn": in languages whose "from" is also "of", only where a "to" follows."""
    if not grammar.ending("growth_openers").search(lead):
        return False
    return grammar.language == "en" or bool(_ONWARD.match(text, q.end, min(end, q.end + 110)))


_BREAK = re.compile(r"[,，(;；:]")
_CLAUSE = re.compile(r"[^,.;:0-9]{1,40}")


def _estimated(words: str, grammar: Grammar) -> bool:
    """ "wird auf 3 Mrd. Euro geschätzt": a present estimate."""
    return bool(grammar.pattern("status.estimated_behind").search(words))


_FISCAL = re.compile(r"FY|-[QH]")


def _by_year(year: int, timing: Timing, window: Window) -> Status | None:
    """What no verb changes: years before the page's own are past, years behind it are ahead; fiscal years run over its end."""
    if window.dated:
        if year < window.dated:
            return "historical"
        if year > window.dated + (1 if _FISCAL.search(timing.time_period or "") else 0):
            return "forecast"
    elif window.base_year and year <= window.base_year:
        return "historical"
    return None
