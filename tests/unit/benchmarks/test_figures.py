from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.figures import YEARS_BACK, with_other_figures, with_other_figures_in_html

# Copy 3 moves years by 1 + crc32("parallax 3 years") mod 6 = 3 and multiplies amounts by (600 + crc32("parallax 3 amounts")
# mod 380) / 1000 = 0.905; 20.2 % draws step +1 and 41.5 % step +1 (crc32 of "parallax 3 " and the printed number, mod 4).
CASES = {
    "a year": ("in 2025 and 2032", "in 2022 and 2029"),
    "a year of a date": ("14 April 2026, 2026-04-14, 14.04.2026", "14 April 2023, 2023-04-14, 14.04.2023"),
    "a year with a footnote mark": ("in 20251.", "in 20221."),
    "a financial year": ("FY2024-25 and FY2025", "FY2021-22 and FY2022"),
    "an amount": ("USD 11.20 billion", "USD 10.14 billion"),  # 1120 x 0.905 = 1013.6
    "an amount with groups": ("USD 12,400 million", "USD 11,222 million"),  # 12400 x 0.905
    "an amount that loses a group": ("USD 1,050 million", "USD 950 million"),  # 1050 x 0.905 = 950.25
    "an amount that falls below one": ("USD 1.05 billion", "USD 0.95 billion"),  # 105 x 0.905 = 95.025
    "Indian groups": ("₹1,12,400 lakh", "₹1,01,722 lakh"),  # 112400 x 0.905
    "a decimal comma": ("1,28 Mrd. Euro", "1,16 Mrd. Euro"),  # 128 x 0.905 = 115.84
    "percentages": ("41.5% and 42,6 %", "41.6% and 42,8 %"),
    "a whole": ("100% of revenue", "100% of revenue"),
    "bare small numbers": ("3. We asked 23 firms on 5 May", "3. We asked 23 firms on 5 May"),
    "a dialling code": ("0800", "0800"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_copy_prints_other_figures_in_the_form_of_the_original(name: str) -> None:
    original, changed = CASES[name]
    assert with_other_figures(original, 3) == changed


def test_copy_zero_is_the_original() -> None:
    assert with_other_figures("USD 11.20 billion in 2025", 0) == "USD 11.20 billion in 2025"


def test_one_percentage_becomes_the_same_one_wherever_it_stands() -> None:
    first, second = re.findall(r"[0-9.]+%", with_other_figures("a CAGR of 9.6%. In short: 9.6% a year", 7))
    assert first == second != "9.6%"


def test_tags_and_their_attributes_keep_their_numbers() -> None:
    page = '<h2 width="350"><td colspan="120">&#8364; 11.20 billion</td>'
    assert with_other_figures_in_html(page, 3) == page.replace("11.20", "10.14")


_PRINTED = st.from_regex(r"[1-9][0-9]{0,2}(?:[.,][0-9]{2,3}){1,3}|[1-9][0-9]{0,4}(?:\.[0-9]{1,2})?%", fullmatch=True)


@given(st.lists(_PRINTED, min_size=1, max_size=6), st.integers(1, 10_000))
def test_words_stay_and_every_number_stays_a_number(numbers: list[str], copy: int) -> None:
    text = "sales of " + " and ".join(numbers) + " units"
    changed = with_other_figures(text, copy)
    skeleton = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
    assert skeleton.sub("#", changed) == skeleton.sub("#", text)
    assert changed == with_other_figures(text, copy)


@given(st.integers(1950, 2049), st.integers(1, 10_000))
def test_years_move_back_by_a_few(year: int, copy: int) -> None:
    assert 1 <= year - int(with_other_figures(f"in {year} ", copy)[3:7]) <= YEARS_BACK


@given(st.decimals("0.2", "99.8", places=1), st.integers(1, 10_000))
def test_a_percentage_moves_and_stays_between_nothing_and_all(value: object, copy: int) -> None:
    changed = float(with_other_figures(f"{value}%", copy)[:-1])
    assert 0 < changed < 100
    assert round(abs(changed - float(str(value))), 1) in (0.1, 0.2)
