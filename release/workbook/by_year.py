"""The sheet that is ready to paste: a market's publishers below each other, the years beside each other, and the estimate.

Belongs here: its rows and how they are written. Written anew for each workbook: a year more moves all its columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from release.reading.row_words import area_of, metric_words, words
from release.record import PARQUET
from release.workbook.cells import number_cell, text_cell
from release.workbook.front import Written
from release.workbook.sheets import Sheet
from warehouse.connection import rows as rows_of
from warehouse.schema.marts import Mart

if TYPE_CHECKING:
    from release.workbook.paper import Paper

NAME = "Vendors by year"
ESTIMATE = "Parallax estimate"
HEADS = ("market", "segment", "area", "metric", "publisher", "unit", "value basis", "price basis", "years stated")
WIDTHS = (30, 22, 16, 14, 26, 8, 14, 12, 16)
YEAR_WIDTH = 17
_FIGURES = """
SELECT series_id, market, segment, ref_area, area, metric, unit_measure, value_basis, price_basis, publisher, time_period_year AS year,
    obs_value AS value, status <> 'derived' AS is_stated, vendor_figure_id AS id
FROM marts.vendor_figures WHERE time_period_year IS NOT NULL AND metric IN ('market_size', 'volume', 'price')
UNION ALL
SELECT series_id, market, segment, ref_area, area, metric, unit_measure, value_basis, price_basis, NULL, time_period_year,
    estimate, true, estimate_id
FROM marts.market_estimates WHERE estimate IS NOT NULL AND n_publishers > 1 AND metric IN ('market_size', 'volume', 'price')
ORDER BY metric, market, segment NULLS FIRST, ref_area, unit_measure, series_id, publisher NULLS LAST, year, is_stated DESC, id
"""


def write_by_year(paper: Paper, database: Path, contracts: Mapping[str, Mart], max_rows: int) -> Written:
    """Writes the sheet.

    Args:
        paper: the workbook.
        database: a release's closed database.
        contracts: the marts.
        max_rows: rows that a sheet may have.

    Returns:
        What was written, for the first sheet.
    """
    found = _by_series(rows_of(database, _FIGURES))
    years = sorted({year for _, values in found for year in values})
    page = paper.add(NAME)
    _head(paper, page, years)
    shown = found[: max_rows - 2] if len(found) > max_rows - 1 else found
    whole_at = f"{PARQUET}/vendor_figures.parquet"
    for number, (head, values) in enumerate(shown, 1):
        is_estimate = head["publisher"] is None
        form = paper.form(bold=True) if is_estimate else paper.form()
        for column, text in enumerate(_labels(head, values)):
            page.write_string(number, column, text_cell(text, whole_at=whole_at).text, form)
        for year, (value, is_stated) in values.items():
            cell = number_cell(value, head["unit_measure"])
            if cell is not None:
                column = len(HEADS) + years.index(year)
                look = {"bold": True} if is_estimate else {} if is_stated else _DERIVED
                page.write_number(number, column, float(cell.value), paper.form(num_format=cell.form, **look))
    if len(shown) < len(found):
        paper.notice(page, len(shown) + 1, f"{len(found) - len(shown):,} of {len(found):,} rows are missing here; all figures are in {whole_at}")  # fmt: skip
    paper.finish(page, NAME, len(shown), len(HEADS) + len(years))
    mart = replace(
        contracts["vendor_figures"],
        grain="market, segment, area, publisher and unit",
        doc="the years beside each other, ready to paste; numbers are in base units of the unit column, italic ones are derived "
        "along the publisher's own path, bold ones are the estimate of several publishers",
    )
    return Written(Sheet(NAME, "vendor_figures", (), ()), mart, len(shown), len(found), whole_at)


_DERIVED = {"italic": True, "font_color": "#5B6875"}
Values = dict[int, tuple[Decimal | float, bool]]


def _by_series(rows: Sequence[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], Values]]:
    """Rows of the sheet in their order; of a publisher's several figures of a year the stated one."""
    found: dict[tuple[str, str | None], tuple[Mapping[str, Any], Values]] = {}
    for row in rows:
        _, values = found.setdefault((row["series_id"], row["publisher"]), (row, {}))
        values.setdefault(row["year"], (row["value"], row["is_stated"]))
    return list(found.values())


def _labels(head: Mapping[str, Any], values: Values) -> tuple[str, ...]:
    is_estimate = head["publisher"] is None
    stated = [str(year) for year, (_, is_stated) in sorted(values.items()) if is_stated and not is_estimate]
    return (
        head["market"],
        head["segment"] or "whole market",
        area_of(head),
        metric_words(head["metric"]),
        head["publisher"] or ESTIMATE,
        head["unit_measure"],
        words(head["value_basis"]) or "unknown",
        words(head["price_basis"]) or "unknown",
        ", ".join(stated),
    )


def _head(paper: Paper, page: Any, years: Sequence[int]) -> None:
    for column, (name, width) in enumerate(zip(HEADS, WIDTHS, strict=True)):
        page.set_column(column, column, width)
        page.write_string(0, column, name, paper.header(False))
    for column, year in enumerate(years, len(HEADS)):
        page.set_column(column, column, YEAR_WIDTH)
        page.write_number(0, column, year, paper.header(True))
    page.freeze_panes(1, 5)
    page.set_landscape()
    page.set_paper(8)
    page.fit_to_pages(1, 0)
    page.repeat_rows(0)
