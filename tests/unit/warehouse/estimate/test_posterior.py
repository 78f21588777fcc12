"""The posterior of one series: by hand with one spread, by brute force with many and with gross errors."""

from __future__ import annotations

from itertools import product
from math import log, sqrt
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import norm

from warehouse.estimate.likelihood import cores_of, runs
from warehouse.estimate.posterior import Posterior, posteriors, quantile
from warehouse.estimate.spread_law import SpreadLaw

ONE_SPREAD = SpreadLaw(np.array([0.3]), np.array([1.0]), 1e-12, 2.5)
MANY = SpreadLaw(np.array([0.1, 0.2, 0.4, 0.8]), np.array([0.2, 0.3, 0.3, 0.2]), 0.03, 2.5)

_OF_ESTIMATES = ("centre", "low", "high", "predicted_low", "predicted_high", "gross")


def posterior(figures: list[float], law: SpreadLaw = MANY, factors: list[float] | None = None) -> Posterior:
    at = np.array(sorted(figures))
    return posteriors([at], [np.ones(len(at)) if factors is None else np.array(factors)], law, 0.9)[0]


def test_with_a_known_spread_both_intervals_are_normal() -> None:
    # Figures 1, 2, 3 with s = 0.3: centre 2, standard error 0.3 / sqrt(3) = 0.173205; 1.644854 of it: 0.284897.
    # The next figure has variance 0.09 + 0.03 = 0.12: 1.644854 x 0.346410 = 0.569794.
    found = posterior([1.0, 2.0, 3.0], ONE_SPREAD)
    assert found.centre == pytest.approx(2.0, abs=1e-9)
    assert (found.low, found.high) == pytest.approx((2 - 0.284897, 2 + 0.284897), abs=1e-6)
    assert (found.predicted_low, found.predicted_high) == pytest.approx((2 - 0.569794, 2 + 0.569794), abs=1e-6)
    assert found.spread == pytest.approx(0.3)


def test_a_source_of_twice_the_variance_has_half_the_weight() -> None:
    # (1 x 1 + 2 x 1/2) / 1.5 = 4/3; variance 0.09 / 1.5 = 0.06.
    found = posterior([1.0, 2.0], ONE_SPREAD, [1.0, 2.0])
    assert found.centre == pytest.approx(4 / 3, abs=1e-6)
    assert found.high - found.low == pytest.approx(2 * 1.644854 * sqrt(0.06), abs=1e-6)


def test_one_figure_tells_of_the_next_one_by_the_spread_of_the_class_alone() -> None:
    # Variance of the next figure: 0.09 around a centre that is known by 0.09.
    found = posterior([5.0], ONE_SPREAD)
    assert found.predicted_high - 5.0 == pytest.approx(1.644854 * sqrt(0.18), abs=1e-6)


def test_a_gross_error_is_named_and_moves_little() -> None:
    alone = posterior([2.0, 2.1, 2.2])
    found = posterior([2.0, 2.1, 2.2, 9.0])
    assert found.gross[3] > 0.99
    assert max(found.gross[:3]) < 0.05
    assert found.centre == pytest.approx(alone.centre, abs=0.03)


def brute_force(figures: npt.NDArray[np.float64], law: SpreadLaw) -> tuple[float, float, float]:
    """Median and 90 % interval on a fine grid of centres, every subset of figures being the sound one."""
    centres = np.linspace(figures.min() - 4, figures.max() + 4, 40_001)
    density = np.zeros(len(centres))
    for spread, probability in zip(law.spread, law.probability, strict=True):
        for sound in product((True, False), repeat=len(figures)):
            own = np.full(len(centres), probability)
            for figure, is_sound in zip(figures, sound, strict=True):
                share, extra = (1 - law.gross_share, 0.0) if is_sound else (law.gross_share, law.gross_scale**2)
                own *= share * norm.pdf(figure, centres, sqrt(spread**2 + extra))
            density += own
    density /= density.sum()
    low, median, high = np.interp([0.05, 0.5, 0.95], np.cumsum(density), centres)
    return float(median), float(low), float(high)


@pytest.mark.parametrize(
    "figures", [[2.0, 2.3], [1.0, 2.0, 2.1], [0.0, 1.9, 2.0, 2.2], [2.0, 2.01, 2.02, 5.0], [0.0, 3.0]]
)
def test_the_closed_form_is_what_integration_gives(figures: list[float]) -> None:
    found = posterior(figures)
    median, low, high = brute_force(np.array(figures), MANY)
    # Sound figures that are no run of neighbours are left out: it moves nothing in the second decimal.
    assert (found.centre, found.low, found.high) == pytest.approx((median, low, high), abs=0.01)


def test_runs_are_neighbours_and_the_empty_one() -> None:
    assert len(runs(4)) == 4 * 5 // 2 + 1
    assert [list(row) for row in runs(2)] == [[True, False], [True, True], [False, True], [False, False]]


def test_likelihoods_have_one_component_per_spread_and_core() -> None:
    found = cores_of(np.array([[1.0, 2.0, 4.0]]), np.ones((1, 3)), MANY.spread, 0.03, 2.5)
    assert found.log_likelihood.shape == found.mean.shape == found.variance.shape == (1, 4, 7)


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=6), st.floats(0.001, 0.999))
@example([-2.625, 1.0, -2.25, 0.0, -2.75, -2.0], 0.328125)  # Newton's steps alone go to and fro for ever
def test_a_quantile_leaves_its_probability_below_it(means: list[float], probability: float) -> None:
    weight = np.full((1, len(means)), 1 / len(means))
    mean, variance = np.array([means]), np.linspace(0.01, 2, len(means))[None]
    at = quantile(weight, mean, variance, probability)
    below = (weight * norm.cdf((at[:, None] - mean) / np.sqrt(variance))).sum()
    assert below == pytest.approx(probability, abs=1e-9)


_SERIES = st.lists(st.lists(st.floats(-4, 4), min_size=1, max_size=6), min_size=2, max_size=12)


@given(_SERIES, st.randoms(use_true_random=False))
def test_what_comes_of_a_series_does_not_depend_on_the_series_beside_it(
    series: list[list[float]], random: Random
) -> None:
    sorted_ = [np.array(sorted(figures)) for figures in series]
    factors = [np.array([random.choice([0.5, 1.0, 3.0]) for _ in figures]) for figures in series]
    together = posteriors(sorted_, factors, MANY, 0.9)
    for figures, of_these, beside in zip(sorted_, factors, together, strict=True):
        (alone,) = posteriors([figures], [of_these], MANY, 0.9)
        # To the last bit: a store of results holds what came of a series beside others.
        assert [getattr(alone, name) for name in _OF_ESTIMATES] == [getattr(beside, name) for name in _OF_ESTIMATES]


@given(st.lists(st.floats(0.1, 100), min_size=1, max_size=7), st.floats(0.01, 1000))
def test_scaling_every_figure_shifts_everything_by_the_logarithm(values: list[float], factor: float) -> None:
    before = posterior([log(value) for value in values])
    after = posterior([log(value) + log(factor) for value in values])
    assert after.centre - before.centre == pytest.approx(log(factor), abs=1e-8)
    assert after.predicted_high - before.predicted_high == pytest.approx(log(factor), abs=1e-8)


@given(st.lists(st.floats(-2, 2), min_size=1, max_size=7))
def test_intervals_hold_their_centre_and_the_next_figure_is_less_sure(values: list[float]) -> None:
    found = posterior(values)
    assert found.low <= found.centre <= found.high
    assert found.predicted_low <= found.low
    assert found.high <= found.predicted_high
