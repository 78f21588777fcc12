"""Core → marts on Spark: core tables out as Parquet, dbt's `spark` target on the cluster, its rows back into the build.

The SQL stands in `dbt_project/`, as for the local engine; a release is published from the build by the same code. The folder of the
build must be one that every executor sees under the same path.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from warehouse.export import export_parquet
from warehouse.mart_nodes import NodeResult
from warehouse.marts import (
    PROJECT,
    WITHOUT_UNIT_TESTS,
    MartReport,
    dbt_environment,
    dbt_flags,
    mart_report,
    nodes_of,
    show_marts,
)
from warehouse.schema import core_tables
from warehouse.schema.marts import read_marts
from warehouse.spark.taking import take_rows

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_SCHEMAS = ("core", "marts")


def build_marts(
    database: Path, spark: SparkSession, *, unit_tests: bool = False, project: Path = PROJECT
) -> MartReport:
    """Builds and tests every mart on a cluster, and puts them into the build; otherwise as `warehouse.marts.build_marts`.

    Args:
        database: the build's file with schema core; no connection of this process may be open on it.
        spark: a session on the cluster.
        unit_tests: whether dbt's unit tests run too.
        project: dbt project with its profiles.yml.

    Returns:
        Models, tests and rows.

    Raises:
        MartError: the project does not parse, or a model or a blocking test failed; names the nodes.
        BuildError: rows break the contract of their mart.
    """
    with tempfile.TemporaryDirectory(prefix=".spark-", dir=database.parent) as folder:
        work = Path(folder)
        (work / "core").mkdir()
        keys = {table.bare_name: table.key for table in core_tables().values()}
        files = export_parquet(database, "core", work / "core", keys)
        with _schemas(spark, work), dbt_environment(database):
            for file in files:
                spark.sql(f"CREATE TABLE core.{file.stem} USING parquet LOCATION {_quoted(file)}")
            results = _dbt(database, work, unit_tests, project)
            take_rows(database, work / "marts", read_marts(project))
    show_marts(database, project)
    return mart_report(database, results)


@contextmanager
def _schemas(spark: SparkSession, work: Path) -> Iterator[None]:
    """Both layers in the session's own catalogue, with their files in the work folder; both go with the block."""
    for schema in _SCHEMAS:
        spark.sql(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
        spark.sql(f"CREATE SCHEMA {schema} LOCATION {_quoted(work / schema)}")
    try:
        yield
    finally:
        for schema in _SCHEMAS:
            spark.sql(f"DROP SCHEMA IF EXISTS {schema} CASCADE")


def _quoted(path: Path) -> str:
    """A path as a string of Spark's SQL, which takes a backslash for what it is not."""
    text = str(path).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{text}'"


def _dbt(database: Path, work: Path, unit_tests: bool, project: Path) -> tuple[NodeResult, ...]:
    from dbt.adapters import factory
    from dbt.cli.main import dbtRunner

    quiet, place = dbt_flags(project, work)
    left_out = [] if unit_tests else WITHOUT_UNIT_TESTS
    try:
        outcome = dbtRunner().invoke([*quiet, "--no-write-json", "build", *place, "--target", "spark", *left_out])
        return nodes_of(outcome, database, project)
    finally:
        forget: Any = factory.reset_adapters
        forget()
