"""Trees by hand: scores, what each column adds, and chances within each group."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.extract.choose.trees import Trees, chances


def forest(*nodes: tuple[int, float, int, int, float], roots: tuple[int, ...] = (0,)) -> Trees:
    """Nodes as (feature, threshold, left, right, value)."""
    feature, threshold, left, right, value = zip(*nodes, strict=True)
    return Trees(
        roots=np.array(roots, dtype=np.int32),
        feature=np.array(feature, dtype=np.int32),
        threshold=np.array(threshold, dtype=float),
        left=np.array(left, dtype=np.int32),
        right=np.array(right, dtype=np.int32),
        value=np.array(value, dtype=float),
    )


# One tree of three nodes: column 1 up to 2.5 gives 3, above it -1; on average it gave 0.5.
THREE = forest((1, 2.5, 1, 2, 0.5), (-1, 0, 1, 1, 3.0), (-1, 0, 2, 2, -1.0))
# A second tree: column 0 up to 0 gives 1; above it column 1 up to 4 gives 2, above it 5.
TWO_TREES = forest(
    (1, 2.5, 1, 2, 0.5), (-1, 0, 1, 1, 3.0), (-1, 0, 2, 2, -1.0),
    (0, 0.0, 4, 5, 2.0), (-1, 0, 4, 4, 1.0), (1, 4.0, 6, 7, 3.0), (-1, 0, 6, 6, 2.0), (-1, 0, 7, 7, 5.0),
    roots=(0, 3),
)  # fmt: skip


@pytest.mark.parametrize(
    ("row", "score", "shares"),
    [
        ((9.0, 2.0), 3.0, (0, 2.5)),  # 3 - 0.5
        ((9.0, 2.5), 3.0, (0, 2.5)),  # at the threshold a row goes left
        ((9.0, 2.6), -1.0, (0, -1.5)),  # -1 - 0.5
    ],
)
def test_a_tree_of_three_nodes(row: tuple[float, ...], score: float, shares: tuple[float, ...]) -> None:
    assert THREE.scores(np.array([row])).tolist() == [score]
    assert THREE.shares(np.array(row)).tolist() == list(shares)


@pytest.mark.parametrize(
    ("row", "score", "shares"),
    [
        ((0.0, 3.0), -1 + 1, (1 - 2, -1 - 0.5)),
        ((1.0, 3.0), -1 + 2, (3 - 2, (-1 - 0.5) + (2 - 3))),
        ((1.0, 9.0), -1 + 5, (3 - 2, (-1 - 0.5) + (5 - 3))),
        ((1.0, 1.0), 3 + 2, (3 - 2, (3 - 0.5) + (2 - 3))),
    ],
)
def test_trees_add_up(row: tuple[float, ...], score: float, shares: tuple[float, ...]) -> None:
    assert TWO_TREES.scores(np.array([row])).tolist() == [score]
    assert TWO_TREES.shares(np.array(row)).tolist() == list(shares)


def test_a_forest_without_rows_or_of_single_leaves_has_scores() -> None:
    assert THREE.scores(np.zeros((0, 2))).tolist() == []
    assert forest((-1, 0, 0, 0, 0.25)).scores(np.zeros((2, 1))).tolist() == [0.25, 0.25]


@st.composite
def forests(draw: st.DrawFn) -> Trees:
    nodes: list[tuple[int, float, int, int, float]] = []
    numbers = st.integers(-8, 8).map(lambda n: n / 4)

    def grow(depth: int) -> int:
        at = len(nodes)
        nodes.append((-1, 0.0, at, at, draw(numbers)))
        if depth and draw(st.booleans()):
            left, right = grow(depth - 1), grow(depth - 1)
            nodes[at] = (draw(st.integers(0, 2)), draw(numbers), left, right, draw(numbers))
        return at

    roots = tuple(grow(3) for _ in range(draw(st.integers(1, 4))))
    return forest(*nodes, roots=roots)


ROWS = st.lists(st.tuples(*[st.integers(-8, 8).map(lambda n: n / 4)] * 3), min_size=1, max_size=5)


@given(forests(), ROWS)
def test_shares_and_the_values_of_the_roots_add_up_to_the_score(trees: Trees, rows: list[tuple[float, ...]]) -> None:
    for row, score in zip(rows, trees.scores(np.array(rows)), strict=True):
        assert trees.shares(np.array(row)).sum() + trees.value[trees.roots].sum() == pytest.approx(score)


@given(forests())
def test_the_score_of_a_row_is_its_own_however_many_rows_are_asked(trees: Trees) -> None:
    rows = np.random.default_rng(1).integers(-8, 8, size=(1300, 3)) / 4  # more than two pieces of 512
    together = trees.scores(rows)
    for at in (0, 511, 512, 1024, 1299):
        assert trees.scores(rows[at : at + 1]).tolist() == [together[at]]


@given(forests(), st.lists(st.integers(1, 700), min_size=1, max_size=4))
def test_rows_of_figures_have_the_scores_that_they_have_alone(trees: Trees, sizes: list[int]) -> None:
    rows = np.random.default_rng(2).integers(-8, 8, size=(sum(sizes), 3)) / 4
    rows[:, 1] = np.repeat(np.arange(len(sizes)) / 2, sizes)  # one of three columns is the figure's own
    grouped = trees.scores(rows, np.array(sizes, dtype=np.int32))
    assert grouped.tolist() == trees.scores(rows).tolist()


def test_chances_are_exponents_over_the_sum_of_their_group() -> None:
    found = chances(np.array([0.0, 1.0, 7.0]), np.array([2, 1], dtype=np.int32))
    assert found[0].tolist() == pytest.approx([1 / (1 + exp(1)), exp(1) / (1 + exp(1))])
    assert found[1].tolist() == [1.0]


@given(st.lists(st.lists(st.floats(-900, 900), min_size=1, max_size=6), min_size=1, max_size=5))
def test_chances_of_every_group_add_up_to_one_and_keep_the_order(groups: list[list[float]]) -> None:
    sizes = np.array([len(g) for g in groups], dtype=np.int32)
    found = chances(np.array([s for g in groups for s in g]), sizes)
    assert [len(p) for p in found] == sizes.tolist()
    for scores, p in zip(groups, found, strict=True):
        assert p.sum() == pytest.approx(1.0)
        assert p[int(np.argmax(scores))] == p.max()


def walked(trees: Trees, row: tuple[float, ...]) -> float:
    """The score of a row by its paths, tree by tree."""
    total = 0.0
    for root in trees.roots.tolist():
        at = root
        while (asked := int(trees.feature[at])) >= 0:
            at = int(trees.left[at] if row[asked] <= trees.threshold[at] else trees.right[at])
        total += float(trees.value[at])
    return total


@given(forests(), ROWS)
def test_scores_are_the_leaves_at_the_ends_of_the_paths(trees: Trees, rows: list[tuple[float, ...]]) -> None:
    assert trees.scores(np.array(rows)).tolist() == [walked(trees, row) for row in rows]  # quarters add up exactly


def chain(n: int) -> Trees:
    """A tree of n leaves: column 0 up to k gives k."""
    nodes: list[tuple[int, float, int, int, float]] = []
    for k in range(n - 1):
        nodes += [(0, float(k), 2 * k + 1, 2 * k + 2, 0.0), (-1, 0.0, 2 * k + 1, 2 * k + 1, float(k))]
    return forest(*nodes, (-1, 0.0, 2 * n - 2, 2 * n - 2, float(n - 1)))


@pytest.mark.parametrize("n", [1, 2, 8, 9, 16, 17, 32, 33, 64])
def test_every_leaf_of_a_tree_of_up_to_64_leaves_is_reached(n: int) -> None:
    assert chain(n).scores(np.arange(n, dtype=float)[:, None]).tolist() == list(range(n))


def test_a_tree_of_more_leaves_than_an_integer_has_bits_is_refused() -> None:
    with pytest.raises(ValueError, match="65 leaves, 64 at most"):
        chain(65).scores(np.zeros((1, 1)))
