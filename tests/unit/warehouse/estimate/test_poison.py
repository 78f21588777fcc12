"""A hundred markets attacked at once: through judgement, what is learned over all of them, and the estimates."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from chaos.poison import honest, outcomes, published, with_copies, with_outlier, with_ring, with_sybils
from warehouse.estimate.independence import Figure

MARKETS = honest(random.Random(7), 100)
BEFORE = published(MARKETS)


@pytest.mark.parametrize(
    "attack",
    [
        pytest.param(with_outlier, id="a million times too high"),
        *(pytest.param(with_copies(k), id=f"{k} copies of one text") for k in (1, 3, 8, 20)),
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
