"""Numbers as printed: the places of digits and their values, before any unit or meaning is known.

Digits come first, their surroundings are looked at afterwards: no pattern here starts with anything else, and none
backtracks.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from sources.grammar.currencies import currency_before
from sources.grammar.language import Grammar
from sources.grammar.language_file import NumberStyle
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("scan")
# Separators count only between digits; thin and no-break spaces only before a group of exactly three.
_NUMBER = re.compile(r"[0-9]++(?:(?:[.,'’][0-9]++)|(?:[\u00a0\u202f\u2009][0-9]{3}(?![0-9])))*+")
_SPACED = re.compile(r"[0-9]{1,3}(?: [0-9]{3}(?![0-9]))++(?:[.,][0-9]++)?+")
_UNDERSCORED = re.compile(r"[0-9]{1,3}(?:_[0-9]{3})++(?![0-9_])(?:\.[0-9]++)?+")
_SPACED_GROUPING = frozenset({"fr", "es", "de", "sv", "nb", "fi", "pl", "cs", "ru", "uk"})
_GROUPS = re.compile(r"[0-9]{1,3}(?:(?P<sep>[.,'’\u00a0\u202f\u2009 ])[0-9]{3})(?:(?P=sep)[0-9]{3})*+$")
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2}(?=,))++,[0-9]{3}(?:\.[0-9]++)?$")
_DIGITS = re.compile(r"[0-9]++")
# What may be before the point of ".75 million"; a point behind anything else ends a sentence, or belongs to a number before.
_NOTHING_BEFORE = re.compile(r"[\s(\[|$€£¥₹~<>]?")
_BLANKS = str.maketrans("", "", "\u00a0\u202f\u2009 '’_")
# "41・7%", "1・5億": a decimal mark of Japanese newspapers; between other numbers it parts names.
_MIDDLE_DOT = re.compile(rf"(?<![0-9・·])[0-9]{{1,3}}[・·][0-9]{{1,2}}(?=\s?(?:%|{_WORDS['units_ja']}|[万億兆]))")
# "US$7, 03 billion": a blank that slipped in behind the decimal mark.
_SLIPPED = re.compile(r"[0-9]{1,3}[.,]\s[0-9]{2}(?=\s(?P<scale>[^\W\d_]+))")
# "× 10^9", "·10⁸", "*10**6" behind any number; "E+08" behind one with a decimal mark or before a sign: "3E5" may be a name.
_TIMES_TEN = re.compile(
    r"\s?[×x·*]\s?10(?:(?:\^|\*\*)(?P<power>[-+−]?[0-9]{1,2})(?![0-9])|(?P<raised>⁻?[⁰¹²³⁴-⁹]{1,2}))"
)
_E = re.compile(r"[eE](?P<power>(?P<sign>[-+−]?)[0-9]{1,2})(?![0-9A-Za-z])")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_FRACTIONS = frozenset("½¼¾⅕⅖⅗⅘⅛⅜⅝⅞⅒")  # those that decimals state exactly
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


def numerals(
    text: str,
    start: int,
    end: int,
    grammar: Grammar,
    cuts: frozenset[int] = frozenset(),
    style: NumberStyle | None = None,
) -> list[Numeral]:
    """All numbers of `text[start:end]`, left to right.

    Args:
        text: canonical text.
        start: first offset to look at.
        end: offset to stop at.
        grammar: of the text's language.
        cuts: offsets at which a number has to begin anew (a list mark is glued to it).
        style: decides between decimal and grouping marks where the print leaves it open; that of the language by default.

    Returns:
        Disjoint numerals in order.
    """
    numbers = []
    style = style or grammar.numbers
    spaced = grammar.language in _SPACED_GROUPING or style.grouping == " "
    position = start
    while match := _NUMBER.search(text, position, end):
        first, last = match.span()
        if odd := _odd_decimal(text, first, end, grammar):
            numbers.append(odd)
            position = odd.end
            continue
        for pattern in (_SPACED, _UNDERSCORED) if spaced else (_UNDERSCORED,):
            if (longer := pattern.match(text, first, end)) and longer.end() > last:
                last = longer.end()
        cut = next((c for c in range(first + 1, last) if c in cuts), None) if cuts else None
        if cut is not None:
            last = cut
        printed = text[first:last]
        if printed.isdigit():
            before = text[max(0, first - 2) : first]
            has_point = first > start and before.endswith(".") and _NOTHING_BEFORE.fullmatch(before[:-1])
            point = "." if has_point else ""
            numbers.append(Numeral(first - len(point), last, Decimal(point + printed)))
        else:
            numbers += [Numeral(a, b, numeric_value(text[a:b], style)) for a, b in _pieces(text, first, last)]
        if cut is None:
            numbers[-1] = _raised(text, numbers[-1], end)
        position = numbers[-1].end
    return numbers


def _raised(text: str, number: Numeral, end: int) -> Numeral:
    """The number with the power of ten or the fraction sign that is printed behind it: "1.5 × 10⁹", "2.6E+08", "1½"."""
    printed = text[number.start : number.end]
    if text[number.end : min(end, number.end + 1)] in _FRACTIONS and printed.isdigit():
        part = Decimal(str(unicodedata.numeric(text[number.end])))
        return Numeral(number.start, number.end + 1, number.value + part)
    power = _TIMES_TEN.match(text, number.end, end)
    if power is None:
        power = _E.match(text, number.end, end)
        if power is None or not (power["sign"] or set(printed) & {".", ","}):
            return number
    exponent = int((power["power"] or power["raised"]).translate(_RAISED))
    if exponent < 0:
        return number  # no figure of a market is so small: `broken_numbers` refuses what is left
    scale = Decimal(10) ** exponent
    return Numeral(number.start, power.end(), number.value * scale, scale)


def _odd_decimal(text: str, first: int, end: int, grammar: Grammar) -> Numeral | None:
    """A number with a decimal mark that is none elsewhere: "41・7%", "US$7, 03 billion"."""
    if grammar.is_cjk and (dotted := _MIDDLE_DOT.match(text, first, end)):
        return Numeral(first, dotted.end(), Decimal(dotted.group().translate(_POINTS)))
    slipped = _SLIPPED.match(text, first, end)
    if slipped and slipped["scale"].lower() in grammar.scales and currency_before(text[max(0, first - 12) : first]):
        whole, decimals = re.split(r"[.,]\s", slipped.group())
        return Numeral(first, slipped.end(), Decimal(f"{whole}.{decimals}"))
    return None


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
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


def numeric_value(printed: str, style: NumberStyle) -> Decimal:
    """The value of a number as printed: "1,234.5", "1.234,5", "6,50,000", "330.260", "33,2".

    A single mark before exactly three digits groups where `style` groups with it, and is a decimal mark elsewhere;
    before any other number of digits it is a decimal mark.
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
        len(tail) == 3 and mark == style.grouping and len(head) <= 3 and head.lstrip("0") != ""
    )
    return Decimal(body.replace(mark, "")) if groups else Decimal(body.replace(mark, "."))
