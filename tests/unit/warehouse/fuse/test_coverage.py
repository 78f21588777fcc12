"""Intervals cover what they promise: simulated markets through `fuse`, beside Hartung and Knapp's on the same figures."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import stdtrit

from tests.unit.warehouse.fuse.worlds import Array, Markets
from warehouse.fuse.engine import fuse


def measured(markets: Markets, level: float = 0.9, seed: int = 1) -> tuple[float, float, Array]:
    """Share of truths within the intervals, the median half width on the logarithmic scale, and the figures."""
    world, figures = markets.draw(seed)
    met = fuse(world.claims, level).values.join(world.truth, on=["object", "attribute"])
    assert met.height == markets.repetitions
    covered = ((met["lo"] <= met["truth"]) & (met["truth"] <= met["hi"])).mean()
    width = np.median(np.log(met["hi"].to_numpy() / met["lo"].to_numpy()) / 2)
    return float(covered or 0.0), float(width), figures  # type: ignore[arg-type]


def hartung_knapp(figures: Array, level: float = 0.9) -> float:
    """Median half width of Hartung and Knapp's interval, for equal weights a Student t on logarithms."""
    logs, n = np.log(figures), figures.shape[1]
    return float(np.median(stdtrit(n - 1, 0.5 + level / 2) * logs.std(axis=1, ddof=1) / np.sqrt(n)))


@pytest.mark.parametrize("n", [2, 3, 5, 10])
def test_ninety_percent_of_clean_markets_are_covered(n: int) -> None:
    covered, width, figures = measured(Markets(n))
    assert 0.88 <= covered <= 0.92
    assert width < hartung_knapp(figures)
    if n == 2:
        assert width < 0.5 * hartung_knapp(figures)


@pytest.mark.parametrize("level", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("n", [2, 3, 5, 10])
def test_every_level_is_kept(n: int, level: float) -> None:
    # Over two seeds the worst is n = 3 at 50 %: .522. Of 4,000, two standard errors at 50 % are .016.
    assert measured(Markets(n), level)[0] == pytest.approx(level, abs=0.03 if level < 0.8 else 0.02)


@pytest.mark.parametrize("n", [2, 3, 5, 10])
@pytest.mark.parametrize("bad", [{"copies": 0.4}, {"gross": 0.1}, {"copies": 0.4, "gross": 0.1}])
def test_copies_and_gross_errors_leave_at_least_eighty_six(n: int, bad: dict[str, float]) -> None:
    assert measured(Markets(n, **bad))[0] >= 0.86  # type: ignore[arg-type]


@pytest.mark.parametrize("n", [2, 3, 5, 10])
@pytest.mark.parametrize("spread", ["gamma", "two", "constant"])
def test_another_law_of_spreads_than_the_prior_s_is_covered(n: int, spread: str) -> None:
    assert 0.86 <= measured(Markets(n, spread=spread))[0] <= 0.94


@pytest.mark.parametrize("n", [2, 5])
def test_the_level_of_the_truth_makes_no_difference(n: int) -> None:
    assert 0.88 <= measured(Markets(n, truth="same"))[0] <= 0.92


@pytest.mark.parametrize(("n", "sources"), [(2, 2), (2, 12), (3, 12), (5, 12), (10, 12), (10, 10), (5, 60)])
def test_sources_of_different_reliability_are_covered_by_narrower_intervals(n: int, sources: int) -> None:
    covered, width, figures = measured(Markets(n, sources=sources, uneven=True, repetitions=2_000))
    assert 0.87 <= covered <= 0.95
    assert width < 0.8 * hartung_knapp(figures)
