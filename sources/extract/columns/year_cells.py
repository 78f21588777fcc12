"""Cells that hold a year, a part of one or a period, alone or with the letter of a forecast. Sentences with years do not belong here."""

from __future__ import annotations

import re
from typing import NamedTuple

from sources.extract.scan.years import year_marks

_FLAG = re.compile(r"\s?\(?(?P<flag>[AEFP])\)?", re.IGNORECASE)
_PART_OF_YEAR = re.compile(r"(?P<year>(?:19|20)[0-9]{2})[-\s]?(?P<part>Q[1-4]|H[12])", re.IGNORECASE)


class YearCell(NamedTuple):
    """The time that a cell holds.

    Attributes:
        first: its year, or the first one of a period.
        last: the last year of a period; None of a single year.
        time_period: as SDMX writes it, such as 2025-Q1; None of a period.
        flag: the letter beside it: A, E, F, P or none.
    """

    first: int
    last: int | None
    time_period: str | None
    flag: str


def year_cell(cell: str) -> YearCell | None:
    """The time that fills a cell; None where it holds anything else."""
    if part := _PART_OF_YEAR.fullmatch(cell):  # as tables write it, and texts do not
        return YearCell(int(part["year"]), None, f"{part['year']}-{part['part'].upper()}", "")
    marks = year_marks(cell, 0, len(cell))
    if len(marks) != 1 or marks[0].start != 0:
        return None
    mark, behind = marks[0], cell[marks[0].end :]
    flagged = _FLAG.fullmatch(behind) if behind else None
    if behind and flagged is None:
        return None
    flag = mark.flag or (flagged["flag"] if flagged else "")
    is_span = mark.kind == "span"
    return YearCell(mark.first, mark.last if is_span else None, None if is_span else mark.time_period, flag)
