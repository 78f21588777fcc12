"""The weights as text: one line per column, the same text for the same weights."""

from __future__ import annotations

import json

from sources.extract.choose.weights import PassWeights, TreeColumns, WeightFile


def weights_text(weights: WeightFile) -> str:
    """JSON with one line per column of the trees."""
    passes = ",\n".join(f'"{name}": {_pass(getattr(weights, name))}' for name in ("first", "second"))
    return "{\n" + passes + "\n}\n"


def _pass(weights: PassWeights) -> str:
    found = ",\n".join(f'"{name}": {_trees(getattr(weights, name))}' for name in PassWeights.model_fields)
    return "{\n" + found + "\n}"


def _trees(trees: TreeColumns) -> str:
    columns = trees.model_dump()
    return (
        "{\n" + ",\n".join(f'"{name}": {json.dumps(columns[name], separators=(",", ":"))}' for name in columns) + "\n}"
    )
