"""Fits both passes. The first is fitted on each half of the texts and applied to the other, so that the second learns from choices on unseen texts."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from sources.extract.choose.passes import OTHERS, PassRows, PassTrees, choices, first_rows, second_rows
from sources.extract.choose.weights import PassWeights, TreeColumns, WeightFile
from sources.extract.features import areas, figures, metrics, neighbours, parts, rules, statuses, times
from training.boosting import boosted
from training.examples import Example

ATTRIBUTES = ("metrics", "parts", "areas", "times", "statuses")
FIRST = {
    "metrics": (*metrics.COLUMNS, *figures.COLUMNS[1:]),
    "parts": (*parts.COLUMNS, *figures.COLUMNS),
    "areas": (*areas.COLUMNS, *figures.COLUMNS),
    "times": (*times.COLUMNS, *figures.COLUMNS),
    "statuses": (*statuses.COLUMNS, *figures.COLUMNS),
}
_RULES = {
    "metrics": metrics.RULE_COLUMNS,
    "parts": rules.PART_COLUMNS,
    "areas": rules.AREA_COLUMNS,
    "times": times.RULE_COLUMNS,
    "statuses": statuses.RULE_COLUMNS,
}
SECOND = {name: (*FIRST[name], *neighbours.COLUMNS, *OTHERS[name], *_RULES[name]) for name in ATTRIBUTES}
_SETTINGS: dict[str, dict[str, Any]] = {
    "metrics": {"num_leaves": 15, "learning_rate": 0.1, "min_data_in_leaf": 20, "feature_fraction": 0.6},
    "parts": {"num_leaves": 31, "learning_rate": 0.15, "min_data_in_leaf": 20, "feature_fraction": 0.8},
    "areas": {"num_leaves": 15, "learning_rate": 0.1, "min_data_in_leaf": 10, "feature_fraction": 0.6},
}
_SETTINGS["times"] = {"num_leaves": 15, "learning_rate": 0.1, "min_data_in_leaf": 10, "feature_fraction": 0.8}
_SETTINGS["statuses"] = {"num_leaves": 7, "learning_rate": 0.1, "min_data_in_leaf": 20, "feature_fraction": 0.6}
_ROUNDS = 120


def fitted(examples: Sequence[Example]) -> WeightFile:
    """Both passes.

    Args:
        examples: the first pass is fitted on all of them, the second on those with a reading of the rules.
    """
    first = _fitted([(e, first_rows(e.rows)) for e in examples], FIRST)
    taught = {
        half: _fitted([(e, first_rows(e.rows)) for e in examples if _half(e) != half], FIRST).trees() for half in (0, 1)
    }
    read = [e for e in examples if e.has_rules]
    second = _fitted([(e, second_of(e, taught[_half(e)])) for e in read], SECOND)
    return WeightFile(first=first, second=second)


def second_of(e: Example, trees: PassTrees) -> PassRows:
    """The second pass's columns of an example, from the choices of this first pass."""
    return second_rows(e.page, e.rows, choices(e.rows, first_rows(e.rows), trees))


def _fitted(taught: Sequence[tuple[Example, PassRows]], names: dict[str, tuple[str, ...]]) -> PassWeights:
    return PassWeights(**{name: _attribute(taught, name, names[name]) for name in ATTRIBUTES})


def _attribute(taught: Sequence[tuple[Example, PassRows]], name: str, columns: tuple[str, ...]) -> TreeColumns:
    groups, right = [], []
    for e, seen in taught:
        sizes = getattr(e.rows, name).sizes
        for group, target in zip(
            np.split(getattr(seen, name), np.cumsum(sizes)[:-1]), getattr(e.targets, name), strict=True
        ):
            if target is not None:
                groups.append(group[target.taken])
                right.append(target.right)
    return boosted(groups, right, columns, _ROUNDS, **_SETTINGS[name])


def _half(e: Example) -> int:
    return hashlib.sha256(e.name.encode()).digest()[0] % 2
