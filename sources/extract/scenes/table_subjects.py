"""Whom the headers and labels of a cell name: an area, a part of the market, a company, or the market as a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from sources.extract.document.context import Context
from sources.extract.layout.header_words import (
    full_years,
    is_measure,
    is_sum,
    is_time,
    names_metric,
    plain_name,
    total,
    without_years,
)
from sources.extract.names.phrase_subjects import read_subject
from sources.extract.parts.named_subjects import Subject
from sources.extract.phrases.area_subjects import area_subject
from sources.extract.scan.captions import TableFacts
from sources.extract.scan.units.cell_units import ROW_REACH, is_part_noun, table_unit
from sources.extract.scan.years import year_marks
from sources.extract.scenes.metric_labels import area_in_label, dimension_of
from sources.grammar.areas import Area, area_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.grammar.table_words import table_pattern
from sources.grammar.unit_expressions import unit_in
from sources.records import Block, ParsedDocument

_WORDS = pattern_words("scenes")
_MARKETS = re.compile(
    rf"\b{_WORDS['market_nouns']}$", re.IGNORECASE
)  # a column of markets; only some of those are areas
_GEO_HEADER = re.compile(
    rf"{_WORDS['area_header_parts']}|\b{_WORDS['area_headers']}\b|\b{_WORDS['market_nouns']}\b$"
    rf"|\bárea|{_WORDS['area_header_parts_mul']}|{_WORDS['area_header_ends_mul']}\b|\b{_WORDS['area_headers_mul']}\b",
    re.IGNORECASE,
)
_ITEM_HEADER = re.compile(
    rf"^(?:{_WORDS['item_headers']}|{_WORDS['report_header_starts']}\s.*"
    rf"|{_WORDS['item_headers_fr']}"
    rf"|{_WORDS['item_headers_de']}"
    rf"|{_WORDS['item_headers_es']}"
    rf"|{_WORDS['item_headers_pt']}"
    rf"|{_WORDS['item_headers_it']}"
    rf"|{_WORDS['item_headers_cjk']})s?$",
    re.IGNORECASE,
)
_BY_AREA = re.compile(
    rf"\b(?:by|{_WORDS['by_words_mul']})\s(?:{_WORDS['area_nouns']}|{_WORDS['area_noun_beginnings']}\w*|{_WORDS['area_nouns_mul']})\b|{_WORDS['by_area_cjk']}",
    re.IGNORECASE,
)
_PLAIN_DIMENSION = re.compile(rf"^{_WORDS['plain_dimensions']}$", re.IGNORECASE)
_FIELD = re.compile(
    rf"^{_WORDS['field_adjectives']}\b|\b{_WORDS['field_adjectives']}\s{_WORDS['field_nouns']}\b",
    re.IGNORECASE,
)


Role = Literal["area", "part", "company", "whole", "dimension", "time", "measure", "none"]


class Said(NamedTuple):
    """What one header or label says: whom the figure is about, when, or what is measured. `subject` for the first four roles."""

    role: Role
    subject: Subject | None = None
    dimension: str | None = None
    is_listed: bool = False  # the document lists the part


class CellSubject(NamedTuple):
    """Whom the headers and labels of a cell name together.

    Attributes:
        subject: the part, the company, the area or the whole; None where they name none.
        dimension: what the part is a part by.
        area: the area that one of them names.
        is_open: the headers name no measure: what a figure below them counts is said elsewhere.
    """

    subject: Subject | None
    dimension: str | None
    area: Area | None
    is_open: bool


_NOTHING = Said("none")


def cell_subject(block: Block, facts: TableFacts, context: Context) -> CellSubject:
    """The area, the part and the company of a cell, from whichever of its headers and labels names them.

    Args:
        block: the cell.
        facts: of its table.
        context: the document's own facts.
    """
    corners = corners_of(block, facts)
    labels = list(zip(block.row_labels, corners, strict=True))[::-1]
    rows = [_label_says(name, corner, block, facts, context) for name, corner in labels if corner is not None]
    bands = [_header_says(name, block, facts, context) for name, corner in labels if corner is None]
    heads = [_header_says(name, block, facts, context) for name in reversed(block.header_path)]
    said = [*rows, *bands, *heads]
    area = next((one.subject.area for one in said if one.role == "area" and one.subject), None)
    part = _part(rows, bands, heads)
    is_open = _leaves_open(block, rows, heads, part, facts, context.grammar)
    if company := next((one for one in rows if one.role == "company"), None):
        return CellSubject(company.subject, None, area, is_open)
    if part:
        dimension = part.dimension or next((one.dimension for one in bands if one.role == "dimension"), None)
        return CellSubject(part.subject, dimension or (None if part.is_listed else facts.dimension), area, is_open)
    named = next((one.subject for role in ("area", "whole") for one in said if one.role == role), None)
    return CellSubject(named, None, area, is_open)


def corners_of(block: Block, facts: TableFacts) -> tuple[str | None, ...]:
    """What the column of each label of a cell is called, "" where it has no name; None for a band."""
    corners = facts.corners if facts.has_header else ("",) * len(facts.corners)
    n_bands = max(0, len(block.row_labels) - len(corners))
    return (*(None,) * n_bands, *corners[: len(block.row_labels)])


def _part(rows: Sequence[Said], bands: Sequence[Said], heads: Sequence[Said]) -> Said | None:
    """The part: of the row's own labels the innermost, of the others one that the document lists, else the nearest to an area or a year."""
    of_row = next((one for one in rows if one.role == "part"), None)
    listed = next((one for one in (*(() if of_row else bands), *heads) if one.is_listed), None)
    if listed and not (of_row and of_row.is_listed):
        return listed
    if of_row or not rows or not all(one.role in ("area", "time", "whole") for one in rows):
        return of_row
    return next((one for one in (*bands, *heads) if one.role == "part"), None)


