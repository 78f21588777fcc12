"""Tables of a built database as Parquet or CSV files, and their entries in the catalogue.

Reading only; `seal` is the one writer.

Belongs here: everything a release needs from DuckDB. What a release is (folder, manifest, pointer) is said in
`release/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from warehouse.connection import connect, connected
from warehouse.schema.table import literal, quoted
from warehouse.step import BuildError

if TYPE_CHECKING:
    import duckdb

ROW_GROUP_SIZE = 122_880  # DuckDB's own default, stated: the bytes of a file depend on it
Form = Literal["parquet", "csv"]
WRITTEN: Mapping[Form, str] = {
    "parquet": f"FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {ROW_GROUP_SIZE}",
    "csv": "FORMAT csv, HEADER, DELIMITER ','",
}


@dataclass(frozen=True, slots=True)
class ColumnInfo:
    """One column as the database's catalogue knows it."""

    name: str
    type: str  # DuckDB type
    required: bool
    doc: str | None


@dataclass(frozen=True, slots=True)
class TableInfo:
    """One table as the database's catalogue knows it."""

    name: str  # without its schema
    doc: str | None
    columns: tuple[ColumnInfo, ...]
    n_rows: int


def seal(database: Path) -> None:
    """Folds the write-ahead log into the file, so that the file alone is the database.

    A log left beside a file that is copied or replaced is merged into it silently at the next open.

    Raises:
        BuildError: a log is still there afterwards.
    """
    connection = connect(database, read_only=False)
    try:
        connection.execute("CHECKPOINT")
    finally:
        connection.close()
    log = database.with_name(database.name + ".wal")
    if log.exists():
        raise BuildError(
            f"{log}: still exists after a checkpoint; another process has the build open: end it and run again"
        )


def list_tables(database: Path, schema: str) -> tuple[TableInfo, ...]:
    """Tables (not views) of one schema, by name.

    Args:
        database: a closed database file.
        schema: "marts", "core" or "raw".

    Returns:
        One entry per table with its columns in order, comments and number of rows.
    """
    connection = connect(database, read_only=True)
    try:
        # No placeholders: binding one pulls pandas in, and schema names are ours.
        of_schema = f"WHERE schema_name = {literal(schema)}"
        tables = connection.execute(
            f"SELECT table_name, comment FROM duckdb_tables() {of_schema} ORDER BY 1"
        ).fetchall()
        columns: dict[str, list[ColumnInfo]] = {}
        for name, *column in connection.execute(
            "SELECT table_name, column_name, data_type, NOT is_nullable, comment FROM duckdb_columns() "
            f"{of_schema} ORDER BY table_name, column_index"
        ).fetchall():
            columns.setdefault(name, []).append(ColumnInfo(*column))
        infos = []
        for name, doc in tables:
            count = connection.execute(f"SELECT count(*) FROM {quoted(schema)}.{quoted(name)}").fetchone()
            infos.append(TableInfo(name, doc, tuple(columns[name]), count[0] if count else 0))
        return tuple(infos)
    finally:
        connection.close()


def export_parquet(
    database: Path, schema: str, directory: Path, orders: Mapping[str, tuple[str, ...]]
) -> tuple[Path, ...]:
    """Writes every table of a schema to `directory/<table>.parquet`.

    Rows stand in the order given and, behind it, in the order of all other columns, nulls last; one thread, zstd, a
    fixed row group size: the same rows under the same engine give the same bytes.

    Args:
        database: a closed database file.
        schema: the schema to export.
        directory: an existing directory.
        orders: columns to sort by, by table name; a table without an entry is ordered by all its columns.

    Returns:
        The files, by table name.

    Raises:
        BuildError: an order names a column that its table does not have.
    """
    return export_tables(database, schema, directory, list_tables(database, schema), orders, "parquet")


def export_tables(
    database: Path,
    schema: str,
    directory: Path,
    tables: Sequence[TableInfo],
    orders: Mapping[str, tuple[str, ...]],
    form: Form,
) -> tuple[Path, ...]:
    """Writes some tables of a schema to `directory/<table>.<form>`, with the order and the bytes that `export_parquet` promises.

    Args:
        database: a closed database file.
        schema: their schema.
        directory: an existing directory.
        tables: the tables.
        orders: columns to sort by, by table name.
        form: parquet, or csv with a line of names, null as nothing and an empty text as two quotes.

    Returns:
        The files, in the order of the tables.

    Raises:
        BuildError: an order names a column that its table does not have.
    """
    written = []
    with connected(database) as connection:
        connection.execute("SET threads = 1")
        for table in tables:
            names = [column.name for column in table.columns]
            first = orders.get(table.name, ())
            unknown = [name for name in first if name not in names]
            if unknown:
                raise BuildError(f"{schema}.{table.name}: its order names columns that it does not have: {unknown}")
            order = ", ".join(f"{quoted(n)} ASC NULLS LAST" for n in [*first, *[n for n in names if n not in first]])
            path = directory / f"{table.name}.{form}"
            connection.execute(
                f"COPY (SELECT * FROM {quoted(schema)}.{quoted(table.name)} ORDER BY {order}) "
                f"TO {literal(str(path))} ({WRITTEN[form]})"
            )
            written.append(path)
    return tuple(written)


def differing_tables(database: Path, schema: str, directory: Path) -> tuple[str, ...]:
    """Tables whose Parquet file is missing, unreadable, or does not hold the database's rows, see `_sums`."""
    import duckdb

    differing = []
    tables = list_tables(database, schema)
    with connected(database) as connection:
        for table in tables:
            path = directory / f"{table.name}.parquet"
            if not path.is_file():
                differing.append(table.name)
                continue
            stored, exported = f"{quoted(schema)}.{quoted(table.name)}", f"read_parquet({literal(str(path))})"
            try:
                both = {_sums(connection, rows) for rows in (stored, exported)}
            except (
                duckdb.OutOfMemoryException
            ):  # nothing is known of the file: no room for what does not fit into memory
                raise
            except duckdb.Error:  # damaged, or of other columns: not the table's rows either way
                both = set()
            if len(both) != 1:
                differing.append(table.name)
    return tuple(differing)


def _sums(connection: duckdb.DuckDBPyConnection, rows: str) -> tuple[object, ...]:
    """What two tables have in common only where they have the same columns and hold the same rows, each as often, in any order.

    It is the names of the columns, the number of rows, and the sum and the exclusive or of their hashes: other rows give the
    same by chance once in 2^64. The difference of two tables (EXCEPT ALL) leaves nothing to chance, but holds all rows in
    memory: of 4.5 million it took 129 s, this takes 2. Hashed twice: a hash of several columns takes the last one in by an
    exclusive or, which values that change places may leave as it was.
    """
    names = [column[0] for column in connection.execute(f"SELECT * FROM {rows} LIMIT 0").description]
    hashed = f"SELECT hash(hash({', '.join(map(quoted, names))})) AS hashed FROM {rows}"
    sums = connection.execute(f"SELECT count(*), sum(hashed::HUGEINT), bit_xor(hashed) FROM ({hashed})").fetchone()
    return (*names, *(sums or ()))
