"""When a figure holds: the year, the growth period and whether it is a forecast, each stated or read with its basis."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from sources.extract.scan.figure import Figure
from sources.extract.scan.years import YearMark
from sources.extract.time.in_sentence import InSentence
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists, words_of_languages

_WORDS = pattern_words("time")
_ANY = words_of_languages("time")

_TIGHT_RIGHT = re.compile(
    rf"\s*+(?:[,(\[]\s*+)?(?:{_ANY['year_leads']}\s*+)?(?:{_ANY['year_articles']} |l')?(?:{_WORDS['year_edges']} )?"
    rf"(?:{_ANY['year_words']} |{_WORDS['fiscal_year_sign']}\s?)?$",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    rf"\b{_WORDS['year_comparisons']}\s(?:in\s)?$",
    re.IGNORECASE,
)
_CONTRAST = re.compile(rf"\b{_WORDS['contrast_words']}\s", re.IGNORECASE)


@cache
def tight(g: Grammar) -> re.Pattern[str]:
    """What may be between a value and its year, in the language's own words as well."""
    if g.language == "en":
        return _TIGHT_RIGHT
    leads = g.source("year_leads", "through_words")
    return re.compile(rf"{_TIGHT_RIGHT.pattern}|\s*+(?:[,(\[]\s*+)?{leads}\s*+$", re.IGNORECASE)


def _is_closed(gap: str, g: Grammar) -> bool:
    """The clause of a value ends before a year: "... und dürfte 2031 ..."."""
    if CLOSED.search(gap):
        return True
    if not g.is_non_english:
        return False
    ands, contrast = _joints(g)
    return bool(contrast.search(gap)) or any(g.pattern("subject_verbs").match(gap, m.end()) for m in ands.finditer(gap))


