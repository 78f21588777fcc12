"""A printed month or day in EDTF. Which date dates an event is read in `printed_dates`."""

from __future__ import annotations

import re

from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.records import DatePrecision

_WORDS = pattern_words("scan")
_CJK = re.compile(r"([0-9]{4})年([0-9]{1,2})月(?:([0-9]{1,2})日)?")
_ISO = re.compile(r"([0-9]{4})[-/.]([0-9]{2})(?:[-/.]([0-9]{2}))?$")
_DAY = re.compile(rf"(?<![0-9])([0-9]{{1,2}})(?:{_WORDS['ordinal_ends']}|{_WORDS['ordinal_ends_mul']}|\.)?(?![0-9])")
_LETTERS = re.compile(r"[^\W\d_]+")


def date_in_edtf(printed: str, year: int, grammar: Grammar) -> tuple[str, DatePrecision] | None:
    """A month or a day with its year in EDTF, and which of the two; None where the print holds no month.

    Args:
        printed: the date.
        year: of the date.
        grammar: the names of months.
    """
    if cjk := _CJK.match(printed) or _ISO.match(printed):
        month, day = int(cjk[2]), int(cjk[3]) if cjk[3] else None
    else:
        words = [word.lower() for word in _LETTERS.findall(printed)]
        named = next((grammar.months[word] for word in words if word in grammar.months), None)
        if named is None:
            return None
        month = named
        days = _DAY.search(printed.replace(str(year), ""))
        day = int(days[1]) if days else None
    if day is not None and not 1 <= day <= 31:
        return None
    if not 1 <= month <= 12:
        return None
    return (f"{year}-{month:02}", "month") if day is None else (f"{year}-{month:02}-{day:02}", "day")
