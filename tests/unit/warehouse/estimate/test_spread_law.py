"""The spread learned from a class: no data, much data, copies, and reliable sources."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from warehouse.estimate.dispersion import excess, typical_gap
from warehouse.estimate.source_reliability import source_factors
from warehouse.estimate.spread_law import SpreadGuess, SpreadLaw, spread_law

GUESS = SpreadGuess(0.35, 0.35, 0.02, 2.5)


def drawn(spread: float, n: int, count: int, seed: int = 1) -> list[npt.NDArray[np.float64]]:
    rng = np.random.default_rng(seed)
    return [np.sort(rng.normal(rng.normal(0, 3), spread, n)) for _ in range(count)]


def learned(series: list[npt.NDArray[np.float64]]) -> SpreadLaw:
    return spread_law(series, [np.ones(len(one)) for one in series], GUESS)


def same(one: SpreadLaw, other: SpreadLaw) -> bool:
    return bool(np.array_equal(one.probability, other.probability)) and one.gross_share == other.gross_share


def test_a_class_without_series_is_the_guess() -> None:
    law = learned([])
    assert law.usual == pytest.approx(0.35, rel=0.08)  # a tenth of the law is flat below the median
    assert law.probability.sum() == pytest.approx(1)


@pytest.mark.parametrize("spread", [0.12, 0.35, 0.8])
def test_a_class_with_many_series_tells_its_own_spread(spread: float) -> None:
    assert learned(drawn(spread, 4, 150)).usual == pytest.approx(spread, rel=0.15)


def test_series_of_equal_figures_do_not_make_the_spread_nothing() -> None:
    # A third of the series agree to the last digit: copies that nothing shows. The law keeps a floor and its upper part.
    equal = [np.array([1.0, 1.0])] * 30
    law = learned([*drawn(0.35, 3, 60), *equal])
    assert law.spread[0] == pytest.approx(0.35 / 16)
    assert law.usual > 0.15


def test_gross_errors_are_told_from_a_wide_spread() -> None:
    sound = drawn(0.2, 5, 100)
    wild = [np.append(one, one[-1] + 4.0) if place % 5 == 0 else one for place, one in enumerate(sound)]
    law = learned(wild)
    assert law.usual == pytest.approx(0.2, rel=0.15)
    assert 0.02 < law.gross_share < 0.08  # 20 of 500


def test_a_source_that_scatters_twice_as_much_has_more_of_the_variance() -> None:
    rng = np.random.default_rng(5)
    series, names = [], []
    for _ in range(150):
        at = {
            "steady": rng.normal(0, 0.2),
            "a": rng.normal(0, 0.2),
            "b": rng.normal(0, 0.2),
            "wild": rng.normal(0, 0.5),
        }
        order = sorted(at, key=lambda name: at[name])
        series.append(np.array([at[name] for name in order]))
        names.append(order)
    factors = source_factors(series, names, learned(series))
    assert factors["wild"] > 2 * max(factors["steady"], factors["a"], factors["b"])
    assert abs(np.mean(np.log(list(factors.values())))) <= 0.125  # half a step, and half of the usual one's


# -- one report more: what is learned from all series is known to steps, so that it rests ---------------------------------------


def test_one_series_less_seldom_moves_the_law() -> None:
    series = drawn(0.25, 3, 300)
    law = learned(series)
    moved = [not same(law, learned(series[:out] + series[out + 1 :])) for out in range(0, 300, 12)]
    assert sum(moved) <= 1  # of 25


def test_the_median_of_a_law_is_known_to_a_step_of_a_tenth() -> None:
    # 30 classes of 300 series, each with a spread 1 % wider than the one before: e^0.3 in all, three steps of e^0.1 = 1.105.
    usual = [learned([0.2 * np.exp(0.01 * n) * one for one in drawn(1.0, 4, 300)]).usual for n in range(30)]
    different = sorted(set(usual))
    assert len(different) in (3, 4)
    assert np.array(different[1:]) / different[:-1] == pytest.approx(1.105, rel=0.01)


def test_series_after_the_first_four_hundred_do_not_move_the_law() -> None:
    series = drawn(0.2, 3, 400)
    assert same(learned(series), learned([*series, *drawn(2.0, 3, 100, seed=2)]))


def test_factors_lie_whole_steps_apart() -> None:
    series = drawn(0.3, 5, 40)
    factors = source_factors(series, [["a", "b", "c", "d", "e"]] * 40, learned(series))
    steps = np.log(list(factors.values())) / 0.2
    assert steps == pytest.approx(np.round(steps))
    assert len(set(factors.values())) > 1  # the lowest and the highest of five lie further off than the middle one


def test_one_series_less_moves_few_factors() -> None:
    rng = np.random.default_rng(3)
    series = drawn(0.3, 3, 200)
    names = [[f"s{one}" for one in rng.permutation(20)[:3]] for _ in series]
    law = learned(series)
    factors = source_factors(series, names, law)
    n_moved = 0
    for out in range(20):
        fewer = source_factors(series[:out] + series[out + 1 :], names[:out] + names[out + 1 :], law)
        n_moved += sum(factors[name] != fewer[name] for name in factors)
    assert n_moved <= 40  # of 400, all of which move a little


def test_the_probability_of_a_dispersion_is_that_of_chi_square_where_the_spread_is_known() -> None:
    # Figures 0 and 1, s = 0.5: Q = 0.5, Q / s2 = 2; chi-square with one degree lies above 2 with probability 0.157299.
    law = SpreadLaw(np.array([0.5]), np.array([1.0]), 0.02, 2.5)
    assert excess(np.array([0.0, 1.0]), law) == pytest.approx(0.157299, abs=1e-6)


@pytest.mark.parametrize("n", [2, 3, 5, 10, 20])
def test_honest_series_are_improbable_as_often_as_the_level_says_whatever_their_number(n: int) -> None:
    rng = np.random.default_rng(n)
    law = learned([])
    spread = rng.choice(law.spread, 4_000, p=law.probability)
    found = [excess(rng.normal(0, one, n), law) for one in spread]
    assert np.mean(np.array(found) < 0.05) == pytest.approx(0.05, abs=0.011)  # three standard errors


def test_the_typical_gap_of_two_is_their_distance() -> None:
    assert typical_gap(np.array([1.0, 1.4])) == pytest.approx(0.4)
