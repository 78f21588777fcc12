"""Tables are written in order beside the steps, and a failure of the writer's thread is a failure of the build."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from warehouse.connection import connect
from warehouse.schema import core_tables, empty_frame
from warehouse.table_writer import TableWriter

TABLES = ("core.areas", "core.bridges", "core.companies", "core.markets")


@pytest.fixture
def database(tmp_path: Path) -> duckdb.DuckDBPyConnection:
    con = connect(tmp_path / "warehouse.duckdb", read_only=False)
    con.execute("CREATE SCHEMA core")
    return con


def test_every_table_is_there_when_the_block_ends(database: duckdb.DuckDBPyConnection) -> None:
    with TableWriter(database) as writer:
        for name in TABLES:
            writer.write(name, empty_frame(core_tables()[name]))
    found = database.execute("SELECT table_schema || '.' || table_name FROM information_schema.tables ORDER BY 1")
    assert [name for (name,) in found.fetchall()] == list(TABLES)


@pytest.mark.parametrize("later", [(), TABLES[1:]])
def test_a_table_that_cannot_be_written_fails_the_block(
    database: duckdb.DuckDBPyConnection, later: tuple[str, ...]
) -> None:
    def write() -> None:
        with TableWriter(database) as writer:
            for name in (TABLES[0], TABLES[0], *later):  # written twice
                writer.write(name, empty_frame(core_tables()[name]))

    with pytest.raises(duckdb.CatalogException, match="already exists"):
        write()


def test_an_error_of_the_block_is_the_one_that_is_raised(database: duckdb.DuckDBPyConnection) -> None:
    def write() -> None:
        with TableWriter(database) as writer:
            writer.write(TABLES[0], empty_frame(core_tables()[TABLES[0]]))
            raise RuntimeError("of a step")

    with pytest.raises(RuntimeError, match="of a step"):
        write()
    with TableWriter(database):  # the connection is free again
        pass
