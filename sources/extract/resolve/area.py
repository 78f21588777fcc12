"""The area of a figure, from the span that an answer points to."""

from __future__ import annotations

import re

from sources.extract.answer import NONE, PAGE, WORLD, Pointer
from sources.extract.scan.scan import Scan
from sources.grammar.areas import WORLD as THE_WORLD
from sources.grammar.areas import Area, area_marks, area_named, area_of_adjective, area_with_code

_LETTERS = re.compile(r"[^\W\d_]+")


def area_of(scan: Scan, pointer: Pointer, page: Area) -> Area:
    """The area that the span names; a region that no list knows keeps the text's name.

    Args:
        scan: the document.
        pointer: what is pointed to.
        page: the area of the page.
    """
    if pointer in (WORLD, NONE):
        return THE_WORLD
    if pointer == PAGE:
        return page
    words = " ".join(scan.parsed.text[pointer.start : pointer.end].split())
    if area := area_named(words):
        return area
    if len(marks := area_marks(words, 0, len(words))) == 1 and marks[0].end - marks[0].start > len(words) // 2:
        return marks[0].area
    if area := next(filter(None, map(area_of_adjective, _LETTERS.findall(words))), None):
        return area
    return Area(f"vendor:{words}", words)


def home_area(scan: Scan, pointer: Pointer, page: Area) -> Area:
    """The area of words for home ("国内", "hierzulande"): the page's own, else the country of its money, else that of its language."""
    if page != THE_WORLD:
        return page
    marked = next((m.value for m in scan.marks if m.start == pointer.start and isinstance(m.value, Area)), None)
    return marked or area_with_code(scan.grammar.home_area or "") or page
