"""Numbers as printed: the places of digits and their values, before any unit or meaning is known.

Digits come first, their surroundings are looked at afterwards: no pattern here starts with anything else, and none
backtracks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from sources.grammar.currencies import currency_before
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("figures")
# Separators count only between digits; thin and no-break spaces only before a group of exactly three.
_NUMBER = re.compile(r"[0-9]++(?:(?:[.,'’][0-9]++)|(?:[\u00a0\u202f\u2009][0-9]{3}(?![0-9])))*+")
_SPACED = re.compile(r"[0-9]{1,3}(?: [0-9]{3}(?![0-9]))++(?:[.,][0-9]{1,2}(?![0-9]))?+")
_SPACED_GROUPING = frozenset({"fr", "es", "de", "sv", "nb", "fi", "pl", "cs", "ru", "uk"})
_GROUPS = re.compile(r"[0-9]{1,3}(?:(?P<sep>[.,'’\u00a0\u202f\u2009 ])[0-9]{3})(?:(?P=sep)[0-9]{3})*+$")
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2}(?=,))++,[0-9]{3}(?:\.[0-9]++)?$")
_DIGITS = re.compile(r"[0-9]++")
# What may be before the point of ".75 million"; a point behind anything else ends a sentence, or belongs to a number before.
_NOTHING_BEFORE = re.compile(r"[\s(\[|$€£¥₹~<>]?")
_BLANKS = str.maketrans("", "", "\u00a0\u202f\u2009 '’")
# "41・7%", "1・5億": a decimal mark of Japanese newspapers; between other numbers it parts names.
_MIDDLE_DOT = re.compile(rf"(?<![0-9・·])[0-9]{{1,3}}[・·][0-9]{{1,2}}(?=\s?(?:%|{_WORDS['units_ja']}|[万億兆]))")
# "US$7, 03 billion": a blank that slipped in behind the decimal mark.
_SLIPPED = re.compile(r"[0-9]{1,3}[.,]\s[0-9]{2}(?=\s(?P<scale>[^\W\d_]+))")
_POINTS = str.maketrans("・·", "..")


@dataclass(frozen=True, slots=True)
class Shown:
    """What one printed number shows of its text's style: its decimal mark or its grouping mark, or both."""

    decimal: str = ""
    grouping: str = ""


