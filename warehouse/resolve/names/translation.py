"""Translation of market names word by word to English, if the reviewed words cover the whole name.

Belongs here: cutting runs and compounds into reviewed parts, and finding a name's language. `foreign_inflection.py` has the
forms of trade words by rule. A name with one unknown word stays as it is: a half-translated name would meet the wrong
market.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from warehouse.resolve.words.foreign_inflection import LANGUAGES, forms
from warehouse.resolve.words.tokens import longest_by_first_word, raw_tokens, singular
from warehouse.resolve.words.vocabulary import translations

_WIDE = re.compile("[぀-ヿ㐀-鿿가-힣]")
_WIDE_LANGUAGES = ("japanese", "chinese", "korean")
_LINKS = ("", "s", "n", "en", "es", "e")  # letters between the parts of a German compound
_SHORTEST_COMPOUND = 7
_LONGEST_ACRONYM = 6
_IN_TURN = ("german", "spanish", "french", "portuguese", "italian")
_PORTUGUESE_FIRST = ("portuguese", "spanish")
_PORTUGUESE = frozenset(
    ["do", "da", "dos", "das", "em", "no", "na", "nos", "nas", "ao"]
)  # no Spanish words; the sign is one
_LONGEST_AREA = 4  # words
_SHORTEST_AREA = 3  # letters: "no" is no Norway
_BEFORE_AREA = frozenset(["en", "em", "in", "im", "no", "na", "nos", "nas", "nel", "nella", "au", "aux"])
_SHORTEST_PART = 4  # of a compound: "eisbahn" is no egg rail
_NOUN_FIRST = frozenset(["de", "di"])  # languages with one of these among their turning words put adjectives behind
_ELIDED = re.compile(r"\b([dl]|dell)['’]", re.IGNORECASE)  # d'eau, dell'acqua


@lru_cache(maxsize=100_000)
def in_english(text: str, is_area: Callable[[tuple[str, ...]], bool]) -> str | None:
    """A name in English words; the names of areas stay as printed and come first.

    Args:
        text: a printed name without brackets.
        is_area: whether words name an area, in whatever language.

    Returns:
        The words in the order of English, or None where the name is English already, or one of its words is not among
        the reviewed ones.
    """
    text = _ELIDED.sub(r"\1 ", text)
    tokens = raw_tokens(text)
    capitals = _acronyms(text)
    if any(_WIDE.search(token) for token in tokens):
        return _all_of(tokens, _WIDE_LANGUAGES, capitals, _nowhere)
    for language in _PORTUGUESE_FIRST if _is_portuguese(tokens) else _IN_TURN:
        signs = translations().signs[language]
        if any(token in signs or (language == "german" and token.endswith("markt")) for token in tokens):
            found = _all_of(tokens, (language,), capitals, is_area)
            if found is not None:
                return found
    return None


def _acronyms(text: str) -> frozenset[str]:
    """Words in capitals beside words that are not: acronyms are the same in every language, a title in capitals is none."""
    if text.isupper() and len(text.split()) > 1:
        return frozenset()
    printed = (word for word in text.split() if word.isupper() and len(word) <= _LONGEST_ACRONYM)
    return frozenset(token for word in printed for token in raw_tokens(word))


def _is_portuguese(tokens: tuple[str, ...]) -> bool:
    """Whether a name that may be Spanish by its word for market has a connecting word that only Portuguese has."""
    return not _PORTUGUESE.isdisjoint(tokens) and not translations().signs["portuguese"].isdisjoint(tokens)


def _nowhere(tokens: tuple[str, ...]) -> bool:
    """No area: names written without blanks lose theirs before."""
    return False


def _area_from(tokens: tuple[str, ...], is_area: Callable[[tuple[str, ...]], bool]) -> int:
    """Words of the longest area that a row of tokens begins with."""
    return next(
        (
            n
            for n in range(min(_LONGEST_AREA, len(tokens)), 0, -1)
            if len(tokens[0]) >= _SHORTEST_AREA and is_area(tokens[:n])
        ),
        0,
    )


def _all_of(
    tokens: tuple[str, ...],
    languages: tuple[str, ...],
    capitals: frozenset[str],
    is_area: Callable[[tuple[str, ...]], bool],
) -> str | None:
    """The words in the order of English: what follows "of" and "for" comes first, an adjective before its noun."""
    turns = {word for language in languages for word in translations().turning.get(language, ())}
    noun_first = not turns.isdisjoint(_NOUN_FIRST)
    pieces: list[list[str]] = [[]]
    areas: list[str] = []
    translated = False
    at = 0
    while at < len(tokens):
        token = tokens[at]
        length, found = _phrase(tokens[at:], languages)
        if found is None or (at and tokens[at - 1] in _BEFORE_AREA):
            named = _area_from(tokens[at:], is_area)
            if named >= length:
                areas += tokens[at : at + named]
                at += named
                continue
        at += length
        if length == 1 and token in turns:
            pieces.append([])
        elif found is None and (token in capitals or token.isdigit()):  # erp and 5g are the same everywhere
            pieces[-1].append(token)
        elif found is None:
            return None
        else:
            translated = translated or bool(found)
            if found:
                pieces[-1].append(found)
    if not translated:
        return None
    ordered = [word for piece in reversed(pieces) for word in (reversed(piece) if noun_first else piece)]
    return " ".join([*areas, *ordered])


def _phrase(tokens: tuple[str, ...], languages: tuple[str, ...]) -> tuple[int, str | None]:
    """The longest phrase of trade words that a row of tokens begins with, else its first word: (tokens, English)."""
    for language in languages:
        table, longest = _forms_of(language)
        for length in range(min(longest.get(tokens[0], 0), len(tokens)), 1, -1):
            if tokens[:length] in table:
                return length, table[tokens[:length]]
    return 1, _word(tokens[0], languages)


@cache
def _forms_of(language: str) -> tuple[Mapping[tuple[str, ...], str], Mapping[str, int]]:
    table = forms(language) if language in LANGUAGES else {}
    return table, longest_by_first_word(table)


def _word(token: str, languages: tuple[str, ...]) -> str | None:
    for language in languages:
        single = translations().single.get(language)
        if single is not None:
            found = single.get(token, single.get(singular(token), single.get(token.removesuffix("s"))))
            found = _forms_of(language)[0].get((token,)) if found is None else found
            if found is not None:
                return found
            continue
        parts = _parts_of(language)
        whole = parts.get(token, _forms_of(language)[0].get((token,)))
        if whole is not None:
            return whole
        cut = _cut(token, language) if language != "german" or len(token) >= _SHORTEST_COMPOUND else None
        if cut is not None:
            return cut
    return None


@lru_cache(maxsize=20_000)
def _cut(run: str, language: str) -> str | None:
    """A run or compound as the translated parts that cover it whole, fewest parts first; None where none do."""
    parts, longest = _parts_of(language), _longest_part(language)
    best: list[tuple[int, str] | None] = [(0, ""), *([None] * len(run))]
    for end in range(1, len(run) + 1):
        for start in range(max(0, end - longest), end):
            before = best[start]
            if before is None:
                continue
            piece = parts.get(run[start:end])
            for link in _LINKS if language == "german" and piece is None and end < len(run) else ():
                if link and run[start:end].endswith(link):
                    piece = parts.get(run[start : end - len(link)], piece)
            if piece is None and language != "german" and run[start:end].isascii() and start == 0:
                piece = run[start:end]
            if piece is not None and (best[end] is None or before[0] + 1 < best[end][0]):  # type: ignore[index]
                best[end] = (before[0] + 1, f"{before[1]} {piece}".strip())
    last = best[len(run)]
    return last[1] if last is not None else None


@cache
def _parts_of(language: str) -> Mapping[str, str]:
    listed = translations().joined[language]
    more = {form[0]: english for form, english in _forms_of(language)[0].items() if len(form) == 1}
    return {part: english for part, english in more.items() if len(part) >= _SHORTEST_PART} | listed


@cache
def _longest_part(language: str) -> int:
    return max(map(len, _parts_of(language))) + max(map(len, _LINKS))
