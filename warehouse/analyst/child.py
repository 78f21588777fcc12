"""The process that runs foreign SQL: the text comes on standard input, results leave as Arrow streams, an error is on standard error.

Belongs here: the lock-down and the limits of a statement.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from typing import TYPE_CHECKING

from warehouse.analyst.asking import REFUSED, TOO_BIG, QueryError, limit_memory

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

# Settings stay with this in-memory instance, to which the file is attached. The order matters: the last one freezes the others.
# Measured: `read_only` alone lets SQL read files, write copies and scan Python variables.
_LOCKS = (
    "SET TimeZone = 'UTC'",
    "SET memory_limit = '1GB'",
    "SET max_temp_directory_size = '2GB'",
    "SET threads = 1",
    "SET enable_progress_bar = false",
    "SET python_enable_replacements = false",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)
# What reads, and what changes temporary tables: the release refuses changes by itself. The locks hold for all other kinds too; here they
# are refused in words.
_READS = frozenset({"SELECT", "EXPLAIN"})
_TEMPORARY = frozenset({"CREATE", "INSERT", "UPDATE", "DELETE", "DROP"})
_DESCRIBE = re.compile(r"(?is)\s*desc(?:ribe)?\s+(?:table\s+)?(?:(\w+)\s*\.\s*)?\"?(\w+)\"?\s*;?\s*")


def main() -> None:
    """Runs the statements of standard input: `DATABASE SPILL SECONDS RESULT_BYTES`."""
    database, spill, seconds, result_bytes = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends the engine wherever it is
    os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"  # Arrow's own reserves a gigabyte at its first byte
    limit_memory()
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no part of a result
    import pyarrow as pa

    try:
        con = locked_down(database, spill)
        for statement in judged(con, sys.stdin.buffer.read().decode()):
            signal.setitimer(signal.ITIMER_REAL, float(seconds))  # the system ends what hears no interruption
            table = answer(con, statement, int(result_bytes))
            signal.setitimer(signal.ITIMER_REAL, 0)  # whoever reads may take longer
            if table is not None:
                with pa.ipc.new_stream(results, table.schema) as stream:
                    stream.write_table(table)
                results.flush()
    except BrokenPipeError:
        os._exit(0)
    except Exception as error:
        os.write(2, _in_words(error).encode()[:4000])
        os._exit(REFUSED)


def locked_down(database: str, spill: str) -> duckdb.DuckDBPyConnection:
    """Opens a release so that SQL reads its tables and nothing else: no file, no variable, no setting."""
    import duckdb

    con = duckdb.connect(":memory:", config={"temp_directory": spill})
    con.execute(f"ATTACH {_quoted(database)} AS parallax (READ_ONLY)")
    con.execute("USE parallax")
    for lock in _LOCKS:
        con.execute(lock)
    return con


def judged(con: duckdb.DuckDBPyConnection, text: str) -> list[duckdb.Statement]:
    """The statements of a text.

    Raises:
        QueryError: one of them is of a closed kind.
    """
    statements = con.extract_statements(text)
    for statement in statements:
        if statement.type.name not in _READS | _TEMPORARY:
            raise QueryError(
                f"{statement.type.name} is not available here: foreign SQL reads the tables of a release and may keep "
                "temporary ones; files, settings, extensions and other databases are closed"
            )
    return statements


def answer(con: duckdb.DuckDBPyConnection, statement: duckdb.Statement, most: int) -> pa.Table | None:
    """The rows of a statement; None where it makes or fills a temporary table.

    Raises:
        QueryError: no form holds the result, or it is larger than `most` bytes.
    """
    import pyarrow as pa

    described = _DESCRIBE.fullmatch(statement.query)
    columns = described and _columns(con, *described.groups())
    if columns:
        return columns
    con.execute(statement)
    if statement.type.name in _TEMPORARY:
        return None
    reader = con.to_arrow_reader(50_000)
    for field in reader.schema:
        if any(word in str(field.type) for word in ("interval", "union")):
            raise QueryError(
                f"column {field.name} is of type {field.type}, which no form of a result holds; cast it to VARCHAR"
            )
    batches, taken = [], 0
    for batch in reader:
        batches.append(batch)
        taken += batch.nbytes
        if taken > most:
            raise QueryError(
                f"the result is larger than {most / 2**20:,.0f} MB; add a LIMIT, name the columns you need, or aggregate"
            )
    return pa.Table.from_batches(batches, schema=reader.schema)


def _columns(con: duckdb.DuckDBPyConnection, schema: str | None, table: str) -> pa.Table:
    """The columns of a table of the release with their descriptions, which DuckDB's own DESCRIBE leaves out."""
    return con.execute(
        "SELECT column_name, data_type AS column_type, CASE WHEN is_nullable THEN 'YES' ELSE 'NO' END AS \"null\", comment AS description "
        "FROM duckdb_columns() WHERE database_name = 'parallax' AND comment IS NOT NULL "
        f"AND table_name = {_quoted(table.lower())} AND {_quoted((schema or '').lower())} IN ('', schema_name) "
        "ORDER BY schema_name, table_name, column_index"
    ).to_arrow_table()


def _in_words(error: Exception) -> str:
    import duckdb

    if isinstance(error, QueryError):
        return str(error)
    if isinstance(error, MemoryError | duckdb.OutOfMemoryException) or "bad_alloc" in str(error):
        return TOO_BIG
    damage = isinstance(
        error, duckdb.IOException | duckdb.FatalException | duckdb.InternalException | duckdb.SerializationException
    )
    return f"the database refused: {error}" + ("; `parallax doctor` says whether its file is damaged" if damage else "")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"  # `warehouse.schema` has this too, and loads for a second
