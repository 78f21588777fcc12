"""Figures in tables: a cell takes its unit, metric, year and subject from the headers above and its row label."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sources.extract.document.context import Context
from sources.extract.figures.surroundings import Reading
from sources.extract.layout.header_words import (
    full_years,
    is_change_sign,
    is_sum,
    names_metric,
    plain_name,
    total,
)
from sources.extract.layout.stacked import StackedLabel, is_target
from sources.extract.parts.named_subjects import Subject
from sources.extract.phrases.area_subjects import area_subject
from sources.extract.scan.captions import NO_FACTS, TableFacts
from sources.extract.scan.figure import Figure
from sources.extract.scan.printed_signs import signed_in_cell
from sources.extract.scan.scan import Found, Scan
from sources.extract.scan.units.cell_units import ROW_REACH, is_header
from sources.extract.scan.units.local_money import in_money_of
from sources.extract.scan.years import year_marks
from sources.extract.scenes.metric_labels import labelled_subject
from sources.extract.scenes.table_subjects import (
    caption_area,
    cell_subject,
    corners_of,
    is_price_field,
    row_area,
)
from sources.grammar.areas import Area, area_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.grammar.table_words import table_pattern
from sources.grammar.unit_expressions import Unit, unit_in
from sources.records import Block, ParsedDocument

_WORDS = pattern_words("scenes")
_NEXT_WORD_ESTIMATED = re.compile(rf"(?:19|20)[0-9]{{2}}\s?\(?{_WORDS['estimate_marks']}\b", re.IGNORECASE)
_LED = re.compile(
    r"(?P<name>[^\W\d_][^0-9(\n]{1,40}?)\s?(?:\bat\b|\bwith\b|:|\(|\s[–-]|,)\s?~?[0-9][0-9.,]{0,5}\s?[%％]"
)
_GROWTH_RATE = re.compile(
    rf"\b{_WORDS['growth_rate_labels']}\b|{_WORDS['growth_rate_labels_mul']}",
    re.IGNORECASE,
)
_LONG = 3  # years
_RATIO = re.compile(rf"{_WORDS['index_labels_ja']}")
_LEAST, _MOST = 60, 200
_DEAREST_REPORT = 20_000
_AN_AMOUNT = 1_000_000


@dataclass(frozen=True, slots=True)
class CellContext:
    """What a cell's surroundings say of its figure."""

    header: str  # column headers and row label in one line, with the caption where they name no metric
    subject: Subject | None
    unit: Unit | None  # what the header, the row label or the caption gives to bare numbers
    area: Area | None  # from the row's own geography column, else from the caption
    dimension: str | None
    dated: str  # column headers and row label, then the caption where those give no year
    ends: tuple[int, int] | None  # first and last year among the table's columns
    flag: str  # A or F where a word beside the year or the order of the columns says so
    is_total: bool  # the row or column sums the others up
    is_header: bool  # the cell is a header itself
    is_of_sale: bool  # label or corner speak of licences of the report
    is_of_books: bool  # the caption names one company's financial figures
    adds_up: bool  # the percentages of its column add up to a hundred
    source: str | None = None  # the research house of its row


def cell_context(page: Scan, found: Found, context: Context) -> CellContext:
    """Headers, row label and caption of a cell, read.

    Args:
        page: the document's scan.
        found: the cell.
        context: the document's own facts.
    """
    parsed, index, g = page.parsed, found.printed.sentence.block, context.grammar
    block = parsed.blocks[index]
    facts = page.tables[block.table] if block.table is not None else NO_FACTS
    labels = block.row_labels[::-1]  # innermost first
    corner = facts.corner if facts.has_header else ""
    named = cell_subject(block, facts, context)
    subject, dimension, area = named.subject, named.dimension, named.area
    source = _source(block, facts)
    if source:
        subject, dimension = Subject(source, market=""), None
    if subject is None and labels and (led := _LED.match(parsed.text, block.char_start, block.char_end)):
        area_led = area_subject(led["name"].strip())  # "Performing market | APAC at 41 %"
        subject = Subject(led["name"].strip(), area=area_led) if area_led else None
    area = row_area(parsed, index) or area or (None if subject and subject.area else caption_area(facts.caption))
    path = " | ".join([*block.header_path, *labels])
    leaves_open = named.is_open and not names_metric(path, g)
    header = f"{path} | {facts.caption}" if leaves_open and facts.caption else path
    header += " | growth" if block.header_path and is_change_sign(block.header_path[-1]) else ""
    names = [*block.header_path, *labels]
    return CellContext(
        header,
        subject,
        in_money_of(found.unit, _areas_near(area, subject, names), context.money),
        area,
        dimension,
        _dated(names, facts.caption, facts.only_year),
        facts.ends or _row_ends(parsed, index),
        _flag(names, facts),
        any(total(plain_name(name)) or is_sum(name) for name in names if name),
        is_header(block, facts),
        bool(g.pattern("report_price").search(f"{' '.join(labels)} | {corner}"))
        or any(is_price_field(label, facts.corner) for label in labels),
        bool(table_pattern("financials").search(facts.caption)),
        block.column in facts.whole_columns,
        source,
    )


