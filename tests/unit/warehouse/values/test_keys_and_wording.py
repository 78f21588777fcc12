"""Ids and words."""

from decimal import Decimal

import pytest

from warehouse.values.keys import digest, published
from warehouse.values.wording import amount, counted, listed, plain, times

D = Decimal


def test_ids_tell_parts_null_and_boundaries_apart() -> None:
    made = [digest("a", "b"), digest("ab", ""), digest("a", None, "b"), digest("a", "", "b"), digest("a", ("b",))]
    assert len(set(made)) == len(made)
    assert digest("ä", 2025, ("x", "y")) == digest("ä", 2025, ["x", "y"])


def test_published_floats_have_twelve_significant_digits() -> None:
    assert published(D("14.38990123456789")) == 14.3899012346
    assert published(D("21660000000.1234")) == 21660000000.1


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        ("21660000000", "USD", "USD 21.66 bn"),
        ("12000000000", "USD", "USD 12.00 bn"),
        ("930000000", "USD", "USD 930.00 m"),
        ("2800000", "USD", "USD 2.80 m"),
        ("350", "USD", "USD 350"),
        ("1234567890123", "USD", "USD 1.23 tn"),
        ("14.600000000", "percent", "14.6 %"),
        ("16.8732", "percent", "16.873 %"),
        ("-0.2", "percentage points", "-0.2 pp"),
        ("6750.000000000", "clusters", "6,750 clusters"),
        ("0", None, "0"),
        ("-0.0001", None, "0"),
        ("100", None, "100"),
    ],
)
def test_amounts_read_as_people_write_them(value: str, unit: str | None, words: str) -> None:
    assert amount(D(value), unit) == words


def test_lists_ratios_and_counts_read_as_people_write_them() -> None:
    assert [listed(names) for names in ([], ["B"], ["B", "A"], ["C", "A", "B", "A"])] == [
        "nobody",
        "B",
        "A and B",
        "A, B and C",
    ]
    assert (times(D("1.184")), counted(1, "publisher"), counted(1200, "publisher")) == (
        "1.18x",
        "1 publisher",
        "1,200 publishers",
    )
    assert plain(D("1234.5678")) == "1,234.568"
