"""Segmentation trees in tables: rows "By Component | Compute | ", and trees printed without the names of their dimensions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from sources.extract.parts.segment_names import GEOGRAPHIC, fold, members_at, segment_at
from sources.extract.phrases.glued_names import Usage, split_glued
from sources.grammar.areas import area_marks, area_named
from sources.grammar.pattern_words import pattern_words
from sources.records import Block, Segment

_WORDS = pattern_words("parts")

_DIMENSION_CELL = re.compile(r"[Bb]y\s(?P<dimension>[A-Z][\w /&-]*)$")
_TREE_HEADER = re.compile(rf"(?:{_WORDS['dimension_headers']}|criteri\w+)$", re.IGNORECASE)
_MEMBER_HEADER = re.compile(rf"(?:{_WORDS['member_headers']}|covered.*)$", re.IGNORECASE)


def segments_in_tables(
    text: str, blocks: Sequence[Block], market: str | None, named: Sequence[Segment]
) -> Iterator[Segment]:
    """Members listed in tables, in order of the text.

    Args:
        text: canonical text.
        blocks: its blocks.
        market: the market they divide.
        named: members that prose and lists have named; they give the dimensions of a tree that is printed without them.
    """
    cells = [b for b in blocks if b.kind == "table_cell"]
    if not cells:
        return
    usage = Usage(text)
    known = {s.name.lower(): s.dimension for s in named}
    for _, group in groupby(cells, key=lambda b: b.table):
        rows = [list(r) for _, r in groupby(group, key=lambda b: b.row)]
        if _is_listing(text, rows):
            yield from _listing(text, rows[1:], market, usage)
            continue
        first = next((i for i, row in enumerate(rows) if _DIMENSION_CELL.match(_words(text, row[0]))), len(rows))
        labelled = list(_labelled_rows(text, rows[first:], market, usage))
        yield from labelled
        members = {s.name.lower(): s.dimension for s in labelled} | known
        if members and first and all(len(r) <= 2 for r in rows[:first]):
            yield from _flattened_rows(text, rows[:first], market, members)


def _words(text: str, block: Block) -> str:
    return text[block.char_start : block.char_end]


def _is_listing(text: str, rows: list[list[Block]]) -> bool:
    """A table headed "Dimension | Members": each row names a dimension and lists all its members in one cell."""
    if len(rows) < 2 or any(len(row) != 2 for row in rows):
        return False
    return bool(_TREE_HEADER.match(_words(text, rows[0][0])) and _MEMBER_HEADER.match(_words(text, rows[0][1])))


def _listing(text: str, rows: list[list[Block]], market: str | None, usage: Usage) -> Iterator[Segment]:
    for label, cell in rows:
        named = _DIMENSION_CELL.match(_words(text, label))
        dimension = named["dimension"] if named else _words(text, label)
        if _is_glued(text, cell):
            yield from _glued_cell(text, cell, dimension, market, usage)
        else:
            yield from members_at(text, cell.char_start, cell.char_end, dimension, market)


def _labelled_rows(text: str, rows: list[list[Block]], market: str | None, usage: Usage) -> Iterator[Segment]:
    """Rows "By Component | Compute | ", members below it with the first cell empty; a third column holds children."""
    regions = _regions(text, rows)
    dimension, parent, position = "", None, 0
    for row in rows:
        members = sorted(row, key=lambda b: b.column or 0)
        named = _DIMENSION_CELL.match(_words(text, members[0])) if members[0].column == 0 else None
        if named:
            dimension, parent, position = named["dimension"], None, 0
            members = members[1:]
            if len(members) == 1 and _is_glued(text, members[0]):
                yield from _glued_cell(text, members[0], dimension, market, usage)
                dimension = ""
                continue
        if not dimension:
            continue
        for b in members:
            name = _words(text, b)
            in_region = dimension.lower() in GEOGRAPHIC and bool(regions) and name not in regions
            is_child = (b.column or 0) >= 2 or in_region
            parent = parent if is_child else name
            above = parent if is_child else None
            yield segment_at(text, b.char_start, b.char_end, dimension, market, above, position, None)
            position += 1


def _regions(text: str, rows: list[list[Block]]) -> frozenset[str]:
    """Names in a geography table that are regions: the world's own, and those that open a row with children behind them."""
    out = set()
    for row in rows:
        for b in row:
            name = text[b.char_start : b.char_end]
            area = area_named(name)
            if (
                area
                and (area.code.isdigit() or area.code.startswith("vendor:"))
                and not name.startswith("Rest")
                and area.code not in ("035",)
            ):
                out.add(name)
    return frozenset(out)


def _flattened_rows(text: str, rows: list[list[Block]], market: str | None, known: dict[str, str]) -> Iterator[Segment]:
    """A tree printed without dimension names: its members are recognised by the listing in prose."""
    regions = _regions(text, rows)
    names = [text[b.char_start : b.char_end] for row in rows for b in row]
    folded = {fold(k): d for k, d in known.items()}
    hits = sum(fold(n) in folded for n in names)
    if hits * 3 < len(names):
        return
    dimension, parent, position = None, None, 0
    for row in rows:
        for b in row:
            name = text[b.char_start : b.char_end]
            found = folded.get(fold(name)) or _similar(name, folded)
            area = area_named(name)
            if area and (not found or found.lower() in GEOGRAPHIC):
                found = next((d for d in known.values() if d.lower() in GEOGRAPHIC), "Geography")
            if found != dimension and found:
                dimension, parent, position = found, None, 0
            if dimension is None:
                continue
            is_geo = dimension.lower() in GEOGRAPHIC
            is_child = is_geo and name not in regions
            if is_geo and not is_child:
                parent = name
            yield segment_at(
                text, b.char_start, b.char_end, dimension, market, parent if is_child else None, position, None
            )
            position += 1


def _similar(name: str, folded: dict[str, str]) -> str | None:
    """The dimension of the one listed member that shares the most words with a name, where over half are shared."""
    words = set(fold(name).split())
    best, score = None, 0.0
    for other, dimension in sorted(folded.items()):
        theirs = set(other.split())
        shared = len(words & theirs) / len(words | theirs) if words | theirs else 0.0
        if shared > score:
            best, score = dimension, shared
    return best if score >= 0.5 else None


def _is_glued(text: str, cell: Block) -> bool:
    body = text[cell.char_start : cell.char_end]
    return not re.search(r"[,;•|\n]", body) and len(body.split()) >= 5


def _glued_cell(text: str, cell: Block, dimension: str, market: str | None, usage: Usage) -> Iterator[Segment]:
    body = text[cell.char_start : cell.char_end]
    marks = area_marks(body, 0, len(body))
    if len(marks) >= 2 and sum(m.end - m.start for m in marks) + len(marks) - 1 >= len(body) * 0.9:
        spans = [(m.start, m.end) for m in marks]
    else:
        spans = split_glued(body, usage)
    repair = "glued" if len(spans) > 1 else None
    for position, (a, b) in enumerate(spans):
        yield segment_at(text, cell.char_start + a, cell.char_start + b, dimension, market, None, position, repair)
