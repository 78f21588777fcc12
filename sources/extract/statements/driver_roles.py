"""Which headings, table headers and closing words announce drivers, restraints, opportunities or trends; and one record of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import cast

from sources.extract.phrases.enumerations import bare
from sources.grammar.areas import WORLD, area_marks
from sources.grammar.drivers import DriverWords, driver_words
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.records import Driver, DriverRole

_WORDS = pattern_words("statements")

_NUMBERED = re.compile(r"^\s*(?:[0-9]{1,2}[.)]\s*)+|[*#]+|\([^()]{0,40}\)")
_MOST_WORDS = 12
_TOPIC_BEHIND = re.compile(rf"(?!\s+{_WORDS['topic_nouns']}\b(?!.*\b{_WORDS['driver_nouns']}\b))", re.IGNORECASE)
_YEARS = re.compile(
    r"(?P<low>[0-9]{1,2})\s?(?:[-–—]|to)\s?(?P<high>[0-9]{1,2})\s?y"
    rf"|(?:≤|<=?|{_WORDS['at_most_words']})\s?(?P<max>[0-9]{{1,2}})\s?y"
    rf"|(?:≥|>=?|{_WORDS['at_least_words']})\s?(?P<min>[0-9]{{1,2}})\s?y|(?P<open>[0-9]{{1,2}})\+\s?y",
    re.IGNORECASE,
)


@lru_cache(maxsize=16)
def _heading_pattern(language: str) -> re.Pattern[str]:
    words = driver_words(language).headings
    groups = [
        rf"(?P<{role}>{'|'.join(re.escape(p) for p in sorted(phrases, key=len, reverse=True))})"
        for role, phrases in words.items()
    ]
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(groups)})(?![^\W_])" + _TOPIC_BEHIND.pattern, re.IGNORECASE)


@lru_cache(maxsize=16)
def _stems(language: str) -> tuple[str, ...]:
    """The shortest phrases that every phrase of a heading holds one of."""
    phrases = sorted(
        {p for group in driver_words(language).headings.values() for p in group}, key=lambda p: (len(p), p)
    )
    stems: list[str] = []
    for phrase in phrases:
        if not any(stem in phrase for stem in stems):
            stems.append(phrase)
    return tuple(stems)


def role_of(line: str, language: str, market: str | None) -> DriverRole | None:
    """The role that a heading gives to what is beneath it; None where it gives none or several.

    A heading has few words and no sentence's end. "LED Drivers Market" names a market and not what drives one: where the
    document's market carries the word, only a compound ("market drivers", "growth drivers") gives the role.
    """
    lower = line.lower()
    if not any(stem in lower for stem in _stems(language)):
        return None  # nearly every heading
    plain = _NUMBERED.sub("", line).strip(" :：.*")
    if not plain or len(plain) > 110 or len(plain.split()) > _MOST_WORDS or line.rstrip().endswith((".", "!", ";")):
        return None
    roles: dict[DriverRole, str] = {}
    for m in _heading_pattern(language).finditer(plain):
        phrase = m.group().lower()
        if market and " " not in phrase and phrase.rstrip("s") in market.lower():
            continue
        roles[cast("DriverRole", m.lastgroup)] = phrase
    return next(iter(roles)) if len(roles) == 1 else None


def horizon(timeline: str) -> tuple[int | None, int | None]:
    """Years that a timeline gives in figures: "Medium term (2-4 years)" → (2, 4), "(up to 2 years)" → (None, 2)."""
    m = _YEARS.search(timeline)
    if not m:
        return None, None
    if m["low"]:
        return int(m["low"]), int(m["high"])
    if m["max"]:
        return None, int(m["max"])
    return int(m["min"] or m["open"]), None


def areas_in(text: str, start: int, end: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and codes of the areas that a stretch names, each once, in order; "Global" is the world."""
    marks = {m.area.code: m for m in reversed(area_marks(text, start, end))}
    ordered = sorted(marks.values(), key=lambda m: m.start)
    if not ordered and text[start:end].strip().lower() in word_lists("statements")["world_phrases"]:
        return (WORLD.name,), (WORLD.code,)
    return tuple(m.area.name for m in ordered), tuple(m.area.code for m in ordered)


def driver_at(
    text: str,
    start: int,
    end: int,
    role: DriverRole,
    *,
    market: str | None,
    segment: str | None,
    rule: str,
    name: tuple[int, int] | None = None,
    listing: int = -1,
    position: int = 0,
    geographies: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
) -> Driver | None:
    """One mention; None where its name is empty, a bare number or far too long to be a name.

    Args:
        text: canonical text.
        start: first offset of the words that state it.
        end: their end.
        role: what it is.
        market: the market it drives.
        segment: the part of it.
        rule: rule that read it.
        name: span of the driver itself, where the words hold an explanation as well.
        listing: which list, -1 in prose.
        position: place in the list.
        geographies: names and codes of areas.
    """
    printed = bare(text, *(name or (start, end)))
    if not any(c.isalpha() for c in printed) or len(printed) < 3 or len(printed) > 260:
        return None
    return Driver(start, end, text[start:end], role, printed, market, segment, *geographies,
                  None, None, None, None, None, listing, position, rule)  # fmt: skip


def longest_first(phrases: Iterable[str]) -> list[str]:
    """Phrases so that a longer one is met before its own beginning."""
    return sorted(phrases, key=lambda p: (-len(p), p))


def words_of(language: str) -> DriverWords:
    """The words of a document's language."""
    return driver_words(language)
