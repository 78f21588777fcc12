"""The marts are read from their dbt models; a model that says too little is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from warehouse.reviewed import ReviewedFileError
from warehouse.schema import core_tables
from warehouse.schema.marts import MartColumn, marts, read_marts

MODEL = """
version: 2
models:
  - name: sizes
    description: Sizes.
    config:
      meta: {grain: size, key: [size_id]}
    columns:
      - {name: size_id, description: the id, data_type: varchar, constraints: [{type: not_null}]}
      - {name: year, description: its year, data_type: integer, config: {meta: {unit: year}}}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A dbt project with one mart on one core table."""
    (tmp_path / "models" / "marts").mkdir(parents=True)
    (tmp_path / "models" / "marts" / "sizes.yml").write_text(MODEL)
    (tmp_path / "models" / "marts" / "sizes.sql").write_text("select * from {{ source('core', 'estimates') }}")
    return tmp_path


def test_a_mart_is_what_its_model_says(project: Path) -> None:
    mart = read_marts(project)["sizes"]
    assert (mart.doc, mart.grain, mart.key, mart.core_tables) == ("Sizes.", "size", ("size_id",), ("estimates",))
    assert mart.columns == (
        MartColumn("size_id", "the id", None, "varchar", required=True),
        MartColumn("year", "its year", "year", "integer"),
    )


def test_our_marts_rest_on_core_tables_that_exist() -> None:
    named = {f"core.{table}" for mart in marts().values() for table in mart.core_tables}
    assert named <= set(core_tables())
    assert marts()["evidence"].core_tables == ("evidence",)
    assert list(marts()) == sorted(marts())


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("key: [size_id]", "key: [id]", "its key names no column of it: id"),
        ("key: [size_id]", "key: []", "key"),
        ("key: [size_id]", "key: [size_id], order: [day]", "its order names no column of it: day"),
        ("grain: size, ", "", "grain: this key is required and missing"),
        ("description: Sizes.", "description: ''", "description"),
        ("description: the id, ", "", "description: this key is required and missing"),
        ("data_type: integer, ", "", "data_type: this key is required and missing"),
        ("name: sizes", "name: volumes", "volumes: has no volumes.sql beside it"),
    ],
)
def test_a_model_that_says_too_little_names_its_file(project: Path, old: str, new: str, told: str) -> None:
    (project / "models" / "marts" / "sizes.yml").write_text(MODEL.replace(old, new))
    with pytest.raises(ReviewedFileError, match=r"sizes\.yml") as refused:
        read_marts(project)
    assert told in str(refused.value)
