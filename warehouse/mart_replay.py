"""The marts without dbt: the statements that dbt sent for a build of the same shape, sent again. One public verb, `replay`.

Belongs here: running a recording (`mart_recording.py`). Whatever goes wrong is dbt's to find and to name: a replay that cannot be
right leaves no trace.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from warehouse.connection import connect
from warehouse.mart_docs import PAGE
from warehouse.mart_nodes import NodeResult
from warehouse.mart_recording import RecordedNode, Recording
from warehouse.schema.table import literal, quoted

if TYPE_CHECKING:
    import duckdb


def replay(database: Path, recording: Recording) -> tuple[NodeResult, ...] | None:
    """Builds and tests the marts of a build, and writes dbt's documentation beside it.

    Args:
        database: the build's file, of the shape that the recording holds for; no connection of this process may be open on it.
        recording: a run of dbt in which every test passed.

    Returns:
        Every node in order of kind and name; None where a statement failed or a data test found rows: the schemas are gone then.
    """
    import duckdb

    connection = connect(database, read_only=False)
    try:
        for name, value in recording.settings.items():
            connection.execute(f"SET {quoted(name)} = {literal(value)}")
        try:
            for statement in recording.before:
                connection.execute(statement)
            results = tuple(_run(connection, recording))
        except (duckdb.Error, _TestFailed):
            _forget(connection, recording)
            return None
    finally:
        connection.close()
    database.with_name(PAGE).write_bytes(recording.page)
    return tuple(sorted(results, key=lambda result: (result.kind, result.name)))


class _TestFailed(Exception):
    """A data test found rows."""


def _run(connection: duckdb.DuckDBPyConnection, recording: Recording) -> Iterator[NodeResult]:
    for node in recording.nodes:
        started = perf_counter()
        if node.result.kind == "test":
            result = replace(node.result, n_failing=_test(connection, node))
        else:
            _build(connection, node)
            result = node.result
        yield replace(result, seconds=perf_counter() - started)


def _build(connection: duckdb.DuckDBPyConnection, node: RecordedNode) -> None:
    connection.begin()
    try:
        for statement in node.statements:
            connection.execute(statement)
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _test(connection: duckdb.DuckDBPyConnection, node: RecordedNode) -> int:
    """Rows that a test found, where dbt lets them pass. dbt's own question answers with failures, should_warn, should_error."""
    answer = connection.execute(node.statements[0]).fetchone()
    if answer is None or answer[1] or answer[2]:
        raise _TestFailed
    return int(answer[0])


def _forget(connection: duckdb.DuckDBPyConnection, recording: Recording) -> None:
    """Takes back what was built, as far as it came: dbt starts from a build without marts."""
    for schema in recording.schemas:
        connection.execute(f"DROP SCHEMA IF EXISTS {quoted(schema)} CASCADE")
