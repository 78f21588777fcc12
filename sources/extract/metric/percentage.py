"""A percentage with the words around it, and how near cue words are. What it measures is decided in `rates`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from sources.extract.figures.surroundings import nearest_before
from sources.extract.metric.figure_in_words import FigureInWords
from sources.extract.metric.rate_words import of_whole
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.records import Metric

_WORDS = pattern_words("metric")


NEAR = 70  # characters


@dataclass(frozen=True)
class Percentage(FigureInWords):
    """A percentage with the words around it."""

    @cached_property
    def is_signed(self) -> bool:
        """A plus or a minus is printed before it."""
        return bool(_SIGNED.match(self.a.sentence[self.a.at : self.a.at + 1]))

    @cached_property
    def of_whole(self) -> re.Match[str] | None:
        """ "of" and what follows it right behind the percentage."""
        return of_whole(self.right, self.g)

    @property
    def rate_before(self) -> Metric | None:
        """The metric of the figure before in the sentence, where it is a share or a rate."""
        before = self.a.previous_in_sentence
        return before if before in RATES else None

    @property
    def is_named_in_other_words(self) -> bool:
        """The document's language has words of its own, and blanks between them."""
        return self.g.is_non_english


RATES = ("share", "cagr", "growth_rate")
_SIGNED = re.compile(r"[-+−–±]")


def growth_before_is_far(left: str, g: Grammar) -> bool:
    """No growth word is just before the figure."""
    return nearest_before(g.pattern("metrics.growth"), left) > 25


_BREAK = re.compile(rf"[;:]|,\s{_WORDS['break_words']}\b|\b{_WORDS['while_word']}\b")


def breaks_off(text: str) -> bool:
    """Another clause begins in the words."""
    return bool(_BREAK.search(text))
