"""Sources that repeat one another are found, good sources that agree are not, and a circle has one voice."""

from __future__ import annotations

import numpy as np
import pytest

from tests.unit.warehouse.fuse.worlds import clock_times, frame, ratings
from warehouse.fuse.circles import circles_of, one_voice_per_circle
from warehouse.fuse.encoding import claims_of


def circles(seed: int, **options: float) -> list[list[str]]:
    claims = claims_of(clock_times(seed, **options).claims)  # type: ignore[arg-type]
    number = circles_of(claims)
    names = claims.sources.to_list()
    groups = [[names[s] for s in np.flatnonzero(number == first)] for first in np.unique(number)]
    return [group for group in groups if len(group) > 1]


@pytest.mark.parametrize("copying", [0.95, 1.0])
@pytest.mark.parametrize(("groups", "size"), [(5, 4), (2, 9), (1, 15)])
def test_groups_that_copy_a_bad_leader_are_circles_and_nobody_else_is(copying: float, groups: int, size: int) -> None:
    made = [[f"s{g * size + i:02d}" for i in range(size)] for g in range(groups)]
    assert circles(2, copying=copying, groups=groups, group_size=size) == made


def test_groups_that_copy_a_good_leader_are_circles_too() -> None:
    assert len(circles(3, leader=0.9)) == 5


def test_excellent_independent_sources_agree_and_are_no_circle() -> None:
    r = np.random.default_rng(1)
    truth = r.integers(0, 1_000, 200)
    right = [0.98] * 5 + [0.5] * 10
    rows = [
        (f"s{s:02d}", f"o{o}", "a", float(t if r.random() < p else r.integers(0, 1_000)))
        for s, p in enumerate(right)
        for o, t in enumerate(truth)
    ]
    assert circles_of(claims_of(frame(rows))).tolist() == list(range(15))


def test_spammers_with_one_answer_are_a_circle() -> None:
    claims = claims_of(ratings(1, workers=20, per=15, spam=0.4).claims)
    number = circles_of(claims)
    assert len(np.unique(number)) < 20


def test_two_sources_are_never_a_circle() -> None:
    rows = [(s, f"o{i}", "a", float(i)) for i in range(100) for s in ("s", "t")]
    assert circles_of(claims_of(frame(rows))).tolist() == [0, 1]


def test_a_circle_has_one_voice_per_value() -> None:
    claims = claims_of(
        frame(
            [
                ("a", "x", "v", 1.0),
                ("b", "x", "v", 1.0),
                ("c", "x", "v", 1.0),
                ("b", "y", "v", 2.0),
                ("c", "y", "v", 3.0),
            ]
        )
    )
    voices = one_voice_per_circle(claims, np.array([0, 1, 1]))
    # b and c are one: x has a's 1 and theirs once; on y they differ, and both stay.
    assert voices.value.tolist() == [1.0, 1.0, 2.0, 3.0]
    assert voices.source.tolist() == [0, 1, 1, 1]
    assert voices.size.tolist() == [2, 2]


def test_without_circles_claims_stay_as_they_are() -> None:
    claims = claims_of(frame([("a", "x", "v", 1.0), ("b", "x", "v", 1.0)]))
    assert one_voice_per_circle(claims, np.array([0, 1])) is claims
