"""Figures in tables: a cell takes its unit, metric, year and subject from the headers above and the label beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sources.extract.attribution import Subject, area_subject, read_subject
from sources.extract.captions import TableFacts, caption_unit
from sources.extract.context import Context
from sources.extract.header_units import HeaderUnit, unit_in, with_unit
from sources.extract.quantities import Quantity
from sources.extract.surroundings import Reading
from sources.extract.years import year_marks
from sources.grammar.areas import Area, area_marks
from sources.grammar.language import Grammar
from sources.grammar.table_words import table_pattern
from sources.records import Block, ParsedDocument

_GEO_HEADER = re.compile(
    r"geograph|\bregions?\b|countr|location|\bwhere\b|\bmarkets?\b$|área|región|país|pays|Land|Länder|地域|地区|国",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"^(?:grand\s)?(?:total|overall|world|global|worldwide|market|sum|gesamt|insgesamt|welt|mundo|total general|monde|合計|全体|总计|合计)\b",
    re.IGNORECASE,
)
_ITEM_HEADER = re.compile(
    r"^(?:item|items|metric|metrics|parameter|parameters|attribute|attributes|report\s.*|particulars?|details?|indicator|key figure|figure|description|measure|variable|year|years|jahr|año|année|年|指標|项目|項目|kennzahl|concepto)s?$",
    re.IGNORECASE,
)
_SHORT_SPAN = re.compile(
    r"(?:(?<=CAGR\s)|(?<=CAGR\s\()|(?<=CAGR,\s)|(?<![0-9A-Za-z])['’])([0-9]{2})[EFP]?(\s?[-–—/]\s?)['’]?([0-9]{2})[EFP]?(?![0-9%])"
)
_SHORT_YEAR = re.compile(r"(?<![0-9A-Za-z])([HQ][1-4]['’ ]?|[1-4][HQ]['’ ]?|['’])([0-9]{2})(?![0-9%])")
_YEAR_WORDS = re.compile(
    r"(?<![0-9A-Za-z])(?:(?:FY|CY|[HQ][1-4]|[1-4][HQ])[ '’]?)?(?:(?:19|20)[0-9]{2}|(?<=[YQH1-4'’ ])[0-9]{2})(?:\s?[-–—/]\s?[0-9]{2,4})?\s?\(?(?:[EFPA]|est|proj)?\b\.?\)?"
)
_NEXT_WORD_ESTIMATED = re.compile(r"(?:19|20)[0-9]{2}\s?\(?(?:est|proj|fc|fcst)\b", re.IGNORECASE)
_RANK = re.compile(r"^#?[0-9]{1,2}[.)]?\s+(?=\D)")
_DEAREST_REPORT = 20_000
_ROW_REACH = 12  # blocks: cells of a row that are looked at from one of them
_BY_AREA = re.compile(
    r"\b(?:by|nach|por|par)\s(?:region|regions|country|countries|geograph\w*|area|Land|Ländern|Regionen|país|países|región|pays|région)\b|地域別|国別|按地区|按国家",
    re.IGNORECASE,
)
_NO_FACTS = TableFacts("", (), "", False, None, False, None, None, frozenset())
_PLAIN_DIMENSION = re.compile(r"^(?:segments?|sub-?segments?|category|categories|name|members?)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CellContext:
    """What a cell's surroundings say of its figure."""

    header: str  # column headers and row label in one line, with the caption where they name no metric
    subject: Subject | None
    unit: HeaderUnit | None  # what the header, the row label or the caption gives to bare numbers
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


def cell_context(parsed: ParsedDocument, index: int, context: Context) -> CellContext:
    """Headers, row label and caption of the cell at block `index`, read."""
    block, g = parsed.blocks[index], context.grammar
    facts = context.tables[block.table] if block.table is not None else _NO_FACTS
    label = block.row_label or ""
    corner = facts.corner if facts.has_header else ""
    subject, dimension = _subject(block, corner, facts, context)
    path = " | ".join([*block.header_path, label])
    leaves_open = _is_open(block, facts, g) and not _names_metric_at_all(path, g)
    header = f"{path} | {facts.caption}" if leaves_open and facts.caption else path
    area = _row_area(parsed, index) or _caption_area(facts.caption, subject)
    names = [*block.header_path, label]
    return CellContext(
        header,
        subject,
        _unit(parsed, index, facts, g),
        area,
        dimension,
        _dated(names, facts.caption),
        facts.ends,
        _flag(names, facts),
        any(_TOTAL.match(_plain(name)) or _is_sum(name) for name in names if name),
        _is_header(block, facts),
        bool(g.pattern("report_price").search(f"{label} | {corner}")),
        bool(table_pattern("financials").search(facts.caption)),
        block.column in facts.whole_columns,
    )


def cell_reading(q: Quantity, cell: CellContext, grammar: Grammar) -> Reading | None:
    """The metric that a table's unit settles: tonnes are a volume, money per kilogram is a price; None where words decide."""
    if cell.subject and cell.subject.company and q.kind != "percent":
        return Reading("other_numeric", "table.of_company")
    if q.kind == "percent" and (found := _percent_reading(cell, grammar)):
        return found
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


