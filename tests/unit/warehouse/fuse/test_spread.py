"""The prior of variances, shrinking, and Student's t."""

from __future__ import annotations

import numpy as np
import pytest

from warehouse.fuse.spread import ENDLESS, Degrees, Prior, half_width, prior_of, shrunk


def test_a_variance_is_drawn_to_the_prior_by_degrees_of_freedom() -> None:
    variance, degrees = shrunk(np.array([4.0, 0.0]), np.array([2.0, 0.0]), Prior(1.0, 6.0))
    # (6 x 1 + 2 x 4) / 8 = 1.75; an item with one figure has the prior's.
    assert variance.tolist() == [1.75, 1.0]
    assert degrees.tolist() == [8.0, 6.0]


def test_the_interval_is_that_of_student() -> None:
    # t of 0.95 with 4 degrees of freedom is 2.1318; the standard error is 0.5.
    assert half_width(np.array([0.25]), np.array([4.0]), 0.9)[0] == pytest.approx(2.1318 * 0.5, rel=1e-4)


@pytest.mark.parametrize(("degrees", "scale"), [(4.0, 0.12), (10.0, 3.0)])
def test_a_prior_that_variances_were_drawn_from_is_found_again(degrees: float, scale: float) -> None:
    r = np.random.default_rng(3)
    truth = scale * degrees / r.chisquare(degrees, 40_000)
    seen = truth * r.chisquare(3, 40_000) / 3
    prior = prior_of(seen, Degrees.of(np.full(40_000, 3.0)))
    assert prior is not None
    # Of 40,000 items the error of simulation is below 1 % of the scale and 5 % of the degrees. Drawing in the upper tail
    # takes next to nothing from an honest one.
    assert prior.variance == pytest.approx(scale, rel=0.03)
    assert prior.degrees == pytest.approx(degrees, rel=0.12)


def test_items_of_one_spread_that_scatter_by_chance_alone_have_nearly_endless_degrees() -> None:
    seen = np.random.default_rng(1).chisquare(4, 5_000) / 4
    prior = prior_of(seen, Degrees.of(np.full(5_000, 4.0)))
    assert prior is not None
    # With d degrees the prior adds trigamma(d / 2) to trigamma(2) = .645: 2 % of it, one and a half standard errors of
    # 5,000 items, at d = 155.
    assert prior.degrees > 100
    assert prior.variance == pytest.approx(1.0, rel=0.03)


def test_items_that_scatter_less_than_chance_have_endless_degrees() -> None:
    # Ten equal variances of 2 with 4 degrees: exp(ln 2 - digamma(2) + ln 2) = 4 / e^.422784 = 2.6209.
    assert prior_of(np.full(10, 2.0), Degrees.of(np.full(10, 4.0))) == Prior(pytest.approx(2.6209, rel=1e-4), ENDLESS)  # type: ignore[arg-type]


def test_a_twentieth_of_gross_errors_hardly_moves_the_prior() -> None:
    r = np.random.default_rng(5)
    seen = r.chisquare(4, 5_000) / 4
    clean = prior_of(seen, Degrees.of(np.full(5_000, 4.0)))
    spoiled = prior_of(np.where(r.random(5_000) < 0.05, seen * 1e6, seen), Degrees.of(np.full(5_000, 4.0)))
    assert clean is not None
    assert spoiled is not None
    # Left where they lie, a twentieth a million times too large raise the mean logarithm by .05 x 13.8 = .69 (twice the
    # scale) and its variance by 9 (less than one degree of freedom is left).
    assert spoiled.variance == pytest.approx(clean.variance, rel=0.05)
    assert spoiled.degrees > 8


def test_two_items_tell_no_prior() -> None:
    assert prior_of(np.array([1.0, 2.0]), Degrees.of(np.array([1.0, 1.0]))) is None
    assert prior_of(np.array([1.0, 2.0, 0.0]), Degrees.of(np.array([1.0, 1.0, 1.0]))) is None
