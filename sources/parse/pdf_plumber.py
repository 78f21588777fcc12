"""A page as pdfplumber finds it: slow, and the reference for every other reader of pages. No order, no interpretation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sources.parse.pdf_page import LIGATURES, SPACE_RATIO, UNMAPPED, Char, Drawn, Word

if TYPE_CHECKING:
    from pdfplumber.page import Page


def drawn(page: Page, number: int) -> Drawn:
    """Characters and ruled grids of one page.

    Args:
        page: a page of an open PDF; its memory is the caller's to give back.
        number: its number, from 1.

    Raises:
        Exception: whatever the PDF reader meets in a damaged page.
    """
    inked = [char for char in page.chars if not char["text"].isspace()]
    for char in page.chars:
        char["text"] = LIGATURES.get(char["text"], char["text"])
    x0, top, x1, bottom = map(float, page.bbox)
    return Drawn(
        number,
        (x0, top, x1, bottom),
        [char for char in page.chars if char["upright"]],
        [found.cells for found in page.find_tables()],
        n_chars=sum(char["upright"] for char in inked),
        n_unmapped=sum(bool(UNMAPPED.fullmatch(char["text"])) for char in inked),
        n_rotated=sum(not char["upright"] for char in inked),
        words=_words,
    )


def _words(chars: Sequence[Char]) -> list[Word]:
    from pdfplumber.utils.text import extract_words

    found = extract_words(list(chars), x_tolerance_ratio=SPACE_RATIO, return_chars=True)
    return [Word(word["x0"], word["x1"], word["top"], word["bottom"], tuple(word["chars"])) for word in found]
