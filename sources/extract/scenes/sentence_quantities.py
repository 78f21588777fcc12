"""All quantities of a sentence, in the units that a header, a row or the document gives them. Which of them are claims is decided in `survey`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sources.extract.document.context import Context
from sources.extract.figures.local_money import UNKNOWN, in_local_money, is_unknown_money
from sources.extract.figures.number_words import worded
from sources.extract.figures.numerals import numerals
from sources.extract.figures.quantities import quantities
from sources.extract.figures.quantity import Quantity
from sources.extract.figures.years import YearMark, year_marks
from sources.extract.layout.header_units import in_noted_unit, is_bare_value
from sources.extract.scenes.tables import CellContext, cell_context, in_header_unit, stacked_cell
from sources.extract.scenes.understood_units import nearby_currency, with_shared_units, with_understood_currency
from sources.extract.text.sentences import Sentence
from sources.grammar.areas import area_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.records import ParsedDocument, Rejection

_WORDS = pattern_words("scenes")


@dataclass(frozen=True, slots=True)
class Seen:
    """All quantities of a sentence, in order, before it is decided which of them are claims."""

    sentence: Sentence  # without a list number that is glued to its first word
    cell: CellContext | None
    marks: Sequence[YearMark]
    figures: tuple[Quantity, ...]
    rejections: tuple[Rejection, ...]  # years, list numbers, inexact fractions: no quantities


def quantities_of(parsed: ParsedDocument, sentence: Sentence, context: Context, cuts: frozenset[int]) -> Seen:
    """Find a sentence's quantities, with the units that a header, a row or the document gives them.

    Args:
        parsed: the document.
        sentence: the sentence.
        context: the document's own facts.
        cuts: offsets behind glued list numbers.
    """
    text, g = parsed.text, context.grammar
    rejections: list[Rejection] = []
    opening = range(sentence.start + 1, sentence.start + 4) if cuts and sentence.first else ()
    glued = next((c for c in opening if c in cuts), None)
    if glued is not None:
        rejections.append(Rejection(sentence.start, glued, text[sentence.start : glued], "list_number"))
        sentence = Sentence(glued, sentence.end, sentence.block, sentence.first)
    start, end, block = sentence.start, sentence.end, parsed.blocks[sentence.block]
    cell = cell_context(parsed, sentence.block, context) if block.kind == "table_cell" else None
    marks = [] if cell and is_bare_value(text[start:end], cell.unit) else year_marks(text, start, end)
    rejections += [Rejection(m.start, m.end, text[m.start : m.end], "year_or_date") for m in marks]
    words = worded(text, start, end, g)
    spoken = [(n.start, n.end) for n in words.numerals] + [(q.start, q.end) for q in words.fractions]
    printed = numerals(text, start, end, g, cuts, context.numbers.of(block))
    digits = [n for n in printed if not any(a <= n.start < b for a, b in (*spoken, *words.inexact))]
    rejections += [Rejection(a, b, text[a:b], "inexact_fraction") for a, b in words.inexact]
    read = quantities(text, start, end, sorted([*digits, *words.numerals], key=lambda n: n.start), marks, g)
    read = [_in_base_units(_as_weight(q, text), g) for q in with_shared_units(text, read)]
    near = [mark.area for mark in area_marks(text, start, end)]
    read = [in_local_money(q, text, context.money, near) for q in read]
    is_printed_once = g.is_cjk or g.is_non_english
    currency = context.currency or (nearby_currency(text, block.char_start, start, read) if is_printed_once else None)
    if currency:
        read = with_understood_currency(read, text[start:end], currency, g)
    if words.fractions:
        read = sorted([*read, *words.fractions], key=lambda q: q.start)
    listed = context.listings.get(sentence.block)  # its name is above, and no line below replaces it
    if cell is None and not (listed and listed.is_whole) and (stack := context.stacks.get(sentence.block)):
        cell = stacked_cell(stack, context)
    if cell:
        read = [in_header_unit(q, text, start, end, cell, g) for q in read]
    if g.is_cjk:
        read = _in_one_yuan(read, text)
        read = in_noted_unit(read, text, block.char_start, block.char_end, g)
    unknown = [q for q in read if is_unknown_money(q)]
    rejections += [Rejection(q.start, q.end, text[q.start : q.end], UNKNOWN) for q in unknown]
    read = [q for q in read if q not in unknown]
    return Seen(sentence, cell, marks, tuple(read), tuple(rejections))


def _as_weight(q: Quantity, text: str) -> Quantity:
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


def _in_base_units(q: Quantity, g: Grammar) -> Quantity:
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


def _in_one_yuan(figures: list[Quantity], text: str) -> list[Quantity]:
    """ "新台幣12億元增至31億元": 元 is money of whichever country the sentence has named before."""
    out: list[Quantity] = []
    other: str | None = None
    for q in figures:
        if q.unit == "CNY" and other and text[q.start].isdigit() and text[q.end - 1] == "元":
            out.append(replace(q, unit=other))
            continue
        other = q.unit if q.unit in _OTHER_YUAN else other
        out.append(q)
    return out
