"""The lock-down and the running of foreign SQL, within limits of time and size that the engine keeps by itself."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias
from uuid import uuid4

from warehouse.analyst.describing import with_descriptions
from warehouse.analyst.limits import Limits, StatementRefused
from warehouse.analyst.words import words_of

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    Connection: TypeAlias = duckdb.DuckDBPyConnection

MEMORY = "1GB"
SPILL = "2GB"
BATCH_ROWS = 50_000

# `read_only` alone still lets SQL read files, write copies and scan Python variables (measured); these three close it.
# The order matters: the last one freezes the others.
_LOCKED_DOWN = (
    "SET python_enable_replacements = false",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)

# Kinds of statements that read, or that change temporary tables (the release refuses by itself). Everything else is
# refused by its kind: SET and PRAGMA (settings), ATTACH and DETACH, COPY and EXPORT, LOAD, CALL, VACUUM, ...
_READS = frozenset({"SELECT", "EXPLAIN"})
_TEMPORARY = frozenset({"CREATE", "INSERT", "UPDATE", "DELETE", "DROP"})

# Functions that reach past the lock (measured in DuckDB 1.5.5): logging is switched on in spite of a locked
# configuration, and a log into a file makes every later statement fail and the process abort; the last three run SQL out
# of a string, where none of this is seen.
_BARRED = frozenset(
    {
        *("enable_logging", "disable_logging", "truncate_duckdb_logs", "write_log", "checkpoint", "force_checkpoint"),
        *(
            "enable_profile",
            "enable_profiling",
            "disable_profile",
            "disable_profiling",
            "import_database",
            "copy_database",
        ),
        *("query", "query_table", "json_execute_serialized_sql"),
    }
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a statement gives; its batches are fetched within its limits, once, before the next answer is asked for.

    Attributes:
        schema: columns and types.
        batches: the rows.
    """

    schema: pa.Schema
    batches: Iterator[pa.RecordBatch]


def open_for_analysts(path: Path, *, threads: int = 1, spill: Path | None = None) -> Connection:
    """Opens a release so that foreign SQL can read its tables and nothing else: no file, no variable, no setting.

    Args:
        path: a published file.
        threads: threads a query may use.
        spill: folder for what does not fit into memory; made when first needed, gone with the connection.

    Returns:
        An open, locked-down connection in an own database instance; temporary tables work. The caller closes it.

    Raises:
        FileNotFoundError: there is no file.
    """
    import duckdb

    if not path.is_file():
        raise FileNotFoundError(f"{path}: no such database; build a release first (parallax run)")
    # The file is attached to an in-memory instance: settings that lock down stay with this instance, while connections
    # of the same process that hold the file open themselves keep their freedom. What does not fit into memory is spilled
    # into a folder of its own, made when first needed and gone with the connection; by default it is `.tmp` of wherever
    # the analyst stands.
    spill = spill or Path(tempfile.gettempdir()) / f"parallax-sql-{uuid4().hex}"
    con = duckdb.connect(
        ":memory:", config={"memory_limit": MEMORY, "threads": str(threads), "temp_directory": str(spill)}
    )
    con.execute("SET TimeZone = 'UTC'")
    con.execute(f"SET max_temp_directory_size = '{SPILL}'")
    con.execute(
        "SET enable_progress_bar = false"
    )  # it is drawn on standard output after two seconds, among the results
    con.execute("ATTACH " + "'" + str(path).replace("'", "''") + "' AS parallax (READ_ONLY)")
    con.execute("USE parallax")
    for statement in _LOCKED_DOWN:
        con.execute(statement)
    return con


def ask(con: Connection, text: str, limits: Limits | None = None) -> Iterator[Answer | None]:
    """Runs foreign SQL: all of it is parsed and judged before any of it runs.

    Args:
        con: a connection of `open_for_analysts`.
        text: one or more statements.
        limits: what each statement may take.

    Yields:
        The answer of each statement that reads, in order; None for those that make or fill temporary tables.

    Raises:
        StatementRefused: a statement does something else than reading tables.
        DeadlineExceeded: a statement's time was up.
        ResultTooLarge: a result is larger than allowed.
    """
    limits = limits or Limits()
    _refuse_barred(text)
    statements = con.extract_statements(text)
    for statement in statements:
        if statement.type.name not in _READS | _TEMPORARY:
            raise StatementRefused(
                f"{statement.type.name} is not available here: foreign SQL reads the tables of a release and may keep "
                "temporary ones; files, settings, extensions and other databases are closed"
            )
    for statement in statements:
        with _interrupted_after(con, limits) as began:
            columns = with_descriptions(statement.query)
            has_columns = columns is not None and con.execute(columns).fetchone() is not None
            con.execute(columns if columns is not None and has_columns else statement)
            if statement.type.name in _READS and con.description:
                reader = con.to_arrow_reader(BATCH_ROWS)
                _refuse_what_no_frame_holds(reader.schema)
                yield Answer(reader.schema, _bounded(reader, limits, began))
                continue
        yield None


def _refuse_barred(text: str) -> None:
    words = words_of(text)
    for (_, word), (_, following) in pairwise(words):
        name = (word.split('"')[1] if word.startswith('"') else word.split("/*")[0].split("--")[0]).strip().lower()
        if name in _BARRED and following.startswith("("):
            raise StatementRefused(
                f"{name}() is not available here: it reaches past the tables of the release; ask the tables directly"
            )


def _refuse_what_no_frame_holds(schema: pa.Schema) -> None:
    import pyarrow as pa

    def is_held(kind: pa.DataType) -> bool:
        if pa.types.is_interval(kind) or pa.types.is_union(kind):
            return False
        return all(is_held(kind.field(number).type) for number in range(kind.num_fields))

    for field in schema:
        if not is_held(field.type):
            raise StatementRefused(
                f"column {field.name} is of type {field.type}, which no form of a result holds; cast it to VARCHAR"
            )


def _bounded(reader: pa.RecordBatchReader, limits: Limits, is_late: threading.Event) -> Iterator[pa.RecordBatch]:
    """The result, batch by batch, so that a result without end is left before it fills the memory."""
    taken = 0
    with _in_time(limits, is_late):
        for batch in reader:
            taken += batch.nbytes
            if taken > limits.result_bytes:
                raise limits.too_large()
            yield batch


@contextmanager
def _in_time(limits: Limits, is_late: threading.Event) -> Iterator[None]:
    """Distinguishes our own interruptions from others."""
    import duckdb

    try:
        yield
    except (duckdb.InterruptException, OSError) as error:  # while rows are fetched, Arrow wraps it in an OSError
        if is_late.is_set():
            raise limits.too_slow() from error
        raise


@contextmanager
def _interrupted_after(con: Connection, limits: Limits) -> Iterator[threading.Event]:
    fired = threading.Event()

    def stop() -> None:
        fired.set()
        con.interrupt()

    timer = threading.Timer(limits.seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        with _in_time(limits, fired):
            yield fired
    finally:
        timer.cancel()
        timer.join()