@cache
def _joints(g: Grammar) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Words of joining and of contrast between blanks."""
    ands, contrast = g.source("and_words"), g.source("contrast_words")
    return re.compile(rf"\s{ands}\s", re.IGNORECASE), re.compile(rf"\s{contrast}\s", re.IGNORECASE)


@cache
def compared_with(g: Grammar) -> re.Pattern[str]:
    """Words that end right before a year which something is compared with."""
    if g.language == "en" or not g.phrases("moved_words"):
        return _COMPARED
    return re.compile(rf"{_COMPARED.pattern}|{g.source('year_compares')}\s(?:\w+\s)?$", re.IGNORECASE)


@cache
def _adverbial_leads(g: Grammar) -> re.Pattern[str]:
    adverbs = g.source("lead_adverbs")
    leads = g.source("intro_leads", "place_leads", "year_leads")
    return re.compile(rf"(?:{adverbs}[\s,]*)+$|{leads}[\s]", re.IGNORECASE)


def opens_as_adverbial(words: str, grammar: Grammar) -> bool:
    """The words open a clause as an adverbial and are no subject: "Am schnellsten", "Im Jahr 2025"."""
    return bool(_adverbial_leads(grammar).match(words + " "))


CLOSED = re.compile(
    rf"(?<![A-Z])\.\s|;\s|\s[-–—|]\s{_WORDS['title_tails']}\b|\s{_WORDS['clause_breaks']}\s|,\s(?:and|but)\s|\sand\s{_WORDS['clause_verbs']}\b",
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


def point_in_time(at: InSentence) -> Timing:
    """The year a value holds for, from its own sentence; empty where the sentence gives none."""
    text, q, start, end, marks, others, grammar = at
    points = [m for m in marks if m.first and m.kind != "span"]
    if (beside := next((m for m in reversed(points) if m.end <= q.hedge_start), None)) and _LABELS.fullmatch(
        text[beside.end : q.hedge_start]
    ):
        return _at(beside)  # "(2022: USD 3 bn)"
    points = [m for m in points if not _is_label(text, m, others) and not _is_set_against(text, m, q, start, grammar)]
    right = next((m for m in points if m.start >= q.end), None)
    if right and compared_with(grammar).search(
        text[q.end : right.start]
    ):  # "35 % more than in 2022" holds for another year
        right = None
    if right and _CLOSES.match(
        text, q.end, right.start
    ):  # "(down 1.6 %), and in 2026": behind the figure's own bracket
        right = None
    if (
        right
        and tight(grammar).fullmatch(text[_skip_unit(text, q) : right.start])
        and not belongs_to_span(text, right, grammar)
        and not (grammar.is_cjk and _COMMA.match(text, q.end))  # there the year comes first
        and not _leads_on(text, q, right, points, others)
    ):
        return _at(right)
    behind = _skip_bracket(text, q.end, end)
    if behind > q.end and right and right.start >= behind and tight(grammar).fullmatch(text[behind : right.start]):
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
            and not (o.kind == "percent" != q.kind and CAME_TO.fullmatch(text[o.end : q.hedge_start]))
        ]
        came_to = q.kind != "percent" and _ends_in_to(text[nearest.end : q.hedge_start])
        taken = any(
            tight(grammar).fullmatch(text[o.end : nearest.start]) and not (came_to and o.kind == "percent")
            for o in between
            if o.end <= nearest.start
        )
        broken = _is_closed(text[nearest.end : q.start], grammar)
        if not crossing and not taken and not (broken and right):
            return _at(nearest)
        if not crossing and not taken and not right:
            return _at(nearest)
    if right and not any(q.end <= o.start < right.start for o in between) and len(text[q.end : right.start]) < 110:
        if not _is_closed(text[q.end : right.start], grammar) and not belongs_to_span(text, right, grammar):
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
            not belongs_to_span(text, right, grammar)
            and _same_list(gap)
            and not _CONTRAST.search(gap)
            and not (grammar.is_non_english and _is_closed(gap, grammar))
            and not _STARTS_ANEW.search(gap)
        ):
            return _at(right)
    return Timing()


# "grew 5 % in 2024 to USD 3 bn": the growth's year is the value's as well.
CAME_TO = re.compile(
    rf",?\s(?:{_ANY['came_to_words']}|{_ANY['came_to_leads']}\s{_ANY['reach_infinitives']}"
    rf"|(?:zu\s)?{_ANY['and_words']}\s{_ANY['reached_verbs']}(?:\s{_WORDS['reached_prepositions_de']})?)\s"
    rf"(?:{_ANY['value_articles']}\s)?",
    re.IGNORECASE,
)
_STARTS_ANEW = re.compile(rf",?\s(?:and|but)\s(?:\w+\s)?{_WORDS['auxiliaries']}\s")


def _ends_in_to(gap: str) -> bool:
    """ "in 2024, the second year of growth, to": the growth's year is the value's as well."""
    return bool(CAME_TO.fullmatch(gap)) or (
        len(gap) < _APPOSED and bool(_APPOSITION.match(gap)) and bool(CAME_TO.fullmatch(gap[gap.rfind(",") :]))
    )


_APPOSED = 60
_APPOSITION = re.compile(r",[^,.;:0-9]+,")
_PAUSE = re.compile(r"[,.;:()，、；。]")


def _leads_on(text: str, q: Figure, mark: YearMark, points: Sequence[YearMark], others: Sequence[Figure]) -> bool:
    """ "2024 made up 31 %, by 2030 it may be 44 %": the year behind a comma leads to the next figure."""
    behind = next((o for o in others if o.start >= mark.end), None)
    before = next((m for m in reversed(points) if m.end <= q.start), None)
    return (
        behind is not None
        and before is not None
        and not any(before.end <= o.start < q.start for o in others if o is not q)
        and bool(_COMMA.match(text, q.end))
        and not _PAUSE.search(text[mark.end : behind.hedge_start])
    )


_COMMA = re.compile(r"\s?[,，、;；。]")
_CLOSES = re.compile(r"[^()（）]{0,24}[)）]\s?[,;:.，；。]")
_ALSO_THAT = re.compile(rf"{_ANY['than_words']}\b", re.IGNORECASE)  # "de modo que en 2028"
_NEW_VALUE = re.compile(
    rf"(?:['’]s\s|\s?[(:]\s?|,?\s{_ANY['when_words']}\b[^.;]{{0,30}}?\s)(?:[^\s0-9]{{1,8}}\s?){{0,2}}[0-9]"
)


def _is_set_against(text: str, mark: YearMark, q: Figure, start: int, grammar: Grammar) -> bool:
    """ "grew 5 % on 2022, reaching USD 3 bn": the year that something before the value is compared with."""
    if mark.end > q.start or mark.kind != "point":
        return False
    comparison = compared_with(grammar).search(text, max(start, mark.start - 28), mark.start)
    return comparison is not None and not _ALSO_THAT.match(comparison.group()) and not _NEW_VALUE.match(text, mark.end)


_LABELS = re.compile(r"\)?\s?[:=：]\s?")
_BRACKET = re.compile(rf"[(\[（]\s?(?:in\s|{_WORDS['fiscal_year_sign']}\s?)?$", re.IGNORECASE)


def _is_label(text: str, mark: YearMark, others: Sequence[Figure]) -> bool:
    """ "(2022: USD 3 bn)": the year dates what is behind its colon and nothing before it."""
    return bool(_BRACKET.search(text[max(0, mark.start - 6) : mark.start])) and any(
        o.start >= mark.end and _LABELS.fullmatch(text[mark.end : o.hedge_start]) for o in others
    )


_LATER = re.compile(
    rf"\s(?:(?:per|a|an)\s[\w³²]+\s)?(?P<n>an?|one|{_WORDS['numbers_above_one']}|[0-9]{{1,2}})\s"
    rf"(?P<unit>{_WORDS['later_units']})s?\s{_WORDS['later_words']}\b(?!\s{_WORDS['later_nouns']})",
    re.IGNORECASE,
)
NUMBER_NAMES = ("", "one", *word_lists("time")["numbers_above_one"])


def years_later(text: str, position: int) -> int:
    """ "USD 96 million in 2024 and USD 171 million a decade later": how many years behind the figure before; 0 elsewhere."""
    match = _LATER.match(text, position)
    if not match:
        return 0
    n = match["n"].lower()
    count = int(n) if n.isdigit() else 1 if n in ("a", "an") else NUMBER_NAMES.index(n)
    return count * (10 if match["unit"].lower() == "decade" else 1)


def _at(mark: YearMark) -> Timing:
    return Timing(year=mark.first, time_period=mark.time_period, flag=mark.flag)


def _skip_bracket(text: str, position: int, end: int) -> int:
    match = re.match(r"\s?[(\[][^)\]]{0,40}[)\]]", text[position:end])
    return position + match.end() if match else position


def _skip_unit(text: str, q: Figure) -> int:
    """ "USD 355 per kW in 2025": where the unit that a price is per ends; the figure's own end where it has none."""
    match = _PER_UNIT.match(text, q.end) if q.kind == "money" else None
    return match.end() if match else q.end


