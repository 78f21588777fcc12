"""The scale words after a number ("18.2 billion", "33+ million", "lakh crore"), multiplied in. Units after them belong to `units_behind`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from sources.extract.scan.numbers.numerals import Numeral
from sources.grammar.currencies import currency_after
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import word_lists
from sources.grammar.unit_words import glued_scale, unit_file
from sources.records import Comparator

_LISTS = word_lists("scan")

_OVERS = frozenset("+多餘余")  # behind digits and before their scale word: "and more"


class Scaled(NamedTuple):
    """A number with its scale words; `end` is behind them and behind a "+"."""

    value: Decimal
    end: int
    has_scale: bool
    comparator: Comparator
    factor: Decimal  # what the scale words multiply the number by


def scaled(text: str, numeral: Numeral, end: int, *, currency: str | None, grammar: Grammar) -> Scaled:
    """A numeral with the scale words and the "+" behind it; `currency` is what is before it."""
    position, has_scale, factor = numeral.end, False, Decimal(1)
    over = text[position : position + 1] in _OVERS  # "33+ million", "1630多亿"
    if glued := glued_scale().match(text, position, end):  # "120 TEUR", "85 M€"
        factor = Decimal(10) ** unit_file().prefixes[glued["scale"].lower()]
        comparator: Comparator = ">=" if over else "="
        return Scaled(numeral.value * factor, glued.end(), True, comparator, factor * numeral.scale)
    scale = grammar.scale_pattern().match(text, position + (1 if over else 0), end)
    if scale:
        word = scale.group(1)
        after = None if currency else currency_after(text, scale.end(1), end)
        has_scale = _is_scale(text, numeral, scale, currency or (after.code if after else None), grammar)
    if scale and has_scale:
        factor = Decimal(10) ** power_of_ten(text[numeral.start : numeral.end], word.lower(), grammar)
        position = scale.end(1)
        if nested := _nested_scale(text, position, end, grammar):
            factor *= nested[0]
            position = nested[1]
    has_plus = is_plus(text, position)
    comparator = ">=" if has_plus or (over and has_scale) else "="
    has_scale = has_scale or numeral.scale > 1
    return Scaled(
        numeral.value * factor, position + (1 if has_plus else 0), has_scale, comparator, factor * numeral.scale
    )


def is_plus(text: str, position: int) -> bool:
    """A "+" behind a number that opens no further one."""
    return text.startswith("+", position) and not text[position + 1 : position + 2].isdigit()


_SIGNS_BEHIND = ("€", "£", "₹")  # "3,6 Md€", "85 M €"; "$" opens the next amount as often as it closes one


def _is_scale(text: str, numeral: Numeral, scale: re.Match[str], currency: str | None, grammar: Grammar) -> bool:
    """A lone letter is a scale only where glued to the number or where a currency is before it; some words beside a currency alone."""
    word, has_currency = scale.group(1), currency is not None
    if word.lower() in grammar.bound_scales:
        only = grammar.bound_scales[word.lower()]
        return word != "t" and has_currency and (not only or currency in only)
    if len(word) > 2 or ord(word[0]) > 0x2E7F:
        return True
    glued = scale.start(1) == numeral.end
    if text[scale.end(1) : scale.end(1) + 2].lstrip("\u00a0\u202f ")[:1] in _SIGNS_BEHIND:
        return True
    if word in _LISTS["scale_letters"] or len(word) == 1:
        return has_currency or (glued and (word != "m" or not text[scale.end(1) : scale.end(1) + 1].isalnum()))
    return glued or has_currency or word.lower() in _LISTS["scale_abbreviations"]


def power_of_ten(printed: str, word: str, grammar: Grammar) -> int:
    """ "18.2 billion" on a German page is an English billion: the number is printed the English way."""
    english = grammar.english_scales.get(word)
    is_english = "." in printed and "," not in printed and len(printed.rpartition(".")[2]) != 3
    return english if english is not None and is_english else grammar.scales[word]


def _nested_scale(text: str, position: int, end: int, grammar: Grammar) -> tuple[Decimal, int] | None:
    """A second scale word: "lakh crore", "thousand million", "mil millones"."""
    if (again := grammar.scale_pattern().match(text, position, end)) and len(again.group(1)) > 2:
        return Decimal(10) ** grammar.scales[again.group(1).lower()], again.end(1)
    return None
