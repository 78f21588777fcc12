"""Marts of another engine become tables of the build only where they keep their contracts."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from warehouse.connection import connect, query
from warehouse.schema.marts import Mart, MartColumn
from warehouse.spark.taking import take_rows
from warehouse.step import BuildError

SIZES = Mart(
    "sizes",
    "Sizes, with a quote's mark.",
    "size",
    ("size_id",),
    (
        MartColumn("size_id", "the id", None, "varchar", required=True),
        MartColumn("size", "in USD", "USD", "decimal(38,9)"),
    ),
    (),
)


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """An empty build."""
    path = tmp_path / "warehouse.duckdb"
    connect(path, read_only=False).close()
    return path


def write(folder: Path, name: str, **columns: list[object]) -> None:
    """One file of a mart."""
    (folder / "sizes").mkdir(exist_ok=True, parents=True)
    pq.write_table(pa.table(columns), folder / "sizes" / f"{name}.parquet")


def test_rows_of_all_files_stand_in_key_order_under_the_types_and_words_of_their_contract(
    build: Path, tmp_path: Path
) -> None:
    write(tmp_path, "part-1", size=[2, None], size_id=["c", "a"])  # columns in another order
    write(tmp_path, "part-0", size=[1], size_id=["b"])
    take_rows(build, tmp_path, {"sizes": SIZES})
    assert query(build, "SELECT size_id, size::varchar AS size FROM marts.sizes").rows() == [
        ("a", None),
        ("b", "1.000000000"),
        ("c", "2.000000000"),
    ]
    assert query(
        build, "SELECT column_name, data_type, is_nullable, comment FROM duckdb_columns() WHERE table_name = 'sizes'"
    ).rows() == [("size_id", "VARCHAR", False, "the id"), ("size", "DECIMAL(38,9)", True, "in USD")]
    assert query(build, "SELECT comment FROM duckdb_tables()").rows() == [("Sizes, with a quote's mark.",)]


def test_a_mart_without_rows_is_a_table_without_rows(build: Path, tmp_path: Path) -> None:
    take_rows(build, tmp_path, {"sizes": SIZES})
    assert query(build, "SELECT count(*) FROM marts.sizes").rows() == [(0,)]


@pytest.mark.parametrize(
    "columns",
    [
        {"size_id": ["a", None], "size": [1, 2]},  # null where the contract refuses it
        {"size_id": ["a"]},  # a column too few
        {"size_id": ["a"], "size": ["large"]},  # no number
    ],
)
def test_rows_that_break_the_contract_are_refused_with_the_name_of_the_mart(
    build: Path, tmp_path: Path, columns: dict[str, list[object]]
) -> None:
    write(tmp_path, "part-0", **columns)
    with pytest.raises(BuildError, match=r"marts\.sizes: rows of Spark break its contract"):
        take_rows(build, tmp_path, {"sizes": SIZES})
