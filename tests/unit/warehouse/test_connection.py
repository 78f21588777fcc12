"""Connections: UTC everywhere; foreign SQL can read tables and nothing else; a query ends when its time is up."""

from __future__ import annotations

import subprocess
import sys
import time

import duckdb
import polars as pl
import pytest

from warehouse.connection import (
    DeadlineExceeded,
    connect,
    open_for_analysts,
    query,
    run_with_deadline,
)


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "it's a release.duckdb"
    con = connect(path, read_only=False)
    con.execute("CREATE SCHEMA marts; CREATE TABLE marts.figures AS SELECT 1 AS n, TIMESTAMP '2024-01-01 02:00' AS at")
    con.close()
    return path


def test_dates_do_not_depend_on_the_zone_of_the_machine(database, monkeypatch):
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        # Measured: under New York this date is 2023-12-31 without the setting.
        day = query(database, "SELECT CAST(CAST('2024-01-01 02:00:00+00' AS TIMESTAMPTZ) AS DATE) AS d")["d"][0]
        assert str(day) == "2024-01-01"
        with_analyst = open_for_analysts(database)
        assert with_analyst.execute("SELECT current_setting('TimeZone')").fetchone() == ("UTC",)
        with_analyst.close()
    finally:
        monkeypatch.undo()
        time.tzset()


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
    for opener in (connect, open_for_analysts):
        with pytest.raises(FileNotFoundError, match=r"nothing\.duckdb: no such database"):
            opener(tmp_path / "nothing.duckdb")


def test_analysts_read_tables_and_keep_temporary_ones(database):
    con = open_for_analysts(database)
    con.execute("CREATE TEMP TABLE mine AS FROM marts.figures")
    assert con.execute("SELECT n FROM mine").fetchall() == [(1,)]


@pytest.mark.parametrize(
    "attack",
    [
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM glob('/*')",
        "SELECT * FROM read_parquet('/tmp/*.parquet')",
        "SELECT * FROM read_json('/proc/self/environ')",
        "COPY marts.figures TO '{tmp}/out.csv'",
        "COPY marts.figures TO '{tmp}/out.parquet'",
        "EXPORT DATABASE '{tmp}/out'",
        "ATTACH '{tmp}/other.duckdb'",
        "INSTALL httpfs",
        "LOAD '{tmp}/evil.duckdb_extension'",
        "SET enable_external_access = true",
        "SET lock_configuration = false",
        "SET memory_limit = '64GB'",
        "SET threads = 64",
        "SET python_enable_replacements = true",
        "SELECT * FROM local_secret",
        "SELECT getenv('HOME')",
        "INSERT INTO marts.figures VALUES (2, NULL)",
        "UPDATE marts.figures SET n = 2",
        "DELETE FROM marts.figures",
        "DROP TABLE marts.figures",
        "CREATE TABLE marts.mine AS SELECT 1",
        "CREATE VIEW marts.mine AS SELECT 1",
    ],
)
def test_foreign_sql_reaches_no_file_variable_or_setting(database, tmp_path, attack):
    local_secret = pl.DataFrame({"secret": [1]})
    assert local_secret.height == 1
    con = open_for_analysts(database)
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(duckdb.Error):
        con.execute(attack.format(tmp=tmp_path)).fetchall()
    con.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert query(database, "SELECT n FROM marts.figures").rows() == [(1,)]


def test_a_query_is_stopped_when_its_time_is_up_and_the_connection_goes_on(database):
    con = open_for_analysts(database)
    started = time.monotonic()
    with pytest.raises(DeadlineExceeded, match=r"longer than 0\.2 s"):
        run_with_deadline(con, "SELECT count(*) FROM range(1000000000000)", 0.2)
    assert time.monotonic() - started < 5
    assert run_with_deadline(con, "SELECT n FROM marts.figures", 5).rows() == [(1,)]


def test_sorting_more_than_the_memory_limit_ends_in_an_error_or_a_result_not_in_more_memory(database):
    con = open_for_analysts(database)
    try:
        rows = run_with_deadline(con, "SELECT md5(i::VARCHAR) AS h FROM range(3000000) t(i) ORDER BY h LIMIT 1", 60)
    except duckdb.OutOfMemoryException:
        return
    assert rows.height == 1
