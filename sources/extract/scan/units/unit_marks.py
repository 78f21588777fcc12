"""Units that stand without a figure of their own: in headers, titles, unit columns, captions, unit lines and notes in brackets."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from sources.extract.scan.units.header_units import NOTE
from sources.grammar.language import Grammar
from sources.grammar.table_words import table_pattern
from sources.grammar.unit_expressions import Unit, unit_in, unit_of, units_of
from sources.parse.unit_lines import is_unit_line
from sources.records import Block, ParsedDocument

_LONGEST = 200  # characters of a line that says a unit, as `unit_expressions` reads it
_MOST_WORDS = 6  # of one unit: "in thousands of metric tonnes"
_LINE = re.compile(r"[^\n]+")
_PIECE = re.compile(r"[^\s()\[\]（）,;:，；：]+")


def unit_marks(
    parsed: ParsedDocument, figures: Sequence[tuple[int, int]], g: Grammar
) -> Iterator[tuple[int, int, Unit]]:
    """Spans with the units that they say, in order, disjoint.

    Args:
        parsed: the document.
        figures: spans of its figures, in order.
        g: of the document's language.
    """
    at = 0
    for block in parsed.blocks:
        if block.kind == "table_row":
            continue
        for start, end, unit in sorted(_of_block(parsed.text, block, figures, g), key=lambda mark: mark[:2]):
            if start >= at:
                yield start, end, unit
                at = end


def _of_block(
    text: str, block: Block, figures: Sequence[tuple[int, int]], g: Grammar
) -> Iterator[tuple[int, int, Unit]]:
    is_cell = block.kind == "table_cell"
    for line in _LINE.finditer(text, block.char_start, block.char_end):
        start, end = line.span()
        words = line.group()
        is_of_body = is_cell and bool(block.header_path or block.row_labels)
        if end - start > _LONGEST or (is_of_body and _holds(figures, start, end)):
            continue
        if is_cell and table_pattern("unit_columns").fullmatch(words.strip(" *")):
            continue
        if is_cell and block.header_path and table_pattern("unit_columns").fullmatch(block.header_path[-1].strip(" *")):
            said = [unit] if (unit := unit_of(words, g.language)) else []
        elif is_cell or block.kind == "heading":
            said = _said(words, g)
        else:
            said = _said(words, g) if words.strip() == block.unit_line or is_unit_line(words) else []
        for unit in said:
            yield (*_place(words, start, unit, g), unit)
    for note in NOTE.finditer(text, block.char_start, block.char_end) if not is_cell else ():
        if unit := unit_of(note["unit"], g.language):
            yield *note.span("unit"), unit


def _said(words: str, g: Grammar) -> list[Unit]:
    """The units of a line: the one that it gives to figures, and further ones where it says several."""
    unit = unit_in(words.strip(" *_|"), g.language)
    if unit is None:
        return []
    return [unit, *(u for u in units_of(words, g.language) if (u.kind, u.unit) != (unit.kind, unit.unit))]


def _place(words: str, at: int, unit: Unit, g: Grammar) -> tuple[int, int]:
    """The fewest words that say the unit; the whole line where no few of them do."""
    pieces = list(_PIECE.finditer(words))
    for size in range(1, _MOST_WORDS + 1):
        for first, last in zip(pieces, pieces[size - 1 :], strict=False):
            inner = words[first.start() : last.end()]
            if unit_of(inner, g.language) == unit:
                return at + first.start(), at + last.end()
    stripped = words.strip(" *_|")
    begin = words.find(stripped)
    return at + begin, at + begin + len(stripped)


def _holds(figures: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    at = bisect_left(figures, start, key=lambda span: span[1] - 1)
    return at < len(figures) and figures[at][0] < end
