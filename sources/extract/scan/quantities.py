"""Quantities: the numbers of a sentence with their currency, scale, unit, hedge and range. What they measure is not decided here."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from sources.extract.scan.figure import Figure, Kind
from sources.extract.scan.hedges import hedged
from sources.extract.scan.numbers.numerals import Numeral
from sources.extract.scan.numbers.scales import is_plus, power_of_ten, scaled
from sources.extract.scan.printed_signs import is_bracketed_rate, is_minus, points_down, sign_before
from sources.extract.scan.ranges import joined
from sources.extract.scan.units.units_behind import counted_noun, rate_at
from sources.extract.scan.years import YearMark
from sources.grammar.currencies import CurrencyMark, currency_after, currency_before
from sources.grammar.language import Grammar


def quantities(
    text: str, start: int, end: int, numerals: Sequence[Numeral], years: Sequence[YearMark], grammar: Grammar
) -> list[Figure]:
    """Grow numerals of one sentence into quantities, ranges joined.

    Args:
        text: canonical text.
        start: the sentence's first offset.
        end: the sentence's end.
        numerals: numerals of the sentence; those inside a year mark are passed over.
        years: year marks of the sentence.
        grammar: scale, percent, hedge and range words.

    Returns:
        Quantities in order; every numeral outside year marks is part of exactly one.
    """
    grown = []
    floor = start
    n_passed = 0
    for i, numeral in enumerate(numerals):
        while n_passed < len(years) and years[n_passed].end <= numeral.start:
            n_passed += 1
        if n_passed < len(years) and years[n_passed].start <= numeral.start:
            floor = numeral.end
            continue
        ceiling = numerals[i + 1].start if i + 1 < len(numerals) else end
        grown.append(_grow(text, numeral, floor, end, ceiling, grammar))
        floor = grown[-1].end
    return joined(text, start, grown, grammar)


def _grow(text: str, numeral: Numeral, floor: int, end: int, ceiling: int, grammar: Grammar) -> Figure:
    """One numeral with its currency, scale, unit and sign; what is counted ends before `ceiling`."""
    currency = _currency_at(text, numeral, floor, grammar)
    begin = numeral.start - (currency.length if currency else 0)
    sign = sign_before(text, begin, floor, end)
    number = scaled(text, numeral, end, currency=currency.code if currency else None, grammar=grammar)
    value, position, comparator, factor = number.value, number.end, number.comparator, number.factor
    has_scale, noun, unit = number.has_scale, "", None
    after = None if currency else currency_after(text, position, end)
    rate = None if currency or after else rate_at(text, position, end, grammar)
    kind: Kind
    if currency:
        kind, unit = "money", currency.code
    elif after:
        kind, unit = "money", after.code
        position += after.length
        behind = None if has_scale else grammar.scale_pattern().match(text, position, end)
        if behind and len(behind.group(1)) > 1:  # "6.41 USD billion"
            factor = Decimal(10) ** power_of_ten(text[numeral.start : numeral.end], behind.group(1).lower(), grammar)
            value, position, has_scale = value * factor, behind.end(1), True
    elif rate:
        kind, unit, position = rate.kind, rate.unit, position + rate.length
        value = value * 10 if rate.is_in_tenths else value
        if rate.is_signed:
            falls = is_minus(sign) or (not sign and points_down(text, begin, grammar))
            value, begin = -value if falls else value, begin - (len(sign) if sign.strip() != "±" else 0)
    elif is_bracketed_rate(text, begin, position):
        kind, unit, value, begin, position = "percent", "percent", -value, begin - 1, position + 2
    else:
        kind = "count"
        noun, position = counted_noun(text, numeral, position, min(end, ceiling), grammar, has_scale=has_scale)
    if kind != "count" and is_plus(text, position):
        position += 1
        comparator = ">="
    if kind == "money" and sign in ("-", "−") and not text[begin - 2 : begin - 1].isspace():
        value, begin = -value, begin - 1
    quantity = Figure(begin, position, kind, value, None, unit, comparator, has_scale or kind == "money", begin, noun,
                        ((numeral.start, numeral.end),), factor)  # fmt: skip
    return hedged(text, floor, end, quantity, grammar)


def _currency_at(text: str, numeral: Numeral, floor: int, grammar: Grammar) -> CurrencyMark | None:
    """The currency printed before the number; "in the US 7 %" is a country."""
    left = text[max(floor, numeral.start - 24) : numeral.start]
    currency = currency_before(left)
    if currency and left.endswith("US ") and grammar.starting("percent").match(text, numeral.end):
        return None
    return currency
