"""Structure of plain text and Markdown: canonical text in, blocks out, the text itself untouched.

Headings, paragraphs and list items are recognised line by line, tables by `tables`. Nothing here reads figures;
what a block means is decided in `extract`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from sources.parse.cell_kinds import is_figure
from sources.parse.shown import shown
from sources.parse.text.cells import Line, indent_of, is_justified, may_be_row
from sources.parse.text.grid import blocks_of_grid
from sources.parse.text.paragraphs import carries_on, is_full, width_of, wrapped_widths
from sources.parse.text.rolled import unrolled
from sources.parse.text.tables import table_at
from sources.records import Block

_BULLET = re.compile(
    r"(?P<indent>[ \t]*)(?P<mark>(?:[-*+•‣▪◦·–—▶►✅✔✓➤]\ufe0f?[ \t]+)+|(?:\(?\d{1,2}[.)]|[a-zA-Z][.)])[ \t]+)(?=\S)"
)
_ATX_HEADING = re.compile(r"[ \t]{0,3}(#{1,6})[ \t]+(?=\S)")
_NUMBERED_HEADING = re.compile(r"(?:\d{1,2}\.)+(?:\d{1,2})?[ \t]+\S")
_UNDERLINE = re.compile(r"={3,}|-{3,}")
_FIGURE = re.compile(
    r"[%％]|[$€£¥₹]\s?\d|\b(?:USD|EUR|GBP|INR|CNY|JPY)\b|\d[\d.,]*\s?(?:million|billion|trillion|bn|mn)\b", re.I
)
_FIELD = re.compile(r"[\w /&()'’.-]{2,40}\s?[:：]\s*[\d~<>+-]")
_SENTENCE_END = re.compile(r"[.!?;,:。！？；]['\"”’)\]】]*\s*$")
_HEADING_CHARS = 140


def blocks_of_text(text: str) -> tuple[Block, ...]:
    """Blocks of plain text or Markdown in reading order.

    A table row is a `table_row` block followed by a `table_cell` block for each of its cells that holds text. Markup within
    lines and quotation marks take no part; headers and labels hold what shows of them.

    Args:
        text: canonical text (NFC, LF).

    Returns:
        Blocks whose spans index `text`; cells lie inside their row, all other pairs are disjoint.
    """
    plain = shown(text, is_markdown=True)
    if plain is None:
        return _blocks(text)
    blocks = []
    for block in _blocks(plain.text):
        start, end = plain.in_source(block.char_start, block.char_end)
        blocks.append(replace(block, char_start=start, char_end=end))
    return tuple(blocks)


def _blocks(text: str) -> tuple[Block, ...]:
    lines = list(_lines(text))
    blocks: list[Block] = []
    table = 0
    judged = 0  # lines before it are no table set with blanks
    widths = _Widths(width_of(lines), wrapped_widths(lines, _is_apart))
    i = 0
    while i < len(lines):
        line = lines[i]
        if not line.text.strip():
            i += 1
            continue
        opens = i < 2 or not lines[i - 1].text.strip() or not lines[i - 2].text.strip()
        grid = table_at(lines, i, opens=opens, is_judged=i < judged)
        if grid and not grid.rows:
            judged = i + grid.n_lines
        elif grid:
            blocks.extend(blocks_of_grid(grid, table))
            table += 1
            i += grid.n_lines
            continue
        atx = _ATX_HEADING.match(line.text)
        bullet = None if atx else _BULLET.match(line.text)
        if atx:
            blocks.append(Block("heading", line.start + atx.end(), line.end, level=len(atx.group(1))))
            i += 1
        elif bullet and not _is_numbered_heading(lines, i):
            level = 1 + len(bullet["indent"].expandtabs(4)) // 2
            last = _wrapped_until(lines, i, widths)
            blocks.append(Block("list_item", line.start + bullet.end(), lines[last].end, level=level))
            i = last + 1
        elif i + 1 < len(lines) and _UNDERLINE.fullmatch(lines[i + 1].text) and len(line.text) <= _HEADING_CHARS:
            indent = len(line.text) - len(line.text.lstrip())
            blocks.append(
                Block("heading", line.start + indent, line.end, level=1 if lines[i + 1].text[0] == "=" else 2)
            )
            i += 2
        elif _is_heading(lines, i, widths):
            indent = len(line.text) - len(line.text.lstrip())
            blocks.append(Block("heading", line.start + indent, line.end, level=1 if not blocks else 2))
            i += 1
        else:
            last = _wrapped_until(lines, i, widths)
            indent = len(line.text) - len(line.text.lstrip())
            blocks.append(Block("paragraph", line.start + indent, lines[last].end))
            i = last + 1
    return tuple(blocks)


def _lines(text: str) -> Iterator[Line]:
    start = 0
    for raw in text.split("\n"):
        body = raw.rstrip()
        yield from unrolled(Line(start, start + len(body), body))
        start += len(raw) + 1


def _is_numbered_heading(lines: list[Line], i: int) -> bool:
    """True for "3. Emerging Technologies": a lone numbered line, no member of a numbered list."""
    text = lines[i].text
    if text[:1].isspace() or not _NUMBERED_HEADING.match(text) or _SENTENCE_END.search(text.rstrip("?")):
        return False
    if len(text) > _HEADING_CHARS or _FIGURE.search(text):
        return False
    neighbours = [lines[k].text for k in (i - 1, i + 1) if 0 <= k < len(lines)]
    return (
        not any(_NUMBERED_HEADING.match(line) and len(line) < _HEADING_CHARS for line in neighbours)
        or len(neighbours) < 2
    )


def _is_heading(lines: list[Line], i: int, widths: _Widths) -> bool:
    """A short line without a sentence's end and without a figure, standing above something."""
    text = lines[i].text.strip()
    if len(text) > _HEADING_CHARS or _FIGURE.search(text) or _FIELD.match(text):
        return False
    if _SENTENCE_END.search(text) and not text.endswith("?"):
        return False
    return not _continues(lines, i, widths)


