"""Words of a name that mean "market" and nothing of its scope, and the name without them.

Belongs here: market words in any script, and the phrases that keep one ("power market design").
"""

from __future__ import annotations

import re
from functools import cache

from warehouse.resolve.words.tokens import Tokens, phrase_tokens
from warehouse.resolve.words.vocabulary import words

_PERIOD = re.compile(
    r"^(?:fy|cy|q[1-4]|h[12])?\d*(?:st|nd|rd|th)?$|^\d+(?:\.\d+)+(?:bn|mn|[bm])?$|^\d+(?:bn|mn|[bm])$"
)  # q1, fy2025, 5.2
_CLOSING = frozenset(["forecast", "outlook", "report", "analysis"])  # "market for locks, forecast 2030"


def names_market(tokens: Tokens) -> bool:
    """Whether a token is a market word, or ends in one where blanks are not written."""
    cjk = tuple(word for word in words().cjk_trailing if len(word) > 1)
    return market_word_at(tokens) is not None or any(token.endswith(cjk) for token in tokens)


def market_word_at(tokens: Tokens) -> int | None:
    """The place of the first market word."""
    return next((at for at, token in enumerate(tokens) if is_market_word(tokens, at)), None)


def is_market_word(tokens: Tokens, at: int) -> bool:
    """Whether a market word is here that no protected phrase keeps."""
    if tokens[at] not in words().market_words:
        return False
    return not any(tokens[at - 1 : at + 1] == phrase or tokens[at : at + 2] == phrase for phrase in _protected())


def is_protected(tokens: Tokens) -> bool:
    """Whether tokens end in a phrase that stays whole: "ride share"."""
    return any(tokens[-len(phrase) :] == phrase for phrase in _protected())


@cache
def _protected() -> tuple[Tokens, ...]:
    return tuple(phrase_tokens(phrase) for phrase in words().protected)


def without_market_word(tokens: Tokens) -> Tokens:
    """Cuts at the market word where only boilerplate follows; turns "market for locks" into locks."""
    vocabulary = words()
    for at in range(len(tokens)):
        if not is_market_word(tokens, at):
            continue
        rest = tokens[at + 1 :]
        while rest and rest[0] in vocabulary.boilerplate and rest[0] not in vocabulary.joining | vocabulary.turning:
            rest = rest[1:]
        if all(token in vocabulary.boilerplate for token in rest):
            return tokens[:at]
        if at and _is_closing(tokens[at + 1 :]):
            return tokens[:at]
        if rest[0] in vocabulary.joining:
            content = rest[1:]
            while content and content[0] in vocabulary.leading:
                content = content[1:]
            while len(content) > 1 and content[-1] in _CLOSING:
                content = content[:-1]
            return content + tokens[:at]
    return tokens


def _is_closing(rest: Tokens) -> bool:
    """Whether what follows a market word belongs to the report: "by type and region", "key players", "worth 5 billion"."""
    vocabulary = words()
    for at, token in enumerate(rest):
        if token == "by" and at == sum(word in vocabulary.boilerplate for word in rest[:at]):
            return True
        if token not in vocabulary.boilerplate | vocabulary.behind_market and not _PERIOD.match(token):
            return False
    return True


def without_cjk_words(tokens: Tokens) -> Tokens:
    """Takes market words off tokens written without blanks; a token that is nothing else goes."""
    vocabulary = words()
    return tuple(
        cut
        for token in tokens
        if (cut := token if token.isascii() else _cut(token, vocabulary.cjk_leading, vocabulary.cjk_trailing))
    )


def _cut(token: str, leading: tuple[str, ...], trailing: tuple[str, ...]) -> str:
    before = None
    while token != before:
        before = token
        for cut in sorted(leading, key=lambda word: (-len(word), word)):
            token = token.removeprefix(cut)
        for cut in sorted(trailing, key=lambda word: (-len(word), word)):
            token = token.removesuffix(cut)
    return token
