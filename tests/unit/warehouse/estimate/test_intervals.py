"""Intervals hold what they promise: markets with a known centre, judged by the function that the build calls."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

import numpy as np

from warehouse.estimate.estimation import reconcile
from warehouse.estimate.independence import Figure, voices
from warehouse.estimate.series import Reconciled, SeriesYear
from warehouse.policy import read_policy
from warehouse.values.conflict_records import Place
from warehouse.values.keys import digest
from warehouse.values.rounding_bands import Band

COUNT = 400
SCENARIOS, NUMBERS = ("clean", "reprints", "gross"), (2, 3, 5)


@dataclass(frozen=True)
class Market:
    """A market with the law that its honest figures follow, and what was made of it."""

    scenario: str
    centre: float
    figures: tuple[float, ...]
    found: Reconciled


@cache
def markets() -> tuple[Market, ...]:
    """Markets in turn clean, with reprints (a third) and with gross errors (a tenth, five to fifty times off), all of one build."""
    rng = np.random.default_rng(11)
    drawn, items = [], []
    for number in range(COUNT):
        scenario, n = SCENARIOS[number % 3], NUMBERS[number // 3 % 3]
        centre, spread = math.exp(rng.normal(2, 1)), math.exp(rng.uniform(math.log(0.1), math.log(0.7)))
        own: list[float] = []
        for _ in range(n):
            value = centre * math.exp(spread * rng.normal())
            if scenario == "reprints" and own and rng.random() < 1 / 3:
                value = own[rng.integers(len(own))]
            if scenario == "gross" and rng.random() < 0.1:
                value *= rng.uniform(5, 50) ** rng.choice([-1, 1])
            own.append(float(f"{value:.3g}"))
        figures = tuple(_figure(f"p{place}", value) for place, value in enumerate(own))
        equal = [(f"p{a}", f"p{b}") for b in range(n) for a in range(b) if own[a] == own[b]]
        place = Place(f"m{number}", None, "001", "market_size", "USD", 2025)
        items.append(SeriesYear(digest("series", number), place, f"m{number}", figures, voices(figures, equal), ()))
        drawn.append((scenario, centre, tuple(own)))
    found = reconcile(items, read_policy())
    return tuple(Market(*one, result) for one, result in zip(drawn, found, strict=True))


def _figure(name: str, value: float) -> Figure:
    at = Decimal(repr(value))
    return Figure(name, name, name, name, name, at, Band(at, at), "stated", (f"claim of {name}",))


def of(scenario: str) -> list[Market]:
    return [market for market in markets() if market.scenario == scenario]


def test_intervals_at_ninety_percent_hold_about_nine_of_ten_centres() -> None:
    """Of some 350 markets one standard error is 0.016. Before reprints counted once and no voice was dropped, the share was 0.6."""
    held = []
    for market in markets():
        interval = market.found.judgement.interval
        if interval is not None and interval.low is not None and interval.high is not None:
            held.append(float(interval.low) <= market.centre <= float(interval.high))
    assert len(held) >= 0.8 * COUNT
    assert 0.84 <= np.mean(held) <= 0.97


def test_honest_markets_are_rarely_conflicts_and_gross_errors_often() -> None:
    share = {
        scenario: np.mean([one.found.judgement.verdict.startswith("conflict") for one in of(scenario)])
        for scenario in SCENARIOS
    }
    assert share["clean"] <= 0.1  # 0.05 expected
    assert share["gross"] > 2 * share["clean"]
