"""Speakers that are no subject of their figure: "We count 6.9 million tonnes", "同社は…とみている" are about the market, not about the speaker."""

from __future__ import annotations

import re
from functools import cache

from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("subjects")

_TAIL = 120


def only_says(clause: str, behind: str, g: Grammar) -> bool:
    """Whether the clause's subject estimates the figure instead of having it.

    Args:
        clause: the clause up to the figure, with its subject.
        behind: the words of the sentence from the figure on.
        g: `estimating_verbs`, `own_accounts`; where verbs come last, `estimating_tails`.
    """
    if g.pattern("own_accounts").search(clause):
        return False
    if g.verb_last:
        tails = g.phrases("estimating_tails")
        return bool(tails) and bool(g.pattern("estimating_tails").search(behind[-_TAIL:]))
    return bool(_said(g).search(clause))


@cache
def _said(g: Grammar) -> re.Pattern[str]:
    """An estimating verb with nothing but small words between it and a figure, this one or one before it."""
    small = rf"(?:(?:{_WORDS['estimate_fillers']}|{_WORDS['estimate_fillers_mul']})\s){{0,4}}"
    return re.compile(
        rf"{g.source('estimating_verbs')}\s{small}(?=[$€£¥₹~]|(?:US|R|A|C)\$|[A-Z]{{3}}\s?[0-9]|[0-9]|$)",
        re.IGNORECASE,
    )
