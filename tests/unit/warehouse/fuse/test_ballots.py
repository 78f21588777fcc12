"""Candidates of each item, and every claim beside every candidate of its item."""

from __future__ import annotations

import numpy as np

from tests.unit.warehouse.fuse.worlds import frame, one_item
from warehouse.fuse.ballots import MOST_CANDIDATES, ballots_of
from warehouse.fuse.encoding import claims_of


def test_every_claim_stands_beside_every_candidate_of_its_own_item() -> None:
    claims = claims_of(frame([("s", "x", "a", 1.0), ("t", "x", "a", 1.0), ("u", "x", "a", 4.0), ("s", "y", "a", 9.0)]))
    ballots = ballots_of(claims, claims.value)
    assert ballots.value.tolist() == [1.0, 4.0, 9.0]
    assert ballots.item.tolist() == [0, 0, 1]
    assert ballots.backing.tolist() == [2, 1, 1]
    assert ballots.against.tolist() == [1, 2, 0]
    assert ballots.vote.tolist() == [0, 0, 1, 2]
    # Three claims on x beside two candidates each, one claim on y beside one.
    assert list(zip(ballots.pair_claim.tolist(), ballots.pair_candidate.tolist(), strict=True)) == [
        (0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 2),
    ]  # fmt: skip
    assert ballots.agrees.tolist() == [True, False, True, False, False, True, True]
    assert ballots.distance.tolist() == [0.0, 3.0, 0.0, 3.0, 3.0, 0.0, 0.0]


def test_of_very_many_values_the_most_claimed_are_candidates_and_work_stays_linear() -> None:
    claims = claims_of(one_item(*(float(v) for v in range(10_000)), 3.0))
    ballots = ballots_of(claims, claims.value)
    assert len(ballots.value) == MOST_CANDIDATES
    assert 3.0 in ballots.value
    assert len(ballots.pair_claim) == 10_001 * MOST_CANDIDATES
    assert np.count_nonzero(ballots.vote >= 0) == MOST_CANDIDATES + 1
