"""The unit from the words after a number: a percentage, points, a multiple, or a count of something. Currencies belong to `quantities`."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from sources.extract.scan.figure import Kind
from sources.extract.scan.numbers.numerals import Numeral
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists

_LISTS = word_lists("scan")
_WORDS = pattern_words("scan")

_GLUED_PERCENT = re.compile(rf"{_WORDS['percent_letters']}(?![\w-])")
_NOUN = re.compile(
    r"[\s\u00a0\u202f-]{0,2}(?P<unit>(?:[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ0-9²³&'’.]*(?:[/·-][A-Za-zÀ-ÿ0-9²³]+)*)"
    r"(?:[ \u00a0-][A-Za-zÀ-ÿ][A-Za-zÀ-ÿ0-9²³&'’.-]*){0,4})"
)
_NO_NOUN = frozenset((*_LISTS["no_nouns"], *_LISTS["no_nouns_mul"]))
_UNIT_REACH = 48
_RATES = ("percentage_points", "basis_points", "percent", "times")


class RateUnit(NamedTuple):
    """The unit of a rate behind a number, and how many characters it takes."""

    kind: Kind
    unit: str
    length: int
    is_signed: bool = False
    is_in_tenths: bool = False


_RATE_KINDS: tuple[tuple[str, Kind, str], ...] = (
    ("percentage_points", "points", "percentage points"),
    ("basis_points", "basis_points", "basis points"),
)


def rate_at(text: str, position: int, end: int, grammar: Grammar) -> RateUnit | None:
    """The percent sign, points or multiple at `position`; None where the number counts something."""
    tail = text[position : min(end, position + _UNIT_REACH)]
    has_rate = grammar.starting(*_RATES).match(tail) is not None
    for name, kind, unit in _RATE_KINDS if has_rate else ():
        if match := grammar.starting(name).match(tail):
            return RateUnit(kind, unit, match.end())
    if _GLUED_PERCENT.match(tail):  # "4.2pc"
        return RateUnit("percent", "percent", len("pc"))
    if has_rate and (match := grammar.starting("percent").match(tail)):
        return RateUnit("percent", "percent", match.end(), is_signed=True)
    if (match := grammar.starting("tenths").match(tail)) and not grammar.starting("not_tenths").match(tail):
        return RateUnit("percent", "percent", match.end(), is_in_tenths=True)
    if has_rate and (match := grammar.starting("times").match(tail)):
        return RateUnit("times", "times", match.end())
    return None


def counted_noun(
    text: str, numeral: Numeral, position: int, stop: int, grammar: Grammar, *, has_scale: bool
) -> tuple[str, int]:
    """The words for what a bare number counts, "" where there are none, and where the figure ends."""
    is_bare = has_scale and _is_bare_scale(text, numeral.end, position, grammar)
    if has_scale and grammar.language != "en" and (linked := _OF_NOUN.match(text, position, stop)):
        if grammar.pattern("measured_units", "counted_nouns").match(text, linked.end(), stop):
            position = linked.end() - 1 if text[linked.end() - 1] == " " else linked.end()
    match = None if is_bare else _NOUN.match(text, position, stop)
    if match and not _ELIDED.match(match["unit"]) and not _is_no_noun(match["unit"].split()[0].lower(), grammar):
        noun = match["unit"]
        unit_words = grammar.pattern("measured_units").match(noun) or grammar.pattern("counted_nouns").match(noun)
        return noun, match.start("unit") + unit_words.end() if unit_words else position
    if grammar.is_cjk and (counted := grammar.starting("counted_nouns").match(text, position, stop)):
        return counted.group().strip(" -"), counted.end()
    return "", position


_ELIDED = re.compile(r"[lnscj]['’]|qu['’]", re.IGNORECASE)  # "71 millions l'an dernier" counts no litres
_OF_NOUN = re.compile(r"\s(?:de\s|d['’]|di\s)")


_NOUN_SCALES = re.compile(rf"\s?(?:{_WORDS['thousand_mul']}\s)?{_WORDS['scale_beginnings_mul']}", re.IGNORECASE)


def _is_bare_scale(text: str, start: int, end: int, grammar: Grammar) -> bool:
    """Behind "millones", "millions", "milioni" what is counted follows with "de" or "di"; other words are an adverb or a title."""
    if grammar.language not in _NOUNS_WITH_OF or not _NOUN_SCALES.match(text, start, end):
        return False
    return not (_OF_NOUN.match(text, end) or grammar.starting("measured_units").match(text, end))


_NOUNS_WITH_OF = frozenset({"es", "fr", "it", "pt"})


def _is_no_noun(word: str, grammar: Grammar) -> bool:
    """The word behind a number is a preposition or "and": the number counts nothing by name."""
    stem = word.rstrip("’'") if word.endswith(("’", "'")) else word
    return word in _NO_NOUN or (grammar.language != "en" and stem in _small_words(grammar))


@cache
def _small_words(g: Grammar) -> frozenset[str]:
    lists = "name_cuts year_leads and_words range_words contrast_words span_openers moved_words respectively".split()
    return frozenset(p.split()[0].rstrip("'") for name in lists for p in g.phrases(name))
