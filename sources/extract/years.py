"""Years, spans of years and dates as printed. What a year belongs to is decided in `timing`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_YEAR = r"(?:19|20)[0-9]{2}"
_POINT = re.compile(
    rf"(?<![0-9A-Za-z$€£¥₹./-])(?<![0-9],)(?P<fiscal>(?:FY|CY|AY)[ '’]?)?(?P<year>{_YEAR})(?![0-9])(?![.,][0-9])(?!\s?(?:million|billion|trillion|bn|mn|crore|lakh|Mio|Mrd|millones|millions|milliards|milhões|bilhões|milioni|miliardi|mld|mln|M€|Md€|万|億|亿|円|元|%|percent))"
    r"(?P<mark>(?: ?\(?[EFPAB](?:\)|(?![A-Za-z0-9])))|e(?![A-Za-z0-9])|f(?![A-Za-z0-9]))?"
)
_SHORT_FISCAL = re.compile(
    r"(?<![0-9A-Za-z])(?:FY|CY)[ '’]?(?P<year>[0-9]{2})(?![0-9])(?P<mark>[EFPA](?![A-Za-z0-9]))?"
)
_SPAN = re.compile(
    rf"(?<![0-9A-Za-z$€£¥₹.])(?<![0-9],)(?:FY|CY)?(?P<a>{_YEAR})(?:[EFA](?![a-z]))?"
    rf"(?P<link>\s?[-–—‑−/~〜～]\s?|\s(?:to|through|until|till|and|bis|und|a|al|y|à|et|e|hasta|até|e il)\s|年?度?\s?(?:から|至|到|[-–—〜～~])\s?)"
    rf"(?:FY|CY)?(?P<b>{_YEAR}|[0-9]{{2}}(?=年|[)\s,.;:\]]|$))(?![0-9])(?![.,][0-9])(?:[EFA](?![a-z]))?"
)
_QUARTER = re.compile(
    rf"(?<![A-Za-z0-9])(?P<q>Q[1-4]|[1-4]Q|H[12]|[12]H)[ ,'’-]{{0,2}}(?:(?:FY|CY)[ '’]?)?(?P<year>{_YEAR}|[0-9]{{2}}(?![0-9%]|[.,][0-9]))",
    re.IGNORECASE,
)
_APOSTROPHE = re.compile(r"(?<![0-9A-Za-z])['’](?P<year>[0-9]{2})(?P<mark>[EFPAef])?(?![0-9A-Za-z'’])")
_SHORT_SPAN = re.compile(
    r"(?<![0-9A-Za-z])(?:['’]|FY ?)(?P<a>[0-9]{2})\s?[-–—/]\s?(?:['’]|FY ?)?(?P<b>[0-9]{2})(?![0-9A-Za-z%])"
)
_QUARTER_WORDS = re.compile(
    rf"(?P<n>first|second|third|fourth) (?P<unit>quarter|half)(?: of)?,? (?P<year>{_YEAR})", re.IGNORECASE
)
_MONTHS = (
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sept sep oct nov dec enero febrero marzo abril mayo junio julio agosto septiembre octubre "
    "noviembre diciembre januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août "
    "septembre octobre novembre décembre janeiro fevereiro março maio junho julho setembro outubro dezembro gennaio febbraio marzo aprile "
    "maggio giugno luglio agosto settembre ottobre dicembre"
).split()
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=lambda m: (-len(m), m))) + r")\.?"
_DATE = re.compile(
    rf"(?<![A-Za-z0-9])(?=[0-9adefgjlmnosſ])(?:(?P<d1>[0-9]{{1,2}})(?:st|nd|rd|th|\.)?\s(?:de\s|of\s)?{_MONTH}(?:\s(?:de\s|of\s)?|,\s)(?P<y1>{_YEAR})"
    rf"|{_MONTH}\s(?P<d2>[0-9]{{1,2}})(?:st|nd|rd|th)?,?\s(?P<y2>{_YEAR})"
    rf"|{_MONTH}[ ,]{{1,2}}(?:de\s)?(?P<y3>{_YEAR})"
    rf"|{_MONTH}\s(?P<d4>[0-9]{{1,2}})(?![0-9.,%]))(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_ISO_DATE = re.compile(rf"(?<![0-9])(?P<y>{_YEAR})[-/.](?P<m>0[1-9]|1[0-2])(?:[-/.](?P<d>[0-3][0-9]))?(?![0-9])")
_CJK_DATE = re.compile(rf"(?P<y>{_YEAR})年(?P<m>[0-9]{{1,2}})月(?:(?P<d>[0-9]{{1,2}})日)?")
_ORDER = {"first": 1, "second": 2, "third": 3, "fourth": 4}


@dataclass(frozen=True, slots=True)
class YearMark:
    """A year or a span of years where it stands. `start` and `end` cover the whole expression."""

    start: int
    end: int
    first: int
    last: int
    kind: Literal["point", "span", "date"]
    time_period: str  # as stated, in SDMX form: 2025, 2026-Q1, 2025-H1, 2026-2032, FY2024
    flag: str = ""  # E, F, A, P where printed behind the year


def year_marks(text: str, start: int, end: int) -> list[YearMark]:
    """Years, spans and dates of `text[start:end]`, left to right, disjoint.

    A two-digit end continues the century ("2026-32"); "2013-14" is a fiscal year: a point with both years in its
    `time_period`.
    """
    marks: list[YearMark] = []
    taken = bytearray(end - start)

    def add(mark: YearMark) -> None:
        first, last = mark.start - start, mark.end - start
        if not any(taken[first:last]):
            marks.append(mark)
            taken[first:last] = b"\x01" * (last - first)

    for m in _DATE.finditer(text, start, end):
        year = m["y1"] or m["y2"] or m["y3"]
        if year:
            add(YearMark(m.start(), m.end(), int(year), int(year), "date", year))
        else:
            add(YearMark(m.start(), m.end(), 0, 0, "date", ""))
    for m in _CJK_DATE.finditer(text, start, end):
        add(YearMark(m.start(), m.end(), int(m["y"]), int(m["y"]), "date", m["y"]))
    for m in _ISO_DATE.finditer(text, start, end):
        if m["d"] or (m.group().count("-") == 1 and int(m["m"]) <= 12 and int(m["y"][2:]) + 1 != int(m["m"])):
            add(YearMark(m.start(), m.end(), int(m["y"]), int(m["y"]), "date", m["y"]))
    for m in _QUARTER.finditer(text, start, end):
        part = m["q"].upper()
        part = part if part[0] in "QH" else part[::-1]
        year = int(m["year"]) if len(m["year"]) == 4 else 2000 + int(m["year"])
        add(YearMark(m.start(), m.end(), year, year, "point", f"{year}-{part}"))
    for m in _QUARTER_WORDS.finditer(text, start, end):
        part = ("Q" if m["unit"].lower() == "quarter" else "H") + str(_ORDER[m["n"].lower()])
        add(YearMark(m.start(), m.end(), int(m["year"]), int(m["year"]), "point", f"{m['year']}-{part}"))
    for m in _SPAN.finditer(text, start, end):
        first = int(m["a"])
        last = int(m["b"]) if len(m["b"]) == 4 else first - first % 100 + int(m["b"])
        if last <= first or last - first > 60:
            continue
        if len(m["b"]) == 2 and any(c.isalpha() for c in m["link"]):
            continue  # "18 % in 2023 to 41 %"
        if len(m["b"]) == 2 and last == first + 1:
            add(YearMark(m.start(), m.end(), first, first, "point", f"{first}-{m['b']}"))
        else:
            add(YearMark(m.start(), m.end(), first, last, "span", f"{first}-{last}"))
    for m in _SHORT_SPAN.finditer(text, start, end):
        first, last = 2000 + int(m["a"]), 2000 + int(m["b"])
        if first + 1 < last:
            add(YearMark(m.start(), m.end(), first, last, "span", f"{first}-{last}"))
    for m in _SHORT_FISCAL.finditer(text, start, end):
        year = 2000 + int(m["year"])
        add(YearMark(m.start(), m.end(), year, year, "point", f"FY{year}", (m["mark"] or "").strip().upper()))
    for m in _APOSTROPHE.finditer(text, start, end):
        year = 2000 + int(m["year"])
        add(YearMark(m.start(), m.end(), year, year, "point", str(year), (m["mark"] or "").upper()))
    for m in _POINT.finditer(text, start, end):
        year = int(m["year"])
        flag = (m["mark"] or "").strip(" ()").upper()
        add(YearMark(m.start(), m.end(), year, year, "point", f"FY{year}" if m["fiscal"] else str(year), flag))
    return sorted(marks, key=lambda mark: mark.start)
