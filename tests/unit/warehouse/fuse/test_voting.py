"""The vote: reliable sources prevail, repeated errors weigh as one, ties go to the smaller value."""

from __future__ import annotations

import numpy as np
import pytest

from tests.unit.warehouse.fuse.worlds import clock_times, frame, one_item
from warehouse.fuse import voting
from warehouse.fuse.ballots import Ballots, ballots_of
from warehouse.fuse.encoding import claims_of
from warehouse.fuse.engine import fuse
from warehouse.fuse.voting import credible_range, poll


def ballots(rows: list[tuple[str, str, str, float | None]]) -> Ballots:
    claims = claims_of(frame(rows))
    return ballots_of(claims, claims.value)


def test_one_claim_is_its_item_s_value_for_sure() -> None:
    claims = claims_of(one_item(7.0))
    outcome = poll(ballots_of(claims, claims.value))
    assert (outcome.value.tolist(), outcome.posterior.tolist()) == ([7.0], [1.0])


def test_of_two_equally_credible_values_the_smaller_is_taken() -> None:
    claims = claims_of(one_item(9.0, 5.0))
    outcome = poll(ballots_of(claims, claims.value))
    assert outcome.posterior == pytest.approx([0.5, 0.5])
    assert outcome.value.tolist() == [5.0]


def test_probabilities_of_an_item_add_up_to_one() -> None:
    claims = claims_of(clock_times(1, objects=40).claims)
    b = ballots_of(claims, claims.value)
    outcome = poll(b)
    assert np.bincount(b.item, outcome.posterior) == pytest.approx(np.ones(len(claims.start)))
    assert ((outcome.reliability > 0) & (outcome.reliability < 1)).all()


def test_two_sources_with_a_good_record_beat_three_with_a_bad_one() -> None:
    r = np.random.default_rng(2)
    rows: list[tuple[str, str, str, float | None]] = []
    for o in range(200):
        rows += [(f"good{s}", f"o{o}", "a", float(o)) for s in range(4)]
        rows += [
            (f"bad{s}", f"o{o}", "a", float(o if r.random() < 0.1 else r.integers(1_000, 9_000))) for s in range(3)
        ]
    rows += [("good0", "p", "a", 1.0), ("good1", "p", "a", 1.0), *((f"bad{s}", "p", "a", 77.0) for s in range(3))]
    b = ballots(rows)
    outcome = poll(b)
    assert outcome.value[-1] == 1.0
    names = b.claims.sources.to_list()
    rate = dict(zip(names, outcome.reliability[0], strict=True))
    assert min(rate[f"good{s}"] for s in range(4)) > 0.9
    assert max(rate[f"bad{s}"] for s in range(3)) < 0.3


def test_of_many_claims_some_teach_nearly_what_all_do(monkeypatch: pytest.MonkeyPatch) -> None:
    world = clock_times(5, objects=400, groups=0)
    claims = claims_of(world.claims)
    b = ballots_of(claims, claims.value)
    whole = poll(b)
    monkeypatch.setattr(voting, "MOST_LEARNED", 2_000)
    some = poll(b)
    assert (some.value == whole.value).mean() > 0.99
    assert some.reliability == pytest.approx(whole.reliability, abs=0.03)


def test_the_most_probable_values_that_reach_the_level_span_the_range() -> None:
    b = ballots([("s", "x", "a", 1.0), ("t", "x", "a", 5.0), ("u", "x", "a", 9.0), ("s", "y", "a", 4.0)])
    posterior = np.array([0.15, 0.7, 0.15, 1.0])
    # 0.7 reaches 0.6 alone. For 0.8 the smaller of two equally probable ones joins it, for 0.9 both do.
    for level, low, high in ((0.6, 5.0, 5.0), (0.8, 1.0, 5.0), (0.9, 1.0, 9.0)):
        found = credible_range(b, posterior, level)
        assert [found[0].tolist(), found[1].tolist()] == [[low, 4.0], [high, 4.0]]


def test_a_hundred_thousand_sources_take_no_table_of_pairs() -> None:
    rows = [(f"s{i}", f"o{i // 4}", "a", float(i % 4 // 3)) for i in range(100_000)]
    found = fuse(frame(rows)).values  # 100,000 x 100,000 pairs would be 80 GB
    assert found.height == 25_000
