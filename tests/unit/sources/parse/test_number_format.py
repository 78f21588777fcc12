"""Numbers as the cells of a workbook show them. Expected texts were worked out by hand from ECMA-376, part 1, section 18.8.31."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.parse.office.number_format import shown

ACCOUNTING = '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)'


@pytest.mark.parametrize(
    ("value", "code", "expected"),
    [
        (13.1, "General", "13.1"),
        (0.1 + 0.2, "General", "0.3"),  # a cell shows eleven digits
        (1e6, "General", "1000000"),
        (2025, "0", "2025"),
        (5, "000", "005"),
        (0.142, "0.0%", "14.2%"),
        (0.087, "0%", "9%"),
        (1912000000, '#,##0,,"M"', "1,912M"),  # two commas behind the digits: millions
        (12400, '"US$" #,##0 "million"', "US$ 12,400 million"),
        (1234.5, "[$€-407] #,##0.00", "€ 1,234.50"),
        (-5.5, "0.0;(0.0)", "(5.5)"),
        (-0.031, "0.0%;(0.0%)", "(3.1%)"),
        (-0.031, "0.0%;[Red]0.0%", "-3.1%"),  # the colour alone says that it fell
        (-0.031, "0.0%_);[Red]\\(0.0%\\)", "(3.1%)"),
        (-0.031, '0.0%;[Color 3]"▼"0.0%', "▼3.1%"),
        (-0.031, "0.0%;0.0%-", "3.1%-"),
        (-0.00001, "0.0%;[Red]0.0%", "0.0%"),
        (-3, "[Red]0;[Red]0", "3"),  # nobody sees a sign
        (-3, "[Blue]General;[Red]General", "-3"),
        (0.031, ".00%", "3.10%"),
        (-3, "0", "-3"),
        (-0.2, "0", "0"),
        (1500, '[>=1000]#,##0,"k";0', "2k"),
        (500, '[>=1000]#,##0,"k";0', "500"),
        (1234567.891, ACCOUNTING, "$ 1,234,567.89"),
        (0, ACCOUNTING, "$ -"),
        (12.3456, "0.0##", "12.346"),
        (12, "0.0##", "12.0"),
        (0.5, "#.##", ".5"),
        (0, "#", ""),
        (2.5, "0", "3"),  # half away from zero, as spreadsheets round
        (12.5, '0.0"x"', "12.5x"),
        (3.25, "# ?/?", "3.25"),  # fractions are shown as the plain number
        (0.00001234, "0.00E+00", "0.00001234"),
        (True, "General", "TRUE"),
        (None, "0", ""),
        ("n/a", "0.0", "n/a"),
        (float("nan"), "0.0", ""),
        (datetime(2025, 1, 1), "yyyy", "2025"),
        (datetime(2025, 3, 1), "mmm-yy", "Mar 2025"),
        (datetime(2025, 3, 1), "dd/mm/yyyy", "2025-03-01"),
    ],
)
def test_a_number_is_shown_as_its_format_writes_it(value: object, code: str, expected: str) -> None:
    assert shown(value, code) == expected


@given(st.decimals(min_value=-(10**9), max_value=10**9, places=3))
def test_digits_that_a_format_keeps_are_the_number(value: Decimal) -> None:
    assert Decimal(shown(value, "0.000") or "0") == value
    assert Decimal(shown(value, "#,##0.000").replace(",", "")) == value


@given(st.floats(allow_nan=False, allow_infinity=False), st.text(alphabet='0#?.,%;"\\_*[]$€-Ee+/ @G()', max_size=24))
def test_no_format_breaks_the_reader(value: float, code: str) -> None:
    assert isinstance(shown(value, code), str)
