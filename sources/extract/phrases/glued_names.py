"""Cuts names that a page ran together without a separator ("Solar Panels Wind Turbines Battery Storage Systems")."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from sources.grammar.grammar_cache import yaml_content
from sources.grammar.pattern_words import word_lists

_LISTS = word_lists("phrases")

_FILE = Path(__file__).parent.parent.parent / "grammar" / "name_parts.yml"
_MAX_WORDS = 8


class NameParts(BaseModel):
    """`name_parts.yml`: words that end a segment's name, and words that begin one."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    heads: frozenset[str]
    weak_heads: frozenset[str]
    openers: frozenset[str]
    opener_endings: tuple[str, ...]


@cache
def name_parts() -> NameParts:
    """The reviewed word lists."""
    return NameParts.model_validate(yaml_content(_FILE))


class Usage:
    """How a document uses phrases outside of a list; each phrase is looked for once."""

    def __init__(self, text: str) -> None:
        self._text = text.lower()
        self._scores: dict[str, float] = {}

    def score(self, phrase: str) -> float:
        """What the rest of the document says for a phrase (in lower case) being one name."""
        if phrase not in self._scores:
            self._scores[phrase] = _use_elsewhere(phrase, self._text)
        return self._scores[phrase]


def split_glued(body: str, elsewhere: Usage) -> list[tuple[int, int]]:
    """Spans of the names in `body`, found by the cheapest way to cut it.

    A cut is good behind a word that ends names and before one that begins them, and where the piece is by itself in
    the rest of the document; it is bad inside "A and B", behind an adjective and where a piece is one word or very long.

    Args:
        body: names with nothing but blanks between them.
        elsewhere: the document, for pieces that are used again.

    Returns:
        Half-open spans of `body`, in order, that together hold all its words.
    """
    words = [(m.start(), m.end()) for m in re.finditer(r"\S+", body)]
    parts = name_parts()
    best: list[tuple[float, list[int]]] = [(0.0, [])]
    for stop in range(1, len(words) + 1):
        options = []
        for start in range(max(0, stop - _MAX_WORDS), stop):
            piece = body[words[start][0] : words[stop - 1][1]]
            score = best[start][0] + _piece_score(piece, elsewhere, parts)
            options.append((score, [*best[start][1], stop]))
        best.append(max(options, key=lambda o: (o[0], [-s for s in o[1]])))
    spans, start = [], 0
    for stop in best[-1][1]:
        spans.append((words[start][0], words[stop - 1][1]))
        start = stop
    return spans


def _piece_score(piece: str, elsewhere: Usage, parts: NameParts) -> float:
    words = piece.split()
    lower = [w.lower() for w in words]
    first, last = lower[0], lower[-1]
    score = -1.9 + (2.0 if _ends(words[-1], parts) else 0.0 if last in parts.weak_heads else -2.5)
    if first in _LINKS or last in _LINKS:
        score -= 8.0
    if _opens(first, parts):
        score += 1.5
    for word, a, b in zip(words, lower, lower[1:], strict=False):
        if _ends(word, parts) and b not in _LINKS:
            score -= 2.0
        if a not in _LINKS and (_ends(word, parts) or a in parts.weak_heads) and _opens(b, parts):
            score -= 1.5
    score += elsewhere.score(piece.lower())
    if len(words) == 1:
        score -= 0.8
    if len(words) > 5:
        score -= 0.7 * (len(words) - 5)
    return score


def _use_elsewhere(piece: str, text: str) -> float:
    """Strong where prose calls the piece a segment ("the X segment"), weak where the words just recur."""
    n_found, at = 0, text.find(piece)
    while at >= 0:
        end, step = at + len(piece), 1
        if _is_free(text, at - 1) and _is_free(text, end):
            step = len(piece)
            n_found += 1
            lead = next((lead for lead in ("the ", ", ") if text.endswith(lead, 0, at)), None)
            if lead and _is_free(text, at - len(lead) - 1) and text.startswith(_PART_NOUNS, end):
                return 4.0
        at = text.find(piece, at + step)
    return 0.3 + 0.2 * len(piece.split()) if n_found > 1 else 0.0


def _is_free(text: str, at: int) -> bool:
    """Outside of the text, or neither a letter, a digit, a low line nor a hyphen."""
    return not (0 <= at < len(text)) or not (text[at].isalnum() or text[at] in "_-")


_PART_NOUNS = tuple(f" {noun}" for noun in _LISTS["glued_part_nouns"])
_LINKS = frozenset(_LISTS["name_links"])


def _ends(word: str, parts: NameParts) -> bool:
    """A strong head: listed, or a plural (no acronym, no word that begins names)."""
    lower = word.lower()
    plural = len(word) > 3 and lower.endswith("s") and not lower.endswith(("ss", "us", "is")) and word[1:].islower()
    return lower in parts.heads or (plural and not _opens(lower, parts))


def _opens(word: str, parts: NameParts) -> bool:
    return word in parts.openers or word.endswith(parts.opener_endings)
