"""Sources that repeat one another are found, good sources that agree are not, and a circle has one voice."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from tests.unit.warehouse.fuse.worlds import clock_times, frame, ratings
from warehouse.fuse.circles import circles_of, one_voice_per_circle
from warehouse.fuse.encoding import claims_of


def groups(rows: pl.DataFrame) -> list[list[str]]:
    """The circles of more than one source, by their names."""
    claims = claims_of(rows)
    number = circles_of(claims)
    names = claims.sources.to_list()
    found = [[names[s] for s in np.flatnonzero(number == first)] for first in np.unique(number)]
    return [group for group in found if len(group) > 1]


def circles(seed: int, **options: float) -> list[list[str]]:
    return groups(clock_times(seed, **options).claims)  # type: ignore[arg-type]


@pytest.mark.parametrize("copying", [0.95, 1.0])
@pytest.mark.parametrize(("n_groups", "size"), [(5, 4), (2, 9), (1, 15)])
def test_groups_that_copy_a_bad_leader_are_circles_and_nobody_else_is(copying: float, n_groups: int, size: int) -> None:
    made = [[f"s{g * size + i:02d}" for i in range(size)] for g in range(n_groups)]
    assert circles(2, copying=copying, groups=n_groups, group_size=size) == made


def test_groups_that_copy_a_good_leader_are_circles_too() -> None:
    assert circles(3, leader=0.9) == [[f"s{4 * g + i:02d}" for i in range(4)] for g in range(5)]


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


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_spammers_with_one_answer_are_a_circle_and_honest_workers_are_none(seed: int) -> None:
    rated = ratings(seed, workers=20, per=15, spam=0.4).claims
    by_answer: dict[float, list[str]] = {}
    for (worker,), said in rated.sort("source").group_by("source", maintain_order=True):
        if said["num"].n_unique() == 1:
            by_answer.setdefault(said["num"][0], []).append(str(worker))
    expected = sorted(group for group in by_answer.values() if len(group) > 1)
    assert expected  # each seed has at least two spammers with one answer
    assert sorted(groups(rated)) == expected


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
