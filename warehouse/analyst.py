"""Foreign SQL on a release: it reads tables and nothing else, and ends within limits of time, memory and size.

Belongs here: the lock-down and the running. What is asked and how answers are printed belongs to `pipelines/cli`.
"""

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

import polars as pl

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


class StatementRefused(PermissionError):
    """A statement does something else than reading tables."""


class DeadlineExceeded(TimeoutError):
    """A query ran longer than it was given."""


class ResultTooLarge(MemoryError):
    """A result does not fit into what one answer may take."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one statement may take.

    Attributes:
        seconds: running time, > 0.
        result_bytes: size of its result in memory, in bytes.
    """

    seconds: float = 60
    result_bytes: int = 512 * 2**20


def open_for_analysts(path: Path, *, threads: int = 1) -> Connection:
    """Opens a release so that foreign SQL can read its tables and nothing else: no file, no variable, no setting.

    Args:
        path: a published file.
        threads: threads a query may use.

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
    spill = Path(tempfile.gettempdir()) / f"parallax-sql-{uuid4().hex}"
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


def ask(con: Connection, text: str, limits: Limits | None = None) -> Iterator[pl.DataFrame]:
    """Runs foreign SQL: all of it is parsed and judged before any of it runs.

    Args:
        con: a connection of `open_for_analysts`.
        text: one or more statements.
        limits: what each statement may take.

    Yields:
        The rows of each statement that reads, in order; statements that make or fill temporary tables yield nothing.

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
        frame = _run(con, statement, limits)
        if statement.type.name in _READS:
            yield frame


def words_of(text: str) -> list[tuple[str, str]]:
    """The words of SQL as DuckDB's own lexer cuts them.

    Args:
        text: SQL, whole or broken off.

    Returns:
        Kind (keyword, identifier, operator, string_const, ...) and text with what follows up to the next word; a string
        or comment that is not closed belongs to the word before it.
    """
    import duckdb

    encoded = text.encode()  # the lexer counts bytes
    cuts = duckdb.tokenize(text)
    ends = [*(start for start, _ in cuts[1:]), len(encoded)][: len(cuts)]
    return [(kind.name, encoded[start:end].decode()) for (start, kind), end in zip(cuts, ends, strict=True)]


def is_complete(text: str) -> bool:
    """Whether SQL ends with a semicolon that is none of a string's, name's or comment's."""
    words = words_of(text)
    return bool(words) and words[-1][0] == "operator" and words[-1][1].startswith(";")


def _refuse_barred(text: str) -> None:
    words = words_of(text)
    for (_, word), (_, following) in pairwise(words):
        name = (word.split('"')[1] if word.startswith('"') else word.split("/*")[0].split("--")[0]).strip().lower()
        if name in _BARRED and following.startswith("("):
            raise StatementRefused(
                f"{name}() is not available here: it reaches past the tables of the release; ask the tables directly"
            )


def _run(con: Connection, statement: duckdb.Statement, limits: Limits) -> pl.DataFrame:
    import duckdb

    with _interrupted_after(con, limits.seconds) as timer:
        try:
            con.execute(statement)
            return _fetched(con, limits.result_bytes) if con.description else pl.DataFrame()
        except (duckdb.InterruptException, OSError) as error:  # while rows are fetched, Arrow wraps it in an OSError
            if timer.is_set():
                raise DeadlineExceeded(
                    f"the query took longer than {limits.seconds:g} s and was stopped; narrow it, or allow more time"
                ) from error
            raise


def _fetched(con: Connection, most_bytes: int) -> pl.DataFrame:
    """The result, batch by batch, so that a result without end is left before it fills the memory."""
    import pyarrow as pa

    reader = con.to_arrow_reader(BATCH_ROWS)
    batches: list[pa.RecordBatch] = []
    taken = 0
    for batch in reader:
        taken += batch.nbytes
        if taken > most_bytes:
            raise ResultTooLarge(
                f"the result is larger than {most_bytes / 2**20:,.0f} MB; add a LIMIT, name the columns you need, "
                "or aggregate"
            )
        batches.append(batch)
    frame = pl.from_arrow(pa.Table.from_batches(batches, schema=reader.schema))
    assert isinstance(frame, pl.DataFrame)  # a table gives a frame; a single column would be a series
    return frame


@contextmanager
def _interrupted_after(con: Connection, seconds: float) -> Iterator[threading.Event]:
    fired = threading.Event()

    def stop() -> None:
        fired.set()
        con.interrupt()

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield fired
    finally:
        timer.cancel()
        timer.join()
