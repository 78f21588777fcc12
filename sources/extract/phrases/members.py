"""Short forms: "A held 46 %, B 27 % and C 19 %", "X, with 58 % in 2025", "58 % of revenue came from X".

Here the figure's subject is beside it without a verb of its own, or behind it.
"""

from __future__ import annotations

import re

from sources.extract.phrases.non_english_phrases import non_english_name_before
from sources.extract.phrases.verbs import holds_verb
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("phrases")
_LISTS = word_lists("phrases")

_WITH = re.compile(
    rf"(?P<name>[^,;:()]{{2,70}}?),?\s(?:{_WORDS['member_prepositions']}|{_WORDS['member_prepositions_mul']})\s(?:(?:{_WORDS['articles']}|{_WORDS['cue_articles_mul']})\s)?(?P<cue>[^,;:()]{{0,40}}?)$"
)
_BARE = re.compile(
    rf"(?:^|,\s?|;\s?|\|\s?|\s)(?:(?:{_WORDS['member_openers']}|{_WORDS['member_openers_mul']})\s)*(?P<name>[^,;:()|]{{2,60}}?)\s?$",
    re.IGNORECASE,
)
_HEDGE = re.compile(rf"\s(?:{_WORDS['hedges']}|{_WORDS['hedges_mul']})\s?$")
_FOLLOW = re.compile(
    rf"^[\s,;|]*(?:(?:{_WORDS['growth_intervals']}|{_WORDS['period_nouns']}[- ](?:over|on|to)[- ]{_WORDS['period_nouns']}|of\s(?:{_WORDS['whole_nouns']}|the\s[a-z]+|all\s[a-z]+))\b[\s,;|]*)?"
    rf"(?:(?:{_WORDS['follow_links']}|{_WORDS['follow_links_mul']})\b)?\s*",
    re.IGNORECASE,
)
_CAME_FROM = re.compile(
    rf"\s*(?:of|{_WORDS['whole_links_mul']})\s[^,.;:]{{2,50}}?\s(?:{_WORDS['origin_verbs']}|{_WORDS['origin_verbs_mul']})\s"
    rf"(?:[\w-]+ly\s)?(?:{_WORDS['origin_prepositions']}|{_WORDS['origin_prepositions_mul']})\s(?:(?:the|{_WORDS['origin_articles_mul']})\s)?(?P<name>[^,.;:]{{2,60}}?)(?=[,.;:]|\s(?:{_WORDS['after_origin']}|{_WORDS['after_origin_mul']})\s|$)"
)


def name_before(text: str, start: int, figure: int, grammar: Grammar) -> str | None:
    """The name that is beside a figure without a verb, between `start` (a neighbour's end) and the figure.

    Returns:
        The words of the name, or None where they hold a verb or are no short noun phrase.
    """
    if grammar.is_non_english:
        return non_english_name_before(text, start, figure, grammar)
    piece = text[start:figure]
    lead = _FOLLOW.match(piece)
    body = piece[lead.end() :] if lead else piece
    if match := _WITH.search(body):
        if not holds_verb(match["name"], grammar) and _is_name(match["name"]) and not holds_verb(match["cue"], grammar):
            return match["name"].strip(" ,")
    if match := _BARE.search(_HEDGE.sub("", " " + body)):
        if not holds_verb(match["name"], grammar) and _is_name(match["name"]):
            return match["name"].strip(" ,")
    return None


def name_behind(text: str, figure_end: int, end: int) -> str | None:
    """The name behind a share: "58 % of revenue came from X"."""
    match = _CAME_FROM.match(text, figure_end, end)
    return match["name"].strip() if match else None


_NOT_NAMES = frozenset((*_LISTS["no_names"], *_LISTS["no_names_mul"]))


_ARTICLES = frozenset((*_LISTS["articles"], *_LISTS["articles_mul"]))


def _is_name(words: str) -> bool:
    tokens = re.findall(r"[^\W_][\w&'’.-]*", words)
    while len(tokens) > 1 and tokens[0].lower() in _ARTICLES:
        tokens = tokens[1:]
    if len(tokens) == 1 and tokens[0].lower() in _ARTICLES:
        return False
    if not tokens or len(tokens) > 7:
        return False
    if re.search(r"[0-9]{4}|[$€£₹]", words):
        return False
    return (
        tokens[0].lower() not in _NOT_NAMES
        and tokens[-1].lower() not in _NOT_NAMES
        and not all(t.lower() in _NOT_NAMES for t in tokens)
    )
