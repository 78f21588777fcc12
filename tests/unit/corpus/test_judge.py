"""Predictions against labels: what each tier asks for, and that the judge agrees with the project's scorer."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from corpus.judge import Tier, is_named, judge, tier_of
from corpus.labels import Label
from sources.records import Mention

LABEL = Label(
    char_start=10, char_end=20, metrics=("market_size",), value=5e9, value_high=None, unit="USD", years=(2030,),
    period_starts=(), period_ends=(), statuses=("forecast",), segments=("Cloud",), areas=("Asia-Pacific",),
    markets=("Smart irrigation controllers",),
)  # fmt: skip
READ = Mention(
    char_start=10, char_end=20, surface="USD 5 bn", metric="market_size", value=Decimal("5e9"), value_high=None,
    unit="USD", unit_per=None, comparator="=", year=2030, time_period="2030", period_start=None, period_end=None,
    period_inferred=False, inference_basis=None, status="forecast", publisher=None, market="irrigation controllers",
    dimension="Deployment", segment="the cloud segment", geography="APAC", ref_area="vendor:Asia-Pacific",
    subject=None, rule="money.market_before",
)  # fmt: skip


@pytest.mark.parametrize(
    ("label", "read", "tier"),
    [
        ({}, {}, Tier.placed),
        ({}, {"value": Decimal("5.1e9")}, Tier.none),
        ({}, {"value_high": Decimal("6e9")}, Tier.none),
        ({}, {"unit": "EUR"}, Tier.none),
        ({}, {"metric": "volume"}, Tier.none),
        ({"metrics": ("volume", "market_size")}, {}, Tier.placed),  # another accepted metric: time is not judged
        ({"metrics": ("volume", "market_size")}, {"year": 1999}, Tier.placed),
        ({}, {"year": 2031}, Tier.figure),
        ({}, {"year": None}, Tier.figure),
        ({"years": (2030, None)}, {"year": None}, Tier.placed),
        ({"years": ()}, {"year": 1999}, Tier.placed),  # the label gives no year: it is not judged
        ({}, {"status": "historical"}, Tier.figure),
        ({"statuses": ()}, {"status": "historical"}, Tier.placed),
        ({"period_ends": (2030,)}, {}, Tier.figure),
        ({}, {"segment": "Edge"}, Tier.timed),
        ({"segments": (None,)}, {}, Tier.timed),
        ({"segments": (None,)}, {"segment": "Market segment"}, Tier.placed),  # words that name no part
        ({}, {"geography": "Europe"}, Tier.timed),
        ({"areas": ("Global",)}, {"geography": "Worldwide"}, Tier.placed),
        (
            {"areas": ("Nord America",)},
            {"geography": "North America"},
            Tier.placed,
        ),  # names of one area in two languages
        ({"areas": ("Deutschland",)}, {"geography": "Germany"}, Tier.placed),
        ({"areas": ("全国",)}, {"geography": "China"}, Tier.timed),  # the word alone names no country
        ({"areas": ("South America",)}, {"geography": "North America"}, Tier.timed),
        ({}, {"market": "Heat pumps"}, Tier.attributed),
        ({}, {"market": None}, Tier.attributed),
        ({"markets": ("Smart irrigation controllers (SIC)",)}, {"market": "SIC"}, Tier.placed),
        ({}, {"market": "m²"}, Tier.attributed),  # one letter is an acronym of itself, and of no market
        ({"markets": ("スマート灌漑",)}, {"market": "Heat pumps"}, Tier.placed),  # other scripts are not judged
    ],
)
def test_a_tier_holds_where_it_and_all_before_it_hold(label: Any, read: Any, tier: Tier) -> None:
    assert tier_of(replace(LABEL, **label), replace(READ, **read)) is tier


def test_a_label_takes_the_prediction_that_reaches_furthest_and_each_is_used_once() -> None:
    late = replace(READ, char_start=15, char_end=25, year=2031)
    assert judge([LABEL], [late, READ]) == (Tier.none, Tier.placed)
    # The same words labelled twice: the second label takes what the first has left.
    assert judge([LABEL, LABEL], [late, READ]) == (Tier.figure, Tier.placed)


def test_a_prediction_beside_every_label_is_wrong() -> None:
    assert judge([LABEL], [replace(READ, char_start=20, char_end=30)]) == (Tier.none,)
    assert judge([], [READ]) == (Tier.none,)


def test_what_is_not_asserted_meets_nothing() -> None:
    assert judge([replace(LABEL, assertion="withdrawn")], [READ]) == (Tier.none,)
    assert judge([replace(LABEL, assertion="not_asserted"), LABEL], [READ]) == (Tier.placed,)
    assert judge([LABEL], [replace(READ, assertion="withdrawn")]) == (Tier.none,)


@pytest.mark.parametrize(
    ("said", "accepted", "is_right"),
    [
        ("Ostwick", ("Crail", "Ostwick Research"), True),
        ("the Ostwick Group, Inc.", ("OSTWICK",), True),
        ("Ostwick Yard", ("Ostwick Lane",), False),
        ("Research", ("Research Group",), False),  # no name is left
        ("Ostwick", (), False),
        ("Ostwick", (None,), False),
        (None, ("Ostwick",), False),
        (None, ("Ostwick", None), True),
        ("", (None,), True),
    ],
)
def test_a_house_is_named_by_its_words(said: str | None, accepted: tuple[str | None, ...], is_right: bool) -> None:
    assert is_named(said, accepted) is is_right
