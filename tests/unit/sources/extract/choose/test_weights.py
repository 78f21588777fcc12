"""A weights file is a forest whose columns are those of the reader, or it is refused with its name and its fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sources.extract.choose.rows import page_rows
from sources.extract.choose.weights import WEIGHTS, WeightFile, weights
from tests.unit.sources.extract.pages import REPORT, page
from training.fitting import FIRST, SECOND
from training.writing import weights_text

TREES: dict[str, Any] = {
    "names": ["gap", "distance"], "roots": [0], "feature": [1, -1, -1], "threshold": [2.5, 0, 0],
    "left": [1, 1, 2], "right": [2, 1, 2], "value": [0.5, 3, -1],
}  # fmt: skip


def file_of(**changed: Any) -> str:
    """A file with a small forest everywhere, and with one that has been changed for the parts of the second pass."""
    one = dict.fromkeys(("metrics", "parts", "areas", "times", "statuses"), TREES)
    return json.dumps({"first": one, "second": one | {"parts": TREES | changed}})


def written(folder: Path, text: str) -> Path:
    path = folder / "weights.json"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_gives_the_trees_of_both_passes(tmp_path: Path) -> None:
    found = weights(written(tmp_path, file_of(value=[0.5, 4, -1])))
    row = np.array([[0.0, 1.0]])
    assert found.first.parts.scores(row).tolist() == [3.0]
    assert found.second.parts.scores(row).tolist() == [4.0]
    assert found.names.parts.names == ("gap", "distance")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "Expecting value"),
        ("[1", "Expecting"),
        ("[]", "WeightFile"),
        ("{}", "first"),
        (file_of(value=[0.5, 3]), "columns of unequal length"),
        (file_of(feature=[2, -1, -1]), "a node asks a column that is not named"),
        (file_of(feature=[-2, -1, -1]), "a node asks a column that is not named"),
        (file_of(roots=[3]), "a node leads nowhere"),
        (file_of(right=[3, 1, 2]), "a node leads nowhere"),
        (file_of(left=[-1, 1, 2]), "a node leads nowhere"),
        (file_of(left=[0, 1, 2]), "a node leads back"),  # a row would go round for ever
        (file_of(feature=[1, 1, -1], left=[1, 0, 2], right=[2, 2, 2]), "a node leads back"),
        (file_of(value=[0.5, "much", -1]), "second.parts.value.1"),
        (file_of(depth=3), "second.parts.depth"),
    ],
)
def test_a_damaged_file_is_refused_with_its_name_and_its_fault(tmp_path: Path, text: str, fault: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ValueError, match=r"weights\.json") as raised:
        weights(path)
    assert str(path) in str(raised.value)
    assert fault in str(raised.value)


def test_the_weights_in_force_ask_the_columns_that_the_reader_computes() -> None:
    file = WeightFile.model_validate_json(WEIGHTS.read_text(encoding="utf-8"))
    for name in FIRST:
        assert getattr(file.first, name).names == FIRST[name]
        assert getattr(file.second, name).names == SECOND[name]
        assert len(set(SECOND[name])) == len(SECOND[name])


def test_the_weights_in_force_are_written_as_training_writes_them() -> None:
    text = WEIGHTS.read_text(encoding="utf-8")
    assert weights_text(WeightFile.model_validate_json(text)) == text


def test_rows_of_the_first_pass_are_as_wide_as_their_names() -> None:
    of = page(REPORT)
    rows = page_rows(of, [f.mention for f in of.figures])
    for name in FIRST:
        assert getattr(rows, name).first.shape == (getattr(rows, name).sizes.sum(), len(FIRST[name]))
