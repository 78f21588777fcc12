"""Hostile strings for a pattern, made from its own structure: each repeated part many times, then a tail that fails.

Belongs here: from a parsed pattern to strings. Running patterns on them does not (`chaos/patterns.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from re import _constants as code
from re import _parser as parser
from typing import Any

# What stands behind the repeated part so that no match ends there; a control character is in hardly any class.
TAIL = "\x01!"
# Tried in this order where a class allows several characters: what neighbouring classes of our patterns share.
_LIKELY = " 1a,\nA.-'%$(:;)x0é"
_CATEGORY = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a", "CATEGORY_NOT_DIGIT": " ",
             "CATEGORY_NOT_SPACE": "a", "CATEGORY_NOT_WORD": " "}  # fmt: skip
_REPEATS = (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT)
_SINGLE = (code.LITERAL, code.NOT_LITERAL, code.IN, code.ANY)
# Repeats bounded below this are read as "a few": what they can cost is a constant.
FEW = 8
_SAMPLE_CHARS = 60

Nodes = Sequence[tuple[Any, Any]]


def pumps(pattern: re.Pattern[str], at_most: int, tree: Nodes | None = None) -> tuple[tuple[str, str], ...]:
    """The beginnings and the repeated units that a pattern may stumble over.

    Args:
        pattern: any compiled pattern of text.
        at_most: pairs at most; those of repeated parts without an end come first.
        tree: the pattern parsed, where it is at hand: parsing thousands of them takes as long as compiling.

    Returns:
        Pairs of a beginning and a unit; a hostile string is beginning + unit × n + TAIL.
    """
    tree = tree or list(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG))
    found: dict[tuple[str, str], None] = {}
    longest: list[tuple[int, str, list[str]]] = []
    for high, before, units in _repeats(tree, ""):
        longest.append((high, before, units))
    longest.sort(key=lambda one: -one[0])
    whole = _sample(tree, 0)
    for rank in range(3):  # each part's likeliest unit first, so that a short list holds all parts
        for _, before, units in longest:
            if rank < len(units):
                found[before[-_SAMPLE_CHARS:], units[rank]] = None
            if rank == 1 and before and units:
                found["", before[-_SAMPLE_CHARS:] + units[0]] = None
        if whole and not rank:
            found["", whole[:_SAMPLE_CHARS]] = None
            found["", whole[: max(1, len(whole) - 1)][:_SAMPLE_CHARS]] = None
    return tuple(found)[:at_most]


def hostile(beginning: str, unit: str, size: int) -> str:
    """A string of about `size` characters."""
    return beginning + unit * max(1, size // len(unit)) + TAIL


def _repeats(nodes: Nodes, before: str) -> Iterator[tuple[int, str, list[str]]]:
    """Every repeated part: its upper bound, what leads to it, and what it eats."""
    for op, value in nodes:
        if op in _REPEATS:
            _, high, body = value
            if int(high) > FEW:
                units = _units(list(body))
                if units:
                    yield int(high), before, units
            yield from _repeats(list(body), before)
        else:
            for inner in _inner(op, value):
                yield from _repeats(inner, before)
        if len(before) < 4 * _SAMPLE_CHARS:
            before += _sample([(op, value)], 0)


def _inner(op: Any, value: Any) -> Iterable[Nodes]:
    if op is code.BRANCH:
        return [list(branch) for branch in value[1]]
    if op is code.SUBPATTERN:
        return [list(value[3])]
    if op in (code.ASSERT, code.ASSERT_NOT):
        return [list(value[1])]
    if op is code.ATOMIC_GROUP:
        return [list(value)]
    if op is code.GROUPREF_EXISTS:
        return [list(part) for part in value[1:] if part is not None]
    return []


def _units(body: Nodes) -> list[str]:
    """Strings that a repeated part eats once."""
    if len(body) == 1 and body[0][0] in _SINGLE:
        return _characters(*body[0])[:3]
    return list(dict.fromkeys(text for text in (_sample(body, variant) for variant in range(3)) if text))[:3]


def _sample(nodes: Nodes, variant: int) -> str:
    """A short text that the nodes match, lookarounds aside."""
    return "".join(_sample_one(op, value, variant) for op, value in nodes)


def _sample_one(op: Any, value: Any, variant: int) -> str:
    if op in _SINGLE:
        found = _characters(op, value)
        return found[min(variant, len(found) - 1)] if found else ""
    if op in _REPEATS:
        low, _, body = value
        # What may be left out is left out first, and put in for the other variants.
        return _sample(list(body), variant) * max(int(low), 1 if variant else 0) if low or variant else ""
    if op is code.BRANCH:
        branches = value[1]
        return _sample(list(branches[min(variant, len(branches) - 1)]), variant)
    if op is code.SUBPATTERN:
        return _sample(list(value[3]), variant)
    if op is code.ATOMIC_GROUP:
        return _sample(list(value), variant)
    return ""


def _characters(op: Any, value: Any) -> list[str]:
    """Characters that a single-character node matches, the likeliest to be shared by its neighbours first."""
    if op is code.LITERAL:
        return [chr(value)]
    if op is code.ANY:
        return list(_LIKELY)
    if op is code.NOT_LITERAL:
        return [letter for letter in _LIKELY if ord(letter) != value]
    negated = value[0][0] is code.NEGATE
    members = value[1:] if negated else value
    likely = [letter for letter in _LIKELY if any(_in(letter, *member) for member in members) != negated]
    if likely or negated:
        return likely
    first = members[0]
    if first[0] is code.LITERAL:
        return [chr(first[1])]
    if first[0] is code.RANGE:
        return [chr(first[1][0])]
    return [_CATEGORY.get(str(first[1]), "a")]


def _in(letter: str, op: Any, value: Any) -> bool:
    if op is code.LITERAL:
        return ord(letter) == int(value)
    if op is code.RANGE:
        return bool(value[0] <= ord(letter) <= value[1])
    wanted = {"DIGIT": letter.isdigit(), "SPACE": letter.isspace(), "WORD": letter.isalnum() or letter == "_"}
    name = str(value).removeprefix("CATEGORY_").removeprefix("UNI_")
    negated = name.startswith("NOT_")
    return wanted.get(name.removeprefix("NOT_"), False) != negated
