"""The lines that lead to a place of a page: title, open headings, table headers, row labels, unit line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sources.extract.window.sight import Line, Role
from sources.records import Block, Fact, ParsedDocument

_HEADING = 160  # characters; a longer heading is a paragraph that was set in bold
_FACTS = {
    "title": Role.title,
    "market": Role.page_market,
    "publisher": Role.publisher,
    "base_year": Role.base_year,
    "forecast_window": Role.forecast_period,
}
_OPEN = 4  # headings that are carried, innermost first


def block_lines(parsed: ParsedDocument) -> list[tuple[Line, ...]]:
    """For each block the lines that are carried to a figure in it, most telling first.

    Args:
        parsed: text without markup, with blocks.
    """
    text = parsed.text
    title = _title(parsed)
    open_headings: list[tuple[int, Line]] = []
    cells: dict[tuple[int | None, str], list[Block]] = {}
    out: list[tuple[Line, ...]] = []
    for block in parsed.blocks:
        if block.kind == "heading" and block.char_end - block.char_start <= _HEADING:
            open_headings = [(level, line) for level, line in open_headings if level < block.level]
            open_headings.append((block.level, Line(block.char_start, block.char_end, Role.heading)))
        lines: list[Line] = []
        if block.kind == "table_cell":
            for names, role in ((block.header_path[::-1], Role.header), (block.row_labels[::-1], Role.row_label)):
                for name in names:
                    if line := _cell_line(text, block, name, cells, role):
                        lines.append(line)
            cells.setdefault((block.table, text[block.char_start : block.char_end].strip()), []).append(block)
        if block.unit_line and (at := text.rfind(block.unit_line, 0, block.char_start)) >= 0:
            lines.append(Line(at, at + len(block.unit_line), Role.unit_line))
        lines += [line for _, line in open_headings[::-1][:_OPEN] if line.start != block.char_start]
        out.append((*lines, *([title] if title else [])))
    return out


def fact_lines(facts: Iterable[Fact]) -> tuple[Line, ...]:
    """Where a page says what holds for all its figures, for every figure to see."""
    return tuple(
        Line(fact.char_start, fact.char_end, _FACTS[fact.name])
        for fact in facts
        if fact.name in _FACTS and fact.char_end > fact.char_start
    )


def _title(parsed: ParsedDocument) -> Line | None:
    """The first heading of the highest level, else the first line."""
    headings = [b for b in parsed.blocks if b.kind == "heading"]
    first = min(headings, key=lambda b: (b.level, b.char_start), default=None) or next(iter(parsed.blocks), None)
    return Line(first.char_start, first.char_end, Role.title) if first else None


def _cell_line(
    text: str, block: Block, name: str, cells: dict[tuple[int | None, str], list[Block]], role: Role
) -> Line | None:
    """Where a header or label of a cell stands: a cell of the same table, else the last such words before it."""
    named = cells.get((block.table, name.strip()), ())
    same = [b for b in named if b.column == block.column or b.row == block.row]
    if found := (same or list(named))[-1:]:
        return Line(found[0].char_start, found[0].char_end, role)
    at = text.rfind(name, 0, block.char_start) if name.strip() else -1
    return Line(at, at + len(name), role) if at >= 0 else None


def innermost(blocks: Sequence[Block], starts: Sequence[int]) -> list[int]:
    """For each place the innermost block that holds it, -1 where there is none. Cells lie inside rows; other blocks are disjoint."""
    out: list[int] = []
    at = 0
    open_blocks: list[int] = []
    order = sorted(range(len(blocks)), key=lambda i: (blocks[i].char_start, -blocks[i].char_end))
    for start in starts:
        while at < len(order) and blocks[order[at]].char_start <= start:
            open_blocks.append(order[at])
            at += 1
        open_blocks = [i for i in open_blocks if blocks[i].char_end > start]
        out.append(open_blocks[-1] if open_blocks else -1)
    return out