def _percent_reading(cell: CellContext, g: Grammar) -> Reading | None:
    """Shares and changes by the column's own words; a company's growth is none of the market's."""
    is_share = cell.adds_up or bool(table_pattern("shares").search(cell.header))
    is_change = bool(table_pattern("changes").search(cell.header))
    if cell.subject and cell.subject.company and (is_change or _names(cell, "cagr", g)):
        return Reading("other_numeric", "table.of_company")
    if any(_names(cell, metric, g) for metric in ("cagr", "margin", "impact", "other_percent")):
        return None
    if table_pattern("not_shares").search(cell.header):
        return None
    if is_change:
        return Reading("other_numeric", "table.change_of_share") if is_share else Reading("growth_rate", "table.change")
    if is_share:
        return Reading("share", "table.adds_up" if cell.adds_up else "table.share_words")
    return None


def cell_decoy(q: Quantity, cell: CellContext) -> str | None:
    """The hundred per cent of a total row is no share, and a number in a header names a column."""
    if cell.is_header and q.kind == "count" and not q.scaled:
        return "column_header"
    if cell.is_of_sale and q.kind == "money" and q.value < _DEAREST_REPORT:
        return "report_price"
    return "whole_of_shares" if cell.is_total and q.kind == "percent" and q.value == 100 else None


def in_header_unit(q: Quantity, text: str, cell: CellContext) -> Quantity:
    """A bare number of a cell in the unit of its header, in base units."""
    return with_unit(q, text, cell.unit) if cell.unit else q


def _unit(parsed: ParsedDocument, index: int, facts: TableFacts, g: Grammar) -> HeaderUnit | None:
    """The unit of the column, else of the row, else of the table where the column is one that it holds for."""
    block = parsed.blocks[index]
    if _is_header(block, facts):
        return None
    for name in (*reversed(block.header_path), block.row_label or ""):
        if unit := unit_in(name.strip(" *_"), g):
            return unit
    if unit := _row_unit(parsed, index, g):
        return unit
    unit = caption_unit(facts, g)
    if unit is None or not block.column:
        return None
    words = " ".join([*block.header_path, block.row_label or ""])
    if table_pattern("unitless").search(words):
        return None
    column = _YEAR_WORDS.sub("", " ".join(block.header_path)).strip(" -–/()'’")
    is_value = unit.kind != "count" and g.pattern("metrics.market_size").search(words)
    is_volume = unit.kind == "count" and g.pattern("metrics.volume").search(words)
    other = unit.kind != "count" and g.pattern("metrics.volume").search(words) and not is_value
    if not column or is_value or is_volume:
        return unit if not other else None
    return unit if _is_time(block.row_label or "") or area_subject(_plain(column)) or _TOTAL.match(column) else None


def _is_open(block: Block, facts: TableFacts, g: Grammar) -> bool:
    """The column is one of years, units or areas: what it measures is said by the caption."""
    column = _plain(_YEAR_WORDS.sub("", " ".join(block.header_path)))
    dated = _is_time(block.row_label or "")
    if not block.header_path:
        return not facts.has_header and bool(block.row_label)
    return bool(not column or unit_in(column, g) or dated or area_subject(column))


def _is_header(block: Block, facts: TableFacts) -> bool:
    return facts.has_header and not block.header_path and block.row_label is None


def _is_time(label: str) -> bool:
    return bool(label) and not _YEAR_WORDS.sub("", label).strip(" .*")


def _names(cell: CellContext, metric: str, g: Grammar) -> bool:
    return bool(g.pattern(f"metrics.{metric}").search(cell.header))


def _names_metric_at_all(words: str, g: Grammar) -> bool:
    return any(
        g.pattern(f"metrics.{m}").search(words)
        for m in ("cagr", "market_size", "price", "volume", "margin", "share", "growth", "impact")
    ) or bool(table_pattern("not_sizes").search(words) or table_pattern("not_volumes").search(words))


def _caption_area(caption: str, subject: Subject | None) -> Area | None:
    """The one area that a caption names, for rows that name none."""
    if subject and subject.area:
        return None
    areas = {mark.area for mark in area_marks(caption, 0, len(caption))}
    return next(iter(areas)) if len(areas) == 1 else None


def _dated(names: Sequence[str], caption: str) -> str:
    header = full_years(" ".join(name for name in names if name))
    return header if year_marks(header, 0, len(header)) else f"{header} {full_years(caption)}"


def full_years(header: str) -> str:
    """Short years of a header written out: "2Q25" as "2Q2025", "CAGR '24-30" as "CAGR 2024-2030"."""
    header = _SHORT_SPAN.sub(r"20\1\g<2>20\3", header)
    return _SHORT_YEAR.sub(lambda m: f"{m[1].strip(chr(39) + '’ ')}20{m[2]}", header)


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


