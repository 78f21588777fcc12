"""Vague dates: EDTF and printed ones ("2026-Q1", "14 April 2026", "2026年8月") as a span of days.

Belongs here: text → first and last possible day. `editions.py` decides which date counts for a document.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janvier enero janeiro gennaio",
            "february feb februar fevrier février febrero fevereiro febbraio",
            "march mar marz märz mars marzo marco março",
            "april apr avril abril aprile",
            "may mai mayo maio maggio",
            "june jun juni juin junio junho giugno",
            "july jul juli juillet julio julho luglio",
            "august aug aout août agosto",
            "september sept sep septembre septiembre setembro settembre",
            "october oct oktober octobre octubre outubro ottobre",
            "november nov novembre noviembre novembro",
            "december dec dezember decembre décembre diciembre dezembro dicembre",
        ),
        start=1,
    )
    for name in names.split()
}
_YEAR = r"(?P<y>(?:19|20)\d\d)"
_PART = re.compile(
    rf"^{_YEAR}[- ]?(?P<part>Q[1-4]|H[12])$|^(?P<part2>Q[1-4]|H[12])[ -]?(?P<y2>(?:19|20)\d\d)$", re.IGNORECASE
)
_ISO = re.compile(rf"^{_YEAR}(?:[-/.](?P<m>\d\d)(?:[-/.](?P<d>\d\d))?)?$")
_CJK = re.compile(rf"^{_YEAR}年(?:(?P<m>\d{{1,2}})月(?:(?P<d>\d{{1,2}})日)?)?$")
_DAY_FIRST = re.compile(
    rf"^(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s+(?:de\s+|of\s+)?)?(?P<m>[^\W\d]+)\.?,?\s+(?:de\s+|of\s+)?{_YEAR}$"
)
_MONTH_FIRST = re.compile(rf"^(?P<m>[^\W\d]+)\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+{_YEAR}$")
# EDTF level 1: seasons 21 to 24 and level 2: quarters 33 to 36, halves 40 and 41.
_EDTF_PARTS = {"33": "Q1", "34": "Q2", "35": "Q3", "36": "Q4", "40": "H1", "41": "H2"}
_PARTS = {"Q1": (1, 3), "Q2": (4, 6), "Q3": (7, 9), "Q4": (10, 12), "H1": (1, 6), "H2": (7, 12)}
_PART_CODES = {part: code for code, part in _EDTF_PARTS.items()}


@dataclass(frozen=True, slots=True)
class VagueDate:
    """Days that a date may be, both inclusive, and the date in EDTF."""

    first: date
    last: date
    edtf: str

    @property
    def day(self) -> date | None:
        """The day itself, where the date is one."""
        return self.first if self.first == self.last else None


def vague_date(text: str | None) -> VagueDate | None:
    """Reads a date.

    Args:
        text: EDTF (2026, 2026-04, 2026-04-14, 2026-33, 2025-10/2026-03, with ? or ~ behind), SDMX (2026-Q1, 2026-H1) or
            as printed in English, German, French, Spanish, Portuguese, Italian, Japanese or Chinese. Dates that can be
            read two ways (03/04/2026) are not read.

    Returns:
        The date, or None where the text is no date, names no real day or is open at its end.
    """
    text = " ".join((text or "").split()).strip(" .,;:()").rstrip("?~%")
    if (
        text.count("/") == 1
        and (halves := [vague_date(half) for half in text.split("/")])
        and len(text) > len("2026/04")
    ):
        first, last = halves
        if first and last and first.first <= last.last:
            return VagueDate(first.first, last.last, f"{first.edtf}/{last.edtf}")
        return None
    if found := _PART.match(text):
        return _of_part(int(found["y"] or found["y2"]), (found["part"] or found["part2"]).upper())
    for pattern in (_ISO, _CJK, _DAY_FIRST, _MONTH_FIRST):
        if found := pattern.match(text):
            return _of_match(int(found["y"]), found["m"], found["d"])
    return None


def _of_match(year: int, month_text: str | None, day_text: str | None) -> VagueDate | None:
    if month_text is None:
        return VagueDate(date(year, 1, 1), date(year, 12, 31), f"{year}")
    if month_text in _EDTF_PARTS and day_text is None:
        return _of_part(year, _EDTF_PARTS[month_text])
    month = int(month_text) if month_text.isdigit() else _MONTHS.get(month_text.casefold())
    if month is None or not 1 <= month <= 12:
        return None
    last_day = monthrange(year, month)[1]
    if day_text is None:
        return VagueDate(date(year, month, 1), date(year, month, last_day), f"{year}-{month:02}")
    if not 1 <= int(day_text) <= last_day:
        return None
    day = date(year, month, int(day_text))
    return VagueDate(day, day, day.isoformat())


def _of_part(year: int, part: str) -> VagueDate:
    start, end = _PARTS[part]
    return VagueDate(date(year, start, 1), date(year, end, monthrange(year, end)[1]), f"{year}-{_PART_CODES[part]}")
