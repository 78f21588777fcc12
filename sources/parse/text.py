"""Structure of plain text and Markdown: canonical text in, blocks out, the text itself untouched.

Headings, paragraphs, list items and pipe tables are recognised line by line. Nothing here reads figures; what a
block means is decided in `extract`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sources.records import Block

_BULLET = re.compile(
    r"(?P<indent>[ \t]*)(?P<mark>(?:[-*+•‣▪◦·–—▶►✅✔✓➤]\ufe0f?[ \t]+)+|(?:\(?\d{1,2}[.)]|[a-zA-Z][.)])[ \t]+)(?=\S)"
)
_ATX_HEADING = re.compile(r"[ \t]{0,3}(#{1,6})[ \t]+(?=\S)")
_NUMBERED_HEADING = re.compile(r"(?:\d{1,2}\.)+(?:\d{1,2})?[ \t]+\S")
_UNDERLINE = re.compile(r"={3,}|-{3,}")
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*$")
_FIGURE = re.compile(
    r"[%％]|[$€£¥₹]\s?\d|\b(?:USD|EUR|GBP|INR|CNY|JPY)\b|\d[\d.,]*\s?(?:million|billion|trillion|bn|mn)\b", re.I
)
_FIELD = re.compile(r"[\w /&()'’.-]{2,40}\s?[:：]\s*[\d~<>+-]")
_SENTENCE_END = re.compile(r"[.!?;,:。！？；]['\"”’)\]】]*\s*$")
_HEADING_CHARS = 140
_WRAP_MIN, _WRAP_MAX, _WRAP_SPREAD = 55, 110, 28


class _Line(NamedTuple):
    start: int
    end: int  # without trailing blanks
    text: str


def blocks_of_text(text: str) -> tuple[Block, ...]:
    """Blocks of plain text or Markdown in reading order.

    A table row is a `table_row` block followed by a `table_cell` block for each of its cells that holds text.

    Args:
        text: canonical text (NFC, LF).

    Returns:
        Blocks whose spans index `text`; cells lie inside their row, all other pairs are disjoint.
    """
    lines = list(_lines(text))
    blocks: list[Block] = []
    table = 0
    i = 0
    while i < len(lines):
        line = lines[i]
        if not line.text.strip():
            i += 1
            continue
        rows = _table_run(lines, i)
        if rows:
            blocks.extend(_table_blocks(lines[i : i + rows], table))
            table += 1
            i += rows
            continue
        atx = _ATX_HEADING.match(line.text)
        bullet = None if atx else _BULLET.match(line.text)
        if atx:
            blocks.append(Block("heading", line.start + atx.end(), line.end, level=len(atx.group(1))))
            i += 1
        elif bullet and not _is_numbered_heading(lines, i):
            level = 1 + len(bullet["indent"].expandtabs(4)) // 2
            last = _wrapped_until(lines, i)
            blocks.append(Block("list_item", line.start + bullet.end(), lines[last].end, level=level))
            i = last + 1
        elif i + 1 < len(lines) and _UNDERLINE.fullmatch(lines[i + 1].text) and len(line.text) <= _HEADING_CHARS:
            indent = len(line.text) - len(line.text.lstrip())
            blocks.append(
                Block("heading", line.start + indent, line.end, level=1 if lines[i + 1].text[0] == "=" else 2)
            )
            i += 2
        elif _is_heading(lines, i):
            indent = len(line.text) - len(line.text.lstrip())
            blocks.append(Block("heading", line.start + indent, line.end, level=1 if not blocks else 2))
            i += 1
        else:
            last = _wrapped_until(lines, i)
            indent = len(line.text) - len(line.text.lstrip())
            blocks.append(Block("paragraph", line.start + indent, lines[last].end))
            i = last + 1
    return tuple(blocks)


def _lines(text: str) -> Iterator[_Line]:
    start = 0
    for raw in text.split("\n"):
        body = raw.rstrip()
        yield _Line(start, start + len(body), body)
        start += len(raw) + 1


def _table_run(lines: list[_Line], i: int) -> int:
    """Number of lines from i on that form one pipe table; 0 where none starts here."""
    n = 0
    while i + n < len(lines) and "|" in lines[i + n].text:
        n += 1
    if n < 2:
        return 0
    run = [line.text for line in lines[i : i + n]]
    has_rule = any(_RULE.match(line) for line in run)
    framed = all(line.lstrip().startswith("|") and line.rstrip().endswith("|") for line in run)
    return n if has_rule or framed else 0


def _table_blocks(lines: list[_Line], table: int) -> Iterator[Block]:
    rule = next((k for k, line in enumerate(lines) if _RULE.match(line.text)), None)
    headers: dict[int, list[str]] = {}
    row = 0
    for k, line in enumerate(lines):
        if _RULE.match(line.text):
            continue
        cells = list(_cells(line))
        in_header = rule is not None and k < rule
        label = cells[0].text if cells and cells[0].text else None
        yield Block("table_row", line.start + len(line.text) - len(line.text.lstrip()), line.end, table=table, row=row)
        for column, cell in enumerate(cells):
            if in_header:
                headers.setdefault(column, []).append(cell.text)
            if cell.text:
                path = () if in_header else tuple(h for h in headers.get(column, []) if h)
                row_label = label if column > 0 and not in_header else None
                yield Block("table_cell", cell.start, cell.end, table=table, row=row, column=column,
                            header_path=path, row_label=row_label)  # fmt: skip
        row += 1


def _cells(line: _Line) -> Iterator[_Line]:
    """Cells between pipes, trimmed; the frame's empty outer cells are left out."""
    pieces = []
    start = 0
    for piece in line.text.split("|"):
        lead = len(piece) - len(piece.lstrip())
        body = piece.strip()
        pieces.append(_Line(line.start + start + lead, line.start + start + lead + len(body), body))
        start += len(piece) + 1
    if pieces and not pieces[0].text:
        pieces = pieces[1:]
    if pieces and not pieces[-1].text:
        pieces = pieces[:-1]
    yield from pieces


