"""Shares that moved: "the share of cans rose from 40% to 52%" states two shares and no growth; "by 12%" belongs to `share_or_growth`.

A word for "share" opens the clause, and the figure is behind a word for where it went to or came from.
"""

from __future__ import annotations

import re
from functools import cache

from sources.extract.figures.surroundings import Reading, Surroundings, nearest_before, nearest_behind
from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import words_of_languages

_ANY = words_of_languages("metric")

_REACH = 150
_AT_ONCE = 4
_CUT = re.compile(r"[;:!?]|\.\s|\s[–—]\s")
_CJK_REACH = 40
_CJK_CUT = re.compile(r"[。;；]")
_CJK_NEAR = 14
_CJK_RATE = re.compile(rf"{_ANY['rate_words']}")


def share_level(q: Figure, a: Surroundings, g: Grammar) -> Reading | None:
    """The reading of a percentage that a share moved to or from; None where it is none.

    Args:
        q: the percentage.
        a: the words around it.
        g: `share_nouns`, `level_leads`, `origin_leads`, `growth_nouns`.
    """
    if q.kind != "percent" or a.heading:
        return None
    if g.is_cjk:
        return _cjk_level(a, g)
    lead = _lead(g).search(a.left[-40:])
    if lead is None or nearest_behind(g.pattern("metrics.cagr"), a.right) <= _AT_ONCE:
        return None
    clause = _CUT.split(a.sentence[max(0, a.at - _REACH) : a.at])[-1]
    opened = [m.end() for m in g.pattern("share_nouns", "share_words").finditer(clause)]
    if not opened:
        return _goes_on(a, g)
    between = clause[opened[-1] :]
    if g.pattern("contrast_words").search(between) or _rate_word(g).search(between):
        return None
    if not _moves(clause, g) and a.previous_in_sentence != "share":
        return None
    return Reading("share", "percent.share_level")


def _goes_on(a: Surroundings, g: Grammar) -> Reading | None:
    """ "..., der des Neubaus gab auf 33 % nach": the next part's share, where the sentence goes on without the word."""
    if (
        a.previous_in_sentence != "share"
        or len(a.left) > 80
        or not g.pattern("share_nouns", "share_words").search(a.sentence[: a.at])
    ):
        return None
    if any(g.pattern(name).search(a.left) for name in ("metrics.market_size", "metrics.volume", "metrics.price")):
        return None
    moves = _moves(a.left, g) and not _rate_word(g).search(a.left)
    return Reading("share", "percent.share_level_next") if moves else None


def _moves(text: str, g: Grammar) -> bool:
    return bool(g.pattern("motion_verbs").search(text) or g.pattern("metrics.growth").search(text))


def _cjk_level(a: Surroundings, g: Grammar) -> Reading | None:
    """ "份额提升至11%", "シェアは30%から42%に上昇": what a share word's own clause moves to."""
    left = _CJK_CUT.split(a.left[-_CJK_REACH:])[-1]
    follows = a.previous_in_sentence == "share" and len(left) <= _CJK_NEAR and not _CJK_RATE.search(left)
    if nearest_before(g.pattern("share_words"), left) > _CJK_NEAR and not follows:
        return None
    stands = a.right.lstrip().startswith(g.phrases("level_tails")) if g.phrases("level_tails") else False
    if stands or left.rstrip("约約近超").endswith(g.phrases("level_leads") or ("\0",)):
        return Reading("share", "percent.share_level")
    return None


def _rate_word(g: Grammar) -> re.Pattern[str]:
    """What is measured in percent itself and also has levels: "growth slowed to 5%"."""
    return g.pattern("growth_nouns", "metrics.cagr")


@cache
def _lead(g: Grammar) -> re.Pattern[str]:
    words = g.source("level_leads", "origin_leads")
    return re.compile(rf"{words}\s?(?:\w+\s)?$", re.IGNORECASE)
