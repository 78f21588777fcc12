"""Facts around a table that hold for all of it: its caption, its corner, the note below it, its flagged years.

Facts of a table as a whole, gathered once per document; which of them a cell takes is decided in `cell_units` and `scenes`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sources.extract.scan.years import year_marks
from sources.grammar.pattern_words import pattern_words, word_lists, words_of_languages
from sources.grammar.table_words import table_pattern
from sources.records import Block

_WORDS = pattern_words("scan")
_ANY = words_of_languages("scan")

_MAX_CAPTION = 160
_NUMBERED = re.compile(
    rf"^{_ANY['caption_nouns']}\s?[A-Z]?[0-9]{{1,3}}(?:[.-][0-9]{{1,2}})?[.:]?|^[0-9]{{1,2}}(?:\.[0-9]{{1,2}}){{0,3}}[.)]?(?=\s)"
)
_SIZES = re.compile(
    rf"['’]000s?\b|\b1,?000\b|\b[HQ][1-4]\b|\b[1-4][HQ](?:\s?['’]?[0-9]{{2}})?\b|\b{_WORDS['fiscal_year_sign']}\s?['’]?[0-9]{{2}}\b|\b[mk][23]\b"
)
# Numbers that are no figures: how many a ranking names, and those within names ("5G", "B2B", "Wi-Fi 6", "48-volt").
_COUNTED = re.compile(
    rf"\b(?i:{_WORDS['ranking_word']})[\s-]?[0-9]{{1,3}}\b|\b[0-9]{{1,3}}\s(?={_ANY['superlatives']}\w*\b)"
    rf"|{_ANY['ranking_signs']}\s?[0-9]{{1,3}}|[0-9]{{1,2}}月|\b{_WORDS['numbered_names']}\s[0-9]{{1,2}}\b|\b[0-9]{{1,3}}[A-Z]\b"
    r"|\b[A-Z]{1,4}-?[0-9]{1,4}[A-Za-z]?\b|[A-Za-z][0-9](?=[A-Za-z])|\b[0-9]{1,4}-(?=[^\W\d_]{2})",
)
_YEARS = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?:\s?[-–—/]\s?[0-9]{2,4})?[EFPA]?(?![0-9])")
_BY = re.compile(rf"\b[Bb]y\s(?:the\s)?(?P<dimension>[a-z][a-z-]+(?:\s(?:of\s)?{_WORDS['dimension_tails']})?)\b")
_PERCENT = re.compile(r"[~≈]?\s?(?P<number>[0-9]{1,3}(?:[.,][0-9]{1,2})?)\s?[%％]")
_FROM, _TO = Decimal("98.8"), Decimal("101.2")
_FEWEST = 3
_MAX_BLOCKS = 2_000
_NO_DIMENSION = frozenset(word_lists("scan")["no_dimensions"])


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table's surroundings. `lines` are the captions above it, nearest first, then the note below it."""

    caption: str  # the lines above the table, in the order of the text
    lines: tuple[str, ...]
    corners: tuple[str, ...]  # the headers of the label columns, outermost first; "" where one has none
    has_header: bool
    dimension: str | None  # "by application" in the caption
    is_of_companies: bool
    first_flagged: int | None  # the first column year that is printed with E, F or P
    ends: tuple[int, int] | None  # first and last year among the columns
    only_year: int | None  # the one year that its columns name
    whole_columns: frozenset[int]  # columns whose percentages add up to a hundred, the total left out

    @property
    def corner(self) -> str:
        """The header of the innermost label column."""
        return self.corners[-1] if self.corners else ""


NO_FACTS = TableFacts("", (), (), False, None, False, None, None, None, frozenset())  # of a cell without a table


def table_facts(text: str, blocks: Sequence[Block], headings: Mapping[int, str]) -> dict[int, TableFacts]:
    """Facts of all tables of a document, by number.

    Args:
        text: canonical text.
        blocks: its blocks.
        headings: block index → the heading above it.
    """
    spans: dict[int, list[int]] = {}
    for index, block in enumerate(blocks):
        if block.table is not None:
            spans.setdefault(block.table, [index, index])[1] = index
    return {table: _facts(text, blocks, first, last, headings.get(first, "")) for table, (first, last) in spans.items()}


