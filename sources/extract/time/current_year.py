"""Pages that forecast their own year: the figures of that year without a verb are forecasts as well.

A house that says in July what the year will bring prints the same outlook again in its tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sources.extract.time.tenses import loosely_past, tenses
from sources.extract.time.timing import Window
from sources.grammar.language import Grammar
from sources.records import Mention

_METRICS = frozenset({"market_size", "volume", "share", "growth_rate"})
_REACH = 70  # characters before a figure that may hold its verb


def with_current_year(text: str, mentions: Sequence[Mention], window: Window, grammar: Grammar) -> list[Mention]:
    """Mentions for the year that a page is dated, with the status that its verbs give to that year.

    Args:
        text: the document.
        mentions: all its figures, in order of the text.
        window: the years it states of itself.
        grammar: its words.
    """
    of_year = [m for m in mentions if m.year and m.year == window.dated and m.metric in _METRICS]
    ahead = sum(m.status == "forecast" for m in of_year)
    past_starts = {m.char_start for m in of_year if m.status == "historical" and _is_past_by_verb(text, m, grammar)}
    if not ahead or ahead <= len(past_starts):
        return list(mentions)
    silent = {m.char_start for m in of_year if m.status == "historical"} - past_starts
    return [replace(m, status="forecast") if m.char_start in silent else m for m in mentions]


def _is_past_by_verb(text: str, m: Mention, grammar: Grammar) -> bool:
    """A verb of its own sentence says that the figure is past."""
    start = max(0, m.char_start - _REACH)
    words = text[start : m.char_start]
    for end in (". ", "\n", "; ", "|"):
        words = words.rpartition(end)[2]
    return tenses(words, grammar).leads == "historical" or (grammar.language == "en" and loosely_past(words))
