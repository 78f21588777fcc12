"""Values of SQL results as JSON and as table cells."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal

import pytest

from pipelines.cli.sql.sql_command import json_value
from pipelines.cli.sql.sql_table import cell


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Decimal("65280000000.000000000"), "65280000000"),
        (Decimal("16.870000000"), "16.87"),
        (float("nan"), "null"),
        (None, "null"),
        (True, "true"),
        (date(2026, 11, 20), '"2026-11-20"'),
        (datetime(2026, 11, 20, 6), '"2026-11-20T06:00:00"'),
        (["a", Decimal(1)], '["a", 1]'),
        ({"a": Decimal("0.5")}, '{"a": 0.5}'),
    ],
)
def test_values_become_json(value: object, text: str) -> None:
    assert json.dumps(json_value(value)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Decimal("21660000000.000000000"), "21,660,000,000"),
        (Decimal("-1234.5"), "-1,234.5"),
        (9.972e9, "9,972,000,000"),
        (1.2, "1.2"),
        (-0.5, "-0.5"),
        (1e-7, "0.0000001"),
        (2025, "2025"),
        ("two\nlines", "two lines"),
        (float("inf"), "Infinity"),
    ],
)
def test_amounts_have_separators_years_have_none_and_a_cell_is_one_line(value: object, text: str) -> None:
    assert cell(value) == text
