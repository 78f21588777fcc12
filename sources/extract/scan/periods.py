"""Years, parts of years and spans of years as a figure may have them: the year marks of a sentence, with the parts that are printed beside them.

Years themselves are found in `years`; words for parts are in `periods.yml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from sources.extract.scan.dates import date_in_edtf
from sources.extract.scan.years import YearMark
from sources.grammar.language import Grammar, grammar
from sources.grammar.periods import PeriodWords, period_words

_DASH = r"[-–—~〜～]"
_ERAS = {"令和": 2019, "平成": 1989, "昭和": 1926}
# Years that `years` leaves out: "令和元年", "13年度", "Q3/2025", "113年第3季" of the calendar of Taiwan.
_FURTHER = re.compile(
    rf"(?P<era>{'|'.join(_ERAS)})元年|(?<![0-9第.,])(?P<short>[0-4][0-9])(?=年(?:度|[上下]半))|(?<=[1-4]/)(?P<year>20[0-9]{{2}})(?![0-9])"
    r"|(?<![0-9.,])(?P<minguo>1[0-2][0-9])年(?=第?[0-9一二三四]季|[上下]半|度)"
)
_MONTHS_CJK = re.compile(
    rf"(?:(?P<year>[年년]度?\s?)|(?<![0-9年년.,]))(?P<a>1[0-2]|[1-9])\s?[月월]?(?:\s?{_DASH}\s?|から|至|到|부터\s?)(?P<b>1[0-2]|[1-9])[月월](?:期|分)?"
)
_MONTH_CJK = re.compile(r"(?<![0-9年년.,/])(?:1[0-2]|[1-9])[月월](?![0-9])")
_KOREAN = str.maketrans("년월일", "年月日")
_DATE_BLANK = re.compile(r"(?<=[年月])\s(?=[0-9])")
_SHORT = re.compile(r"[ '’]{0,2}(?P<year>[0-4][0-9])(?![\w%]|[.,][0-9])")  # "9M25", "1T 25"
_BETWEEN = re.compile(r"[\s,.(/'’-]{0,3}")
_REACH = 24  # characters between a part and its year
_PART_OF_YEAR = re.compile(r"\d{4}-[QH]\d")


@dataclass(frozen=True, slots=True)
class Period:
    """A year, a part of one, or a span of years.

    Attributes:
        time_period: as records have it: 2025, FY2025, 2024-25, 2026-Q1, 2025-H1, 2026-2032; in EDTF 2025-03, 2025-03-14 and 2025-01/2025-09;
            2025-YTD for a year so far. A part without its year is Q1, H2, 9M, M03 or YTD.
        first, last: its years; None for a part without one.
    """

    time_period: str
    first: int | None = None
    last: int | None = None


class PlacedPeriod(NamedTuple):
    """A period with its place."""

    start: int
    end: int
    period: Period


class _Part(NamedTuple):
    start: int
    end: int
    code: str  # Q1, H1, 9M, YTD, FY
    needs_year: bool


def periods(text: str, start: int, end: int, years: Sequence[YearMark], g: Grammar) -> list[PlacedPeriod]:
    """The periods of a sentence, in order, disjoint.

    Args:
        text: canonical text.
        start: of the sentence.
        end: of the sentence.
        years: year marks of the sentence.
        g: of the document's language.
    """
    found = [_of_mark(text, mark, g) for mark in years]
    found = _with_free(found, _further_years(text, start, end))
    for steps in (_month_spans(text, start, end, found, g), _months_ended(text, start, found, g)):
        found = _with_spans(found, steps)
    found = _with_parts(text, start, end, found, g)
    return sorted(_with_free(found, _months_alone(text, start, end, g)))


def _of_mark(text: str, mark: YearMark, g: Grammar) -> PlacedPeriod:
    printed = text[mark.start : mark.end]
    period = Period(mark.time_period, mark.first or None, mark.last or None)
    if mark.kind != "date":
        return PlacedPeriod(mark.start, mark.end, period)
    read = date_in_edtf(_DATE_BLANK.sub("", printed.translate(_KOREAN)), mark.first, g) if mark.first else None
    if read is None and not mark.first and (month := _month_named(printed, g)):
        return PlacedPeriod(mark.start, mark.end, Period(f"M{month:02}"))
    return PlacedPeriod(mark.start, mark.end, replace(period, time_period=read[0]) if read else period)


def _month_named(printed: str, g: Grammar) -> int | None:
    words = re.findall(r"[^\W\d_]+", printed.lower())
    return next((g.months[word] for word in words if word in g.months), None)


def _further_years(text: str, start: int, end: int) -> Iterator[PlacedPeriod]:
    for m in _FURTHER.finditer(text, start, end):
        if m["era"]:
            year = _ERAS[m["era"]]
        else:
            year = 2000 + int(m["short"]) if m["short"] else int(m["year"] or 1911 + int(m["minguo"]))
        stop = m.end() - 1 if m["minguo"] else m.end()
        yield PlacedPeriod(m.start(), stop, Period(str(year), year, year))


def _with_free(found: Sequence[PlacedPeriod], further: Iterator[PlacedPeriod]) -> list[PlacedPeriod]:
    """Both, without those that overlap an earlier one."""
    out = list(found)
    for one in further:
        if all(one.end <= other.start or other.end <= one.start for other in out):
            out.append(one)
    return out


def _with_spans(found: Sequence[PlacedPeriod], spans: Iterator[PlacedPeriod]) -> list[PlacedPeriod]:
    """The spans, and of the others those that none of them holds."""
    kept = list(spans)
    return [p for p in found if not any(s.start < p.end and p.start < s.end for s in kept)] + kept


def _month_spans(text: str, start: int, end: int, found: Sequence[PlacedPeriod], g: Grammar) -> Iterator[PlacedPeriod]:
    """ "January to September 2025", "2025年1-9月", "1~9월"."""
    for place in found:
        month = re.fullmatch(r"(\d{4})-(\d\d)(?:-\d\d)?", place.period.time_period)
        if month and (m := _month_before(g).search(text, max(start, place.start - _REACH), place.start)):
            first = g.months[m["month"].lower().rstrip(".")]
            if first < int(month[2]):
                yield PlacedPeriod(m.start("month"), place.end, _months(place.period.first, first, int(month[2])))
    if not g.is_cjk:
        return
    for m in _MONTHS_CJK.finditer(text, start, end):
        a, b = int(m["a"]), int(m["b"])
        behind = next((p for p in found if p.end == m.start() and p.period.time_period[:4].isdigit()), None)
        inside = next((p for p in found if p.start < m.end() and m.start() < p.end), None)
        year = (behind or inside or PlacedPeriod(0, 0, Period(""))).period.first
        if a < b:
            yield PlacedPeriod(min(m.start(), *(p.start for p in (behind, inside) if p)) if behind or inside else m.start(), m.end(), _months(year, a, b))  # fmt: skip


def _months(year: int | None, first: int, last: int) -> Period:
    if year is None:
        return Period(f"M{first:02}/M{last:02}")
    return Period(f"{year}-{first:02}/{year}-{last:02}", year, year)


def _months_ended(text: str, start: int, found: Sequence[PlacedPeriod], g: Grammar) -> Iterator[PlacedPeriod]:
    """ "nine months ended 30 September 2025"."""
    for place in found:
        month = re.fullmatch(r"(\d{4})-(\d\d)(?:-\d\d)?", place.period.time_period)
        if month is None or not (m := _ended(g.language).search(text, max(start, place.start - 48), place.start)):
            continue
        n = _number_in(m.group(), g.language)
        at = int(month[1]) * 12 + int(month[2]) - n  # months since year 0, of the first one
        first, last = f"{at // 12}-{at % 12 + 1:02}", f"{month[1]}-{month[2]}"
        yield PlacedPeriod(m.start(), place.end, Period(f"{first}/{last}", at // 12, int(month[1])))


def _with_parts(text: str, start: int, end: int, found: Sequence[PlacedPeriod], g: Grammar) -> list[PlacedPeriod]:
    """Parts of years joined with the year beside them, and parts alone."""
    out = list(found)
    for part in _parts(text, start, end, g):
        if any(p.start < part.end and part.start < p.end for p in out):
            continue
        beside = _year_beside(text, part, out, g)
        if beside:
            out.remove(beside)
            whole = _in_year(part.code, beside.period)
            out.append(PlacedPeriod(min(part.start, beside.start), max(part.end, beside.end), whole))
        elif short := _SHORT.match(text, part.end, end) if _is_mark(text, part) else None:
            year = 2000 + int(short["year"])
            out.append(PlacedPeriod(part.start, short.end(), _in_year(part.code, Period(str(year), year, year))))
        elif not part.needs_year and part.code != "FY":
            out.append(PlacedPeriod(part.start, part.end, Period(part.code)))
    return out


def _is_mark(text: str, part: _Part) -> bool:
    return part.end - part.start <= 3 and text[part.start : part.end].isascii()


def _year_beside(text: str, part: _Part, found: Sequence[PlacedPeriod], g: Grammar) -> PlacedPeriod | None:
    links = _links(g.language)
    for place in found:
        said = place.period.time_period
        if place.period.first is None or place.period.first != place.period.last or not _is_whole_year(said):
            continue
        gap = text[part.end : place.start] if place.start >= part.end else text[place.end : part.start]
        if len(gap) <= _REACH and links.fullmatch(gap):
            return place
    return None


def _is_whole_year(time_period: str) -> bool:
    return bool(re.fullmatch(r"(?:FY)?\d{4}(?:-\d\d)?", time_period)) and not re.fullmatch(
        r"\d{4}-(?:0[1-9]|1[0-2])", time_period
    )


def _in_year(code: str, year: Period) -> Period:
    if code == "FY":
        said = year.time_period if year.time_period.startswith("FY") else f"FY{year.time_period}"
        return replace(year, time_period=said)
    if code[-1] == "M" and year.first:
        return _months(year.first, 1, int(code[:-1]))
    return replace(year, time_period=f"{year.first}-{code}")


def _months_alone(text: str, start: int, end: int, g: Grammar) -> Iterator[PlacedPeriod]:
    if g.is_cjk:
        for m in _MONTH_CJK.finditer(text, start, end):
            yield PlacedPeriod(m.start(), m.end(), Period(f"M{int(m.group()[:-1]):02}"))
    for m in _month_name(g.language).finditer(text, start, end):
        yield PlacedPeriod(m.start(), m.end(), Period(f"M{g.months[m.group().lower()]:02}"))


def _parts(text: str, start: int, end: int, g: Grammar) -> list[_Part]:
    """Parts of years by their words and letters, in order, the longer before the shorter."""
    found = []
    for words, pattern in _part_patterns(g.language):
        for m in pattern.finditer(text, start, end):
            if code := _code(m, words, g.language):
                found.append(_Part(m.start(), m.end(), code, m.lastgroup == "months"))
    found.sort(key=lambda p: (p.start - p.end, p.start))
    out: list[_Part] = []
    for part in found:
        if all(part.end <= other.start or other.end <= part.start for other in out):
            out.append(part)
    return sorted(out)


def _code(m: re.Match[str], words: PeriodWords, language: str) -> str | None:
    if m.lastgroup in ("quarter", "half"):
        ordinal = m["q_ordinal"] or m["h_ordinal"]
        n = next(n for n, forms in words.ordinals.items() if ordinal.lower() in [f.lower() for f in forms])
        return None if m.lastgroup == "half" and n > 2 else f"{'Q' if m.lastgroup == 'quarter' else 'H'}{n}"
    if m.lastgroup in ("mark_q", "mark_h"):
        digit = int(re.sub(r"\D", "", m.group()))
        return None if m.lastgroup == "mark_h" and digit > 2 else f"{'Q' if m.lastgroup == 'mark_q' else 'H'}{digit}"
    if m.lastgroup == "whole":
        return words.wholes[m.group()]
    if m.lastgroup in ("months", "first"):
        n = _number_in(m.group(), language)
        return f"{n}M" if 1 < n < 12 else None
    return "YTD" if m.lastgroup == "to_date" else "FY"


def _number_in(phrase: str, language: str) -> int:
    """The number of months of a phrase, in digits or in words."""
    if digits := re.search(r"[0-9]+", phrase):
        return int(digits[0])
    numbers = {word: n for words in period_words(language) for word, n in words.numbers.items()}
    words = [phrase, *re.findall(r"[^\W\d_]+", phrase.lower())]
    if named := next((numbers[word] for word in words if word in numbers), None):
        return named
    return max((n for word, n in numbers.items() if word in phrase and not word.isascii()), default=0)


@cache
def _part_patterns(language: str) -> tuple[tuple[PeriodWords, re.Pattern[str]], ...]:
    return tuple((words, re.compile(_source(words), re.IGNORECASE)) for words in period_words(language))


def _source(words: PeriodWords) -> str:
    """Alternatives of one language, the longer before those that they begin with."""
    has_blanks = bool(words.marks.months)  # between words
    edge = r"(?<![^\W_])" if has_blanks else r"(?<![0-9])"
    ordinals = _any(form for forms in words.ordinals.values() for form in forms)
    forms = [rf"(?P<whole>{_any(words.wholes)})"]
    if words.quarters:
        forms.append(rf"{edge}(?P<quarter>(?P<q_ordinal>{ordinals})\s?{_any(words.quarters)})")
    if words.halves:
        forms.append(rf"{edge}(?P<half>(?P<h_ordinal>{ordinals})[\s-]?{_any(words.halves)})")
    forms.append(rf"{edge}(?P<first>{_numbered(words, words.first_months)})")
    for name, phrases in (("to_date", words.to_date), ("fiscal", (*words.fiscal, *words.fiscal_behind))):
        forms.append(rf"{edge if has_blanks else ''}(?P<{name}>{_any(phrases)})")
    beside = r"(?:(?<![A-Za-zÀ-ÿ0-9])|(?<=(?:19|20)[0-9]{2}))"  # "2025Q1"
    letters = [("mark_q", words.marks.quarters, "[1-4]"), ("mark_h", words.marks.halves, "[12]")]
    for name, marks, digits in letters:
        forms.append(rf"{beside}(?P<{name}>{_any(marks)}{digits}|{digits}{_any(marks)})")
    forms.append(rf"{beside}(?P<months>[369]{_any(words.marks.months)})")
    return rf"(?:{'|'.join(forms)})(?![A-Za-zÀ-ÿ])"


@cache
def _links(language: str) -> re.Pattern[str]:
    links = _any(link for words in period_words(language) for link in words.links)
    return re.compile(rf"[\s,.(/'’-]{{0,3}}(?:{links}[\s'’]?)?[)\s]?", re.IGNORECASE)


@cache
def _ended(language: str) -> re.Pattern[str]:
    phrases = "|".join(_numbered(words, words.months_ended) for words in period_words(language) if words.months_ended)
    return re.compile(rf"(?<![^\W_])(?:{phrases})\s(?:\w+\s)?$", re.IGNORECASE)


def _numbered(words: PeriodWords, phrases: Sequence[str]) -> str:
    """Phrases with a number of months in place of `{n}`."""
    n = "(?:" + "|".join(["[0-9]{1,2}", *map(re.escape, sorted(words.numbers, key=lambda w: (-len(w), w)))]) + ")"
    return "(?:" + "|".join(_phrase(phrase).replace("{n}", n) for phrase in phrases) + ")"


@cache
def _month_before(g: Grammar) -> re.Pattern[str]:
    until = _any(word for words in period_words(g.language) for word in words.until)
    months = _any(g.months)
    return re.compile(
        rf"(?<![^\W_])(?P<month>{months})\.?(?:\s?{_DASH}\s?|\s{until}\s)(?:[0-9]{{1,2}}\.?\s)?$", re.IGNORECASE
    )


@cache
def _month_name(language: str) -> re.Pattern[str]:
    """Names of months that stand alone, with the capital that the language gives them."""
    g = grammar(language)
    hidden = {word for words in period_words(language) for word in words.no_months}
    names = [name for name in g.months if len(name) > 3 and name not in hidden and name.isalpha()]
    is_capital = language in ("en", "de") or g.is_cjk
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(sorted((n.capitalize() if is_capital else n for n in names), key=lambda n: (-len(n), n))) or '(?!)'})(?![^\W_])")  # fmt: skip


def _any(words: Iterable[str]) -> str:
    phrases = sorted({_phrase(word) for word in words}, key=lambda w: (-len(w), w))
    return "(?:" + "|".join(phrases) + ")" if phrases else "(?!)"


def _phrase(phrase: str) -> str:
    return re.escape(phrase).replace(r"\ ", r"\s").replace(r"\{n\}", "{n}").replace("'", "['’]").replace(r"\-", "-")
