"""Percentages of another whole than a market: of people and firms, of accounts, of savings."""

from __future__ import annotations

import re
from functools import cache

from sources.extract.figures.surroundings import Reading, Surroundings
from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import lists_of_languages, pattern_words, words_of_languages
from sources.grammar.phrase_patterns import alternation

_WORDS = pattern_words("metric")
_ANY = words_of_languages("metric")
_LISTS = lists_of_languages("metric")

_MARKET = re.compile(rf"(?:[\w-]+\s){{0,2}}{_ANY['own_market_nouns']}\b", re.IGNORECASE)


def of_other_whole(q: Figure, a: Surroundings, left: str, right: str, g: Grammar) -> Reading | None:
    """`other_numeric` where the words right at the percentage name a whole that is no market; None elsewhere.

    Args:
        q: the percentage.
        a: the words around it.
        left: words before it, as `rates` counts them.
        right: words behind it.
        g: `people_nouns`, `possessives`, `put_aside`.
    """
    if a.heading or g.is_cjk:
        return None
    if _of_people(g).match(right):
        return Reading("other_numeric", "percent.of_people")
    owned = _of_owners(g).match(right)
    if owned and not _MARKET.match(right, owned.end()):  # "of its home market" is a share
        return Reading("other_numeric", "percent.of_own_account")
    if _aside(g).search(left[-60:]) and not a.subject_is_market and not _is_rate(a.clause, g):
        return Reading("other_numeric", "percent.put_aside")
    return None


def _is_rate(clause: str, g: Grammar) -> bool:
    """ "Growth will run at 5%": what runs at a percentage is a measure itself."""
    return any(g.pattern(f"metrics.{name}").search(clause) for name in ("growth", "margin", "cagr", "share"))


_SMALL = rf"(?!{_ANY['no_adjectives']}\s)"


@cache
def _of_people(g: Grammar) -> re.Pattern[str]:
    """ "of insured drivers", "des personnes interrogées": the noun is the head, no owner of something ("companies' sales")."""
    words = ["of", *g.phrases("of_words")]
    of, no_of = alternation(words), alternation([w for w in words if not w.endswith("'")])
    return re.compile(
        rf"\s{of}\s?(?:{_WORDS['people_articles']}\s)?(?:{_SMALL}(?!{no_of})[^\W\d_][\w'’-]*\s){{0,3}}?{g.source('people_nouns')}(?!['’-])",
        re.IGNORECASE,
    )


@cache
def _of_owners(g: Grammar) -> re.Pattern[str]:
    owners = g.source("possessives", also=_LISTS["owners"])
    return re.compile(rf"\s{_ANY['own_prepositions']}\s{owners}\s", re.IGNORECASE)


@cache
def _aside(g: Grammar) -> re.Pattern[str]:
    """ "save 12%", "gastan en promedio 1,1 %": what people do with a part of their money."""
    return re.compile(rf"{g.source('put_aside')}\s(?:[a-zà-ÿ]+\s){{0,3}}$", re.IGNORECASE)
