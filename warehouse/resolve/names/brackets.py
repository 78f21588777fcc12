"""The text in brackets of a name: an acronym explained, a qualifier, an area, a unit, a repetition."""

from __future__ import annotations

import re
from collections.abc import Callable

from warehouse.resolve.names.name_areas import areas_by_name
from warehouse.resolve.words.acronyms import initials
from warehouse.resolve.words.tokens import CONNECTORS, Tokens, raw_tokens, tokens_of
from warehouse.resolve.words.vocabulary import grammar

_BRACKET = re.compile(r"[(\[（【]([^()\[\]（）【】]*)[)\]）】]")
_SHORTEST_ACRONYM = 2
_UNITS = frozenset(
    [
        "usd",
        "us",
        "eur",
        "gbp",
        "billion",
        "million",
        "bn",
        "mn",
        "in",
        "value",
        "revenue",
        "kiloton",
        "kt",
        "and",
        "unit",
    ]
)
_MONEY = frozenset(
    ["usd", "eur", "gbp", "billion", "million", "bn", "mn", "kiloton", "kt"]
)  # one of these makes it a unit


def without_brackets(text: str, is_named: Callable[[str], bool]) -> tuple[str, tuple[tuple[str, Tokens], ...]]:
    """Dissolves brackets: explained acronyms are kept beside, qualifiers move before the name, areas stay in place."""
    acronyms: list[tuple[str, Tokens]] = []
    while found := _BRACKET.search(text):
        before, inner, after = text[: found.start()], found[1], text[found.end() :]
        explained = _explained(before, inner)
        inner_tokens = tokens_of(inner)
        if explained:
            acronym, phrase, before = explained
            acronyms.append((acronym, phrase))
            text = f"{before} {after}"
        elif not inner_tokens or _ends_with(tokens_of(before), inner_tokens) or _is_unit(inner_tokens):
            text = f"{before} {after}"
        elif (named := _named_twice(before, inner_tokens)) is not None:
            text = f"{named} {after}"
        elif inner_tokens in areas_by_name() or is_named(after):
            text = f"{before} {inner} {after}"
        else:
            text = f"{inner} {before} {after}"
    return text, tuple(dict.fromkeys(acronyms))


def _is_unit(tokens: Tokens) -> bool:
    """Whether a bracket says in what the figures are: "(USD Billion)"; "(value)" alone names the basis and stays."""
    return _UNITS.issuperset(tokens) and not _MONEY.isdisjoint(tokens)


def _named_twice(before: str, inner: Tokens) -> str | None:
    """The text before a bracket with its last words as the trade's other name in the bracket: "Lift (Elevator)"."""
    printed = before.split()
    for length in range(min(2, len(printed)), 0, -1):
        last = tokens_of(" ".join(printed[-length:]))
        for canonical, listed in grammar().told_by_bracket.items():
            forms = {tokens_of(form) for form in (canonical, *listed)}
            if last in forms and inner in forms:
                return " ".join([*printed[:-length], canonical])
    return None


def _explained(before: str, inner: str) -> tuple[str, Tokens, str] | None:
    """An acronym in brackets behind its words, or its words in brackets behind it.

    Returns:
        (acronym, tokens it stands for, the text before with the words written out), or None.
    """
    outside, inside = raw_tokens(before), raw_tokens(inner)
    if len(inside) == 1 and len(inside[0]) >= _SHORTEST_ACRONYM:
        for length in range(1, len(outside) + 1):
            phrase = outside[-length:]
            if phrase[0] not in CONNECTORS and len(phrase) > 1 and inside[0] in initials(phrase):
                return inside[0], tokens_of(" ".join(phrase)), before
    if outside and len(inside) > 1 and len(outside[-1]) >= _SHORTEST_ACRONYM and outside[-1] in initials(inside):
        return outside[-1], tokens_of(inner), f"{' '.join(outside[:-1])} {inner}"
    return None


def _ends_with(tokens: Tokens, end: Tokens) -> bool:
    return bool(end) and tokens[-len(end) :] == end