def _label_says(label: str, corner: str, block: Block, facts: TableFacts, context: Context) -> Said:
    """What a label says, below the name of its column."""
    g = context.grammar
    is_unit = bool(corner) and (unit_in(corner, g.language) is not None or bool(year_marks(corner, 0, len(corner))))
    corner = "" if is_unit else corner
    is_geo = bool(_GEO_HEADER.search(corner))
    is_of_companies = facts.is_of_companies and (not corner or bool(table_pattern("companies").search(corner)))
    unnamed = _ITEM_HEADER.match(corner) or _PLAIN_DIMENSION.match(corner) or is_geo or is_of_companies
    dimension = (None if unnamed else corner or None) or facts.dimension
    plain = plain_name(label)
    if not plain:
        return _NOTHING
    area = area_subject(plain)
    if is_of_companies and not is_sum(label) and not is_time(label) and not _names_field(plain, g):
        return _area(plain, area) if area else Said("company", Subject(plain, company=True))
    if area:
        return _area(plain, area)
    subject = read_subject(plain, context.market, context.parts, g)
    if subject.known:
        return Said("part", subject, subject.dimension, is_listed=True)
    if total(plain) or is_sum(label):
        return Said("whole", Subject(plain, market=""))
    is_dated = bool(year_marks(plain, 0, len(plain)))
    if is_geo and not is_dated and _MARKETS.search(corner) and subject.market is not None:
        return Said("whole", subject)
    if is_geo and not is_dated:
        return _area(plain, Area(f"vendor:{plain}", plain))
    if is_dated:
        return Said("time" if is_time(label) else "measure")
    if names_metric(plain, g) and (beside := area_in_label(label)):
        return Said("area", beside)
    if _is_measured(label, plain, corner, block, facts, g):
        return Said("measure")
    if _BY_AREA.search(facts.caption) and table_pattern("rest").fullmatch(plain):
        return _area(plain, Area(f"vendor:{plain}", plain))
    return Said("part", Subject(plain, segment=plain, known=True), dimension)


def _area(name: str, area: Area) -> Said:
    return Said("area", Subject(name, area=area))


def _is_measured(label: str, plain: str, corner: str, block: Block, facts: TableFacts, g: Grammar) -> bool:
    """The label names what is measured, a unit or a field of the report."""
    headers = block.header_path
    is_given = not headers and not facts.has_header and table_unit(facts, block.unit_line, label, g) is not None
    is_item = bool(_ITEM_HEADER.match(corner)) or (not corner and not is_given and not _are_of_parts(headers, g))
    is_measured = is_measure(plain, g) or unit_in(label, g.language) is not None
    return (
        is_item
        or bool(_FIELD.search(plain))
        or (is_measured and not is_part_noun(label, block, facts, g) and not _is_beside_measures(plain, headers, g))
    )


