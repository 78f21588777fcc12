"""Names and types of the columns that a query has, as DuckDB derives them over empty core tables. Nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from warehouse.schema.table import Table
from warehouse.step import BuildError
from warehouse.vintages.models import Model, forget_files, models


def typed_models(project: Path, tables: Sequence[Table]) -> Sequence[tuple[Model, Mapping[str, str]]]:
    """The marts of a project, with the columns of their queries.

    Args:
        project: dbt project.
        tables: core tables.

    Returns:
        Models in the order of their names, with type by column in the order of the query; types in lower case, as a dbt
        contract has them: `decimal(38,9)`.

    Raises:
        BuildError: a query is refused by DuckDB or names a model that is not there; names the model.
    """
    import duckdb

    forget_files()
    con = duckdb.connect()
    typed = []
    try:
        con.execute("CREATE SCHEMA core; CREATE SCHEMA marts")
        for table in tables:
            con.execute(table.ddl())
        for model in models(None, project):
            try:
                con.execute(f"CREATE VIEW {model.sql_name} AS {model.sql}")
            except duckdb.Error as error:
                raise BuildError(f"{project}: {model.name}: {error}") from error
            rows = con.execute(f"DESCRIBE {model.sql_name}").fetchall()
            typed.append((model, {name: type_name.lower() for name, type_name, *_ in rows}))
    finally:
        con.close()
    return typed
