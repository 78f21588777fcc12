"""The unit of a header, given to the bare figures under it. What a header's words say of a unit is read in `grammar.unit_expressions`.

Which header holds for which cell is decided in `tables`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from sources.extract.scan.figure import Figure, Given
from sources.extract.scan.printed_signs import is_minus
from sources.grammar.currencies import currency_after
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import words_of_languages
from sources.grammar.unit_expressions import Unit, unit_of

_ANY = words_of_languages("scan")
_LETTERS = {"K": 3, "M": 6, "B": 9, "T": 12}


def with_unit(q: Figure, text: str, unit: Unit) -> Figure:
    """A bare number takes the header's unit; an amount without a scale takes its scale; the rest stays as printed.

    Args:
        q: a figure of a cell.
        text: canonical text.
        unit: what the header says.
    """
    if q.kind == "money" and unit.kind == "money" and q.unit == unit.unit and not _is_scaled(text, q):
        return _times(q, unit.multiplier)
    if (
        unit.kind == "money" and q.kind == "count" and q.noun in _LETTERS and not q.scaled
    ):  # "842.6 M", "Market size (USD)"
        last = q.numerals[-1][1]
        end = last + len(text[last : last + 3].split(q.noun, 1)[0]) + 1 if q.noun in text[last : last + 3] else q.end
        grown = _times(q, Decimal(10) ** _LETTERS[q.noun])
        return replace(grown, end=end, kind="money", unit=unit.unit, noun="", scaled=True)
    if q.kind != "count" or (q.noun and q.noun != unit.unit) or (q.unit and q.unit != unit.unit):
        return q
    has_scale = q.scaled or _is_scaled(text, q)
    if has_scale and unit.kind != "money":
        return q
    grown = q if has_scale else _times(q, unit.multiplier)
    if is_minus(text[max(0, q.start - 1) : q.start]) and q.value_high is None:
        grown = replace(grown, value=-grown.value, start=q.start - 1)
    noun = (unit.unit or "") if unit.kind == "count" else ""
    return replace(grown, kind=unit.kind, unit=unit.unit, noun=noun, scaled=True)


# "(単位:百万ドル)", "(단위: 억 원)", "（单位：亿元）": said once for all amounts of a paragraph.
NOTE = re.compile(rf"[(（]{_ANY['unit_labels']}\s?[:：]?\s?(?P<unit>[^()（）]{{1,16}})[)）]")


def in_noted_unit(figures: Sequence[Figure], text: str, start: int, end: int, g: Grammar) -> list[Figure]:
    """Amounts of money in the scale that their paragraph `text[start:end]` notes in brackets, where they have none."""
    note = NOTE.search(text, start, end) if g.is_cjk else None
    unit = unit_of(note["unit"], g.language) if note else None
    if unit is None or unit.kind != "money":
        return list(figures)
    given = Given("note", note.span("unit")) if note else Given("note")
    return [with_unit(q, text, unit).given_by(given, q) if q.kind == "money" else q for q in figures]


def is_bare_value(words: str, unit: Unit | None) -> bool:
    """ "2060" under "Shipments (10,000 units)": four digits are no year where the headers give them a unit."""
    return unit is not None and unit.kind in ("count", "money") and len(words) == _YEAR_DIGITS and words.isdigit()


_YEAR_DIGITS = 4


def _times(q: Figure, factor: Decimal) -> Figure:
    return replace(q, value=q.value * factor, value_high=q.value_high * factor if q.value_high is not None else None)


def _is_scaled(text: str, q: Figure) -> bool:
    """A scale word is with the number itself."""
    return bool(re.search(r"[^\W\d_]", text[q.numerals[-1][1] : q.end])) and not _is_currency_tail(text, q)


def _is_currency_tail(text: str, q: Figure) -> bool:
    tail = text[q.numerals[-1][1] : q.end].strip()
    return bool(tail) and bool(currency_after(f" {tail}", 0, len(tail) + 1)) and len(tail) <= 4
