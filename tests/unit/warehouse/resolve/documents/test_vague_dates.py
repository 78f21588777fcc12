"""Vague dates as spans of days."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warehouse.resolve.documents.vague_dates import vague_date


@pytest.mark.parametrize(
    ("text", "first", "last", "edtf"),
    [
        ("2026", date(2026, 1, 1), date(2026, 12, 31), "2026"),
        ("2026-02", date(2026, 2, 1), date(2026, 2, 28), "2026-02"),
        ("2024-02", date(2024, 2, 1), date(2024, 2, 29), "2024-02"),
        ("2026-02-28", date(2026, 2, 28), date(2026, 2, 28), "2026-02-28"),
        ("2026/02/28", date(2026, 2, 28), date(2026, 2, 28), "2026-02-28"),
        ("2026?", date(2026, 1, 1), date(2026, 12, 31), "2026"),
        ("2026-Q1", date(2026, 1, 1), date(2026, 3, 31), "2026-33"),
        ("Q3 2026", date(2026, 7, 1), date(2026, 9, 30), "2026-35"),
        ("2026-33", date(2026, 1, 1), date(2026, 3, 31), "2026-33"),
        ("2026-H2", date(2026, 7, 1), date(2026, 12, 31), "2026-41"),
        ("2025-10/2026-03", date(2025, 10, 1), date(2026, 3, 31), "2025-10/2026-03"),
        ("14 April 2026", date(2026, 4, 14), date(2026, 4, 14), "2026-04-14"),
        ("April 14th, 2026", date(2026, 4, 14), date(2026, 4, 14), "2026-04-14"),
        ("January 2026", date(2026, 1, 1), date(2026, 1, 31), "2026-01"),
        ("Jan. 2026", date(2026, 1, 1), date(2026, 1, 31), "2026-01"),
        ("18. Mai 2026", date(2026, 5, 18), date(2026, 5, 18), "2026-05-18"),
        ("8 de julio de 2026", date(2026, 7, 8), date(2026, 7, 8), "2026-07-08"),
        ("1er août 2026", date(2026, 8, 1), date(2026, 8, 1), "2026-08-01"),
        ("2026年8月5日", date(2026, 8, 5), date(2026, 8, 5), "2026-08-05"),
        ("2026年8月", date(2026, 8, 1), date(2026, 8, 31), "2026-08"),
    ],
)  # fmt: skip
def test_a_date_is_read_as_the_days_it_may_be(text: Any, first: Any, last: Any, edtf: Any) -> None:
    found = vague_date(text)
    assert found is not None
    assert (found.first, found.last, found.edtf) == (first, last, edtf)
    assert found.day == (first if first == last else None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        None,
        "03/04/2026",
        "2026-02-30",
        "2026-13",
        "31 Foo 2026",
        "last week",
        "2026/",
        "../2026",
        "2027/2026",
        "1850",
    ],
)
def test_what_is_no_date_or_could_be_two_is_not_read(text: Any) -> None:
    assert vague_date(text) is None


@settings(deadline=None)
@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)))
def test_an_iso_day_reads_to_itself(day: Any) -> None:
    found = vague_date(day.isoformat())
    assert found is not None
    assert found.day == day


@settings(deadline=None)
@given(st.text(max_size=20))
def test_any_text_can_be_asked_and_edtf_reads_to_the_same_days(text: Any) -> None:
    found = vague_date(text)
    if found is not None:
        assert vague_date(found.edtf) == found
