"""Boosted conditional logit: trees that raise the probability of the right candidates within each figure's group. LightGBM does the work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import lightgbm
import numpy as np

from sources.extract.choose.weights import TreeColumns

_DECIMALS = 6
_COMMON = {
    "verbose": -1, "num_threads": 1, "deterministic": True, "force_col_wise": True, "seed": 1, "use_missing": False, "max_bin": 255, "boost_from_average": False,
    "learning_rate": 0.1, "lambda_l2": 1.0,
}  # fmt: skip


def boosted(
    groups: Sequence[np.ndarray],
    right: Sequence[np.ndarray],
    names: Sequence[str],
    rounds: int,
    **settings: Any,
) -> TreeColumns:
    """Fits trees to groups of candidates.

    The loss of a group is -ln of the summed probability of its right candidates (McFadden's conditional logit, with several right answers);
    its gradient by score is p - p restricted to the right ones.

    Args:
        groups: rows of each figure's candidates.
        right: 1 for each right candidate, 0 for the others; at least one of both per group.
        names: of the columns.
        rounds: number of trees.
        settings: of LightGBM, beside those in common.
    """
    sizes = np.array([len(r) for r in right])
    starts = np.r_[0, np.cumsum(sizes)[:-1]]
    group = np.repeat(np.arange(len(sizes)), sizes)
    is_right = np.concatenate(right)

    def objective(scores: np.ndarray, _: Any) -> tuple[np.ndarray, np.ndarray]:
        weights = np.exp(scores - np.maximum.reduceat(scores, starts)[group])
        chance = weights / np.add.reduceat(weights, starts)[group]
        of_right = chance * is_right
        wanted = of_right / np.maximum(np.add.reduceat(of_right, starts)[group], 1e-12)
        return chance - wanted, np.maximum(chance * (1 - chance), 1e-2)

    rows = lightgbm.Dataset(np.vstack(groups), is_right)
    model = lightgbm.train({**_COMMON, **settings, "objective": objective}, rows, rounds)
    return _columns(model.dump_model(), names)


def _columns(model: dict[str, Any], names: Sequence[str]) -> TreeColumns:
    roots: list[int] = []
    nodes: list[tuple[int, float, int, int, float]] = []

    def add(node: dict[str, Any]) -> int:
        at = len(nodes)
        nodes.append((-1, 0.0, at, at, 0.0))
        if "split_feature" in node:
            left, right = add(node["left_child"]), add(node["right_child"])
            value = round(float(node["internal_value"]), _DECIMALS)
            nodes[at] = (int(node["split_feature"]), float(node["threshold"]), left, right, value)
        else:
            nodes[at] = (-1, 0.0, at, at, round(float(node["leaf_value"]), _DECIMALS))
        return at

    for tree in model["tree_info"]:
        roots.append(add(tree["tree_structure"]))
    feature, threshold, left, right, value = zip(*nodes, strict=True)
    return TreeColumns(
        names=tuple(names),
        roots=tuple(roots),
        feature=feature,
        threshold=threshold,
        left=left,
        right=right,
        value=value,
    )