def _source(block: Block, facts: TableFacts) -> str | None:
    """The research house that the row's own label names."""
    corners = corners_of(block, facts)
    for label, corner in zip(block.row_labels, corners, strict=True):
        if corner and table_pattern("sources").fullmatch(corner.strip(" *_:")):
            return plain_name(label)
    return None


def _areas_near(area: Area | None, subject: Subject | None, names: Sequence[str]) -> list[Area]:
    """The areas whose money a cell is in: that of its row or caption, else those that its headers name."""
    own = [a for a in (subject.area if subject else None, area) if a]
    return own[:1] or [mark.area for name in names for mark in area_marks(name, 0, len(name))]


def stacked_cell(stack: StackedLabel, context: Context) -> CellContext:
    """A value on a line of its own with its label below, read as a cell beside that label."""
    subject, dimension = labelled_subject(stack.label, stack.above, context)
    names = [stack.label]
    header = f"{stack.label} | growth" if stack.is_change else stack.label
    return CellContext(
        header, subject, in_money_of(unit_in(stack.label, context.grammar.language), (), context.money), None, dimension, _dated(names, ""), stack.ends,
        _flag(names, NO_FACTS), is_total=False, is_header=False, is_of_sale=False, is_of_books=False, adds_up=False,
    )  # fmt: skip


def cell_reading(q: Figure, cell: CellContext, grammar: Grammar) -> Reading | None:
    """The metric that a table's unit settles: tonnes are a volume, money per kilogram is a price; None where words decide."""
    if cell.subject and cell.subject.company and q.kind != "percent":
        return Reading("other_numeric", "table.of_company")
    if q.kind == "percent" and (reading := _percent_reading(cell, grammar)):
        return reading
    if cell.unit is None and q.kind == "money" and _is_size(q, cell, grammar):
        return Reading("market_size", "table.size_words")
    if cell.unit is None or q.kind not in ("count", "money") or grammar.pattern("metrics.impact").search(cell.header):
        return None
    if q.kind == "count" and cell.unit.kind == "count":
        if table_pattern("not_volumes").search(cell.header):
            return Reading("other_numeric", "table.not_volume")
        return Reading("volume", "table.volume_unit") if cell.unit.unit or _names(cell, "volume", grammar) else None
    if q.kind != "money" or cell.unit.kind != "money":
        return None
    if cell.unit.per:
        return Reading("price", "table.price_unit", cell.unit.per)
    if _names(cell, "price", grammar):
        return None
    if cell.is_of_books or table_pattern("not_sizes").search(cell.header):
        return Reading("other_numeric", "table.not_size")
    part = cell.subject and (cell.subject.area or cell.subject.segment or cell.subject.market is not None)
    sized = _names(cell, "market_size", grammar) or table_pattern("sizes").search(cell.header)
    if sized or (part and not _names(cell, "other_money", grammar)):
        return Reading("market_size", "table.money_unit")
    return None


def _is_long(dated: str) -> bool:
    """The words name a span of years: a rate of growth over it is a yearly one."""
    return any(m.kind == "span" and m.last - m.first >= _LONG for m in year_marks(dated, 0, len(dated)))


def _is_size(q: Figure, cell: CellContext, g: Grammar) -> bool:
    """ "Projected Value (2035F) | USD 7.1 billion": an amount of millions under words for value or sales."""
    if q.value < _AN_AMOUNT or cell.is_of_books or table_pattern("not_sizes").search(cell.header):
        return False
    if is_target(cell.header):
        return True
    if table_pattern("certain_sizes").search(cell.header):
        return not _names(cell, "price", g)
    if any(_names(cell, metric, g) for metric in ("price", "other_money", "impact")):
        return False
    return bool(table_pattern("sizes").search(cell.header))


