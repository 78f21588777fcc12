"""Outliers, copies, rings and sybils among honest publishers, a hundred markets at once: no published value moves unseen.

Invented voices go through the program's own judgement and estimation. Texts that are copied and reworded go through the whole build in
`tests/integration/test_copies.py`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from decimal import Decimal

import pytest

from warehouse.estimate.estimation import reconcile
from warehouse.estimate.independence import Figure, voices
from warehouse.estimate.series import Reconciled, SeriesYear
from warehouse.policy import read_policy
from warehouse.values.conflict_records import Place
from warehouse.values.rounding_bands import Band

POLICY = read_policy()
HONEST = 7
_SPREAD = 0.15


def figure(name: str, value: float, *, cluster: str | None = None, group: str | None = None) -> Figure:
    """A voice that states a market's size."""
    at = Decimal(f"{value:.4g}")
    return Figure(name, name, name, group or name, cluster or name, at, Band(at, at), "stated", (f"c {name}",))


def published(markets: Sequence[Sequence[Figure]]) -> list[Reconciled]:
    """The markets judged and estimated together, as a build does."""
    found = [
        SeriesYear(
            f"s{number:04}",
            Place(f"m{number}", None, "001", "market_size", "USD", 2025),
            f"m{number}",
            tuple(figures),
            voices(figures),
            (),
        )
        for number, figures in enumerate(markets)
    ]
    return list(reconcile(found, POLICY))


def honest(drawn: random.Random, count: int) -> list[list[Figure]]:
    """Markets of seven honest publishers each, the same seven."""
    centre = [10 ** drawn.uniform(6, 11) for _ in range(count)]
    return [[figure(f"h{n}", at * math.exp(drawn.gauss(0, _SPREAD))) for n in range(HONEST)] for at in centre]


def outcomes(before: Sequence[Reconciled], after: Sequence[Reconciled], within: float) -> tuple[int, int]:
    """How many published values moved further than a share without being contested or refused, and how many are flagged."""
    silent = flagged = 0
    for old, new in zip(before, after, strict=True):
        if new.judgement.is_contested:
            flagged += 1
        elif old.judgement.estimate is not None and new.judgement.estimate is not None:
            silent += abs(new.judgement.estimate / old.judgement.estimate - 1) > within
    return silent, flagged


def _middle(market: Sequence[Figure]) -> float:
    return float(sorted(one.value for one in market)[HONEST // 2])


def with_outlier(market: list[Figure]) -> list[Figure]:
    """One more publisher, a million times too high."""
    return [*market, figure("wild", _middle(market) * 1e6)]


def with_copies(k: int) -> Callable[[list[Figure]], list[Figure]]:
    """So many copies of one text that says three times the figure."""
    return lambda market: [*market, *(figure(f"s{n}", _middle(market) * 3, cluster="wire") for n in range(k))]


def with_ring(k: int) -> Callable[[list[Figure]], list[Figure]]:
    """So many publishers that quote each other in a circle: `warehouse/resolve/documents/origins.py` gives them one origin."""
    return lambda market: [*market, *(figure(f"s{n}", _middle(market) * 3, group="ring") for n in range(k))]


def with_sybils(k: int) -> Callable[[list[Figure]], list[Figure]]:
    """So many publishers with wording of their own."""
    return lambda market: [
        *market, *(figure(f"s{n}", _middle(market) * 3 * (1 + 0.01 * (n % 10))) for n in range(k))
    ]  # fmt: skip


MARKETS = honest(random.Random(7), 100)
BEFORE = published(MARKETS)


@pytest.mark.parametrize(
    "attack",
    [
        pytest.param(with_outlier, id="a million times too high"),
        *(pytest.param(with_copies(k), id=f"{k} copies of one text") for k in (1, 3, 8, 20, 100)),
        pytest.param(with_ring(20), id="a ring of twenty"),
    ],
)
def test_one_voice_moves_no_published_value_by_more_than_five_percent(
    attack: Callable[[list[Figure]], list[Figure]],
) -> None:
    assert outcomes(BEFORE, published([attack(market) for market in MARKETS]), 0.05) == (0, 0)


def test_eight_sybils_against_seven_are_contested_in_every_market() -> None:
    after = published([with_sybils(8)(market) for market in MARKETS])
    assert outcomes(BEFORE, after, 0.0) == (0, 100)
    assert all(item.judgement.estimate is None for item in after)  # 7 of 15 votes against


def test_a_moved_value_would_be_seen() -> None:
    moved = [
        [Figure(**{**{n: getattr(f, n) for n in Figure.__slots__}, "value": f.value * 2}) for f in m] for m in MARKETS
    ]
    assert outcomes(BEFORE, published(moved), 0.05)[0] == 100
