"""Short forms: "A held 46 %, B 27 % and C 19 %", "X, with 58 % in 2025", "58 % of revenue came from X".

Here the figure's subject stands beside it without a verb of its own, or behind it.
"""

from __future__ import annotations

import re

from sources.extract.phrases.non_english_phrases import is_own, own_name_before
from sources.extract.phrases.verbs import holds_verb
from sources.grammar.language import Grammar

_WITH = re.compile(
    r"(?P<name>[^,;:()]{2,70}?),?\s(?:with|at|on|having|mit|bei|con|avec|à)\s(?:an?\s|the\s|el\s|la\s|einem\s|einer\s|un\s|una\s|une\s)?(?P<cue>[^,;:()]{0,40}?)$"
)
_BARE = re.compile(
    r"(?:^|,\s?|;\s?|\|\s?|\s)(?:and\s|und\s|y\s|et\s|while\s|followed by\s|then\s|ahead of\s|gefolgt von\s|seguido de\s)*(?P<name>[^,;:()|]{2,60}?)\s?$",
    re.IGNORECASE,
)
_FOLLOW = re.compile(
    r"^[\s,;|]*(?:(?:(?:year|quarter|month)[- ](?:over|on|to)[- ](?:year|quarter|month)|yoy|qoq|y-o-y|q-o-q|a year|per year|annually|sequentially|of\s(?:them|it|those|the\s[a-z]+|all\s[a-z]+|sales|revenues?|demand|units|spending))\b[\s,;|]*)?"
    r"(?:(?:followed by|ahead of|(?:out )?of which|and|und|y|et|while|whereas|then|gefolgt von|seguid[oa]s? (?:de|por)|Les siguieron|le siguen|suivi[es]* (?:de|par))\b)?\s*",
    re.IGNORECASE,
)
_CAME_FROM = re.compile(
    r"\s*(?:of|der|des|del?)\s[^,.;:]{2,50}?\s(?:came|comes|come|stems?|stemmed|derives?|derived|originates?|originated|went|goes|go|fell|falls|belonged|belongs|arose|was earned|were earned|was generated|stammt|stammte|stammten|entfiel|entfielen|kamen|kam|provino|provinieron|provenía)\s"
    r"(?:[\w-]+ly\s)?(?:from|to|with|in|on|aus|auf|de|a|von)\s(?:the\s|la\s|los\s|las\s|el\s|die\s|den\s|der\s)?(?P<name>[^,.;:]{2,60}?)(?=[,.;:]|\s(?:in|while|and|at|through|by|where|which|im)\s|$)"
)


def name_before(text: str, start: int, figure: int, grammar: Grammar) -> str | None:
    """The name that stands beside a figure without a verb, between `start` (a neighbour's end) and the figure.

    Returns:
        The words of the name, or None where they hold a verb or are no short noun phrase.
    """
    if is_own(grammar):
        return own_name_before(text, start, figure, grammar)
    piece = text[start:figure]
    lead = _FOLLOW.match(piece)
    body = piece[lead.end() :] if lead else piece
    if match := _WITH.search(body):
        if not holds_verb(match["name"], grammar) and _is_name(match["name"]) and not holds_verb(match["cue"], grammar):
            return match["name"].strip(" ,")
    hedge = re.sub(
        r"\s(?:about|around|approximately|roughly|nearly|almost|some|only|just|over|another|rund|etwa|unos|environ)\s?$",
        "",
        " " + body,
    )
    if match := _BARE.search(hedge):
        if not holds_verb(match["name"], grammar) and _is_name(match["name"]):
            return match["name"].strip(" ,")
    return None


def name_behind(text: str, figure_end: int, end: int) -> str | None:
    """The name behind a share: "58 % of revenue came from X"."""
    match = _CAME_FROM.match(text, figure_end, end)
    return match["name"].strip() if match else None


_NOT_NAMES = frozenset(
    "nearly almost about around approximately roughly some only just over rund etwa fast knapp casi cerca environ près presque unos "
    "in by of at to from with for over about around than up down more less and or but the a an its their per cent percent through during until since is be as on total combined "
    "average market year years growth rate cagr share compound annual respectively im bis auf um en de a la el con una".split()
)


_ARTICLES = frozenset("the a an die der das den le la les los las el un una une ein eine".split())


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
