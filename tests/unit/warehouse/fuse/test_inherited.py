"""How errors repeat: probabilities of partitions, and the concentration behind them."""

from __future__ import annotations

from math import exp, lgamma, log

import numpy as np
import pytest

from warehouse.fuse.inherited import HIGHEST, LOWEST, concentration_of, log_probability


@pytest.mark.parametrize(
    ("concentration", "sizes", "probability"),
    [
        # The first is new for sure. Concentration 1, two claims: new with 1/2, taken over with 1/2.
        (1.0, [1], 1.0),
        (1.0, [2], 1 / 2),
        (1.0, [1, 1], 1 / 2),
        # Concentration 2: new with 2/3; three claims as 2 + 1 in a given way: 1/3 x 2/4 (together, then new).
        (2.0, [2, 1], 1 / 6),
        # Three together at concentration 1: 1/2 x 2/3.
        (1.0, [3], 1 / 3),
    ],
)
def test_a_partition_has_the_probability_of_its_steps(
    concentration: float, sizes: list[int], probability: float
) -> None:
    ties = sum(lgamma(size) for size in sizes)
    found = log_probability(np.array([concentration]), np.array([len(sizes)]), np.array([ties]), np.array([sum(sizes)]))
    assert exp(found[0]) == pytest.approx(probability)


def test_errors_that_never_repeat_have_a_high_concentration_and_copied_ones_a_low_one() -> None:
    n = 2_000
    group = np.repeat([0, 1], n)
    claims = np.full(2 * n, 6)
    tables = np.repeat([6, 1], n)
    new, copied = concentration_of(np.ones(2 * n), tables, claims, group, 2)
    assert 100 < new <= HIGHEST
    assert LOWEST <= copied < 0.05


def test_the_concentration_is_where_the_expected_number_of_values_meets_the_seen_one() -> None:
    # 10,000 times two claims, equal in 2,500: new with c / (1 + c) = 3/4, so c = 3; the prior hardly weighs.
    tables = np.repeat([1, 2], [2_500, 7_500])
    found = concentration_of(np.ones(10_000), tables, np.full(10_000, 2), np.zeros(10_000, dtype=np.int64), 1)
    assert log(found[0]) == pytest.approx(log(3), abs=0.01)


def test_one_wrong_claim_says_nothing_of_repetition() -> None:
    none = np.zeros(0, dtype=np.int64)
    one = np.ones(500, dtype=np.int64)
    nothing = concentration_of(np.ones(500), one, one, np.zeros(500, dtype=np.int64), 1)
    assert nothing == pytest.approx(concentration_of(np.zeros(0), none, none, none, 1))
