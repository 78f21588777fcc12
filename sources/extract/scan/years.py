"""Years, spans of years and dates as printed. Which figure a year dates is decided in `timing`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product
from operator import attrgetter
from typing import Literal

from sources.grammar.language import all_phrases
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("scan")
_YEAR = r"(?:19|20)[0-9]{2}"
_AMOUNT_WORDS = "|".join(map(re.escape, all_phrases("amount_words")))
_LINKS = all_phrases("year_links")
_LINK = "|".join(_LINKS)
_POINT = re.compile(
    rf"(?<![0-9A-Za-z$€£¥₹./-])(?<![0-9],)(?P<fiscal>{_WORDS['fiscal_marks']}[ '’]?)?(?P<year>{_YEAR})(?![0-9])(?![.,][0-9])(?!\s?(?:{_AMOUNT_WORDS}))"
    r"(?P<mark>(?: ?\(?[EFPAB](?:\)|(?![A-Za-z0-9])))|e(?![A-Za-z0-9])|f(?![A-Za-z0-9]))?"
)
_SHORT_FISCAL = re.compile(
    rf"(?<![0-9A-Za-z]){_WORDS['short_fiscal_marks']}[ '’]?(?P<year>[0-9]{{2}})(?![0-9])(?P<mark>[EFPA](?![A-Za-z0-9]))?"
)
_SPAN = re.compile(
    rf"(?<![0-9A-Za-z$€£¥₹.])(?<![0-9],){_WORDS['short_fiscal_marks']}?(?P<a>{_YEAR})(?:[EFA](?![a-z]))?"
    rf"(?P<link>\s?[-–—‑−/~〜～]\s?|\s(?:{_LINK})\s|年?度?\s?(?:から|至|到|[-–—〜～~])\s?|년(?:도)?\s?(?:부터|에서|[-–—〜～~])\s?)"
    rf"{_WORDS['short_fiscal_marks']}?(?P<b>{_YEAR}|[0-9]{{2}}(?=[年년]|[)\s,.;:\]]|$))(?![0-9])(?![.,][0-9])(?:[EFA](?![a-z]))?"
)
_QUARTER = re.compile(rf"(?:(?P<q>Q[1-4]|[1-4]Q|H[12]|[12]H)[ ,'’-]{{0,2}}(?P<year>{_YEAR}))", re.IGNORECASE)
# Forms with two-digit years: "2Q25", "'24", "'24-30", "FY24-30".
_SHORT_QUARTER = re.compile(
    rf"(?<![A-Za-z0-9])(?P<q>Q[1-4]|[1-4]Q|H[12]|[12]H)[ '’-]{{0,2}}(?:{_WORDS['short_fiscal_marks']}[ '’]?)?(?P<year>[0-9]{{2}})(?P<mark>[EFPA](?![A-Za-z]))?(?![0-9A-Za-z%]|[.,][0-9])",
    re.IGNORECASE,
)
_SHORT_SPAN = re.compile(
    rf"(?<![0-9A-Za-z])(?:['’]|{_WORDS['year_of_accounts']} ?)(?P<a>[0-9]{{2}})\s?[-–—/]\s?(?:['’]|{_WORDS['year_of_accounts']} ?)?(?P<b>[0-9]{{2}})(?:[EF](?![A-Za-z0-9]))?(?![0-9A-Za-z%])"
)
_APOSTROPHE = re.compile(r"(?<![0-9A-Za-z])['’](?P<year>[0-9]{2})(?P<mark>[EFPAef])?(?![0-9A-Za-z'’])")
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "民国": 1911, "民國": 1911}
# "令和6年", "民國113年", "24年度", "30年までに".
_ERA = re.compile(
    rf"(?P<era>{'|'.join(_ERAS)})\s?(?P<n>[0-9]{{1,3}})年度?(?:(?P<month>[0-9]{{1,2}}月)(?:[0-9]{{1,2}}日)?)?"
)
_TWO_DIGITS = re.compile(
    rf"(?<![0-9第.,])(?P<year>1[5-9]|[234][0-9])年(?:度(?!目)|(?=(?:{_WORDS['behind_years_ja']}|[0-9]{{1,2}}月|[上下]期|に(?!わた|及|も)|の{_WORDS['market_words_ja']})))"
)
_SHORT_LEADS = frozenset("'’QqHhYy")
_QUARTER_WORDS = re.compile(
    rf"(?P<n>{_WORDS['ordinals']}) (?P<unit>{_WORDS['year_parts']})(?: of)?,? (?P<year>{_YEAR})", re.IGNORECASE
)
_MONTHS = all_phrases("months")
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=lambda m: (-len(m), m))) + r")\.?"
_DATE = re.compile(
    rf"(?<![A-Za-z0-9])(?=[0-9adefgjlmnosſ])(?:(?P<d1>[0-9]{{1,2}})(?:{_WORDS['ordinal_ends']}|\.)?\s(?:de\s|of\s)?{_MONTH}(?:\s(?:de\s|of\s)?|,\s)(?P<y1>{_YEAR})"
    rf"|{_MONTH}\s(?P<d2>[0-9]{{1,2}}){_WORDS['ordinal_ends']}?,?\s(?P<y2>{_YEAR})"
    rf"|{_MONTH}[ ,]{{1,2}}(?:de\s)?(?P<y3>{_YEAR})"
    rf"|{_MONTH}\s(?P<d4>[0-9]{{1,2}})(?![0-9.,%]))(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_ISO_DATE = re.compile(
    rf"(?<![0-9])(?P<y>{_YEAR})[-/.](?P<m>0[1-9]|1[0-2]|[1-9](?=/[0-9]))(?:[-/.](?P<d>[0-3]?[0-9]))?(?![0-9])"
)
_CJK_DATE = re.compile(rf"(?P<y>{_YEAR})[年년]\s?(?P<m>[0-9]{{1,2}})[月월](?:\s?(?P<d>[0-9]{{1,2}})[日일])?")

_Form = Literal[
    "date",
    "cjk",
    "iso",
    "quarter",
    "words",
    "span",
    "fiscal",
    "point",
    "short_quarter",
    "short_span",
    "apostrophe",
    "era",
    "two_digits",
]
_SHORT_FORMS: tuple[tuple[_Form, re.Pattern[str]], ...] = (
    ("short_quarter", _SHORT_QUARTER),
    ("short_span", _SHORT_SPAN),
    ("apostrophe", _APOSTROPHE),
    ("era", _ERA),
    ("two_digits", _TWO_DIGITS),
)
_FORMS: tuple[tuple[_Form, re.Pattern[str]], ...] = (
    ("date", _DATE),
    ("cjk", _CJK_DATE),
    ("iso", _ISO_DATE),
    ("quarter", _QUARTER),
    ("words", _QUARTER_WORDS),
    ("span", _SPAN),
    ("fiscal", _SHORT_FISCAL),
    ("point", _POINT),
)
_ALIKE = {"i": ("i", "ı", "i̇"), "s": ("s", "ſ")}
_RUN = re.compile(r"[0-9]++")
_YEAR_WITHIN = re.compile(_YEAR)
_LINK_STARTS = frozenset("-–—‑−/~〜～年년か至到EFA") | {word[0] for word in _LINKS}
# The last three letters of each month. Case-insensitive patterns also match "ı" for i and "ſ" for s, so both are here.
_MONTH_ENDINGS = frozenset(
    "".join(letters) for month in _MONTHS for letters in product(*(_ALIKE.get(c, c) for c in month[-3:]))
)
_ISO_MARKS = frozenset("-/.")
_PART_LETTERS = frozenset("QqHh")
_PART_ENDS = frozenset("rRfF,")


@dataclass(frozen=True, slots=True)
class YearMark:
    """A year or a span of years with its place. `start` and `end` cover the whole expression."""

    start: int
    end: int
    first: int
    last: int
    kind: Literal["point", "span", "date"]
    time_period: str  # as stated, in SDMX form: 2025, 2026-Q1, 2025-H1, 2026-2032, FY2024
    flag: str = ""  # E, F, A, P where printed behind the year


@lru_cache(maxsize=1024)  # several modules ask for the years of one sentence
def year_marks(text: str, start: int, end: int) -> tuple[YearMark, ...]:
    """Years, spans and dates of `text[start:end]`, left to right, disjoint.

    A two-digit end continues the century ("2026-32"); "2013-14" is a fiscal year: a point with both years in its
    `time_period`. Every form has digits. Runs of digits are found first; a form is tried only where the characters
    around a run allow it.
    """
    dated = tiny = False
    years: list[int] = []
    short: list[int] = []
    for run in _RUN.finditer(text, start, end):
        at, stop = run.span()
        size = stop - at
        if size < 4 and text[stop : stop + 1] == "年":
            tiny = True
        if size > 4:
            if _YEAR_WITHIN.search(text, at, stop):
                return _sorted_out(text, start, end, _everywhere(text, start, end))
            continue
        if size == 4:
            if text[at] not in "12" or text[at + 1] != ("9" if text[at] == "1" else "0"):
                continue
            years.append(at)
        elif size == 3:
            continue
        elif size == 2 and at > start:
            if "Y" in text[max(start, at - 2) : at]:
                short.append(at)
            tiny = tiny or not _SHORT_LEADS.isdisjoint(text[max(start, at - 3) : at])
        if not dated and at - start > 3 and (text[at - 1] == " " or text[at - 1] == "," or text[at - 1].isspace()):
            dated = _month_ends(text[max(start, at - 24) : at])
    if not (years or dated or short or tiny):
        return ()
    forms = _around(text, start, end, years, short, dated=dated)
    return _sorted_out(text, start, end, chain(_in_two_digits(text, start, end), forms) if tiny else forms)


def _in_two_digits(text: str, start: int, end: int) -> Iterator[tuple[_Form, re.Match[str]]]:
    for form, pattern in _SHORT_FORMS:
        for m in pattern.finditer(text, start, end):
            yield form, m


def _month_ends(left: str) -> bool:
    """Whether the words right before a number may end in a month; also "March de" and "March of"."""
    words = left.replace(",", " ").split()
    if not words:
        return False
    if len(words) > 1 and words[-1].lower() in ("de", "of"):
        words.pop()
    return words[-1].rstrip(".")[-3:].lower() in _MONTH_ENDINGS


def _around(
    text: str, start: int, end: int, years: list[int], short: list[int], *, dated: bool
) -> Iterator[tuple[_Form, re.Match[str]]]:
    """Matches at given runs of digits, those of forms with precedence first."""
    if dated:
        for match in _DATE.finditer(text, start, end):
            yield "date", match
    if years:
        yield from _numeric_dates(text, start, end, years)
        yield from _quarters(text, start, years)
        yield from _spans(text, start, end, years)
    for at in short:
        if m := _at_year(_SHORT_FISCAL, text, start, end, at, (at - 3, at - 2)):
            yield "fiscal", m
    for at in years:
        begins = (at - 3, at - 2, at) if "Y" in text[max(0, at - 2) : at] else (at,)
        if m := _at_year(_POINT, text, start, end, at, begins):
            yield "point", m


def _at_year(
    form: re.Pattern[str], text: str, start: int, end: int, at: int, begins: tuple[int, ...]
) -> re.Match[str] | None:
    """The match of a form whose year is at `at`. It starts at the first of `begins` that matches: "FY 2025" before "2025"."""
    for begin in begins:
        if begin >= start and (m := form.match(text, begin, end)) and m.start("year") == at:
            return m
    return None


def _numeric_dates(text: str, start: int, end: int, years: list[int]) -> Iterator[tuple[_Form, re.Match[str]]]:
    """ "2025年3月" and "2025-03-01"."""
    if text.find("年", years[0], end) >= 0 or text.find("년", years[0], end) >= 0:
        for match in _CJK_DATE.finditer(text, start, end):
            yield "cjk", match
    for at in years:
        if text[at + 4 : at + 5] in _ISO_MARKS and (m := _ISO_DATE.match(text, at, end)):
            yield "iso", m


def _spans(text: str, start: int, end: int, years: list[int]) -> Iterator[tuple[_Form, re.Match[str]]]:
    """ "2025-2032", "FY2025 to FY2032": tried only where a dash or "to" may follow the first year."""
    free = start
    for at in years:
        behind = text[at + 4 : at + 5]
        if behind == " ":
            behind = text[at + 5 : at + 6]
        if behind not in _LINK_STARTS and not behind.isspace():
            continue
        for first in (at - 2, at) if text[at - 1] == "Y" else (at,):
            if first >= free and (m := _SPAN.match(text, first, end)):
                free = m.end()
                yield "span", m
                break


def _quarters(text: str, start: int, years: list[int]) -> Iterator[tuple[_Form, re.Match[str]]]:
    free = start
    for at in years:
        left = text[max(start, at - 4) : at]
        if not _PART_LETTERS.isdisjoint(left) and (m := _QUARTER.search(text, max(free, at - 4), at + 4)):
            free = m.end()
            yield "quarter", m
        elif left[-1:] == " " and left[-2:-1] in _PART_ENDS:
            if m := _QUARTER_WORDS.search(text, max(start, at - 24), at + 4):
                yield "words", m


def _everywhere(text: str, start: int, end: int) -> Iterator[tuple[_Form, re.Match[str]]]:
    """Matches of all forms in the whole stretch, for text in which years are part of longer runs of digits."""
    for form, pattern in _FORMS:
        for m in pattern.finditer(text, start, end):
            yield form, m


def _sorted_out(text: str, start: int, end: int, forms: Iterator[tuple[_Form, re.Match[str]]]) -> tuple[YearMark, ...]:
    """Marks of the matches that overlap no earlier one."""
    marks: list[YearMark] = []
    taken = bytearray(end - start)
    for form, m in forms:
        first, last = m.start() - start, m.end() - start
        if not any(taken[first:last]) and (mark := _mark(form, m)):
            marks.append(mark)
            taken[first:last] = b"\x01" * (last - first)
    marks.sort(key=attrgetter("start"))
    return tuple(marks)


def _mark(form: _Form, m: re.Match[str]) -> YearMark | None:
    at, stop = m.span()
    if form == "point":
        year = int(m["year"])
        flag = (m["mark"] or "").strip(" ()").upper()
        return YearMark(at, stop, year, year, "point", f"FY{year}" if m["fiscal"] else str(year), flag)
    if form == "span":
        return _span(m)
    if form == "short_span":
        first, last = 2000 + int(m["a"]), 2000 + int(m["b"])
        return YearMark(at, stop, first, last, "span", f"{first}-{last}") if first + 1 < last else None
    if form == "apostrophe":
        year = 2000 + int(m["year"])
        return YearMark(at, stop, year, year, "point", str(year), (m["mark"] or "").upper())
    if form == "era":
        year = _ERAS[m["era"]] + int(m["n"])
        return YearMark(at, stop, year, year, "date" if m["month"] else "point", str(year))
    if form == "two_digits":
        year = 2000 + int(m["year"])
        return YearMark(at, stop, year, year, "point", str(year))
    if form == "date":
        printed = m["y1"] or m["y2"] or m["y3"]
        return YearMark(at, stop, int(printed or 0), int(printed or 0), "date", printed or "")
    if form == "fiscal":
        year = 2000 + int(m["year"])
        return YearMark(at, stop, year, year, "point", f"FY{year}", (m["mark"] or "").strip().upper())
    if form in ("cjk", "iso"):
        if (
            form == "cjk"
            or m["d"]
            or (m.group().count("-") == 1 and int(m["m"]) <= 12 and int(m["y"][2:]) + 1 != int(m["m"]))
        ):
            return YearMark(at, stop, int(m["y"]), int(m["y"]), "date", m["y"])
        return None
    if form in ("quarter", "short_quarter"):
        part = m["q"].upper()
        part = part if part[0] in "QH" else part[::-1]
    else:
        part = ("Q" if m["unit"].lower() == "quarter" else "H") + str(_which(m["n"]))
    year = int(m["year"]) if len(m["year"]) == 4 else 2000 + int(m["year"])
    flag = (m["mark"] or "").upper() if form == "short_quarter" else ""
    return YearMark(at, stop, year, year, "point", f"{year}-{part}", flag)


def _which(ordinal: str) -> int:
    """Number of "first" to "fourth", by letters without other forms in case-insensitive patterns."""
    return {"S": 2, "T": 3}.get(ordinal[0].upper(), 4 if ordinal[1] in "oO" else 1)


def _span(m: re.Match[str]) -> YearMark | None:
    first = int(m["a"])
    last = int(m["b"]) if len(m["b"]) == 4 else first - first % 100 + int(m["b"])
    if last <= first or last - first > 60:
        return None
    if len(m["b"]) == 2 and any(c.isalpha() and c < "\u2e80" for c in m["link"]):
        return None  # "18 % in 2023 to 41 %"
    if len(m["b"]) == 2 and last == first + 1:
        return YearMark(m.start(), m.end(), first, first, "point", f"{first}-{m['b']}")
    return YearMark(m.start(), m.end(), first, last, "span", f"{first}-{last}")
