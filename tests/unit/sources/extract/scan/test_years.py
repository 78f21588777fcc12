"""Years, spans and dates as printed."""

from __future__ import annotations

import pytest

from sources.extract.scan.years import year_marks


@pytest.mark.parametrize(
    ("text", "time_period", "first", "last"),
    [
        ("in 2025", "2025", 2025, 2025),
        ("FY2024", "FY2024", 2024, 2024),
        ("FY24", "FY2024", 2024, 2024),
        ("Q1 2026", "2026-Q1", 2026, 2026),
        ("the first half of 2026", "2026-H1", 2026, 2026),
        ("2026-2032", "2026-2032", 2026, 2032),
        ("2026–32", "2026-2032", 2026, 2032),
        ("from 2026 to 2032", "2026-2032", 2026, 2032),
        ("2013-14", "2013-14", 2013, 2013),
        ("2025E", "2025", 2025, 2025),
        ("5 June 2024", "2024", 2024, 2024),
        ("March 2026", "2026", 2026, 2026),
        ("2024年から2032年", "2024-2032", 2024, 2032),
    ],
)
def test_a_year_is_read_as_it_is_printed(text: str, time_period: str, first: int, last: int) -> None:
    (mark,) = year_marks(text, 0, len(text))
    assert (mark.time_period, mark.first, mark.last) == (time_period, first, last)


@pytest.mark.parametrize("text", ["USD 2025 million", "2,025 units", "12025", "model X2025", "2025.5"])
def test_other_four_digit_numbers_are_no_years(text: str) -> None:
    assert year_marks(text, 0, len(text)) == ()


@pytest.mark.parametrize(("text", "flag"), [("2025E", "E"), ("2035F", "F"), ("2024A", "A"), ("2024", "")])
def test_the_letter_behind_a_year_is_kept(text: str, flag: str) -> None:
    assert year_marks(text, 0, len(text))[0].flag == flag
