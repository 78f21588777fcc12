"""Connections: UTC everywhere, parameters are values, a missing file is named."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from warehouse import connection
from warehouse.connection import connect, held, queries, query


def test_dates_do_not_depend_on_the_zone_of_the_machine(database, monkeypatch):
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        # Measured: under New York this date is 2023-12-31 without the setting.
        day = query(database, "SELECT CAST(CAST('2024-01-01 02:00:00+00' AS TIMESTAMPTZ) AS DATE) AS d")["d"][0]
        assert str(day) == "2024-01-01"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_no_progress_bar_of_duckdb_stands_in_a_log(database):
    assert query(database, "SELECT current_setting('enable_progress_bar') AS shown")["shown"].to_list() == [False]


def test_a_query_takes_parameters_and_leaves_no_connection(database):
    assert query(database, "SELECT n FROM marts.figures WHERE n = ?", [1]).rows() == [(1,)]
    connect(database, read_only=False).close()  # would be refused beside an open reader of other settings


def test_parameters_are_values_whatever_they_hold(database):
    for value in ("it's", "'; DROP TABLE marts.figures; --", "", 7, ["a", "b'c"], []):
        found = query(database, "SELECT ? AS given, count(*) AS n FROM marts.figures", [value]).rows()
        assert found == [(value, 1)]
    assert query(database, "SELECT $1 || $1 AS twice", ["ab"]).rows() == [("abab",)]
    with pytest.raises(TypeError, match="float: no parameter"):
        query(database, "SELECT ?", [1.5])


def test_asking_with_parameters_imports_no_pandas(database):
    """It takes a third of a second, and every command of the program asks with parameters."""
    code = (
        "import sys; from pathlib import Path; from warehouse.connection import query; "
        f"query(Path({str(database)!r}), 'SELECT ? AS given', ['x']); print('pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nothing\.duckdb: no such database"):
        connect(tmp_path / "nothing.duckdb")


def test_words_that_repeat_are_held_once_and_rows_are_as_queries_gives_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_AT_ONCE", 2_048)  # DuckDB's own smallest part
    database = tmp_path / "words.duckdb"
    con = connect(database, read_only=False)
    con.execute("CREATE TABLE words AS SELECT i, 'word ' || i % 7 AS often, 'own ' || i AS own FROM range(9000) t(i)")
    con.execute("CREATE TABLE nothing (i INTEGER, often VARCHAR)")
    con.close()
    asked = {name: f"FROM {name} ORDER BY i" for name in ("words", "nothing")}
    found, plain = held(database, asked), queries(database, asked)
    assert {name: frame.rows() for name, frame in found.items()} == {
        name: frame.rows() for name, frame in plain.items()
    }
    assert found["words"].schema["often"] == pl.Categorical
    assert found["words"].schema["own"] == pl.String
    assert found["nothing"].columns == ["i", "often"]


def test_a_file_that_is_kept_open_is_asked_without_opening_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "one.duckdb"
    con = connect(database, read_only=False)
    con.execute("CREATE TABLE one AS SELECT 1 AS n")
    con.close()
    with connection.held_open(database):
        gone = database.rename(tmp_path / "elsewhere.duckdb")
        database.touch()  # an opening would find no database here
        assert query(database, "FROM one")["n"].to_list() == [1]
    gone.rename(database)
    connect(database, read_only=False).close()  # nothing holds it