def _header_says(name: str, block: Block, facts: TableFacts, context: Context) -> Said:
    """What a column header or a band says."""
    g, bare = context.grammar, plain_name(name)
    words = without_years(bare).strip()
    if not words:
        return Said("time" if bare else "none")
    for said in dict.fromkeys((bare, words)):
        if area := area_subject(said):
            return _area(said, area)
        subject = read_subject(said, context.market, context.parts, g)
        if subject.known:
            return Said("part", subject, subject.dimension, is_listed=True)
    if dimension := dimension_of(words):
        return Said("dimension", dimension=dimension)
    has_unit = unit_in(words, g.language) is not None and not is_part_noun(words, block, facts, g)
    if names_metric(words, g) or has_unit or _MEASURE.search(words):
        beside = area_in_label(words)
        return Said("area", beside) if beside else Said("measure")
    if any(table_pattern(n).search(words) for n in ("unitless", "sizes", "actual", "projected")):
        return Said("measure")
    if total(words):
        return Said("whole", Subject(words, market=""))
    is_among_others = len(block.header_path) > 1 and name in block.header_path
    return (
        _NOTHING if subject.generic and not is_among_others else Said("part", Subject(words, segment=words, known=True))
    )


def _leaves_open(
    block: Block, rows: Sequence[Said], heads: Sequence[Said], part: Said | None, facts: TableFacts, g: Grammar
) -> bool:
    """The columns are those of years, units, areas or parts: what they measure is said by the caption."""
    if not block.header_path:
        return not facts.has_header and bool(block.row_labels)
    if any(one.role == "time" for one in rows):
        return True
    for name, said in zip(reversed(block.header_path), heads, strict=True):
        words = plain_name(without_years(name))
        names_it = said.role in ("area", "whole", "dimension", "time") or said is part
        if words and not names_it and not unit_in(words, g.language):
            return False
    return True


_PRICE = re.compile(rf"{_WORDS['price_labels']}|{_WORDS['price_labels_mul']}", re.IGNORECASE)


def is_price_field(label: str, corner: str) -> bool:
    """ "Price" among the fields that a report has: what it costs itself."""
    return bool(_PRICE.fullmatch(label.strip(" *:")) and _ITEM_HEADER.match(corner))


def _is_beside_measures(label: str, headers: Sequence[str], g: Grammar) -> bool:
    """The columns say themselves what they measure: "Organic stores" or "Retail sales" beside them is a part."""
    said = [without_years(h) for h in headers if not is_time(h)]
    if is_time(label) or not any(names_metric(h, g) or unit_in(h, g.language) or _CHANGE.search(h) for h in said):
        return False
    return (
        unit_in(label, g.language) is None
        and not any(g.pattern(f"metrics.{m}").search(label) for m in ("cagr", "price", "margin", "share", "growth"))
        and not _WHOLE.fullmatch(label)
    )


_CHANGE = table_pattern("changes")
# What a row of a table that measures the whole market in several ways is called.
_WHOLE = re.compile(
    rf"(?:{_WORDS['whole_adjectives']}\s)?(?:{_WORDS['whole_nouns']}|{_WORDS['whole_nouns_mul']})",
    re.IGNORECASE,
)


def _are_of_parts(headers: Sequence[str], g: Grammar) -> bool:
    """Columns of years, units or metrics: the rows beside an empty corner are parts of the market."""
    words = full_years(" ".join(headers))
    return bool(words) and bool(
        year_marks(words, 0, len(words)) or unit_in(words, g.language) or names_metric(words, g)
    )


# German compounds that end with what is measured: "Geräteabsatz", "Gesamtumsatz".
_MEASURE = re.compile(
    rf"(?:{_WORDS['measure_ends']}|{_WORDS['measure_ends_mul']})\b",
    re.IGNORECASE,
)


def _names_field(label: str, g: Grammar) -> bool:
    return any(
        g.pattern(f"metrics.{m}").search(label)
        for m in ("cagr", "market_size", "price", "volume", "margin", "share_of")
    ) or bool(_FIELD.search(label))


def row_area(parsed: ParsedDocument, index: int) -> Area | None:
    """The areas that the row's own geography column lists, as printed; their codes joined with "|"."""
    block = parsed.blocks[index]
    for near in parsed.blocks[max(0, index - ROW_REACH) : index + ROW_REACH]:
        same_row = near.kind == "table_cell" and near.table == block.table and near.row == block.row
        if same_row and near is not block and _GEO_HEADER.search(" ".join(near.header_path)):
            marks = area_marks(parsed.text, near.char_start, near.char_end)
            if marks:
                name = parsed.text[near.char_start : near.char_end] if len(marks) > 1 else marks[0].area.name
                return Area("|".join(m.area.code for m in marks), name)
    return None


def caption_area(caption: str) -> Area | None:
    """The one area that a caption names, for rows that name none."""
    areas = {mark.area for mark in area_marks(caption, 0, len(caption))}
    return next(iter(areas)) if len(areas) == 1 else None
