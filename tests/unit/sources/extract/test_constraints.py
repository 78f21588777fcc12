"""Figures that contradict each other, worked by hand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from sources.extract import extract
from sources.extract.decide.constraints import broken
from sources.parse import parse
from sources.records import Mention
from tests.second_pages import REPORT

_READ = {m.surface: m for m in extract(parse(REPORT.encode())).mentions}
SIZE, LAST, RATE = (_READ[words] for words in ("USD 4.2 billion", "USD 7.9 billion", "11.1%"))


def made(metric: str, value: str, at: int, **more: Any) -> Mention:
    return replace(SIZE, metric=metric, value=Decimal(value), char_start=at, char_end=at + 1, **more)  # type: ignore[arg-type]


def rules(*mentions: Mention, known: tuple[Mention, ...] = ()) -> list[str]:
    return [rule for _, rule in sorted(broken(mentions, known).items())]


def test_a_rate_that_fits_its_endpoints_holds() -> None:
    # (7.9 / 4.2) ^ (1/6) - 1 = 1.88095 ^ 0.16667 - 1 = 11.1 %
    assert rules(SIZE, LAST, RATE) == []


@pytest.mark.parametrize(
    ("rate", "holds"), [("16.5", True), ("16.8", False), ("5.7", True), ("5.4", False), ("-11.1", False)]
)
def test_a_rate_may_be_off_by_half_of_itself(rate: str, holds: bool) -> None:
    # 11.105 % is implied; half of it is 5.55: between 5.55 and 16.66.
    assert rules(SIZE, LAST, replace(RATE, value=Decimal(rate))) == ([] if holds else ["endpoints_contradict_rate"] * 3)


def test_a_publishers_own_contradiction_is_no_misreading() -> None:
    slip = replace(RATE, value=Decimal(40))

    assert rules(SIZE, LAST, slip, known=(SIZE, LAST, slip)) == []


def test_a_period_of_no_length_contradicts_nothing() -> None:
    assert rules(SIZE, replace(LAST, year=2025), replace(RATE, period_start=2025, period_end=2025)) == []


@pytest.mark.parametrize(
    ("values", "n_broken"),
    [
        (("60", "40"), 0),
        (("60.4", "40.5"), 0),  # 100.9 of two parts: each may be rounded by half a point
        (("60.6", "40.5"), 2),  # 101.1 > 100 + 2 * 0.5
        (("101",), 1),
        (("100",), 0),
    ],
)
def test_shares_of_one_dimension_add_up_to_at_most_100(values: tuple[str, ...], n_broken: int) -> None:
    shares = [made("share", v, n, segment=f"part {n}", dimension="type", unit="percent") for n, v in enumerate(values)]

    assert rules(*shares) == ["shares_exceed_whole"] * n_broken


@pytest.mark.parametrize("attribute", ["dimension", "ref_area", "year", "market"])
def test_shares_of_two_dimensions_areas_years_or_markets_do_not_sum(attribute: str) -> None:
    shares = [made("share", "60", n, segment=f"part {n}", dimension="type", unit="percent") for n in range(2)]
    other: dict[str, Any] = {"dimension": "material", "ref_area": "NOR", "year": 2020, "market": "Wind Ship"}

    assert rules(*shares) == ["shares_exceed_whole"] * 2
    assert rules(shares[0], replace(shares[1], **{attribute: other[attribute]})) == []


def test_shares_of_parts_that_no_dimension_holds_together_do_not_sum() -> None:
    assert rules(*(made("share", "60", n, segment=f"part {n}", dimension=None) for n in range(2))) == []


def test_a_level_has_a_year_and_a_rate_a_period_unless_the_other_reader_has_the_figure() -> None:
    level, rate = replace(SIZE, year=None), replace(RATE, period_end=None)

    assert sorted(rules(level, rate)) == ["level_without_year", "rate_without_period"]
    assert rules(level, rate, known=(SIZE, RATE)) == []
