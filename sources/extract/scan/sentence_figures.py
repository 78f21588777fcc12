"""The figures of one sentence: as they are printed, then in the units that something else gives them. Which of them are claims is not decided here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sources.extract.scan.figure import Figure, Given
from sources.extract.scan.numbers.number_style import NumberStyles
from sources.extract.scan.numbers.number_words import has_number_words, worded
from sources.extract.scan.numbers.numerals import numerals
from sources.extract.scan.quantities import quantities
from sources.extract.scan.units.header_units import in_noted_unit, is_bare_value, with_unit
from sources.extract.scan.units.local_money import UNKNOWN, LocalMoney, in_local_money, is_unknown_money
from sources.extract.scan.units.understood_units import nearby_currency, with_shared_units, with_understood_currency
from sources.extract.scan.years import YearMark, year_marks
from sources.extract.text.sentences import Sentence
from sources.grammar.areas import area_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.grammar.unit_expressions import Unit
from sources.records import Block, ParsedDocument, Rejection

_WORDS = pattern_words("scan")
_DIGIT = re.compile(r"[0-9]")


@dataclass(frozen=True, slots=True)
class Printed:
    """What a sentence prints.

    Attributes:
        sentence: without a list number that is glued to its first word.
        years: years, spans and dates.
        figures: in base units, without any unit that a header, the text or the country gives.
        aside: years, list numbers and inexact fractions.
    """

    sentence: Sentence
    years: Sequence[YearMark]
    figures: tuple[Figure, ...]
    aside: tuple[Rejection, ...]


def has_figures(text: str, sentence: Sentence, grammar: Grammar) -> bool:
    """Whether a sentence prints any number, in digits or in words."""
    if _DIGIT.search(text, sentence.start, sentence.end):
        return True
    return has_number_words(text, sentence.start, sentence.end, grammar)


def printed_figures(
    parsed: ParsedDocument,
    sentence: Sentence,
    unit: Unit | None,
    numbers: NumberStyles,
    cuts: frozenset[int],
    g: Grammar,
) -> Printed:
    """Find the figures of a sentence.

    Args:
        parsed: the document.
        sentence: the sentence.
        unit: what headers give to its bare numbers, where it is a cell: four digits then are no year.
        numbers: how the document prints numbers.
        cuts: offsets behind glued list numbers.
        g: of the document's language.
    """
    text, block = parsed.text, parsed.blocks[sentence.block]
    aside: list[Rejection] = []
    opening = range(sentence.start + 1, sentence.start + 4) if cuts and sentence.first else ()
    glued = next((c for c in opening if c in cuts), None)
    if glued is not None:
        aside.append(Rejection(sentence.start, glued, text[sentence.start : glued], "list_number"))
        sentence = Sentence(glued, sentence.end, sentence.block, sentence.first)
    start, end = sentence.start, sentence.end
    marks = [] if is_bare_value(text[start:end], unit) else year_marks(text, start, end)
    aside += [Rejection(m.start, m.end, text[m.start : m.end], "year_or_date") for m in marks]
    words = worded(text, start, end, g)
    spoken = [(n.start, n.end) for n in words.numerals] + [(q.start, q.end) for q in words.fractions]
    printed = numerals(text, start, end, g, cuts, numbers.of(block))
    digits = [n for n in printed if not any(a <= n.start < b for a, b in (*spoken, *words.inexact))]
    aside += [Rejection(a, b, text[a:b], "inexact_fraction") for a, b in words.inexact]
    read = quantities(text, start, end, sorted([*digits, *words.numerals], key=lambda n: n.start), marks, g)
    read = [_in_base_units(_as_weight(q, text), g) for q in with_shared_units(text, read)]
    if words.fractions:
        read = sorted([*read, *words.fractions], key=lambda q: q.start)
    return Printed(sentence, marks, tuple(read), tuple(aside))


def in_units(
    printed: Printed,
    text: str,
    block: Block,
    money: LocalMoney,
    currency: str | None,
    unit: Unit | None,
    given: Given,
    g: Grammar,
) -> tuple[tuple[Figure, ...], tuple[Rejection, ...]]:
    """A sentence's figures in the units that are theirs.

    Args:
        printed: the sentence.
        text: canonical text.
        block: of the sentence.
        money: what currency words mean in the document.
        currency: the one currency that all amounts of the text are printed in.
        unit: what headers or a label give to bare numbers.
        given: who gives that unit.
        g: of the document's language.

    Returns:
        The figures in order, and rejections of amounts of which nothing says whose money they are.
    """
    start, end = printed.sentence.start, printed.sentence.end
    near = [mark.area for mark in area_marks(text, start, end)]
    read = [in_local_money(q, text, money, near) for q in printed.figures]
    if currency is None and (g.is_cjk or g.is_non_english):
        currency = nearby_currency(text, block.char_start, start, read)
    if currency:
        read = with_understood_currency(read, text[start:end], currency, g)
    if unit:
        read = [with_unit(q, text, unit).given_by(given, q) for q in read]
    if g.is_cjk:
        read = _in_one_yuan(read, text)
        read = in_noted_unit(read, text, block.char_start, block.char_end, g)
    unknown = [q for q in read if is_unknown_money(q)]
    aside = tuple(Rejection(q.start, q.end, text[q.start : q.end], UNKNOWN) for q in unknown)
    return tuple(q for q in read if q not in unknown), aside


def _as_weight(q: Figure, text: str) -> Figure:
    """ "1.46 billion pounds" in a text in dollars are weight."""
    if (
        q.unit != "GBP"
        or not text[q.start : q.end].lower().endswith("pounds")
        or "£" in text
        or not _OTHER_MONEY.search(text)
    ):
        return q
    return replace(q, kind="count", unit=None, noun="pounds")


_OTHER_MONEY = re.compile(rf"[$€₹]|\b{_WORDS['other_currency_codes']}\b")


def _in_base_units(q: Figure, g: Grammar) -> Figure:
    """ "9.7 kilotons" are 9,700 tonnes."""
    words = q.noun.split() if q.kind == "count" else []
    word = next((w for n in (2, 1) if (w := " ".join(words[:n]).rstrip(".")) in g.unit_scales), None)
    if word is None:
        return q
    power, noun = g.unit_scales[word]
    factor = Decimal(10) ** power
    high = q.value_high * factor if q.value_high is not None else None
    return replace(q, value=q.value * factor, value_high=high, noun=noun, unit=noun, scaled=True)


_OTHER_YUAN = frozenset({"TWD", "HKD", "SGD"})


def _in_one_yuan(figures: list[Figure], text: str) -> list[Figure]:
    """ "新台幣12億元增至31億元": 元 is money of whichever country the sentence has named before."""
    out: list[Figure] = []
    other: str | None = None
    for q in figures:
        if q.unit == "CNY" and other and text[q.start].isdigit() and text[q.end - 1] == "元":
            out.append(replace(q, unit=other))
            continue
        other = q.unit if q.unit in _OTHER_YUAN else other
        out.append(q)
    return out
