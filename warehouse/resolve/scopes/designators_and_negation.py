"""Designators and negation: a letter, a number or a negated word makes two names different that share their other words.

Belongs here: designators ("hepatitis a", "ddr5", "level 2") and negations ("non stick", "lead free"). Other words are
compared in `scope_relations.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from warehouse.resolve.words.numerals import CLASS_WORDS, JOINING
from warehouse.resolve.words.vocabulary import Tokens

_ROMAN = frozenset(
    ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]
)  # those without a counting word before them
_STEM_FIRST = re.compile(r"^([a-z]+)(\d+(?:\.\d+)*)$")  # ddr5, pa6
_STEM_LAST = re.compile(r"^(\d+(?:\.\d+)*)([a-z]{1,3})$")  # 5g, 48v
_NUMBER = re.compile(r"^\d+(?:\.\d+)*$")
_BEFORE = ("non", "un", "anti", "counter")
_BEHIND = ("free", "less")
_JOINED_BEFORE = ("non", "un")
_TURNING = ("re", "un", "non", "pre", "anti", "de", "dis", "counter")
_SHORTEST = 3  # letters of a negated word
_SHORTEST_STEM = 5  # of a word behind a closed prefix
_IN = frozenset(["organic", "direct", "active", "visible", "soluble"])  # what "in-" negates


def is_designator(phrase: Tokens) -> bool:
    """Whether a concept is a letter or a number and names nothing by itself."""
    return len(phrase) == 1 and (len(phrase[0]) == 1 or bool(_NUMBER.match(phrase[0])) or phrase[0] in _ROMAN)


def designator_difference(one: Mapping[str, frozenset[str]], other: Mapping[str, frozenset[str]]) -> str | None:
    """Why two names are siblings by their letters or numbers, None where they are not.

    Args:
        one: designators of one name.
        other: of the other.
    """
    if not one or not other:
        return None
    for stem in sorted(one.keys() & other.keys()):
        if not one[stem] & other[stem]:
            left, right = sorted((" ".join(sorted(one[stem])), " ".join(sorted(other[stem]))))
            return f"{stem} {left} against {right}"
    return None


@lru_cache(maxsize=100_000)
def negated(tokens: Tokens) -> frozenset[str]:
    """Words that a name negates: "non stick", "lead free", and in one word "nonferrous", "unstructured", "cordless"."""
    words = {word for sign, word in pairwise(tokens) if sign in _BEFORE}
    words |= {word for word, sign in pairwise(tokens) if sign in _BEHIND}
    for token in tokens:
        words |= {token.removeprefix(sign) for sign in _JOINED_BEFORE if token.startswith(sign)}
        words |= {token.removesuffix(sign) for sign in _BEHIND if token.endswith(sign)}
        if token.startswith("in") and token[2:] in _IN:
            words.add(token[2:])
    return frozenset(word for word in words if len(word) >= _SHORTEST)


def negation_difference(
    a: frozenset[str], negated_a: frozenset[str], b: frozenset[str], negated_b: frozenset[str]
) -> str | None:
    """Why one name negates a word that the other has, None where neither does.

    Args:
        a: words of one name.
        negated_a: what it negates.
        b: words of the other.
        negated_b: what that negates.
    """
    if not negated_a and not negated_b:
        return None
    words = ((negated_a - negated_b) & b) | ((negated_b - negated_a) & a)
    return f"one name has {min(words)}, the other negates it" if words else None


def prefix_difference(a: frozenset[str], b: frozenset[str]) -> str | None:
    """Why a closed prefix makes another thing of a word, None where none does: insurance and reinsurance.

    Args:
        a: words of one name.
        b: of the other.
    """
    for one, other in ((a, b), (b, a)):
        for word in sorted(one - other):
            for prefix in _TURNING:
                stem = word.removeprefix(prefix)
                if stem != word and stem in other - one and len(stem) >= _SHORTEST_STEM:
                    return f"{word} is another thing than {stem}"
    return None


@lru_cache(maxsize=100_000)
def designators(tokens: Tokens) -> Mapping[str, frozenset[str]]:
    """Letters and numbers by the word before them, or by the letters that they are written with."""
    by_word: dict[str, set[str]] = {}
    stem: str | None = None
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else ""
        written = _STEM_FIRST.match(token)
        if written:
            by_word.setdefault(written[1], set()).add(written[2])
            continue
        written = _STEM_LAST.match(token)
        if written:
            by_word.setdefault(written[2], set()).add(written[1])
            continue
        is_letter = len(token) == 1 and token.isalpha() and (token not in "aei" or before in CLASS_WORDS)
        if not (_NUMBER.match(token) or is_letter or (token in _ROMAN and before in CLASS_WORDS | JOINING)):
            continue
        if before in JOINING and stem is not None:
            by_word[stem].add(token)
        elif before.isalpha() and before not in JOINING and len(before) > 1:
            stem = before
            by_word.setdefault(stem, set()).add(token)
    return {stem: frozenset(values) for stem, values in by_word.items()}
