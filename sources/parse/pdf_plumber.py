"""A page as pdfplumber finds it: slow, and the reference for every other reader of pages. No order, no interpretation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sources.parse.pdf_drawn import SPACE_RATIO, Drawn, Span, Word, line_tolerance
from sources.parse.pdf_page import UNMAPPED
from sources.parse.pdf_seen import HIDDEN, RECOGNISED

if TYPE_CHECKING:
    from pdfplumber.page import Page

Char = dict[str, Any]

_LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}


def drawn(page: Page, number: int) -> Drawn:
    """Characters and ruled grids of one page.

    Args:
        page: a page of an open PDF; its memory is the caller's to give back.
        number: its number, from 1.

    Raises:
        Exception: whatever the PDF reader meets in a damaged page.
    """
    from sources.parse.pdf_device import SeeingDevice, SeeingInterpreter

    device = SeeingDevice(page.pdf.rsrcmgr, number)
    SeeingInterpreter(page.pdf.rsrcmgr, device).process_page(page.page_obj)
    page._layout = device.get_result()  # where pdfplumber keeps what its own device found
    chars = [char for char in page.chars if char["mcid"] != HIDDEN]
    inked = [char for char in chars if not char["text"].isspace()]
    n_unmapped = sum(bool(UNMAPPED.fullmatch(char["text"])) for char in inked)
    for char in chars:
        char["text"] = _LIGATURES.get(char["text"], char["text"])
    x0, top, x1, bottom = map(float, page.bbox)
    return Drawn(
        number,
        (x0, top, x1, bottom),
        [_piece(char) for char in _once(char for char in chars if char["upright"])],
        [table.cells for table in page.find_tables()],
        n_chars=sum(char["upright"] for char in inked),
        n_unmapped=n_unmapped,
        n_rotated=sum(not char["upright"] for char in inked),
        words=_words,
        hidden="".join(char["text"] for char in page.chars if char["mcid"] == HIDDEN),
        n_recognised=sum(char["mcid"] == RECOGNISED for char in inked),
    )


def _once(chars: Iterable[Char]) -> list[Char]:
    """Characters drawn once: bold type is sometimes made by drawing a letter twice, a hair apart.

    A hair is less than half of the letter's own width, so that both letters of "ll" in small print stay.
    """
    seen: dict[tuple[str, int, int], list[tuple[float, float]]] = {}
    distinct = []
    for char in chars:
        text, x, y = char["text"], char["x0"], char["top"]
        column, row = int(x), int(y)
        hair = min(1.0, (char["x1"] - x) / 2)
        if text.isspace() or not any(
            abs(x - other_x) < hair and abs(y - other_y) < 1.0
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for other_x, other_y in seen.get((text, column + dx, row + dy), ())
        ):
            distinct.append(char)
            seen.setdefault((text, column, row), []).append((x, y))
    return distinct


def _piece(char: Char) -> Word:
    middle = (char["x0"] + char["x1"]) / 2
    return Word(char["x0"], char["x1"], char["top"], char["bottom"], (), 1, middle, middle, char)


def _words(pieces: Sequence[Word]) -> list[Word]:
    from pdfplumber.utils.text import extract_words

    chars = [piece.source for piece in pieces]
    if not chars:
        return []
    apart = line_tolerance(char["size"] for char in chars)
    words = extract_words(chars, x_tolerance_ratio=SPACE_RATIO, y_tolerance=apart, return_chars=True)
    return [_word(word) for word in words]


def _word(word: dict[str, Any]) -> Word:
    chars = word["chars"]
    spans = tuple(
        Span(char["text"], 1, char["size"], char["bottom"], char["fontname"], char["text"].isalnum()) for char in chars
    )
    first, last = (chars[0]["x0"] + chars[0]["x1"]) / 2, (chars[-1]["x0"] + chars[-1]["x1"]) / 2
    return Word(word["x0"], word["x1"], word["top"], word["bottom"], spans, len(chars), first, last)
