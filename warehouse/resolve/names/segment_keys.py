"""Keys of segments: dimension and member in one form across vendors; members that differ in a word stay apart."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from warehouse.resolve.words.tokens import Tokens, positions, tokens_of
from warehouse.resolve.words.vocabulary import dimensions

_SIGNS = "<>≤≥"


def segment_key(dimension: str | None, segment: str | None, market_id: str | None = None) -> str | None:
    """The comparable form of a segment.

    Args:
        dimension: as printed, or None where the text names none.
        segment: as printed, or None for the whole market.
        market_id: the market that is segmented; what its name ends with says nothing at a member's end ("weather-based
            controllers" of the smart irrigation controller market are the weather-based ones).

    Returns:
        "dimension:segment", "deployment:cloud" for ("Deployment Model", "Cloud-Based"); ":cloud" where the dimension is
        unknown; None for the whole market.
    """
    if segment is None:
        return None
    member = member_key(segment, market_id)
    return f"{dimension_key(dimension)}:{member}" if member else None


@lru_cache(maxsize=100_000)
def dimension_key(dimension: str | None) -> str:
    """A dimension's name in one form; empty where there is none."""
    tokens = tokens_of(dimension or "")
    while tokens and tokens[0] == "by":
        tokens = tokens[1:]
    return " ".join(_dimensions().get(tokens, tokens))


@lru_cache(maxsize=100_000)
def member_key(segment: str, market_id: str | None = None) -> str:
    """A member's name in one form: signs and words of size bands alike, words that say nothing left out."""
    vocabulary = dimensions()
    silent_end = vocabulary.trailing | ({market_id.rpartition("-")[2]} if market_id else set())
    text = segment
    for sign in _SIGNS:
        text = text.replace(sign, f" {vocabulary.comparators[sign]} ")
    tokens = tokens_of(text, years=True)
    for phrase, word in _comparators():
        while found := positions(tokens, phrase):
            tokens = tokens[: found[0]] + word + tokens[found[0] + len(phrase) :]
    kept = tuple(token for token in tokens if token not in _silent()) or tokens
    while len(kept) > 1 and kept[-1] in silent_end:
        kept = kept[:-1]
    return " ".join(_members().get(kept, kept))


@cache
def _silent() -> frozenset[str]:
    return frozenset(token for phrase in dimensions().segment_words for token in tokens_of(phrase))


@cache
def _members() -> Mapping[Tokens, Tokens]:
    """Members under another name, in their kept words, and the one form of each."""

    def kept(phrase: str) -> Tokens:
        return tuple(token for token in tokens_of(phrase) if token not in _silent())

    return {kept(name): kept(member) for member, names in dimensions().members.items() for name in names}


@cache
def _comparators() -> tuple[tuple[Tokens, Tokens], ...]:
    """Phrases of size bands and the word for them, longest first; signs are replaced before tokens are cut."""
    pairs = [
        (tokens_of(phrase), tokens_of(word))
        for phrase, word in dimensions().comparators.items()
        if phrase not in _SIGNS
    ]
    return tuple(sorted((pair for pair in pairs if pair[0] != pair[1]), key=lambda pair: (-len(pair[0]), pair[0])))


@cache
def _dimensions() -> Mapping[Tokens, Tokens]:
    return {
        tokens_of(name): tokens_of(dimension)
        for dimension, names in dimensions().dimensions.items()
        for name in names
        if tokens_of(name)
    }
