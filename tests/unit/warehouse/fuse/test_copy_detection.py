"""Sources that repeat one another are found, good sources that agree are not, and copies of one claim are one voice."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from tests.unit.warehouse.fuse.worlds import clock_times, frame, ratings
from warehouse.fuse.copy_detection import NOBODY, Copying, copying_between, errors_shared, voices
from warehouse.fuse.encoding import claims_of


def pairs(rows: pl.DataFrame) -> set[tuple[str, str]]:
    """The pairs of sources between which there is copying, by their names."""
    claims = claims_of(rows)
    found = copying_between(claims)
    names = claims.sources.gather(found.sources).to_list()
    return {(names[i], names[j]) for i, j in zip(*np.nonzero(np.triu(found.between)), strict=True)}


def within(groups: list[list[str]]) -> set[tuple[str, str]]:
    return {(one, other) for group in groups for one in group for other in group if one < other}


@pytest.mark.parametrize("copying", [0.95, 1.0])
@pytest.mark.parametrize(("n_groups", "size"), [(5, 4), (2, 9), (1, 15)])
def test_groups_that_copy_a_bad_leader_copy_and_nobody_else_does(copying: float, n_groups: int, size: int) -> None:
    made = [[f"s{g * size + i:02d}" for i in range(size)] for g in range(n_groups)]
    assert pairs(clock_times(2, copying=copying, groups=n_groups, group_size=size).claims) == within(made)


def test_groups_that_copy_a_good_leader_copy_as_well() -> None:
    made = within([[f"s{4 * g + i:02d}" for i in range(4)] for g in range(5)])
    found = pairs(clock_times(3, leader=0.9).claims)
    assert found <= made
    assert len(found) >= 27  # of 30: who copies what is nearly always right disagrees with others no less than they do


@pytest.mark.parametrize(("n_groups", "size"), [(1, 20), (1, 24), (2, 12), (2, 15)])
def test_where_copiers_are_the_most_good_sources_do_not_pass_for_one(n_groups: int, size: int) -> None:
    """They did: medians over all sources took copying for the rule, and linked those that are right."""
    made = within([[f"s{g * size + i:02d}" for i in range(size)] for g in range(n_groups)])
    found = pairs(clock_times(1, groups=n_groups, group_size=size, leader=0.6).claims)
    assert found <= made
    assert len(found) == pytest.approx(len(made), rel=0.02)


def test_excellent_independent_sources_agree_and_do_not_copy() -> None:
    r = np.random.default_rng(1)
    truth = r.integers(0, 1_000, 200)
    right = [0.98] * 5 + [0.5] * 10
    rows = [
        (f"s{s:02d}", f"o{o}", "a", float(t if r.random() < p else r.integers(0, 1_000)))
        for s, p in enumerate(right)
        for o, t in enumerate(truth)
    ]
    assert pairs(frame(rows)) == set()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_spammers_with_one_answer_repeat_one_another_and_honest_workers_do_not(seed: int) -> None:
    rated = ratings(seed, workers=20, per=15, spam=0.4).claims
    by_answer: dict[float, list[str]] = {}
    for (worker,), said in rated.sort("source").group_by("source", maintain_order=True):
        if said["num"].n_unique() == 1:
            by_answer.setdefault(said["num"][0], []).append(str(worker))
    expected = within(list(by_answer.values()))
    assert expected  # each seed has at least two spammers with one answer
    assert pairs(rated) == expected


def test_two_sources_never_copy() -> None:
    rows = [(s, f"o{i}", "a", float(i)) for i in range(100) for s in ("s", "t")]
    assert pairs(frame(rows)) == set()


def test_copies_share_a_voice_and_each_keeps_its_own_claims() -> None:
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
    copying = Copying(np.array([1, 2]), np.array([[0.0, 0.5], [0.5, 0.0]]))
    # On x b and c say the same: 1 / (1 + 0.5) of a voice each; a is a whole one. On y they differ: a whole one each.
    assert voices(claims, copying) == pytest.approx([1, 2 / 3, 2 / 3, 1, 1])
    assert voices(claims, NOBODY).tolist() == [1, 1, 1, 1, 1]


def test_agreement_on_true_values_is_no_copying() -> None:
    # s and t agree on 6 of 10 items. Four of the six are surely true, two surely wrong; they differ on four:
    # 2 / (2 + 4) of their errors are shared, a third.
    rows = [(s, f"o{i}", "a", float(i if i < 6 else i + 10 * k)) for i in range(10) for k, s in enumerate("st")]
    claims = claims_of(frame([*rows]))
    is_wrong = np.isin(claims.value, [4.0, 5.0]).astype(np.float64)
    copying = Copying(np.array([0, 1]), np.array([[0.0, 0.6], [0.6, 0.0]]))
    found = errors_shared(claims, copying, is_wrong).between
    assert found == pytest.approx(np.array([[0, 1 / 3], [1 / 3, 0]]))
    # Of wrong ones shared by one in five nothing is left: 1 / (1 + 4) lies below what counts.
    is_wrong = np.isin(claims.value, [4.0]).astype(np.float64)
    assert not len(errors_shared(claims, copying, is_wrong).sources)
