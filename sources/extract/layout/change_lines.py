"""Lines with the change of a card's value: "+5.2% yoy", "▲ 9.4 % vs. prior year". The value itself is read in `stacked`."""

from __future__ import annotations

import re

from sources.grammar.pattern_words import pattern_words, words_of_languages
from sources.grammar.table_words import table_pattern

_WORDS = pattern_words("layout")
_ANY = words_of_languages("layout")

# "+5.2% yoy", "▲ 9.4 % vs. prior year": by how much the value of a card has changed.
_CHANGE = re.compile(
    r"[(\s]*[▲▼△▽↑↓↗↘+\-−–]?\s?[+\-−–]?[0-9]{1,3}(?:[.,][0-9]{1,2})?\s?[%％](?P<words>[^0-9\n]{0,30}(?:(?:19|20)[0-9]{2})?)[)\s]*|[^\W\d]{2,8}\s?[+\-−–]?[0-9]{1,3}(?:[.,][0-9]{1,2})?\s?[%％][増減]?"
)
_SIGNS = "▲▼△▽↑↓↗↘+-−–"
_SINCE = re.compile(
    rf"\b{_ANY['since_words']}\b|\b{_WORDS['prior_words']}\b|\b{_WORDS['year_stems_fr']}|{_WORDS['prior_year_de']}|\ban\b"
    rf"|{_ANY['prior_year_signs']}",
    re.IGNORECASE,
)
_LONGEST = 40


def says_change(words: str) -> bool:
    """A percentage with a sign, or with words for a change, and nothing besides.

    Args:
        words: a line, stripped.
    """
    match = _CHANGE.fullmatch(words) if len(words) <= _LONGEST else None
    if match is None or ("%" not in words and "％" not in words):
        return False
    said = match["words"] or words
    return words[:1] in _SIGNS or bool(table_pattern("changes").search(said) or _SINCE.search(said))
