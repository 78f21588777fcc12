"""Names of products and technologies by their print (MI450, NVLink, Infinity Fabric), and the named source of a figure."""

from __future__ import annotations

import re
from functools import cache

from sources.grammar.pattern_words import pattern_words, word_lists
from sources.grammar.technical import technical_words

_WORDS = pattern_words("statements")

_NAME = re.compile(
    r"(?<![\w-])(?:(?:[A-Z][a-z]+\s){1,2}[A-Z][A-Za-z]{0,9}-?[0-9]{1,5}[A-Za-z]{0,3}|[A-Z][A-Za-z]{0,9}-?[0-9]{1,5}[A-Za-z]{0,3}"
    r"|[A-Z][A-Za-z]{0,12}[a-z][A-Z][A-Za-z]{0,12}|[A-Z]{2,3}[A-Z]?[a-z][A-Za-z]{1,12}|[A-Z]{3,6}s?|[A-Z][a-z]+(?:\s[A-Z][a-z]+){1,2})(?![\w])"
)
_OPENERS = frozenset(word_lists("statements")["name_openers"])
_PART = re.compile(rf"[,;]\s|\s{_WORDS['part_breaks']}\s")
_MOST = 8


def names_in(text: str, start: int, end: int) -> list[tuple[int, str]]:
    """Offsets and names in a stretch: tokens of capitals and digits, inner capitals, short capitals, capitalised pairs."""
    generic = _generic()
    found = []
    for m in _NAME.finditer(text, start, end):
        words = m.group().split()
        while words and (words[0] in _OPENERS or words[0] in generic):
            words = words[1:]
        if words and words[-1] not in generic:
            found.append((m.end() - len(" ".join(words)), " ".join(words)))
    return found


@cache
def _generic() -> frozenset[str]:
    return frozenset(technical_words().generic_names)


def names_of_figure(
    text: str, start: int, end: int, previous_end: int, figure: tuple[int, int], next_start: int
) -> tuple[str, ...]:
    """Names that a figure is said of, nearest first.

    A name right behind a figure is its own ("900 GB/s A or 128 GB/s B") and not the next one's; then come those between
    the figure before and this one, those behind it, and where there are none those at the sentence's beginning.

    Args:
        text: canonical text.
        start: start of the sentence.
        end: its end.
        previous_end: end of the figure before, or the sentence's start.
        figure: span of the figure.
        next_start: start of the next figure, or the sentence's end.
    """
    stop = min(next_start, end)
    if next_start < end and (cut := _PART.search(text, figure[1], stop)):
        stop = cut.start()
    behind = names_in(text, figure[1], stop)
    before = names_in(text, previous_end, figure[0])
    taken: list[tuple[int, str]] = []
    if before and previous_end > start and before[0][0] - previous_end <= 1:
        before, taken = before[1:], before[:1]  # a name right behind the figure before belongs to that one
    earlier = names_in(text, start, previous_end) if not before and not behind else []
    adjacent = [n for n in behind if n[0] - figure[1] <= 1]
    found = [*adjacent, *reversed(before), *behind, *reversed(earlier)] or taken
    return tuple(dict.fromkeys(name for _, name in found))[:_MOST]


@cache
def _claimant() -> re.Pattern[str]:
    verbs = "|".join(re.escape(w) for w in technical_words().said if " " not in w)
    name = r"[A-Z][\w&.'’-]*(?:\s[A-Z][\w&.'’-]*){0,4}"
    return re.compile(
        rf"(?P<who>{name})\s(?:{_WORDS['said_adverbs']}\s)?(?:{verbs})\s|\b{_WORDS['attribution']} (?:the\s)?(?P<by>{name})"
    )


def claimant_in(text: str, start: int, end: int) -> str | None:
    """Who is said to say it, between a sentence's start and the figure: "X stated that ..."; None where no source is named."""
    m = _claimant().search(text, start, end)
    if not m:
        return None
    who = m["who"] or m["by"]
    return re.sub(r"^The\s", "", who)
