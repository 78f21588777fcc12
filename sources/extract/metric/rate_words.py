"""Words around a percentage that several readings ask for. What it measures is decided in `rates`."""

from __future__ import annotations

import re
from functools import cache

from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages

_WORDS = pattern_words("metric")
_ANY = words_of_languages("metric")

VALUE_NOUNS = re.compile(rf"\b{_ANY['value_nouns']}(?![A-Za-z])|{_ANY['value_characters']}", re.IGNORECASE)
OF_WHOLE = re.compile(
    rf"\s*(?:{_WORDS['share_word']}\s)?{_ANY['whole_prepositions']}\s(?:(?:19|20)[0-9]{{2}}\s)?(?P<noun>(?![0-9])[^,.;:()]{{1,80}})"
)
MOVED = re.compile(rf"\b{_WORDS['moved_words']}\s(?:\w+\s){{0,2}}$|[→⇒]\s*$", re.IGNORECASE)


@cache
def also(pattern: re.Pattern[str], g: Grammar, name: str, shape: str = "{}") -> re.Pattern[str]:
    """The pattern, or any of the language's own phrases in that shape."""
    if g.language == "en" or not g.phrases(name):
        return pattern
    return re.compile(rf"(?:{pattern.pattern})|{shape.format(g.source(name))}", pattern.flags)


def of_whole(right: str, g: Grammar) -> re.Match[str] | None:
    """ "of" and what follows it right behind a percentage."""
    if is_in_terms(right):
        return None
    return OF_WHOLE.match(right) or _non_english_of(g).match(right)


def is_in_terms(right: str) -> bool:
    """ "in volume", "en valeur" right behind a percentage: what growth is measured in, and no whole."""
    return bool(_IN_TERMS.match(right))


# "10.2 percent in volume": in what growth is measured, no whole.
_IN_TERMS = re.compile(
    rf"\s*{_ANY['in_words']}\s(?:{_ANY['measure_owners']}\s)?(?:{_WORDS['measure_adjectives']}\s)?{_ANY['measure_nouns']}\b(?!\s{_ANY['of_words']})",
    re.IGNORECASE,
)


@cache
def _non_english_of(g: Grammar) -> re.Pattern[str]:
    words, articles = g.source("of_words"), g.source("articles")
    noun = r"(?P<noun>(?![0-9])[^,.;:()]{1,80})"
    return re.compile(rf"\s*(?:{g.source('share_behind')}\s)?{words}\s?(?:{articles}\s?)?{noun}", re.IGNORECASE)


@cache
def ahead_of(g: Grammar) -> re.Pattern[str]:
    """ "bis 2032", "2025-2032", in the language's own words."""
    through = g.source("through_words", also=(p for p in g.phrases("periods.through") if len(p) > 4))
    spans = r"(?:19|20)[0-9]{2}\s?[-–]\s?(?:(?:19|20)?[0-9]{2})"
    return (
        re.compile(rf"{through}\s?(?:[\w']+\s){{0,2}}(?:19|20)[0-9]{{2}}|{spans}|(?!)", re.IGNORECASE)
        if g.language != "en"
        else re.compile("(?!)")
    )


_CJK_BREAK = re.compile(r"[、，;；。]|,(?![0-9])")
_CJK_REACH = 34


def near_clause(left: str, right: str) -> tuple[str, str]:
    """Without blanks more is said in fewer characters: the words that count end at the next comma behind and are near before."""
    return re.split(r"[;；。]", left)[-1][-_CJK_REACH:], _CJK_BREAK.split(right)[0]


WILL = re.compile(rf"\b{_WORDS['forecast_words']}\b", re.IGNORECASE)