def _percent_reading(cell: CellContext, g: Grammar) -> Reading | None:
    """Shares and changes by the column's own words; a company's growth is none of the market's."""
    is_share, is_change = _is_share(cell), _is_change(cell)
    if cell.subject and cell.subject.company and (is_change or _names(cell, "cagr", g)):
        return Reading("other_numeric", "table.of_company")
    if any(_names(cell, metric, g) for metric in ("cagr", "margin", "impact", "other_percent")):
        return None
    if table_pattern("not_shares").search(cell.header):
        return None
    if is_change and not is_share and _GROWTH_RATE.search(cell.header) and _is_long(cell.dated):
        return Reading("cagr", "table.rate_over_span")
    if is_change:
        return Reading("other_numeric", "table.change_of_share") if is_share else Reading("growth_rate", "table.change")
    if is_share:
        return Reading("share", "table.adds_up" if cell.adds_up else "table.share_words")
    return None


def _is_share(cell: CellContext) -> bool:
    return cell.adds_up or bool(table_pattern("shares").search(cell.header))


def _is_change(cell: CellContext) -> bool:
    return bool(table_pattern("changes").search(cell.header))


def cell_decoy(q: Figure, cell: CellContext) -> str | None:
    """The hundred per cent of a total row is no share, and a number in a header names a column."""
    if cell.is_header and q.kind == "count" and not q.scaled:
        return "column_header"
    if cell.is_of_sale and q.kind == "money" and q.value < _DEAREST_REPORT:
        return "report_price"
    return "whole_of_shares" if cell.is_total and q.kind == "percent" and q.value == 100 else None


def signed_as_cell(q: Figure, text: str, start: int, end: int, cell: CellContext, g: Grammar) -> Figure:
    """A figure of the cell `text[start:end]`, in the unit of its header, with its sign."""
    q = signed_in_cell(q, text, start, end, g, may_fall=_is_change(cell) or not _is_share(cell))
    if q.kind == "percent" and _RATIO.search(cell.header) and _LEAST <= q.value <= _MOST and q.value_high is None:
        return replace(q, value=q.value - 100)  # 前年比 102.1 % is a growth of 2.1 %
    return q


def _names(cell: CellContext, metric: str, g: Grammar) -> bool:
    return bool(g.pattern(f"metrics.{metric}").search(cell.header))


def _dated(names: Sequence[str], caption: str, only_year: int | None = None) -> str:
    """The words that date a cell: its headers, else the table's caption, else the one year that other columns name."""
    header = full_years(" ".join(name for name in names if name))
    if year_marks(header, 0, len(header)):
        return header
    said = full_years(caption)
    is_dated = only_year is None or year_marks(said, 0, len(said)) or table_pattern("unitless").search(header) is None
    return f"{header} {said}" if is_dated else f"{header} {only_year}"


def _flag(names: Sequence[str], facts: TableFacts) -> str:
    for name in names:
        marks = year_marks(name, 0, len(name))
        if any(mark.flag for mark in marks):
            return ""  # printed beside the year itself
        if _NEXT_WORD_ESTIMATED.search(name) or (name and table_pattern("projected").search(name)):
            return "F" if not table_pattern("actual").search(name) else ""
        if table_pattern("actual").search(name):
            return "A"
        if facts.first_flagged and any(mark.kind == "point" and mark.first < facts.first_flagged for mark in marks):
            return "A"
    return ""


def _row_ends(parsed: ParsedDocument, index: int) -> tuple[int, int] | None:
    """The first and last year that the row's own cells print beside their values: "$4.8bn (2025) | $19.4bn (2032)"."""
    block = parsed.blocks[index]
    years = {
        m.first
        for near in parsed.blocks[max(0, index - ROW_REACH) : index + ROW_REACH]
        if near.kind == "table_cell" and near.table == block.table and near.row == block.row and near.row_labels
        for m in year_marks(parsed.text, near.char_start, near.char_end)
        if m.kind == "point" and m.first
    }
    return (min(years), max(years)) if len(years) > 1 else None
