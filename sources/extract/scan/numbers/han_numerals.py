"""Numbers in the signs of Chinese, Japanese and Korean: "二百一十六亿", "一点二亿", "千二百億", "오조 이천억". Signs and their worth are data of the language files.

A number is digits with ten, hundred and thousand behind them, in groups that ten thousand, a hundred million and so on multiply. Which numbers are figures is
decided in `number_words`; digits of the Latin script with such signs behind them ("12億5,000万") are read in `numerals` and `scales`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from sources.extract.scan.numbers.numerals import Numeral
from sources.grammar.language import Grammar

_MOST_SIGNS = 24  # of one number; a limit keeps the search linear
_FIRST_SIGN = "\u2e80"  # scripts of East Asia begin here
_GROUP = 4  # powers of ten that a group of digits has


@dataclass(frozen=True, slots=True)
class _Signs:
    digits: Mapping[str, int]
    small: Mapping[str, int]  # ten, hundred, thousand, as powers of ten
    large: Mapping[str, int]  # ten thousand and its powers
    points: frozenset[str]
    pattern: re.Pattern[str]


def han_numerals(text: str, start: int, end: int, grammar: Grammar) -> list[Numeral]:
    """All numbers in signs of `text[start:end]`, in order, whatever they count.

    Args:
        text: canonical text.
        start: first offset to look at.
        end: offset to stop at.
        grammar: of a language that writes such signs.

    Returns:
        Disjoint numerals; `scale` is the sign's that closes the number ("亿"), 1 where it is none. Words that only look like a number, and
        numbers behind "several", are left out.
    """
    signs = _signs(grammar)
    found = []
    for m in signs.pattern.finditer(text, start, end):
        printed = m.group()
        worth = han_value(printed, grammar)
        vague = text[max(start, m.start() - 2) : m.start()].endswith(grammar.phrases("vague_leads"))
        if worth is not None and not vague and printed not in grammar.phrases("not_numerals"):
            closing = printed[len(printed.rstrip("".join(signs.large))) :]  # "万亿"
            scale = Decimal(10) ** sum(signs.large[sign] for sign in closing)
            found.append(Numeral(*m.span(), worth, scale))
    return found


def han_value(printed: str, grammar: Grammar) -> Decimal | None:
    """What the signs of a number are worth in a language; None where they make no number."""
    signs = _signs(grammar)
    return value_of(printed, signs.digits, signs.small, signs.large, signs.points)


def han_signs(grammar: Grammar) -> str:
    """All signs that numbers of a language are written with, decimal marks left out."""
    signs = _signs(grammar)
    return "".join([*signs.digits, *signs.small, *signs.large])


def holds_digit(printed: str, grammar: Grammar) -> bool:
    """Whether a digit is among the signs of a number: "千万" may be a word, "三千万" is none."""
    return any(sign in _signs(grammar).digits for sign in printed)


@cache
def _signs(g: Grammar) -> _Signs:
    digits = {sign: int(value) for sign, value in g.cardinals.items() if _is_sign(sign)}
    small = {sign: power for sign, power in g.number_scales.items() if _is_sign(sign)}
    large = {sign: power for sign, power in g.scales.items() if _is_sign(sign) and power >= _GROUP}
    points = frozenset(g.phrases("number_points"))
    every = "".join([*digits, *small, *large])
    # Words of Korean have blanks between them, and a number may be two words: "오조 이천억".
    inner = rf"(?<=[{''.join(large)}])\s(?=[{''.join([*digits, *small])}])|" if g.language == "ko" else ""
    before = r"(?<![\uac00-\ud7a3])" if g.language == "ko" else ""
    marks = "".join(p for p in points if _is_sign(p))
    body = rf"{before}(?<![0-9０-９.,{every}])[{every}](?:{inner}[{every}{marks}]){{0,{_MOST_SIGNS}}}+(?![0-9０-９])"
    return _Signs(digits, small, large, points, re.compile(body))


def _is_sign(word: str) -> bool:
    return len(word) == 1 and word >= _FIRST_SIGN


def value_of(
    printed: str, digits: Mapping[str, int], small: Mapping[str, int], large: Mapping[str, int], points: frozenset[str]
) -> Decimal | None:
    """What the signs of a number are worth; None where they make none.

    Args:
        printed: the signs; blanks among them count nothing.
        digits: sign to value, zero included.
        small: signs of ten, hundred and thousand, to powers of ten.
        large: signs that multiply a whole group, to powers of ten.
        points: signs of the decimal mark.
    """
    total = group = Decimal(0)
    number = ""  # digits in a row: "二五" in "一点二五"
    lowest, last_large = _GROUP, 0
    is_open = False  # "一亿二" leaves out what its last digit counts
    for sign in printed:
        if sign in digits:
            number += str(digits[sign])
        elif sign in points:
            if not number or "." in number:
                return None
            number += "."
        elif sign in small:
            if small[sign] >= lowest or number.endswith("."):
                return None
            lowest = small[sign]
            group += Decimal(number or "1") * Decimal(10) ** lowest
            number = ""
        elif sign in large:
            power = large[sign]
            group += Decimal(number) if number.strip(".") else 0
            if power == last_large or (group == 0 and not (total and power > last_large)):
                return None
            factor = Decimal(10) ** power
            total = (total + group) * factor if power > last_large and total else total + group * factor
            group, number, lowest, last_large = Decimal(0), "", _GROUP, power
    if number:
        is_open = bool(last_large or group) and len(number) > 1 and number[0] != "0"
        is_open |= bool(last_large) and lowest == _GROUP and number[0] != "0"
        if is_open or number.endswith("."):
            return None
        group += Decimal(number)
    value = total + group
    return value.quantize(Decimal(1)) if value == value.to_integral_value() else value.normalize()
