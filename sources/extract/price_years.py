"""Years that name a money and no time: "in constant 2015 dollars" says nothing of the year that a figure is about."""

from __future__ import annotations

from collections.abc import Iterable

from sources.extract.bases import is_closed
from sources.extract.years import YearMark
from sources.grammar.bases import basis_grammar


def of_time(text: str, start: int, end: int, marks: Iterable[YearMark], language: str) -> tuple[YearMark, ...]:
    """The year marks of a sentence without those that name the year of constant money.

    Args:
        text: canonical text.
        start: where the sentence begins.
        end: where it ends.
        marks: its year marks.
        language: its language.
    """
    found = tuple(marks)
    grammar = basis_grammar(language) if found else None
    if grammar is None or not grammar.price_words.search(text, start, end):
        return found
    named = [match for phrase in grammar.of_years for match in phrase.pattern.finditer(text, start, end)]
    spans = [match.span("year") for match in named if is_closed(text, match.start(), match.end(), end)]
    return tuple(mark for mark in found if not any(a <= mark.start < b or mark.start <= a < mark.end for a, b in spans))
