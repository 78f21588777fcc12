"""Mentions of tables whose columns are mapped, in the place of what the rules read there; the rest of the document stays.

A cell's own words count before a constant: its currency, scale, hedge and range. A row of which one attribute cannot be read makes no
claim; its figure is set aside by the name of that attribute. Finding the tables is `mapped_tables`'.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from math import inf
from typing import NoReturn, cast

from sources.extract.columns.claim_map import STATUSES, ClaimMap, scale_of
from sources.extract.columns.column_names import metric_of, printed_unit
from sources.extract.columns.mapped_tables import Mapped, MappedRow, mapped_rows
from sources.extract.columns.year_cells import year_cell
from sources.extract.figures.broken_numbers import is_broken
from sources.extract.rule_names import MAPPED, OTHER_COLUMN
from sources.extract.scan.figure import Figure
from sources.extract.scan.numbers.number_style import NumberStyles
from sources.extract.scan.numbers.numerals import numerals
from sources.extract.scan.printed_signs import ARROWS, DASHES, signed_in_cell
from sources.extract.scan.quantities import quantities
from sources.extract.scan.units.header_units import with_unit
from sources.extract.scan.years import year_marks
from sources.extract.time.timing import Timing
from sources.grammar.areas import Area, area_named
from sources.grammar.language import Grammar
from sources.grammar.table_words import table_words
from sources.grammar.unit_expressions import Unit, unit_of
from sources.metrics import facts_of
from sources.records import Block, Mention, Metric, ParsedDocument, Rejection, Status, Unreadable

_CONSTANT = "a constant of the sidecar"
_ENDS_IN_MARKET = re.compile(r"\s+markets?\Z", re.IGNORECASE)
_LEADS_MARKET = re.compile(r"\A(?:the\s+)?(?:global\s+|worldwide\s+)?", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_YEAR_WITHIN = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_RATES = ("cagr",)
_LEAST_READ = 0.6  # share of the rows of recognised columns that must be readable: else the table is not what it seems


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What the document as a whole says of its figures.

    Attributes:
        grammar: of its language and its numbers.
        market: that it is about.
        area: that it is about.
        present: the year that its figures speak from; None where it states none.
        numbers: how its columns and its prose print numbers.
    """

    grammar: Grammar
    market: str | None
    area: Area
    present: int | None
    numbers: NumberStyles


class _Unread(Exception):
    """An attribute of a row that cannot be read; its name."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A mention before its status is known."""

    mention: Mention
    flag: str
    base_year: int | None
    status: str | None


def with_mapped_figures(
    parsed: ParsedDocument,
    facts: DocumentFacts,
    maps: Sequence[ClaimMap],
    mentions: Sequence[Mention],
    rejections: Sequence[Rejection],
    *,
    is_recognised: bool = False,
) -> tuple[list[Mention], list[Rejection]] | None:
    """All figures of a document, those of mapped tables as the sidecar maps them.

    Args:
        parsed: the document.
        facts: its own.
        maps: of its sidecar, or as recognised.
        mentions: of all tables and sentences, as chosen.
        rejections: likewise.
        is_recognised: no person gave the maps.

    Returns:
        Mentions and rejections in order of the text; None where most rows of recognised columns cannot be read.

    Raises:
        Unreadable: `wrong_columns`, see `mapped_rows`; also where no row makes a claim.
    """
    mapped = mapped_rows(parsed, maps)
    read, faults = _read_rows(parsed.text, facts, mapped)
    if is_recognised and len(read) < _LEAST_READ * (len(read) + len(faults)):
        return None
    if not read:
        raise Unreadable("wrong_columns", _why_nothing(parsed.text, faults))
    figures = _with_status(read, facts)
    held = _held(mapped, maps, is_recognised=is_recognised)
    kept = [m for m in mentions if _around(held, m) is None]
    taken = sorted((m.char_start, m.char_end) for m in figures)
    rules = {(block.char_start, block.char_end): rule for block, rule in faults}
    cells = sorted(rules)
    aside = [
        r if (cell := _around(cells, r)) is None else replace(r, rule=rules[cell])
        for r in rejections
        if _around(taken, r) is None
    ]
    for m in mentions:
        if _around(held, m) is not None and _around(taken, m) is None:
            cell = _around(cells, m)
            aside.append(Rejection(m.char_start, m.char_end, m.surface, OTHER_COLUMN if cell is None else rules[cell]))
    return sorted([*kept, *figures], key=_place), sorted(aside, key=_place)


def _held(mapped: Mapped, maps: Sequence[ClaimMap], *, is_recognised: bool) -> Sequence[tuple[int, int]]:
    """Where maps alone state figures: in whole tables, or in the cells that they name where they were recognised.

    Other columns of a recognised table are read as ever, unless its rows say of whom or of which market they are: the reading of
    cells by their headers does not know that.
    """
    if not is_recognised or any(one.columns.publisher or one.columns.market for one in maps):
        return mapped.spans
    return sorted({(cell.char_start, cell.char_end) for row in mapped.rows for cell in row.cells.values()})


