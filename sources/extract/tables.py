"""Figures in tables: a cell takes its unit, metric, year and subject from the headers above and the label beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from sources.extract.attribution import Subject, area_subject, read_subject
from sources.extract.context import Context
from sources.extract.quantities import Quantity
from sources.extract.years import year_marks
from sources.grammar.areas import Area, area_marks
from sources.grammar.currencies import currency_marks
from sources.grammar.language import Grammar
from sources.records import ParsedDocument

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
_PLAIN_DIMENSION = re.compile(r"^(?:segments?|sub-?segments?|category|categories|name|members?)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CellContext:
    """What a cell's surroundings say of its figure."""

    header: str  # column headers and row label in one line
    subject: Subject | None
    currency: str | None  # where the header gives it for bare numbers
    multiplier: Decimal
    area: Area | None  # from the row's own geography column
    dimension: str | None


def cell_context(parsed: ParsedDocument, index: int, context: Context) -> CellContext:
    """Headers, row label and caption of the cell at block `index`, read."""
    block = parsed.blocks[index]
    columns = " ".join(block.header_path)
    label = block.row_label or ""
    first_header = _first_header(parsed, index)
    caption = context.headings.get(index, "")
    currency, multiplier = header_unit(columns, context.grammar)
    if currency is None:
        currency, multiplier = header_unit(caption if len(caption) < 160 else "", context.grammar)
    subject, dimension = _subject(label, block.header_path, first_header, context)
    return CellContext(
        " | ".join([*block.header_path, label]), subject, currency, multiplier, _row_area(parsed, index), dimension
    )


def header_unit(header: str, grammar: Grammar) -> tuple[str | None, Decimal]:
    """Currency and scale that a header gives: "2025 (US$ million)" → ("USD", 1000000); (None, 1) where it gives none."""
    marks = currency_marks(header)
    if not marks:
        return None, Decimal(1)
    scale = next(
        (
            grammar.scales[m.group(1).lower()]
            for m in grammar.scale_pattern().finditer(header)
            if len(m.group(1)) > 1 or header[m.start(1) - 1 : m.start(1)] in " $€"
        ),
        0,
    )
    return marks[0], Decimal(10) ** scale


def with_header_unit(q: Quantity, cell: CellContext, grammar: Grammar) -> Quantity:
    """A bare number under a money header becomes an amount in base units."""
    if q.kind != "count" or q.noun or cell.currency is None or q.scaled:
        return q
    if re.search(r"%|\bunits?\b|\bnumber\b", cell.header.split(" | ")[0]) and not re.search(
        r"revenue|value|size|sales", cell.header, re.IGNORECASE
    ):
        return q
    high = q.value_high * cell.multiplier if q.value_high is not None else None
    return replace(q, kind="money", unit=cell.currency, value=q.value * cell.multiplier, value_high=high, scaled=True)


def _first_header(parsed: ParsedDocument, index: int) -> str:
    block = parsed.blocks[index]
    for at in range(index, -1, -1):
        other = parsed.blocks[at]
        if other.table != block.table and other.kind == "table_cell":
            break
        if other.kind == "table_cell" and other.table == block.table and other.row == 0 and other.column == 0:
            return parsed.text[other.char_start : other.char_end]
    return ""


def _subject(
    label: str, headers: tuple[str, ...], first_header: str, context: Context
) -> tuple[Subject | None, str | None]:
    """Whom the row and column speak of, and the dimension that the label column is headed with."""
    g = context.grammar
    dimension = (
        None
        if _ITEM_HEADER.match(first_header) or _PLAIN_DIMENSION.match(first_header) or _GEO_HEADER.search(first_header)
        else first_header or None
    )
    for name in (label, *reversed(headers)):
        plain = re.sub(r"\([^)]*\)", "", name).strip(" :*")
        if not plain:
            continue
        if area := area_subject(plain):
            return Subject(plain, area=area), None
        subject = read_subject(plain, context.market, context.parts, g)
        if subject.known:
            return subject, subject.dimension
    plain = re.sub(r"\([^)]*\)", "", label).strip(" :*")
    if not plain or _TOTAL.match(plain):
        return (Subject(plain, market="") if plain else None), None
    named = read_subject(plain, context.market, context.parts, g)
    if first_header and named.market is not None and re.search(r"\bmarkets?$", first_header, re.IGNORECASE):
        return named, None
    if first_header and _GEO_HEADER.search(first_header) and not year_marks(plain, 0, len(plain)):
        return Subject(plain, area=Area(f"vendor:{plain}", plain)), None
    is_item = _ITEM_HEADER.match(first_header) or not first_header
    if is_item or year_marks(plain, 0, len(plain)) or _names_metric(plain, g):
        return None, None
    return Subject(plain, segment=plain, known=True), dimension


def _names_metric(label: str, g: Grammar) -> bool:
    return any(
        g.pattern(f"metrics.{m}").search(label)
        for m in ("cagr", "market_size", "price", "volume", "margin", "share_of")
    ) or bool(re.search(r"\b(?:base|forecast|study)\b", label, re.IGNORECASE))


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
