"""Maps of the tables of claims of a plain sheet, recognised by the names of their columns and by what the cells hold.

A name proposes, the content decides: a column of years holds years, one of links addresses. A table that states no claims about markets
(years as columns, prices, statistics, one company's books) has no map, and is read as ever. What rows state is `mapped_figures`'.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from sources.extract.columns.claim_map import (
    MAX_MAPS,
    MAX_NAME,
    RECOGNISED,
    SCALES,
    STATUSES,
    Attributes,
    ClaimMap,
    Constants,
    as_text,
    scale_of,
)
from sources.extract.columns.column_names import Named, Role, metric_of, named, printed_unit
from sources.extract.columns.mapped_tables import Table, plain_header, tables_of
from sources.extract.columns.year_cells import year_cell
from sources.extract.scan.years import YearMark, year_marks
from sources.grammar.areas import area_named
from sources.grammar.unit_expressions import names_currency, unit_of
from sources.parse.cell_kinds import is_figure
from sources.records import Metric, ParsedDocument

_SHEETS = ("text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
_MOST = 0.8  # share of a column's cells that are what its name says: notes and gaps are the rest
_HALF = 0.5  # likewise where no list of ours is complete: areas, units
_MIN_ROWS = 2  # one row repeats nothing
_LONGEST_NAME = 120  # characters
_LINK = re.compile(r"(?:https?://|www\.)\S+|[a-z0-9-]+(?:\.[a-z0-9-]+)+/\S*", re.IGNORECASE)
_DAY = re.compile(r"[0-9]{1,2}[./-][0-9]{1,2}[./-](?:[0-9]{4}|[0-9]{2})")
_LETTER = re.compile(r"[^\W\d_]")
_ENTITIES: tuple[Role, ...] = ("publisher", "market", "area", "segment", "dimension", "published", "link", "status")
_RATES = ("cagr", "growth_rate", "share")


class _Column(NamedTuple):
    number: int
    header: str
    name: Named
    cells: tuple[str, ...]  # those that hold something

    @property
    def marks(self) -> tuple[YearMark, ...]:
        return year_marks(self.header, 0, len(self.header))


def recognised(parsed: ParsedDocument) -> str | None:
    """The text of the maps that the tables of a sheet can be read by; None where no table of it states claims.

    Args:
        parsed: the document; only CSV files, sheets, and texts that are one table are looked at.
    """
    if parsed.media_type not in _SHEETS and not _is_one_table(parsed):
        return None
    maps = recognised_maps(parsed)
    return RECOGNISED + as_text(maps) if maps and len(maps) <= MAX_MAPS else None


def recognised_maps(parsed: ParsedDocument, values: Sequence[str] = ()) -> tuple[ClaimMap, ...]:
    """The maps of all tables of a document, one for each column of figures of a table.

    Args:
        parsed: the document.
        values: headers of columns that hold figures, as a person says: those alone are mapped, whatever their tables seem to be.
    """
    said = frozenset(map(plain_header, values))
    return tuple(dict.fromkeys(one for table in tables_of(parsed) for one in _maps(parsed.text, table, said)))


def _is_one_table(parsed: ParsedDocument) -> bool:
    """Most lines of a text are rows of one table: a sheet that was saved with tabs."""
    rows = {block.table for block in parsed.blocks if block.kind == "table_row"}
    n_rows = sum(block.kind == "table_row" for block in parsed.blocks)
    return parsed.media_type == "text/plain" and len(rows) == 1 and n_rows >= _MOST * len(parsed.text.splitlines())


def _maps(text: str, table: Table, said: frozenset[str]) -> Iterator[ClaimMap]:
    """The maps of one table, one for each column of figures; none where it is no table of claims, unless a person says so."""
    columns = [
        _Column(number, header, named(header), tuple(_filled(text, table, number)))
        for number, header in table.headers.items()
        if len(header) <= MAX_NAME
    ]
    columns = [column for column in columns if column.cells and table.columns[plain_header(column.header)] >= 0]
    values = [column for column in columns if plain_header(column.header) in said]
    roles = _roles([column for column in columns if column not in values], len(table.rows))
    if not said:
        others = [column for column in columns if column not in roles.values()]
        values = [column for column in others if _is_value(column)]
        if not _states_claims(columns, roles, values) or len(table.rows) < _MIN_ROWS:
            return
    unit_line = next((cell.unit_line for row in table.rows for cell in row.values() if cell.unit_line), None)
    yield from _of_values(values, roles, unit_line, is_said=bool(said))


def _states_claims(columns: Sequence[_Column], roles: Mapping[str, _Column], values: Sequence[_Column]) -> bool:
    """Its figures are of markets, of the whole or of named parts, and of a known kind: all that matter where rows say who and which market."""
    rest = [column for column in columns if column not in roles.values() and column not in values]
    is_divided = any(column.name.is_division and len(set(column.cells)) > 1 for column in rest)
    n_unread = sum(_most(is_figure, column.cells) for column in rest)
    says_who = "publisher" in roles or "market" in roles
    says_what = says_who or "metric" in roles or any(column.name.metric for column in values)
    is_placed = says_who or "area" in roles or "segment" in roles
    is_about_others = any(column.name.is_other for column in columns)
    is_sure = bool(values) and {"publisher", "market"} <= roles.keys()
    is_of_claims = says_what and is_placed and not is_divided and not is_about_others
    return is_of_claims and (is_sure or n_unread <= len(values))


def _filled(text: str, table: Table, number: int) -> Iterator[str]:
    for row in table.rows:
        if number in row:
            yield " ".join(text[row[number].char_start : row[number].char_end].split())


def _roles(columns: Sequence[_Column], n_rows: int) -> dict[str, _Column]:
    """The columns that say whom, what, where and when the figures are of, by attribute; the first that fits has it."""
    roles: dict[str, _Column] = {}
    for column in columns:
        fitting = (role for role in _wanted(column, n_rows) if role not in roles)
        if (role := next(fitting, None)) is not None:
            roles[role] = column
    return roles


def _wanted(column: _Column, n_rows: int) -> Iterator[str]:
    """Attributes that a column's name proposes and its cells allow."""
    cells = column.cells
    for role in column.name.roles:
        if role == "year":
            yield from _years(column)
        elif role in ("unit", "currency", "scale"):
            if _most(lambda cell: scale_of(cell) is not None, cells):
                yield "scale"
            elif _most(_is_unit, cells, _HALF):
                yield "unit"
        elif role == "market" and _most(_is_area, cells, _HALF):
            yield "area"
        elif _most(_HOLDS[role], cells, _HALF if role == "area" else _MOST):
            yield role
    if column.name.is_division and len(set(cells)) < n_rows and _most(_is_name, cells):
        yield "segment"