def _is_numbered_heading(lines: list[_Line], i: int) -> bool:
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


def _is_heading(lines: list[_Line], i: int) -> bool:
    """A short line without a sentence's end and without a figure, standing above something."""
    text = lines[i].text.strip()
    if len(text) > _HEADING_CHARS or _FIGURE.search(text) or _FIELD.match(text):
        return False
    if _SENTENCE_END.search(text) and not text.endswith("?"):
        return False
    return not _continues(lines, i)


def _continues(lines: list[_Line], i: int) -> bool:
    """The next line carries on the sentence of line i."""
    if i + 1 >= len(lines):
        return False
    this, following = lines[i].text, lines[i + 1].text
    if not following.strip() or _BULLET.match(following) or "|" in following or _ATX_HEADING.match(following):
        return False
    if re.search(r"[.!?:]['\"”’)\]]*$", this):
        return False
    return following.lstrip()[:1].islower()


def _wrapped_until(lines: list[_Line], i: int) -> int:
    """Index of the last line of the paragraph that starts at line i, where text is wrapped by hand."""
    last = i
    while _continues(lines, last):
        last += 1
    end = last
    while (
        end + 1 < len(lines)
        and lines[end + 1].text.strip()
        and not _BULLET.match(lines[end + 1].text)
        and "|" not in lines[end + 1].text
        and not _ATX_HEADING.match(lines[end + 1].text)
        and _WRAP_MIN <= len(lines[end].text) <= _WRAP_MAX
    ):
        end += 1
    if end - i < 2 or _BULLET.match(lines[i].text):
        return last
    widths = [len(line.text) for line in lines[i:end]]
    followers = [line.text.lstrip() for line in lines[i + 1 : end + 1]]
    is_wrapped = (
        max(widths) - min(widths) <= _WRAP_SPREAD
        and len(lines[end].text) <= _WRAP_MAX
        and sum(f[0].islower() for f in followers) * 2 >= len(followers)
    )
    return max(end, last) if is_wrapped else last