def _read_rows(text: str, facts: DocumentFacts, mapped: Mapped) -> tuple[list[_Read], list[tuple[Block, str]]]:
    """What the rows state, each cell once, and the cells that cannot be read with the rule that sets them aside."""
    read: dict[tuple[int, int], _Read] = {}
    faults: list[tuple[Block, str]] = []
    for row in mapped.rows:
        try:
            one = _Row(text, facts, row).read()
        except _Unread as unread:
            faults.append((row.cells["value"], f"columns.{unread}_unread"))
            continue
        read.setdefault((one.mention.char_start, one.mention.char_end), one)
    return list(read.values()), faults


def _with_status(read: Sequence[_Read], facts: DocumentFacts) -> list[Mention]:
    """The mentions with their status: as the row says, by the flag at the year, or by the year against the present of the figures."""
    present = facts.present or min((one.mention.year for one in read if one.mention.year), default=None)
    return [replace(one.mention, status=_status(one, present)) for one in read]


def _status(one: _Read, present: int | None) -> Status:
    if one.status is not None:
        return cast("Status", one.status)
    if one.flag.upper() in ("A", "F", "P"):
        return "historical" if one.flag.upper() == "A" else "forecast"
    reference = one.base_year or present
    year = one.mention.period_end if one.mention.metric in _RATES else one.mention.year
    return "forecast" if year and reference and year > reference else "historical"


@dataclass(frozen=True, slots=True)
class _Row:
    """One row at work."""

    text: str
    facts: DocumentFacts
    row: MappedRow

    def read(self) -> _Read:
        """What the row states.

        Raises:
            _Unread: an attribute that cannot be read.
        """
        metric = self._metric()
        q = self._quantity(metric)
        timing = self._timing(metric)
        area, segment = self._area(), _part(self._said("segment"))
        market = _market(self._said("market")) or self.facts.market
        status = self._said("status")
        if status is not None and status.casefold() not in STATUSES:
            raise _Unread("status")
        mention = Mention(
            char_start=q.start, char_end=q.end, surface=self.text[q.start : q.end], metric=metric, value=q.value,
            value_high=q.value_high, unit=q.unit or q.noun or None, unit_per=self._said("unit_per"), comparator=q.comparator,
            year=timing.year, time_period=None if timing.inferred else timing.time_period, period_start=timing.period_start,
            period_end=timing.period_end, period_inferred=timing.inferred, inference_basis=timing.basis, status="historical",
            publisher=self._said("publisher"), market=market, dimension=self._said("dimension") if segment else None, segment=segment,
            geography=area.name, ref_area=area.code, subject=self._said("subject"), rule=MAPPED,
        )  # fmt: skip
        return _Read(mention, timing.flag, self._base_year(), STATUSES[status.casefold()] if status else None)

    def _base_year(self) -> int | None:
        """The last year that is no forecast: as the sidecar says, else of the day on which the row's source appeared."""
        if said := self.row.claim_map.constants.base_year:
            return int(said)
        published = _YEAR_WITHIN.search(self._cell("published") or "")
        return int(published[0]) if published else None

    def _cell(self, attribute: str) -> str | None:
        block = self.row.cells.get(attribute)
        return None if block is None else " ".join(self.text[block.char_start : block.char_end].split())

    def _said(self, attribute: str) -> str | None:
        """The cell of an attribute, or its constant."""
        constant: str | None = getattr(self.row.claim_map.constants, attribute)
        return self._cell(attribute) or constant

    def _metric(self) -> Metric:
        return metric_of(self._said("metric") or "") or _unread("metric")

    def _quantity(self, metric: Metric) -> Figure:
        """The figure of the value's cell in base units, with the end of a range where another cell has it."""
        q = self._figure("value", metric)
        if "value_high" in self.row.cells:
            end = self._figure("value_high", metric)
            if q.value_high is not None or end.value_high is not None or end.value < q.value or end.unit != q.unit:
                _unread("value_high")
            q = replace(q, value_high=end.value, comparator="=")
        measure = facts_of(metric)
        if measure.is_money and q.kind != "money":
            _unread("unit")
        if not measure.is_money and q.kind == "count" and not measure.is_counted and metric != "other_numeric":
            if "percent" not in measure.figures:
                _unread("unit")
            q = replace(q, kind="percent", unit="percent", noun="")
        if q.kind not in measure.figures:
            _unread("unit")
        return q

    def _figure(self, attribute: str, metric: Metric) -> Figure:
        """The one figure that fills a cell."""
        block, g = self.row.cells[attribute], self.facts.grammar
        start, end = block.char_start, block.char_end
        while end > start and self.text[end - 1].isspace():
            end -= 1
        printed = numerals(self.text, start, end, g, style=self.facts.numbers.of(block))
        found = quantities(self.text, start, end, printed, (), g)
        if len(found) != 1 or is_broken(self.text, found[0], g):
            _unread(attribute)
        q = with_unit(found[0], self.text, unit) if (unit := self._unit()) else found[0]
        q = signed_in_cell(q, self.text, start, end, g, may_fall=metric != "share")
        tail = f") {DASHES}" if q.value < 0 else ") "
        if self.text[start : min(q.start, q.hedge_start)].strip(f"( {ARROWS}") or self.text[q.end : end].strip(tail):
            _unread(attribute)
        return q

    def _unit(self) -> Unit | None:
        """The unit and scale of bare numbers: as the row or the constants say, else as the header of the value or the line above the table prints them."""
        unit, scale = self._said("unit"), self._said("scale")
        factor = scale_of(scale) if scale else Decimal(1)
        if factor is None:
            _unread("scale")
        if unit is None:
            line, language = self.row.cells["value"].unit_line, self.facts.grammar.language
            printed = printed_unit(self.row.header, line, self._metric(), language)
            return replace(printed, multiplier=factor) if printed and scale else printed or _only_scale(scale, factor)
        named = unit_of(unit, self.facts.grammar.language) or Unit("count", unit, Decimal(1))
        return replace(named, multiplier=named.multiplier * factor)

    def _timing(self, metric: Metric) -> Timing:
        """The year of a level, the period of a compound rate; a constant is inferred, since the text does not state it."""
        cell, said = self._cell("year"), self._said("year")
        start, end = self._year_of("period_start"), self._year_of("period_end")
        in_header = () if said is not None else year_marks(self.row.header, 0, len(self.row.header))
        flag, timing = "", Timing()
        if said is not None:
            when = year_cell(said) or _unread("year")
            flag = when.flag
            if when.last is not None:
                start, end = start or when.first, end or when.last
            else:
                timing = Timing(when.first, when.time_period, inferred=cell is None)
        elif len(in_header) == 1:
            (mark,) = in_header
            if mark.kind == "span":
                start, end = start or mark.first, end or mark.last
            else:
                timing = Timing(mark.first, mark.time_period, flag=mark.flag)
        timing = replace(timing, basis=_CONSTANT if timing.inferred else None)
        if metric not in _RATES:
            return replace(timing, flag=flag)
        cells = ("period_start", "period_end", "year")
        is_stated = bool(in_header) or any(name in self.row.cells for name in cells)
        is_inferred = (start or end) is not None and not is_stated
        end = end or timing.year
        if start and end and start >= end:
            _unread("period_end")
        return Timing(None, None, start, end, is_inferred, _CONSTANT if is_inferred else None, flag)

    def _year_of(self, attribute: str) -> int | None:
        said = self._said(attribute)
        if said is None:
            return None
        return int(said) if _YEAR.fullmatch(said) else _unread(attribute)

    def _area(self) -> Area:
        said = self._said("area")
        if said is None or said.casefold() in _all_of_it():
            return self.facts.area
        return area_named(said) or area_named(said.title()) or Area(f"vendor:{said}", said)