def fitting_style(printed: str) -> Shown | None:
    """The marks of a number such as "12.57", "1,384" or "1.234,5"; None where it shows none for certain.

    Three digits behind a single mark are taken for a group, less digits or more for decimals.
    """
    marks = [c for c in printed if c in ".,"]
    if not marks or printed.startswith("0") or not _is_one_number(printed):
        return Shown(decimal=marks[0]) if marks and len(marks) == 1 and printed.startswith("0") else None
    head, last, tail = _rsplit(printed, marks[-1])
    if len(set(marks)) == 2:
        return Shown(decimal=last, grouping=marks[0])
    if len(marks) > 1 or (len(tail) == 3 and len(head) <= 3):
        return Shown(grouping=last)
    return Shown(decimal=last)


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number as printed, without its sign. Scale words behind digits are no part of it; those of a number in words, and powers of ten, are."""

    start: int
    end: int
    value: Decimal
    scale: Decimal = Decimal(1)  # what its last scale word or power of ten stands for; `value` has it multiplied in


def numerals(text: str, start: int, end: int, grammar: Grammar, cuts: frozenset[int] = frozenset()) -> list[Numeral]:
    """All numbers of `text[start:end]`, left to right.

    Args:
        text: canonical text.
        start: first offset to look at.
        end: offset to stop at.
        grammar: decides between decimal and grouping marks where the print leaves it open.
        cuts: offsets at which a number has to begin anew (a list mark is glued to it).

    Returns:
        Disjoint numerals in order.
    """
    numbers = []
    spaced = grammar.language in _SPACED_GROUPING or grammar.numbers.grouping == " "
    position = start
    while match := _NUMBER.search(text, position, end):
        first, last = match.span()
        if odd := _odd_decimal(text, first, end, grammar):
            numbers.append(odd)
            position = odd.end
            continue
        if spaced and (longer := _SPACED.match(text, first, end)) and longer.end() > last:
            last = longer.end()
        cut = next((c for c in range(first + 1, last) if c in cuts), None) if cuts else None
        if cut is not None:
            last = cut
        position = last
        printed = text[first:last]
        if printed.isdigit():
            before = text[max(0, first - 2) : first]
            has_point = first > start and before.endswith(".") and _NOTHING_BEFORE.fullmatch(before[:-1])
            point = "." if has_point else ""
            numbers.append(Numeral(first - len(point), last, Decimal(point + printed)))
            continue
        for a, b in _pieces(text, first, last, grammar):
            numbers.append(Numeral(a, b, numeric_value(text[a:b], grammar)))
    return numbers


def _odd_decimal(text: str, first: int, end: int, grammar: Grammar) -> Numeral | None:
    """A number with a decimal mark that is none elsewhere: "41・7%", "US$7, 03 billion"."""
    if grammar.is_cjk and (dotted := _MIDDLE_DOT.match(text, first, end)):
        return Numeral(first, dotted.end(), Decimal(dotted.group().translate(_POINTS)))
    slipped = _SLIPPED.match(text, first, end)
    if slipped and slipped["scale"].lower() in grammar.scales and currency_before(text[max(0, first - 12) : first]):
        whole, decimals = re.split(r"[.,]\s", slipped.group())
        return Numeral(first, slipped.end(), Decimal(f"{whole}.{decimals}"))
    return None


def _pieces(text: str, start: int, end: int, grammar: Grammar) -> list[tuple[int, int]]:
    """Split what can be no single number ("2,049,16,384", "1.2.3") at its separators."""
    printed = text[start:end]
    if _is_one_number(printed):
        return [(start, end)]
    return [(start + m.start(), start + m.end()) for m in _DIGITS.finditer(printed)]


def _is_one_number(printed: str) -> bool:
    if printed.count(".") + printed.count(",") <= 1:
        return True
    body = printed.translate(_BLANKS) if printed[-1].isdigit() else printed
    marks = [c for c in body if c in ".,"]
    if _INDIAN.match(body):
        return True
    head, last, tail = _rsplit(body, marks[-1])
    if set(head) & {".", ","} == {last}:  # one mark throughout: groups of three
        return bool(_GROUPS.match(body))
    if marks[-1] in head:
        return False
    return bool(_GROUPS.match(head) or _INDIAN.match(head)) and bool(tail)


def _rsplit(body: str, mark: str) -> tuple[str, str, str]:
    head, _, tail = body.rpartition(mark)
    return head, mark, tail


def numeric_value(printed: str, grammar: Grammar) -> Decimal:
    """The value of a number as printed: "1,234.5", "1.234,5", "6,50,000", "330.260", "33,2".

    A single mark before exactly three digits groups where the language groups with it, and is a decimal mark
    elsewhere; before any other number of digits it is a decimal mark.
    """
    body = printed.translate(_BLANKS)
    points, commas = body.count("."), body.count(",")
    if commas > 1 and _INDIAN.match(body):
        return Decimal(body.replace(",", ""))
    if points and commas:
        decimal = "." if body.rfind(".") > body.rfind(",") else ","
        return Decimal(body.replace("," if decimal == "." else ".", "").replace(decimal, "."))
    if points + commas == 0:
        return Decimal(body)
    mark = "." if points else ","
    head, _, tail = body.rpartition(mark)
    groups = points + commas > 1 or (
        len(tail) == 3 and mark == grammar.numbers.grouping and len(head) <= 3 and head.lstrip("0") != ""
    )
    return Decimal(body.replace(mark, "")) if groups else Decimal(body.replace(mark, "."))
