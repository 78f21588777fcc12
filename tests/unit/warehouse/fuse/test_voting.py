"""The vote: reliable sources prevail, repeated errors weigh as one, ties go to the smaller value."""

from __future__ import annotations

import numpy as np
import pytest

from tests.unit.warehouse.fuse.worlds import clock_times, frame, one_item
from warehouse.fuse.ballots import Ballots, ballots_of
from warehouse.fuse.encoding import claims_of
from warehouse.fuse.voting import poll


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
