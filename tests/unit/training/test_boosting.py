"""Boosting learns what tells candidates apart, gives the same text for the same inputs, and writes what the reader reads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sources.extract.choose.trees import chances
from sources.extract.choose.weights import PassWeights, TreeColumns, WeightFile, weights
from training.boosting import boosted
from training.writing import weights_text

NAMES = ("noise", "telling", "constant")
N = 80


def toy(seed: int = 1) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Groups of three candidates; the right one has the largest value of the second column, whatever the others say."""
    draw = np.random.default_rng(seed)
    groups, right = [], []
    for _ in range(N):
        values = draw.permutation([0.1, 0.5, 0.9])
        groups.append(np.column_stack([draw.random(3), values, np.ones(3)]))
        right.append((values == 0.9).astype(float))
    return groups, right


def fitted(rounds: int = 20) -> TreeColumns:
    groups, right = toy()
    return boosted(groups, right, NAMES, rounds, num_leaves=4, min_data_in_leaf=5)


def test_a_column_that_tells_the_right_candidate_is_learned() -> None:
    trees = fitted().trees()
    groups, right = toy(seed=2)  # others than those it was fitted on
    scores = trees.scores(np.vstack(groups))
    found = chances(scores, np.full(N, 3, dtype=np.int32))
    assert [int(np.argmax(p)) for p in found] == [int(np.argmax(r)) for r in right]
    assert min(p.max() for p in found) > 0.5


def test_the_telling_column_adds_most_and_a_constant_one_nothing() -> None:
    columns = fitted()
    assert "constant" not in {NAMES[f] for f in columns.feature if f >= 0}
    added = columns.trees().shares(np.array([0.5, 0.9, 1.0]))
    assert added[1] > abs(added[0])
    assert added[2] == 0


def test_of_several_right_candidates_either_may_be_chosen_and_the_wrong_one_is_not() -> None:
    groups, _ = toy()
    right = [(g[:, 1] > 0.3).astype(float) for g in groups]  # 0.5 and 0.9 are right, 0.1 is wrong
    trees = boosted(groups, right, NAMES, 30, num_leaves=4, min_data_in_leaf=5).trees()
    low, middle, high = trees.scores(np.array([[0.5, 0.1, 1], [0.5, 0.5, 1], [0.5, 0.9, 1]]))
    assert min(middle, high) > low + 1
    assert abs(middle - high) < 0.5


def test_the_first_tree_steps_along_the_gradient_that_is_worked_by_hand() -> None:
    # Each group: chances 1/3; the gradient p - p(right) is -2/3 for the right one and 1/3 for the others, the curvature 1/3 * 2/3 = 2/9.
    # One split parts the 80 right from the 160 wrong candidates. A leaf gives -rate * sum(gradient) / (sum(curvature) + 1):
    # right: 0.1 * (80 * 2/3) / (80 * 2/9 + 1) = 5.3333 / 18.7778 = 0.28402
    # wrong: -0.1 * (160 / 3) / (160 * 2/9 + 1) = -5.3333 / 36.5556 = -0.14590
    groups, right = toy()
    columns = boosted(groups, right, NAMES, 1, num_leaves=2, min_data_in_leaf=5)
    assert columns.feature == (1, -1, -1)
    assert columns.roots == (0,)
    assert 0.5 < columns.threshold[0] < 0.9
    assert columns.value[1:] == pytest.approx((-0.14590, 0.28402), abs=1e-5)


def test_the_same_inputs_give_the_same_text_twice_and_others_another(tmp_path: Path) -> None:
    def text(rounds: int) -> str:
        one = PassWeights(**{name: fitted(rounds) for name in PassWeights.model_fields})
        return weights_text(WeightFile(first=one, second=one))

    assert text(9) == text(9)
    assert text(9) != text(8)
    path = tmp_path / "weights.json"
    path.write_text(text(9), encoding="utf-8")
    rows = np.vstack(toy()[0])
    assert weights(path).second.areas.scores(rows).tolist() == fitted(9).trees().scores(rows).tolist()
    assert weights_text(WeightFile.model_validate_json(text(9))) == text(9)


def test_where_no_split_is_worth_it_a_tree_is_a_single_leaf() -> None:
    groups, right = toy()
    columns = boosted(groups, right, NAMES, 3, min_gain_to_split=1e9)
    assert set(columns.feature) == {-1}
    assert len(set(columns.trees().scores(np.ones((2, 3))).tolist())) == 1