def _facts(text: str, blocks: Sequence[Block], first: int, last: int, heading: str) -> TableFacts:
    above = _lines_above(text, blocks, first)
    caption = " ".join(reversed(above)) or (heading if len(heading) <= _MAX_CAPTION else "")
    lines = list(above)
    if heading and heading not in lines and _is_caption(heading):
        lines.append(heading)
    if last + 1 < len(blocks):
        note = text[blocks[last + 1].char_start : blocks[last + 1].char_end]
        if blocks[last + 1].kind in ("paragraph", "list_item") and _is_note(note):
            lines.append(note)
    corners, has_header = _corners(text, blocks, first, last)
    corner = " | ".join(filter(None, corners))
    by = _BY.search(caption)
    dimension = by["dimension"] if by and by["dimension"] not in _NO_DIMENSION else None
    named = corner if has_header and corner else caption
    marks = [
        m
        for block in blocks[first : last + 1]
        if block.kind == "table_cell" and block.row is not None and block.row < 3 and not block.row_labels
        for m in year_marks(text, block.char_start, block.char_end)
        if m.kind == "point" and m.first
    ]
    flagged = [m.first for m in marks if m.flag in ("E", "F", "P")]
    years = sorted({m.first for m in marks})
    return TableFacts(
        caption, tuple(lines), corners, has_header, dimension.capitalize() if dimension else None,
        bool(table_pattern("companies").search(named)) and not named.endswith((".", "。")), min(flagged, default=None), (years[0], years[-1]) if len(years) > 1 else None,
        years[0] if len(years) == 1 else None, _whole_columns(text, blocks[first : last + 1]),
    )  # fmt: skip


def _lines_above(text: str, blocks: Sequence[Block], first: int) -> list[str]:
    """Up to two short lines right above a table, nearest first, that hold no figure of their own."""
    out: list[str] = []
    at = first
    for block in reversed(blocks[max(0, first - 2) : first]):
        words = text[block.char_start : block.char_end]
        gap = text[block.char_end : blocks[at].char_start]
        if block.table is not None or gap.count("\n") > 2 or not _is_caption(words):
            break
        out.append(words.strip(" *_:|"))
        if block.kind == "heading" and len(out) > 1:
            break
        at -= 1
    return out


def _is_caption(words: str) -> bool:
    if len(words) > _MAX_CAPTION or "\n" in words.strip():
        return False
    plain = _YEARS.sub("", _SIZES.sub("", _NUMBERED.sub("", words.strip(" *_("))))
    plain = _COUNTED.sub("", plain) if re.search(r"[0-9]", plain) else plain
    return not re.search(r"[0-9]", plain)


def _is_note(words: str) -> bool:
    """ "Values in USD million." below a table."""
    return _is_caption(words) and bool(table_pattern("unit_leads").search(words))


def _corners(text: str, blocks: Sequence[Block], first: int, last: int) -> tuple[tuple[str, ...], bool]:
    """The headers of the label columns, and whether the table has headers at all."""
    near = [b for b in blocks[first : min(last + 1, first + 60)] if b.kind == "table_cell"]
    top = min((b.row or 0 for b in near), default=0)
    heads = [b for b in near if b.row == top]
    values = [b for b in heads if b.column]
    has_header = bool(values) and all(not b.row_labels for b in values)
    labelled = next((b for b in near if b.row_labels), None)
    n_before = labelled.column if labelled and labelled.column else 1
    row = {b.column: b for b in near if labelled and b.row == labelled.row}
    corners = []
    for column in range(n_before):
        cell = row.get(column)
        if cell and labelled and text[cell.char_start : cell.char_end].strip(" *_`") not in labelled.row_labels:
            continue  # the number of the row, or what else stands between its labels
        over = cell.header_path[-1] if cell and cell.header_path else ""
        corners.append(over or next((text[b.char_start : b.char_end] for b in heads if b.column == column), ""))
    return tuple(corners), has_header


def _whole_columns(text: str, blocks: Sequence[Block]) -> frozenset[int]:
    parts: dict[tuple[int, tuple[str, ...]], list[Decimal | None]] = {}
    for b in blocks[:_MAX_BLOCKS]:
        if b.kind == "table_cell" and b.column and b.row_labels and not table_pattern("total").match(b.row_labels[-1]):
            percent = _PERCENT.fullmatch(text[b.char_start : b.char_end])
            value = Decimal(percent["number"].replace(",", ".")) if percent else None
            parts.setdefault((b.column, b.row_labels[:-1]), []).append(value)
    apart = {column for (column, _), shares in parts.items() if not adds_up(shares)}
    return frozenset(column for column, _ in parts) - apart


def adds_up(percents: Sequence[Decimal | None]) -> bool:
    """Three percentages or more, nothing else among them, make a hundred within their rounding; two make it exactly."""
    plain = [p for p in percents if p is not None]
    if len(plain) < len(percents) or any(p <= 0 for p in plain):
        return False
    return (len(plain) >= _FEWEST and _FROM <= sum(plain) <= _TO) or (len(plain) == 2 and sum(plain) == 100)