class _Widths(NamedTuple):
    """Where lines are wrapped: in the text as a whole, and in single paragraphs by index of the line."""

    of_text: int | None
    of_paragraphs: Mapping[int, int]


def _is_apart(text: str) -> bool:
    """A line of a list, of a table, a marked heading or a rule."""
    return bool(
        _BULLET.match(text)
        or _ATX_HEADING.match(text)
        or _UNDERLINE.fullmatch(text)
        or "|" in text
        or (may_be_row(text) and not is_justified(text))
    )


def _continues(lines: list[Line], i: int, widths: _Widths) -> bool:
    """The next line carries on the paragraph of line i: line i is full, or its sentence goes on where no width is known."""
    if i + 1 >= len(lines):
        return False
    this, following = lines[i].text, lines[i + 1].text
    if i in widths.of_paragraphs and i + 1 in widths.of_paragraphs:
        opens = i == 0 or i - 1 not in widths.of_paragraphs
        return carries_on(this, following, widths.of_paragraphs[i], opens=opens)
    if not following.strip() or _BULLET.match(following) or "|" in following or _ATX_HEADING.match(following):
        return False
    if is_figure(this.strip()) or may_be_row(following):
        return False  # a value on a line of its own, or the row of a table
    if is_full(this, following, widths.of_text):
        return True
    is_short = widths.of_text is not None and len(this) < widths.of_text // 2
    if re.search(r"[.!?:]['\"”’)\]]*$", this) or is_short:
        return False
    return following.lstrip()[:1].islower()


def _wrapped_until(lines: list[Line], i: int, widths: _Widths) -> int:
    """Index of the last line of the paragraph that starts at line i; a list item goes on in lines that stand under its text."""
    last = i
    bullet = _BULLET.match(lines[i].text)
    while _continues(lines, last, widths) or (bullet and _is_under(lines, last + 1, bullet.end())):
        last += 1
    return last


def _is_under(lines: list[Line], i: int, indent: int) -> bool:
    """The line is indented as far as the text of the item above it, and is none itself."""
    text = lines[i].text if i < len(lines) else ""
    return indent_of(lines[i]) >= indent and not _is_apart(text) if text.strip() else False
