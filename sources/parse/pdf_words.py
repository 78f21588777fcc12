"""Characters of a page to words, by the gaps between them. The same words as pdfplumber's, in a tenth of the time.

Only upright text from left to right; what a word says is not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sources.parse.pdf_page import SPACE_RATIO, Char, Word

_LINE_TOLERANCE = 3.0  # points between the tops of characters on one line


def words(chars: Sequence[Char]) -> list[Word]:
    """Split characters into words, line by line from above.

    Args:
        chars: upright characters in any order; those drawn first come first where two share a place.
    """
    found: list[Word] = []
    for line in _lines(chars):
        line.sort(key=_left)
        found.extend(_split(line))
    return found


def _left(char: Char) -> float:
    return float(char["x0"])


def _lines(chars: Sequence[Char]) -> list[list[Char]]:
    """Characters whose tops follow each other closely are one line, however far the first is from the last."""
    by_top: dict[float, list[tuple[int, Char]]] = {}
    for order, char in enumerate(chars):
        by_top.setdefault(char["top"], []).append((order, char))
    tops = sorted(by_top)
    if not tops:
        return []
    groups: list[list[float]] = [[tops[0]]]
    for before, top in pairwise(tops):
        if top <= before + _LINE_TOLERANCE:
            groups[-1].append(top)
        else:
            groups.append([top])
    lines = []
    for group in groups:
        members = [entry for top in group for entry in by_top[top]]
        if len(group) > 1:
            members.sort(key=lambda entry: entry[0])
        lines.append([char for _, char in members])
    return lines


def _split(line: Sequence[Char]) -> list[Word]:
    found: list[Word] = []
    word: list[Char] = []
    left = right = top = 0.0
    for char in line:
        x0 = char["x0"]
        if char["text"].isspace():
            if word:
                found.append(_word(word))
                word = []
            continue
        if word and (x0 < left or x0 > right or abs(char["top"] - top) > _LINE_TOLERANCE):
            found.append(_word(word))
            word = []
        word.append(char)
        left, right, top = x0, char["x1"] + SPACE_RATIO * char["size"], char["top"]
    if word:
        found.append(_word(word))
    return found


def _word(chars: list[Char]) -> Word:
    return Word(
        chars[0]["x0"],
        max([char["x1"] for char in chars]),
        min([char["top"] for char in chars]),
        max([char["bottom"] for char in chars]),
        tuple(chars),
    )