_PER_UNIT = re.compile(rf"\s?(?:/\s?|{_ANY['per_words']}\s)[^\W\d_][\w³²]*")


def _same_list(gap: str) -> bool:
    return not re.search(r"[;:]|\.\s", gap)


def _span_opened(text: str, q: Figure, marks: Sequence[YearMark], grammar: Grammar) -> Timing | None:
    """ "von 655 Mio. im Jahr 2026 bis 2033 auf 1.033 Mio.": the span's first year dates the first value, its last the second."""
    span = next((m for m in marks if m.kind == "span" and m.start >= q.end), None)
    if span and tight(grammar).fullmatch(text[q.end : span.start]):
        if grammar.ending("growth_openers").search(text[max(0, q.hedge_start - 12) : q.hedge_start]):
            return Timing(year=span.first, time_period=str(span.first))
    return None


def _taken_by_other(text: str, mark: YearMark, others: Sequence[Figure], grammar: Grammar) -> bool:
    return any(o.end <= mark.start and tight(grammar).fullmatch(text[o.end : mark.start]) for o in others)


def belongs_to_span(text: str, mark: YearMark, grammar: Grammar) -> bool:
    """ "from 2024", "since 2019": the year opens a period and dates no value."""
    if grammar.is_non_english:
        lead = text[max(0, mark.start - 16) : mark.start]
        return bool(grammar.ending("year_openers").search(lead))
    return bool(_SPAN_OPENER.search(text[max(0, mark.start - 10) : mark.start]))


_SPAN_OPENER = re.compile(rf"\b{_WORDS['span_openers']}\s$")
