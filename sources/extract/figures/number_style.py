"""The decimal and grouping marks of a text if its figures differ from its language: "US$ 1,384 millones ... 17.3 %"."""

from __future__ import annotations

import re
from collections import Counter

from sources.extract.figures.numerals import fitting_style
from sources.grammar.currencies import currency_after, currency_before
from sources.grammar.language import Grammar
from sources.grammar.language_file import NumberStyle

_NUMBER = re.compile(r"(?<![\w.,/:-])[0-9]++(?:[.,][0-9]++)++(?![\w/:-]|[.,][0-9])")
_SPACED = re.compile(r"(?<![\w.,/:-])[0-9]{1,3}(?: [0-9]{3})+(?![\w.,/:-])")
_OTHER = {".": ",", ",": "."}
_LEAST = 2  # figures that show a style which nothing else does


def number_style(text: str, grammar: Grammar) -> NumberStyle:
    """The decimal mark and the grouping mark of one text.

    Only figures with a currency, a scale word or a percent sign show a decimal mark: chapter numbers and dates do not. A
    mark groups where three digits follow it wherever it is and the other mark is the decimal one. Where both styles
    are printed, the language decides.

    Args:
        text: canonical text.
        grammar: of the text's language.
    """
    style = grammar.numbers
    seen = _seen(text, grammar)
    if style.decimal not in _OTHER:
        return style
    other = _OTHER[style.decimal]
    decimals, groups, thousands = seen
    if decimals[style.decimal] == 0 and groups[other] == 0:
        shown = decimals[other] and groups[style.decimal]
        if shown or thousands[style.decimal] >= _LEAST:
            return NumberStyle(decimal=other, grouping=style.decimal)
    if style.grouping not in _OTHER and decimals[style.decimal] and not decimals[other] and groups[other]:
        return NumberStyle(decimal=style.decimal, grouping=other)
    if style.grouping in _OTHER and not groups[style.grouping] and _groups_with_blanks(text, grammar):
        return NumberStyle(decimal=style.decimal, grouping=" ")
    return style


def _seen(text: str, grammar: Grammar) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """By mark: figures with it as decimal mark, with groups of three behind it, and with groups of "000"."""
    decimals: Counter[str] = Counter()
    groups: Counter[str] = Counter()
    thousands: Counter[str] = Counter()
    for m in _NUMBER.finditer(text):
        printed = m.group()
        style = fitting_style(printed)
        if style is None:
            continue
        if style.decimal and _is_figure(text, m.start(), m.end(), grammar):
            decimals[style.decimal] += 1
        if style.grouping:
            groups[style.grouping] += 1
            thousands[style.grouping] += printed.endswith("000")
    return decimals, groups, thousands


def _is_figure(text: str, start: int, end: int, grammar: Grammar) -> bool:
    if grammar.starting("percent").match(text, end) or grammar.scale_pattern().match(text, end):
        return True
    return bool(currency_before(text[max(0, start - 12) : start]) or currency_after(text, end, len(text)))


def _groups_with_blanks(text: str, grammar: Grammar) -> bool:
    """Two figures or more have blanks between their groups, each with a unit, a scale or a currency beside it."""
    units = (grammar.starting("counted_nouns"), grammar.starting("measured_units"))
    count = 0
    for m in _SPACED.finditer(text):
        beside = _is_figure(text, m.start(), m.end(), grammar) or any(u.match(text, m.end()) for u in units)
        count += beside or m.group().endswith("000")
    return count >= _LEAST
