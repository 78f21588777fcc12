"""Years that words tell by their distance: "last year", "two years ago", "at the end of the period"."""

from __future__ import annotations

from sources.extract.resolve.refused import Refused
from sources.extract.time.relative_years import years_back
from sources.grammar.language import Grammar

# Years from the anchor that words of distance mean; the words are those of each language's lexicon.
_DISTANCES = (
    ("periods.past_year", -1),
    ("periods.year_before", -1),
    ("periods.year_end", 0),
    ("periods.now", 0),
    ("periods.next_year", 1),
)


def distance_of(words: str, grammar: Grammar) -> int:
    """Years that words lead on, or back.

    Raises:
        Refused: `year_words_unknown`.
    """
    known = next((years for name, years in _DISTANCES if grammar.pattern(name).search(words)), None)
    if known is None and (back := years_back(words, grammar)):
        known = -back
    if known is None:
        raise Refused("year_words_unknown")
    return known


def is_period_end(words: str, grammar: Grammar) -> bool:
    """Whether words mean the last year of the report's forecast period."""
    return bool(grammar.pattern("periods.period_end").search(words))
