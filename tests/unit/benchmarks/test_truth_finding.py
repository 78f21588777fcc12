"""The peers: plain aggregates by hand, and each weighing method against what it is known to do."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.truth_finding import PEERS, Table, catd, crh_squared, mean, median, pooled_investment, vote
from tests.unit.warehouse.fuse.worlds import frame


def table(*by_item: tuple[float, ...]) -> Table:
    """Items of claims by the same sources in their order."""
    return Table.of(frame([(f"s{k}", f"o{i}", "a", v) for i, row in enumerate(by_item) for k, v in enumerate(row)]))


def test_plain_aggregates_are_those_of_the_school() -> None:
    found = table((1.0, 1.0, 4.0, 10.0), (3.0, 2.0, 9.0, 2.0))
    assert mean(found).tolist() == [4.0, 4.0]
    assert median(found).tolist() == [2.5, 2.5]
    assert vote(found).tolist() == [1.0, 2.0]


def test_of_equally_frequent_values_the_one_nearest_to_the_median_is_voted_for() -> None:
    # The median of 1, 5, 6, 20 is 5.5: 5 and 6 are equally near, the smaller is taken.
    assert vote(table((1.0, 5.0, 6.0, 20.0))).tolist() == [5.0]


@pytest.mark.parametrize("method", [crh_squared, catd])
def test_weighted_means_lean_on_sources_that_are_near(method: type[object]) -> None:
    r = np.random.default_rng(1)
    truth = r.uniform(0, 100, 200)
    noise = np.array([1.0, 1.0, 1.0, 20.0])
    found = table(*(tuple(row) for row in truth[:, None] + noise * r.normal(size=(200, 4))))
    values, plain = method(found), mean(found)  # type: ignore[call-arg]
    order = [int(name[1:]) for name in found.keys["object"]]
    off, plain_off = (np.abs(np.asarray(v) - truth[order]).mean() for v in (values, plain))
    # The plain mean is off by .8 sqrt(3 + 400) / 4 = 4.0; the mean of the three good ones by .8 / sqrt(3) = .46.
    assert plain_off == pytest.approx(4.0, rel=0.15)
    assert off < 0.6 * plain_off


def test_invested_trust_goes_to_sources_that_agree_elsewhere() -> None:
    # s0 and s1 agree on five items, s2 to s4 scatter; on the last item s2 to s4 agree on 7 against them.
    scattered = [(float(i), float(i), 20.0 + i, 40.0 + i, 60.0 + i) for i in range(5)]
    found = table(*scattered, (5.0, 5.0, 7.0, 7.0, 7.0))
    assert vote(found)[-1] == 7.0
    assert pooled_investment(found)[-1] == 5.0


def test_all_say_the_same_of_an_item_that_has_one_value() -> None:
    found = table((3.0, 3.0, 3.0), (4.0, 4.0, 4.0))
    for method in PEERS.values():
        assert method(found) == pytest.approx([3.0, 4.0])
