"""Which lines above a table say a unit, and which tables they reach."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sources.extract import extract
from sources.parse import parse
from sources.parse.unit_lines import is_unit_line


@pytest.mark.parametrize(
    "line",
    [
        "in million GBP (£)",
        "Table 2. Kites by country, thousand tonnes, column by column",
        "Kite pipes: industry in figures (FY, March; Rs bn at ex-factory prices)",
        "All figures in EUR million unless stated otherwise",
        "Units: '000",
        "Umsatz in Mio. Euro",
        "▶ 2분기 실적 (연결, 억원)",
        "表　凧の販売動向（2024年4月～25年3月、単位：億円、％）",
        "Values in USD million.",
        "Top Companies, Worldwide, 3Q25 (Shipments in millions)",
        "2024年全球风筝厂商出货量(单位:万台)",
        "Ranking de marcas 2024 (ventas en miles de unidades)",
    ],
)
def test_a_line_says_a_unit(line: str) -> None:
    assert is_unit_line(line)


@pytest.mark.parametrize(
    "line",
    ["Revenue by segment", "Market size in Europe", "USD 5 billion", "CAGR 8.1%", "R & D", "US market", "Rs", ""],
)
def test_a_line_that_names_no_unit_or_a_figure_is_no_unit_line(line: str) -> None:
    assert not is_unit_line(line)


KITS, TUBES = "| Kits | 2024 | 2025 |\n|---|---|---|\n| Box | 1 | 2 |\n", "| Tubes | 2024 |\n|---|---|\n| Long | 3 |\n"


@pytest.mark.parametrize(
    ("text", "units"),
    [
        (f"USD million\n\n{KITS}", ["USD million"]),
        (f"{KITS}\nValues in USD million.\n", ["Values in USD million."]),
        (f"USD million\n\n{KITS}\nThousand tonnes\n\n{TUBES}", ["USD million", "Thousand tonnes"]),
        (f"USD million\n\n{KITS}\nTubes by length\n\n{TUBES}", ["USD million", None]),
        (KITS, [None]),
    ],
)
def test_a_table_has_the_nearest_unit_line_and_none_of_another_table(text: str, units: list[str | None]) -> None:
    found: dict[int | None, str | None] = {}
    for block in parse(text.encode()).blocks:
        if block.kind == "table_cell" and block.row_labels:
            found[block.table] = block.unit_line
    assert list(found.values()) == units


def test_of_a_measure_and_a_rate_in_one_unit_line_bare_figures_take_the_measure_but_under_heads_of_rates() -> None:
    text = "需要量の推移\n（単位：千m³、％）\n\n| 用途 | 令和5年 | 構成比 |\n|---|---|---|\n| 製材 | 23,550 | 29.4 |\n| 合板 | 7,940 | 9.9 |\n"
    found = {one.surface: (one.value, one.unit) for one in extract(parse(text.encode())).mentions}
    assert found["23,550"] == (Decimal(23_550_000), "m³")
    assert found["29.4"] == (Decimal("29.4"), "percent")


@pytest.mark.parametrize(
    ("second", "unit"),
    [
        ("| Kites | Last year |\n|---|---|\n| Asia | 3 |\n| Europe | 4 |\n", "USD million"),
        ("| Kites | Last year |\n|---|---|\n| Asia | 3 |\n| Africa | 4 |\n", None),
    ],
)
def test_a_table_below_a_heading_takes_the_unit_of_the_one_before_where_both_have_the_same_rows(
    second: str, unit: str | None
) -> None:
    first = "# This year\n\nUSD million\n\n| Kites | This year |\n|---|---|\n| Asia | 1 |\n| Europe | 2 |\n"
    blocks = parse(f"{first}\n## Last year\n\n{second}".encode()).blocks
    assert {block.unit_line for block in blocks if block.table == 1 and block.row_labels} == {unit}
