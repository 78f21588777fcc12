"""Words for rising and falling measures, in the document's language, to check the sign of growth."""

from __future__ import annotations

import re
from functools import cache

from sources.grammar.language import Grammar

_FALLS = ("fall_verbs", "fall_nouns", "falls", "fall_behind", "fall_tails", "decline_words")
_RISES = ("rise_verbs", "rise_nouns", "growth_behind")
_ENGLISH_FALLS = ("down", "lower", "less", "fewer", "cheaper", "minus", "lost", "off")
_ENGLISH_RISES = ("up", "grew", "rose", "grow", "grows", "growth", "rise", "rises", "increase", "increased", "gain", "gained",
                  "climbed", "jumped", "expanded", "added", "more", "higher")  # fmt: skip


@cache
def falls(grammar: Grammar) -> re.Pattern[str]:
    """Words that say that a measure falls."""
    return _any(grammar, _FALLS, _ENGLISH_FALLS)


def says_fall(words: str, behind: str, grammar: Grammar) -> bool:
    """Words say that a measure falls, alone or with the other half of a split verb in the rest of the sentence.

    Args:
        words: as quoted: "declined", "bricht nochmals".
        behind: the sentence: "… bricht nochmals um 5 % ein".
        grammar: of the document's language.
    """
    if falls(grammar).search(words):
        return True
    tails = set(grammar.phrases("fall_tails"))
    halves = (verb.split() for verb in grammar.phrases("split_verbs"))
    said, rest = words.casefold().split(), set(re.findall(r"[^\W\d_]+", behind.casefold()))
    return any(len(h) == 2 and h[1] in tails and h[0].casefold() in said and h[1] in rest for h in halves)


@cache
def rises(grammar: Grammar) -> re.Pattern[str]:
    """Words that say that it rises."""
    return _any(grammar, _RISES, _ENGLISH_RISES)


def _any(grammar: Grammar, lists: tuple[str, ...], others: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(grammar.source(*lists, also=others), re.IGNORECASE)