def _only_scale(scale: str | None, factor: Decimal) -> Unit | None:
    return Unit("count", None, factor) if scale else None


def _part(said: str | None) -> str | None:
    """A segment's name; None where the cell says that the row is about the whole market."""
    return None if said is None or said.casefold() in _all_of_it() else said


@cache
def _all_of_it() -> frozenset[str]:
    return frozenset(word.casefold() for word in (*table_words().total, "-", "–", "—", "n/a"))


def _market(said: str | None) -> str | None:
    """A market's name without "global" and "market", as the reader writes it."""
    if said is None:
        return None
    return _LEADS_MARKET.sub("", _ENDS_IN_MARKET.sub("", said)).strip() or said


def _unread(attribute: str) -> NoReturn:
    raise _Unread(attribute)


def _why_nothing(text: str, faults: Sequence[tuple[Block, str]]) -> str:
    if not faults:
        return (
            "no row of its table has a figure in the column that its sidecar names for the value: correct the sidecar"
        )
    block, rule = faults[0]
    attribute = rule.removeprefix("columns.").removesuffix("_unread")
    shown = " ".join(text[block.char_start : block.char_end].split())[:60]
    return (
        f"no row of its table makes a claim: {attribute} cannot be read beside the first figure, “{shown}”: "
        "correct the columns or constants of the sidecar"
    )


def _place(one: Mention | Rejection) -> tuple[int, int]:
    return one.char_start, one.char_end


def _around(spans: Sequence[tuple[int, int]], one: Mention | Rejection) -> tuple[int, int] | None:
    """The one of disjoint spans, in order, that shares a character with a token."""
    at = bisect_right(spans, (one.char_end - 1, inf)) - 1
    return spans[at] if at >= 0 and one.char_start < spans[at][1] else None
