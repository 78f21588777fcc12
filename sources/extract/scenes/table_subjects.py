"""The subject of a row or a column of a table: an area, a part of the market, a company, or the market as a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.extract.document.context import Context
from sources.extract.figures.years import year_marks
from sources.extract.layout.captions import TableFacts, table_unit
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
from sources.extract.scenes.metric_labels import area_in_label
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
ROW_REACH = 12  # blocks: cells of a row that are looked at from one of them


def table_subject(block: Block, corner: str, facts: TableFacts, context: Context) -> tuple[Subject | None, str | None]:
    """The subject of row and column, and the dimension that the label column or the caption names."""
    g = context.grammar
    label, headers = block.row_label or "", block.header_path
    is_unit = bool(corner) and (unit_in(corner, g.language) is not None or bool(year_marks(corner, 0, len(corner))))
    corner = "" if is_unit else corner
    is_geo = bool(_GEO_HEADER.search(corner))
    unnamed = _ITEM_HEADER.match(corner) or _PLAIN_DIMENSION.match(corner) or is_geo or facts.is_of_companies
    dimension = (None if unnamed else corner or None) or facts.dimension
    plain = plain_name(label)
    if facts.is_of_companies and plain and not is_sum(label) and not is_time(label) and not _names_field(plain, g):
        area = area_subject(plain)
        return (Subject(plain, area=area) if area else Subject(plain, company=True)), None
    for name in (label, *reversed(headers)):
        bare = plain_name(name)
        if not bare:
            continue
        if area := area_subject(bare):
            return Subject(bare, area=area), None
        subject = read_subject(bare, context.market, context.parts, g)
        if subject.known:
            return subject, subject.dimension
    if not plain or total(plain) or is_sum(label):
        return (Subject(plain, market="") if plain else None), None
    is_dated = bool(year_marks(plain, 0, len(plain)))
    if is_geo and not is_dated and _MARKETS.search(corner):
        named = read_subject(plain, context.market, context.parts, g)
        if named.market is not None:
            return named, None
    if is_geo and not is_dated:
        return Subject(plain, area=Area(f"vendor:{plain}", plain)), None
    if is_dated:
        return (_column_subject(headers, context) if is_time(label) else None), facts.dimension
    is_given = not headers and not facts.has_header and table_unit(facts, block.unit_line, label, g) is not None
    is_item = bool(_ITEM_HEADER.match(corner)) or (not corner and not is_given and not _are_of_parts(headers, g))
    if names_metric(plain, g) and (area_beside := area_in_label(label)):
        return area_beside, None
    if (
        is_item
        or bool(_FIELD.search(plain))
        or (
            (is_measure(plain, g) or unit_in(label, g.language))
            and not is_part_noun(label, headers, facts, g)
            and not _is_beside_measures(plain, headers, g)
        )
    ):
        return None, None
    if _BY_AREA.search(facts.caption) and table_pattern("rest").fullmatch(plain):
        return Subject(plain, area=Area(f"vendor:{plain}", plain)), None
    return Subject(plain, segment=plain, known=True), dimension


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
_PLAIN_WORD = re.compile(r"[^\W\d_]{4,}")


def is_part_noun(label: str, headers: Sequence[str], facts: TableFacts, g: Grammar) -> bool:
    """ "Devices", "Systems": a noun that counts in other tables names the row where column or caption have units of their own."""
    if not _PLAIN_WORD.fullmatch(label.strip()) or not (unit := unit_in(label, g.language)) or unit.kind != "count":
        return False
    given = [unit_in(words, g.language) for words in (" ".join(headers), *facts.lines) if words]
    return any(u is not None and u.kind != "count" for u in given)


def _are_of_parts(headers: Sequence[str], g: Grammar) -> bool:
    """Columns of years, units or metrics: the rows beside an empty corner are parts of the market."""
    words = full_years(" ".join(headers))
    return bool(words) and bool(
        year_marks(words, 0, len(words)) or unit_in(words, g.language) or names_metric(words, g)
    )


def _column_subject(headers: Sequence[str], context: Context) -> Subject | None:
    """The part that a column of a table of years is about."""
    g = context.grammar
    name = plain_name(headers[-1]) if headers else ""
    words = without_years(name).strip()
    if not words:
        return None
    if (
        names_metric(words, g)
        or unit_in(words, g.language)
        or unit_in(headers[-1], g.language)
        or _MEASURE.search(words)
    ):
        return area_in_label(words)
    if any(table_pattern(n).search(words) for n in ("unitless", "sizes", "actual", "projected")):
        return None
    if total(words):
        return Subject(words, market="")
    subject = read_subject(words, context.market, context.parts, g)
    return None if subject.generic else Subject(words, segment=words, known=True)


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


def caption_area(caption: str, subject: Subject | None) -> Area | None:
    """The one area that a caption names, for rows that name none."""
    if subject and subject.area:
        return None
    areas = {mark.area for mark in area_marks(caption, 0, len(caption))}
    return next(iter(areas)) if len(areas) == 1 else None
