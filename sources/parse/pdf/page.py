"""One page of a PDF: what can be seen of it as lines and tables, in reading order.

Geometry of a single page only. What is a heading, a paragraph or a running header shows when the pages are seen
together, in `layout`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sources.parse.pdf.asides import boxed_asides, with_aside
from sources.parse.pdf.columns import regions
from sources.parse.pdf.lines import UNMAPPED, Char, TextLine, Word, in_lines, text_line, words
from sources.parse.pdf.tables import Rule, TableBox, ruled_tables, with_tables

if TYPE_CHECKING:
    from pdfplumber.page import Page


@dataclass(frozen=True, slots=True)
class PageContent:
    """What stands on a page, in reading order, with its count of characters (blanks left out)."""

    number: int
    width: float
    height: float
    items: tuple[TextLine | TableBox, ...]
    n_chars: int
    n_unmapped: int = 0  # characters whose font does not say what they show
    n_rotated: int = 0
    hidden: str = ""  # text that cannot be seen, or is outside of the page
    n_recognised: int = 0  # characters that text recognition added to a picture


def read_page(page: Page) -> PageContent:
    """Read a page of an open PDF; its memory is the caller's to give back.

    Raises:
        Exception: whatever the PDF reader meets in a damaged page.
    """
    from pdfplumber.table import merge_edges

    from sources.parse.pdf.seen import look

    sight = look(page)
    shown: dict[bool, list[Char]] = {True: [], False: []}
    for char in sight.chars:
        shown[_is_on(page, char)].append(char)
    inked = [char for char in shown[True] if not char["text"].isspace()]
    ruled = page.debug_tablefinder()
    boxes, free = boxed_asides(ruled, _once(char for char in shown[True] if char["upright"]))
    tables, rest = ruled_tables(page, ruled.tables, free)
    level = merge_edges([edge for edge in page.edges if edge["orientation"] == "h"], 3, 3, 3, 3)
    rules = [Rule(edge["x0"], edge["x1"], edge["top"], edge["top"]) for edge in level]
    items = in_order(words(rest), page.page_number, tables, rules)
    for box in boxes:
        items = with_aside(items, in_order(words(box), page.page_number))
    return PageContent(
        page.page_number, page.width, page.height, items,
        n_chars=sum(char["upright"] for char in inked),
        n_unmapped=sum(bool(UNMAPPED.fullmatch(char["text"])) for char in inked),
        n_rotated=sum(not char["upright"] for char in inked),
        hidden=sight.hidden + "".join(char["text"] for char in shown[False]),
        n_recognised=sight.n_recognised,
    )  # fmt: skip


def in_order(
    found: Sequence[Word], page: int, tables: Sequence[TableBox] = (), rules: Sequence[Rule] = ()
) -> tuple[TextLine | TableBox, ...]:
    """Put the words, ruled tables and level rules of a page in reading order, tables without upright rules made of words."""
    free = [r for r in rules if not any(t.top - 3 <= r.top <= t.bottom + 3 and t.x0 - 3 <= r.x0 < t.x1 for t in tables)]
    items: list[TextLine | TableBox] = []
    for index, (held, right) in enumerate(regions([*found, *tables, *free])):
        lines = in_lines([item for item in held if isinstance(item, Word)])
        parts = with_tables(lines, [item for item in held if isinstance(item, Rule)], page)
        texts = [text_line(part, page, index, right) if isinstance(part, list) else part for part in parts]
        texts = [text for text in texts if not isinstance(text, TextLine) or text.text]
        ruled = [item for item in held if not isinstance(item, Word | Rule)]
        items += sorted([*ruled, *texts], key=lambda part: (part.top, part.x0))
    return tuple(items)


def _is_on(page: Page, char: Char) -> bool:
    """Whether the middle of a character lies on the page, as far as the page is shown."""
    x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
    return all(box[0] <= x <= box[2] and box[1] <= y <= box[3] for box in (page.mediabox, page.cropbox))


def _once(chars: Iterable[Char]) -> list[Char]:
    """Characters drawn once: bold type is sometimes made by drawing a letter twice, a hair apart.

    A hair is less than half of the letter's own width, so that both letters of "ll" in small print stay.
    """
    seen: defaultdict[tuple[str, int, int], list[tuple[float, float]]] = defaultdict(list)
    distinct = []
    for char in chars:
        text, x, y = char["text"], char["x0"], char["top"]
        hair = min(1.0, (char["x1"] - x) / 2)
        around = [(text, int(x) + dx, int(y) + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        near = [place for key in around if key in seen for place in seen[key]]
        if text.isspace() or not any(abs(x - other) < hair and abs(y - top) < 1.0 for other, top in near):
            distinct.append(char)
            seen[text, int(x), int(y)].append((x, y))
    return distinct
