"""The sheets of the workbook: their marts, the order of columns and rows, and the grouped columns.

Every column of a mart is in its sheet: those named here are shown in reading order, the rest (ids, keys) folded behind
them. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from warehouse.schema.marts import Mart, MartColumn

CITATION = MartColumn(
    "citation",
    "the documents behind this row: publisher, title, date (n.d. = unknown), page and characters",
    None,
)
FIGURE = MartColumn("figure", "the value in words, rounded to four digits", None)
EXACT = MartColumn("exact_values", "values with more digits than a cell keeps, in full", None)
OURS = {column.name: column for column in (CITATION, FIGURE)}

_LONG, _MIDDLE, _SHORT = 56, 26, 9
_WIDTHS = {
    "citation": _LONG, "reason": 48, "explanation": _LONG, "formula": 44, "quote": 32, "prefix": 44, "suffix": 44, "header": 44,
    "quote_a": _MIDDLE, "quote_b": _MIDDLE, "market": _MIDDLE, "other_market": _MIDDLE, "publisher": 22, "segment": 22,
    "figure": 18, "estimate": 18, "low": 18, "high": 18, "predicted_low": 18, "predicted_high": 18, "obs_value": 18, "value_a": 18, "value_b": 18,
    "publishers_a": 22, "publishers_b": 22, "value_as_printed": 20, "verdict": 16, "convention": 24,
    "publisher_convention": 24, "metric": 15, "company": 26, "canonical": 26, "wikidata": 12, "lei": 24, "role": 12, "driver": 44, "headline": _LONG, "caveat": 32, "parties": 30, "product": 22, "unit_measure": 14, "area": 16, "finding": 15, "rule": 22,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet.

    Attributes:
        name: of the sheet.
        mart: its rows.
        shown: columns in reading order; `citation` and `figure` are ours, the others the mart's.
        order: columns that sort the rows; the mart's key behind them makes the order total.
        context: columns of marts.claims beside those of the mart, joined by claim_id.
    """

    name: str
    mart: str
    shown: tuple[str, ...]
    order: tuple[str, ...]
    context: tuple[str, ...] = ()


SHEETS = (
    Sheet(
        "Estimates",
        "market_estimates",
        (
            "market", "segment", "area", "metric", "time_period_year", "figure", "estimate", "low", "high", "predicted_low",
            "predicted_high", "unit_measure", "level", "verdict", "status", "n_publishers", "n_independent", "reason",
            "citation",
        ),
        ("market", "market_id", "segment_key", "ref_area", "metric", "unit_measure", "time_period_year"),
    ),
    Sheet(
        "Vendor figures",
        "vendor_figures",
        (
            "market", "publisher", "segment", "area", "metric", "time_period_year", "figure", "obs_value", "unit_measure",
            "value_as_printed", "status", "formula", "citation",
        ),
        ("market", "market_id", "segment_key", "ref_area", "metric", "unit_measure", "publisher", "time_period_year"),
    ),
    Sheet(
        "Conflicts",
        "conflicts",
        (
            "market", "other_market", "metric", "years", "time_period_year", "verdict", "severity", "n_sides", "value_a",
            "value_b", "unit_measure", "ratio", "ratio_low", "ratio_high", "publishers_a", "publishers_b", "explanation",
            "quote_a", "quote_b", "rule", "citation",
        ),
        ("market", "market_id", "verdict", "kind", "metric", "time_period_year"),
    ),
    Sheet(
        "Growth audit",
        "growth_audit",
        (
            "publisher", "market", "segment", "value_as_printed", "period_start", "period_end", "convention", "start_year",
            "end_year", "periods", "stated_pct", "recomputed_pct", "recomputed_low_pct", "recomputed_high_pct", "delta_pp",
            "is_consistent", "is_best", "finding", "publisher_convention", "citation",
        ),
        ("publisher", "market", "claim_id", "convention"),
    ),
    Sheet(
        "Evidence",
        "evidence",
        (
            "market", "metric", "time_period_year", "header", "prefix", "quote", "suffix", "page",
            "char_start", "char_end", "citation",
        ),
        ("market", "document_id", "char_start", "char_end"),
        context=("market", "segment", "metric", "time_period_year", "read_by"),
    ),
    Sheet(
        "Shares",
        "segment_shares",
        (
            "market", "publisher", "share_of", "dimension", "segment", "area", "time_period_year", "figure", "obs_value",
            "unit_measure", "value_as_printed", "status", "citation",
        ),
        ("market", "market_id", "publisher", "dimension", "ref_area", "time_period_year", "segment_key"),
    ),
    Sheet(
        "Companies",
        "companies",
        (
            "market", "company", "canonical", "wikidata", "lei", "role", "rank", "product", "parent", "level", "status", "reason",
            "n_mentions", "publisher", "citation",
        ),
        ("market", "market_id", "rank", "company", "publisher"),
    ),
    Sheet(
        "Drivers",
        "drivers",
        (
            "market", "publisher", "sign", "role", "driver", "segment", "impact", "impact_high", "unit_measure", "geography",
            "time_period", "caveat", "value_as_printed", "quote", "citation",
        ),
        ("market", "market_id", "publisher", "sign", "driver"),
    ),
    Sheet(
        "Events",
        "events",
        (
            "market", "first_day", "last_day", "date_as_stated", "headline", "event_type", "parties", "amount", "amount_unit",
            "relation_to_figures", "publisher", "citation",
        ),
        ("market", "market_id", "first_day", "headline"),
    ),
)  # fmt: skip
# Marts whose rows are places of their document and rest on no claim: the citation is the document's.
OF_A_DOCUMENT = frozenset({"companies", "events", "drivers"})


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a sheet: its meaning, its width in characters, and whether it is folded away."""

    column: MartColumn
    width: int
    is_folded: bool

    @property
    def note(self) -> str:
        """What the header tells: the meaning and the unit."""
        unit = f" Unit: {self.column.unit.replace('_', ' ')}." if self.column.unit else ""
        return f"{self.column.doc}.{unit}"


def columns_of(sheet: Sheet, marts: Mapping[str, Mart]) -> list[Column]:
    """The columns of a sheet from left to right: shown, then folded, each described by its contract."""
    known = {column.name: column for column in marts[sheet.mart].columns}
    known |= {column.name: column for column in marts["claims"].columns if column.name in sheet.context}
    known |= OURS
    shown = [Column(known[name], _width(name), False) for name in sheet.shown]
    rest = [known[name] for name in known if name not in sheet.shown and name not in OURS]
    return [*shown, *(Column(column, _width(column.name), True) for column in [*rest, EXACT])]


def select(sheet: Sheet, marts: Mapping[str, Mart]) -> str:
    """The rows of a sheet in their total order."""
    context = "".join(f", c.{name}" for name in sheet.context)
    joined = " LEFT JOIN marts.claims AS c USING (claim_id)" if sheet.context else ""
    return f"SELECT m.*{context} FROM marts.{sheet.mart} AS m{joined} ORDER BY {order_of(sheet, marts)}"


def order_of(sheet: Sheet, marts: Mapping[str, Mart]) -> str:
    """The total order of a sheet's rows."""
    key: Sequence[str] = marts[sheet.mart].key
    return ", ".join(f"{_of(sheet, name)} NULLS FIRST" for name in dict.fromkeys((*sheet.order, *key)))


def _of(sheet: Sheet, name: str) -> str:
    return f"{'c' if name in sheet.context else 'm'}.{name}"


def _width(name: str) -> int:
    return _WIDTHS.get(name, max(_SHORT, min(len(name) + 3, 24)))