def _is_sum(name: str) -> bool:
    return bool(table_pattern("total").fullmatch(_plain(name)))


def _plain(name: str) -> str:
    """A label without brackets, emphasis, rank and footnote marks."""
    return _RANK.sub("", re.sub(r"\([^)]*\)", "", name).strip(" :*_†‡")).strip(" :*_")


def _subject(block: Block, corner: str, facts: TableFacts, context: Context) -> tuple[Subject | None, str | None]:
    """Whom the row and column speak of, and the dimension that the label column or the caption names."""
    g = context.grammar
    label, headers = block.row_label or "", block.header_path
    is_unit = bool(corner) and (unit_in(corner, g) is not None or bool(year_marks(corner, 0, len(corner))))
    corner = "" if is_unit else corner
    is_geo = bool(_GEO_HEADER.search(corner))
    unnamed = _ITEM_HEADER.match(corner) or _PLAIN_DIMENSION.match(corner) or is_geo or facts.is_of_companies
    dimension = (None if unnamed else corner or None) or facts.dimension
    plain = _plain(label)
    if facts.is_of_companies and plain and not _is_sum(label) and not _names_metric(plain, g):
        area = area_subject(plain)
        return (Subject(plain, area=area) if area else Subject(plain, company=True)), None
    for name in (label, *reversed(headers)):
        bare = _plain(name)
        if not bare:
            continue
        if area := area_subject(bare):
            return Subject(bare, area=area), None
        subject = read_subject(bare, context.market, context.parts, g)
        if subject.known:
            return subject, subject.dimension
    if not plain or _TOTAL.match(plain) or _is_sum(label):
        return (Subject(plain, market="") if plain else None), None
    is_dated = bool(year_marks(plain, 0, len(plain)))
    if is_geo and not is_dated:
        return Subject(plain, area=Area(f"vendor:{plain}", plain)), None
    if is_dated:
        return (_column_subject(headers, context) if _is_time(label) else None), facts.dimension
    is_item = bool(_ITEM_HEADER.match(corner)) or (not corner and not _are_of_parts(headers, g))
    if is_item or _names_metric_at_all(plain, g) or _names_metric(plain, g) or unit_in(label, g):
        return None, None
    if _BY_AREA.search(facts.caption) and table_pattern("rest").fullmatch(plain):
        return Subject(plain, area=Area(f"vendor:{plain}", plain)), None
    return Subject(plain, segment=plain, known=True), dimension


def _are_of_parts(headers: Sequence[str], g: Grammar) -> bool:
    """Columns of years, units or metrics: the rows beside an empty corner are parts of the market."""
    words = full_years(" ".join(headers))
    return bool(words) and bool(year_marks(words, 0, len(words)) or unit_in(words, g) or _names_metric_at_all(words, g))


def _column_subject(headers: Sequence[str], context: Context) -> Subject | None:
    """The part that a column of a table of years is about."""
    g = context.grammar
    name = _plain(headers[-1]) if headers else ""
    words = _YEAR_WORDS.sub("", name).strip()
    if not words or _names_metric_at_all(words, g) or unit_in(words, g):
        return None
    if any(table_pattern(n).search(words) for n in ("unitless", "sizes", "actual", "projected")):
        return None
    if _TOTAL.match(words):
        return Subject(words, market="")
    subject = read_subject(words, context.market, context.parts, g)
    return None if subject.generic else Subject(words, segment=words, known=True)


def _names_metric(label: str, g: Grammar) -> bool:
    return any(
        g.pattern(f"metrics.{m}").search(label)
        for m in ("cagr", "market_size", "price", "volume", "margin", "share_of")
    ) or bool(re.search(r"\b(?:base|forecast|study)\b", label, re.IGNORECASE))


def _row_unit(parsed: ParsedDocument, index: int, g: Grammar) -> HeaderUnit | None:
    """The unit that the row's own unit column gives."""
    block = parsed.blocks[index]
    for near in parsed.blocks[max(0, index - _ROW_REACH) : index]:
        same_row = near.kind == "table_cell" and near.table == block.table and near.row == block.row
        if same_row and near.header_path and table_pattern("unit_columns").fullmatch(near.header_path[-1].strip(" *")):
            return unit_in(parsed.text[near.char_start : near.char_end], g)
    return None


def _row_area(parsed: ParsedDocument, index: int) -> Area | None:
    """The areas that the row's own geography column lists, as printed; their codes joined with "|"."""
    block = parsed.blocks[index]
    for near in parsed.blocks[max(0, index - 12) : index + 12]:
        same_row = near.kind == "table_cell" and near.table == block.table and near.row == block.row
        if same_row and near is not block and _GEO_HEADER.search(" ".join(near.header_path)):
            marks = area_marks(parsed.text, near.char_start, near.char_end)
            if marks:
                name = parsed.text[near.char_start : near.char_end] if len(marks) > 1 else marks[0].area.name
                return Area("|".join(m.area.code for m in marks), name)
    return None