def _years(column: _Column) -> Iterator[str]:
    times = [when for cell in column.cells if (when := year_cell(cell))]
    if len(times) < _MOST * len(column.cells):
        return
    if sum(when.last is not None for when in times) >= _MOST * len(times):
        yield "period"
    elif column.name.end in ("first", "last"):
        yield "period_start" if column.name.end == "first" else "period_end"
    else:
        yield "year"


def _is_value(column: _Column) -> bool:
    name = column.name
    proposes = name.metric or name.is_size or (name.end in ("low", "high") and not name.roles)
    return bool(proposes) and _most(is_figure, column.cells)


def _of_values(
    values: Sequence[_Column], roles: Mapping[str, _Column], unit_line: str | None, *, is_said: bool
) -> Iterator[ClaimMap]:
    """A map for each column of figures that a person names or whose time is known; the two ends of a range are one."""
    seen: set[tuple[object, ...]] = set()
    for column in values:
        if column.name.end == "high" and any(other.name.end == "low" for other in values):
            continue
        metric: Metric = column.name.metric or "market_size"
        is_mixed = "metric" in roles and column.name.metric not in _RATES
        when = _when(column, metric, roles, is_mixed=is_mixed)
        what = (metric, tuple(sorted(when.items())), column.marks)
        if not is_said and (what in seen or not (when or column.marks or metric == "cagr")):
            continue
        seen.add(what)
        said: dict[str, str] = {role: roles[role].header for role in _ENTITIES if role in roles}
        said |= {"value": column.header} | when | ({"metric": roles["metric"].header} if is_mixed else {})
        constants: dict[str, str] = {} if is_mixed else {"metric": metric}
        if column.name.end == "low" and (high := next((c for c in values if c.name.end == "high"), None)):
            said["value_high"] = high.header
        if is_mixed or metric not in _RATES:
            said |= {role: roles[role].header for role in ("unit", "scale") if role in roles}
        unit = printed_unit(column.header, unit_line, metric, "en") if "unit" not in said else None
        if unit is not None and unit.unit is not None:
            constants["unit"] = unit.unit
            if "scale" not in said and unit.multiplier != 1:
                constants["scale"] = scale_word(unit.multiplier)
        if "segment" in roles and "dimension" not in roles and roles["segment"].name.is_division:
            constants["dimension"] = roles["segment"].header
        yield ClaimMap(columns=Attributes.model_validate(said), constants=Constants.model_validate(constants))


def _when(column: _Column, metric: Metric, roles: Mapping[str, _Column], *, is_mixed: bool) -> dict[str, str]:
    """The columns that say when a figure holds, by attribute. One year beside a compound rate is not the rate's period."""
    if metric == "cagr" and not is_mixed:
        found = {"year": roles["period"]} if "period" in roles else {}
        found |= {name: roles[name] for name in ("period_start", "period_end") if name in roles}
    else:
        order = {"first": ("period_start",), "last": ("period_end",)}.get(
            column.name.end or "", ("year", "period_start")
        )
        order = (*order, "period") if is_mixed else order
        name = None if column.marks else next((name for name in order if name in roles), None)
        found = {"year": roles[name]} if name else {}
    return {attribute: one.header for attribute, one in found.items()}


def scale_word(factor: Decimal) -> str:
    """ "million" of 1,000,000; a power of ten without a word in digits."""
    return next((word for word, power in SCALES.items() if Decimal(10) ** power == factor), str(int(factor)))


def _most(holds: Callable[[str], object], cells: Sequence[str], share: float = _MOST) -> bool:
    return sum(bool(holds(cell)) for cell in cells) >= share * len(cells)


def _is_name(cell: str) -> bool:
    return (
        bool(_LETTER.search(cell)) and len(cell) <= _LONGEST_NAME and not is_figure(cell) and not _LINK.fullmatch(cell)
    )


def _is_area(cell: str) -> bool:
    return area_named(cell) is not None or area_named(cell.title()) is not None


def _is_unit(cell: str) -> bool:
    return unit_of(cell, "en") is not None or names_currency(cell)


def _is_day(cell: str) -> bool:
    return bool(_DAY.fullmatch(cell)) or any(mark.kind != "span" for mark in year_marks(cell, 0, len(cell)))


_HOLDS: Mapping[Role, Callable[[str], object]] = {
    "publisher": _is_name,
    "published": _is_day,
    "link": partial(re.fullmatch, _LINK),
    "market": _is_name,
    "area": _is_area,
    "segment": _is_name,
    "dimension": _is_name,
    "metric": metric_of,
    "status": lambda cell: cell.casefold() in STATUSES,
}
