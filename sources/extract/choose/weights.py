"""The chooser's weights: one reviewed file, written by `make train-chooser`, read without any training library."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, model_validator

from sources.extract.choose.passes import PassTrees
from sources.extract.choose.trees import Trees

WEIGHTS = Path(__file__).with_name("weights.json")


class TreeColumns(BaseModel):
    """Trees of one attribute and pass as columns; `names` are the columns of the rows that they ask."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    names: tuple[str, ...]
    roots: tuple[int, ...]
    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: tuple[float, ...]

    @model_validator(mode="after")
    def _is_a_forest(self) -> TreeColumns:
        n = len(self.feature)
        if not all(len(column) == n for column in (self.threshold, self.left, self.right, self.value)):
            raise ValueError("columns of unequal length")
        feature, left, right = np.array(self.feature), np.array(self.left), np.array(self.right)
        if not ((feature >= -1) & (feature < len(self.names))).all():
            raise ValueError("a node asks a column that is not named")
        if not all(((nodes >= 0) & (nodes < n)).all() for nodes in (np.array(self.roots), left, right)):
            raise ValueError("a node leads nowhere")
        if not (np.minimum(left, right) > np.arange(n))[feature >= 0].all():
            raise ValueError("a node leads back")  # a row would never reach a leaf
        return self

    def trees(self) -> Trees:
        """For evaluation."""
        return Trees(
            roots=np.array(self.roots, dtype=np.int32),
            feature=np.array(self.feature, dtype=np.int32),
            threshold=np.array(self.threshold),
            left=np.array(self.left, dtype=np.int32),
            right=np.array(self.right, dtype=np.int32),
            value=np.array(self.value),
        )


class PassWeights(BaseModel):
    """Trees of one pass."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    metrics: TreeColumns
    parts: TreeColumns
    areas: TreeColumns
    times: TreeColumns
    statuses: TreeColumns

    def trees(self) -> PassTrees:
        """For evaluation."""
        return PassTrees(
            self.metrics.trees(), self.parts.trees(), self.areas.trees(), self.times.trees(), self.statuses.trees()
        )


class WeightFile(BaseModel):
    """`weights.json`: two passes."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    first: PassWeights
    second: PassWeights


@dataclass(frozen=True)
class Weights:
    """Both passes ready for use, with the names of the second one's columns."""

    first: PassTrees
    second: PassTrees
    names: PassWeights


@cache
def weights(path: Path = WEIGHTS) -> Weights:
    """The weights in force.

    Args:
        path: of the file.

    Raises:
        ValueError: the file is no such record; the message names the file and the fault.
    """
    try:
        file = WeightFile.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
    return Weights(file.first.trees(), file.second.trees(), file.second)
