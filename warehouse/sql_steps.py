"""Steps of the build that are SQL: each file of `sql/` is one statement that makes one table.

Belongs here: how a file becomes a step, and how its statement runs. A file is named after its room and its table
(`40_growth_audit.sql`), and its lines `-- depends:` name the tables that it reads. Shapes of tables are in `schema/`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import polars as pl

from warehouse.schema import core_tables, table_of
from warehouse.schema.table import quoted
from warehouse.step import BuildContext, BuildError, Frames, Step
from warehouse.table_writer import make

if TYPE_CHECKING:
    import duckdb

FOLDER = Path(__file__).with_name("sql")
_MACROS = FOLDER / "macros"
_FILE = re.compile(r"[0-9]{2}_([a-z][a-z0-9_]*)\.sql")
_DEPENDS = re.compile(r"^-- depends: (.+)$", re.MULTILINE)
_SHOWN = 3  # repeated keys that an error shows
_ALONE = Lock()  # a service asks as of several days at once


def sql_steps(folder: Path = FOLDER) -> tuple[Step, ...]:
    """The steps of a folder, in the order of their files' names.

    Raises:
        BuildError: a file has another name, or says no line `-- depends:`.
    """
    return tuple(_step(path) for path in sorted(folder.glob("*.sql")))


def _step(path: Path) -> Step:
    sql = path.read_text(encoding="utf-8")
    named, depends = _FILE.fullmatch(path.name), _DEPENDS.findall(sql)
    if named is None or not depends:
        raise BuildError(f"{path}: name it NN_table.sql and say in lines `-- depends:` which tables it reads")
    name = named[1]
    reads = tuple(table for line in depends for table in line.split(", "))
    table = f"core.{name}" if f"core.{name}" in core_tables() else f"work.{name}"

    def run(frames: Frames, context: BuildContext) -> Frames:
        if context.con is not None:
            run_sql(context.con, sql, table)
            return {}
        return {table: _over_frames(sql, table, {read: frames[read] for read in reads})}

    return Step(name, reads, (table,), run, sql)


def add_macros(con: duckdb.DuckDBPyConnection) -> None:
    """Puts the macros of `sql/macros` into schema core of a connection's database."""
    for path in sorted(_MACROS.glob("*.sql")):
        con.execute(path.read_text(encoding="utf-8"))


def run_sql(con: duckdb.DuckDBPyConnection, sql: str, name: str) -> None:
    """Makes a table from the tables of an open connection.

    Args:
        con: a connection with all that the statement reads, and the schema of the table.
        sql: one SELECT.
        name: full name of the table; rows are stored in the order of its key.

    Raises:
        BuildError: other columns than the table's, a value that its column cannot hold, or a key that stands twice.
    """
    import duckdb

    table = table_of(name)
    columns, key = (", ".join(map(quoted, names)) for names in (table.column_names, table.key))
    if unlike := sorted(set(con.sql(sql).columns) ^ set(table.column_names)):
        raise BuildError(f"{name}: columns differ from warehouse/schema: {', '.join(unlike)}")
    make(con, table)
    order = ", ".join(f"{quoted(part)} NULLS FIRST" for part in table.key)
    try:  # one plan; a relation plans its statement again at each of its steps
        con.execute(f"INSERT INTO {table.sql_name} SELECT {columns} FROM ({sql}\n) ORDER BY {order}")
    except (duckdb.ConstraintException, duckdb.ConversionException) as error:
        raise BuildError(f"{name}: {error}") from error
    if repeated := con.table(name).aggregate(f"{key}, count(*) AS n", key).filter("n > 1").limit(_SHOWN).fetchall():
        raise BuildError(f"{name}: key {key} is repeated; first: {repeated}")


def _over_frames(sql: str, name: str, frames: Frames) -> pl.DataFrame:
    """The rows of a statement over frames, where no build is open: in tests, and as of a day."""
    with _ALONE:
        con = _memory()
        try:
            con.execute(
                "ATTACH ':memory:' AS alone; USE alone; CREATE SCHEMA raw; CREATE SCHEMA core; CREATE SCHEMA work"
            )
            add_macros(con)
            for table, frame in frames.items():
                view = table.replace(".", "_")
                # DuckDB's filters fail on Arrow's string views, which `to_arrow` avoids.
                con.register(view, frame.to_arrow())
                con.execute(f"CREATE VIEW {table_of(table).sql_name} AS FROM {view}")
            run_sql(con, sql, name)
            rows = con.table(name).pl().cast(table_of(name).polars_schema())
            con.execute("USE memory; DETACH alone")
        except Exception:
            _memory.cache_clear()  # what it left open there must not reach the next one
            raise
    return rows


@cache
def _memory() -> duckdb.DuckDBPyConnection:
    """One database of this process: to open one takes a tenth of a second."""
    import duckdb

    return duckdb.connect(config={"threads": 1})  # its rows are few
