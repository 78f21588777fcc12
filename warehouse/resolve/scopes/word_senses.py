"""Word sense disambiguation: the sense of an ambiguous word from its neighbours, and whether two names share it.

Belongs here: the reviewed words with several senses (`lexicon/senses.yml`). Acronyms with several meanings are in
`acronyms.py`; `scope_relations.py` decides what follows for a relation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from warehouse.resolve.words.tokens import Tokens, positions, tokens_of
from warehouse.resolve.words.vocabulary import senses


@dataclass(frozen=True, slots=True)
class Sense:
    """A meaning of a word in one name; `is_shown` by another word of the name, else only the usual one."""

    label: str
    is_shown: bool


@lru_cache(maxsize=100_000)
def senses_of(tokens: Tokens) -> Mapping[str, Sense | None]:
    """Words of a name that mean several things, with the meaning there; None where it is unknown.

    Of several meanings that other words of the name indicate, that of the next word counts, then that of the word before.
    """
    return {word: _meaning(word, tokens) for word in tokens if word in _cues()}


def _meaning(word: str, tokens: Tokens) -> Sense | None:
    cues, at = _cues()[word], tokens.index(word)
    beside = tokens[:at] + tokens[at + 1 :]
    labels = [label for label, phrases in cues.items() if any(positions(beside, phrase) for phrase in phrases)]
    if len(labels) > 1:
        for near in (tokens[at + 1 : at + 2], tokens[max(at - 1, 0) : at]):
            nearest = [label for label in labels if near in cues[label]]
            if len(nearest) == 1:
                labels = nearest
                break
    if len(labels) == 1:
        return Sense(labels[0], is_shown=True)
    usual = None if labels else senses().usual.get(word)
    return None if usual is None else Sense(usual, is_shown=False)


def sense_difference(a: Mapping[str, Sense | None], b: Mapping[str, Sense | None]) -> tuple[str, bool] | None:
    """Why two names use a common word in different senses, and whether both show their sense.

    Args:
        a: `senses_of` of one name.
        b: of the other.

    Returns:
        (reason, whether both show it), or None where every common word has one sense or neither name shows it.
    """
    perhaps: tuple[str, bool] | None = None
    for word in sorted(a.keys() & b.keys()):
        one, other = a[word], b[word]
        if (one is None and other is None) or (one and other and one.label == other.label):
            continue
        if one is not None and other is not None:
            against = " against ".join(sorted((one.label, other.label)))
            if one.is_shown and other.is_shown:
                return f"{word} means two things: {against}", True
            perhaps = (f"{word} may mean two things: {against}", False)
        elif (sense := one or other) is not None and sense.is_shown and perhaps is None:
            perhaps = (f"{word} means several things; only one name tells that {sense.label} is meant", False)
    return perhaps


@cache
def _cues() -> Mapping[str, Mapping[str, frozenset[Tokens]]]:
    return {
        word: {label: frozenset(map(tokens_of, words)) - {()} for label, words in by_label.items()}
        for word, by_label in senses().senses.items()
    }
