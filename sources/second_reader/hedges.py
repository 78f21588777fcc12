"""Bounds and approximations of a figure: the scanner's, or those of words that a choice points to."""

from __future__ import annotations

from sources.records import Comparator
from sources.second_reader.answer import Choice
from sources.second_reader.names import words_of
from sources.second_reader.page import Page
from sources.second_reader.pointers import Pointers
from sources.second_reader.refused import Refused

_COMPARATORS: tuple[Comparator, ...] = (">=", "<=", ">", "<", "~")


def comparator_of(page: Page, at: int, choice: Choice, pointers: Pointers) -> Comparator:
    """The scanner's; where it sees none, that of the words that the answer points to, if our lexicon knows them.

    No other figure may be between these words and the figure.

    Raises:
        Refused: `quote_not_in_text` or `hedge_of_another_figure`.
    """
    q, grammar = page.scan.figures[at], page.context.grammar
    if q.comparator != "=" or choice.hedge is None:
        return q.comparator
    words = words_of(choice.hedge, pointers) or ""
    if not any(words.casefold() in side.casefold() for side in page.scan.around(at)):
        raise Refused("hedge_of_another_figure", words)
    return next((c for c in _COMPARATORS if grammar.pattern(f"comparators.{c}").search(words)), q.comparator)
