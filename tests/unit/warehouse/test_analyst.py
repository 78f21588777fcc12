"""Foreign SQL reads tables and nothing else; a statement ends when its time, its memory or its room is up."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
import pytest

from warehouse.analyst import DeadlineExceeded, Limits, ResultTooLarge, StatementRefused
from warehouse.analyst.answering import ask, open_for_analysts
from warehouse.analyst.words import is_complete, words_of
from warehouse.connection import query


@pytest.fixture
def con(database):
    opened = open_for_analysts(database)
    yield opened
    opened.close()


def _all(con, text, **limits):
    return [frame.rows() for frame in _frames(con, text, **limits)]


def _frames(con, text, **limits):
    """The answers as the process that asks sees them; statements without rows have none."""
    answers = [answer for answer in _fetched(con, text, Limits(**limits)) if answer is not None]
    return [pl.from_arrow(pa.Table.from_batches(batches, schema=schema)) for schema, batches in answers]


def _fetched(con, text, limits):
    for answer in ask(con, text, limits):
        yield None if answer is None else (answer.schema, list(answer.batches))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nothing\.duckdb: no such database"):
        open_for_analysts(tmp_path / "nothing.duckdb")


def test_clocks_stand_at_utc(con):
    assert _all(con, "SELECT current_setting('TimeZone')") == [[("UTC",)]]


def test_analysts_read_tables_and_keep_temporary_ones(con):
    script = "CREATE TEMP TABLE mine AS FROM marts.figures; INSERT INTO mine VALUES (7, NULL); SELECT n FROM mine ORDER BY n; DROP TABLE mine"
    assert _all(con, script) == [[(1,), (7,)]]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("FROM marts.figures SELECT n", 1),
        ("SHOW TABLES FROM marts", 1),
        ("DESCRIBE marts.figures", 2),
        ("SUMMARIZE marts.figures", 2),
        ("EXPLAIN SELECT 1", 1),
        ("PIVOT (SELECT 'a' AS k, 2 AS v) ON k USING sum(v)", 1),
        ("WITH q AS (SELECT 1 AS query) SELECT query FROM q", 1),
        ("SELECT n FROM marts.figures WHERE n > 1", 0),
    ],
)
def test_everything_that_reads_is_allowed(con, text, rows):
    (found,) = _frames(con, text)
    assert found.height == rows
    assert found.width


ATTACKS = {
    "files": [
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM glob('/*')",
        "SELECT * FROM read_parquet('/tmp/*.parquet')",
        "SELECT * FROM read_json('/proc/self/environ')",
        "SELECT * FROM read_blob('/etc/passwd')",
        "SELECT * FROM sniff_csv('/etc/passwd')",
        "SELECT * FROM parquet_metadata('{tmp}/x.parquet')",
        "SELECT * FROM 'https://example.org/x.parquet'",
        "COPY marts.figures TO '{tmp}/out.csv'",
        "COPY marts.figures TO '{tmp}/out.parquet'",
        "COPY (SELECT 1) TO '/dev/stdout'",
        "EXPORT DATABASE '{tmp}/out'",
        "IMPORT DATABASE '{tmp}'",
        "CREATE TEMP TABLE t AS FROM read_text('/etc/hostname')",
        "EXPLAIN ANALYZE SELECT * FROM read_text('/etc/hostname')",
    ],
    "databases": [
        "ATTACH '{tmp}/other.duckdb'",
        "ATTACH ':memory:' AS x",
        "DETACH parallax",
        "USE memory",
        "CHECKPOINT",
        "VACUUM",
    ],
    "extensions": [
        "INSTALL httpfs",
        "LOAD httpfs",
        "LOAD json",
        "LOAD '{tmp}/evil.duckdb_extension'",
        "UPDATE EXTENSIONS",
    ],
    "settings": [
        "SET enable_external_access = true",
        "SET lock_configuration = false",
        "SET memory_limit = '64GB'",
        "RESET memory_limit",
        "SET threads = 64",
        "PRAGMA threads = 64",
        "SET SESSION search_path = 'main'",
        "SET python_enable_replacements = true",
        "SET temp_directory = '{tmp}/spill'",
        "PRAGMA enable_profiling = 'json'",
        "PRAGMA profiling_output = '{tmp}/profile'",
        "CALL enable_logging(storage = 'file', storage_path = '{tmp}/log')",
        "FROM enable_logging(storage = 'file', storage_path = '{tmp}/log')",
        "FROM \"Enable_Logging\" /* x */ (storage = 'stdout')",
        "FROM system.main.enable_logging -- x\n ()",
        "SELECT * FROM query('from enable_' || 'logging()')",
        "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('from enable_logging()'))",
        "CREATE TEMP MACRO m() AS TABLE FROM enable_logging()",
        "SELECT write_log('x')",
        "CALL force_checkpoint()",
    ],
    "environment": [
        "SELECT * FROM local_secret",
        "SELECT getenv('HOME')",
        "SELECT * FROM duckdb_secrets()",
        "CREATE PERSISTENT SECRET s (TYPE s3, KEY_ID 'x', SECRET 'y')",
    ],
    "files by a detour": [
        "SELECT (SELECT content FROM read_text('/etc/hostname'))",
        "WITH x AS MATERIALIZED (FROM read_text('/etc/hostname')) FROM x",
        "SUMMARIZE '/etc/passwd'",
        "DESCRIBE FROM '/etc/passwd'",
        "PIVOT '/etc/passwd' ON x",
        "FROM query_table('/etc/passwd')",
        "FROM query_table(['/etc/passwd'])",
        "FROM \"read_text\"('/etc/hostname')",
        "FROM main.read_text('/etc/hostname')",
        "FROM read_csv_auto(['/etc/passwd'])",
        "FROM read_ndjson_objects('/etc/hostname')",
        "FROM parquet_schema('{tmp}/x.parquet')",
        "FROM parquet_kv_metadata('{tmp}/x.parquet')",
        "FROM read_duckdb('{tmp}/x.duckdb')",
        "FROM sqlite_scan('{tmp}/x.db', 't')",
        "FROM postgres_scan('host=127.0.0.1', 'public', 't')",
        "FROM 's3://bucket/x.parquet'",
        "CREATE TEMP VIEW v AS FROM read_text('/etc/hostname')",
        "CREATE TEMP MACRO f(p) AS TABLE FROM read_text(p); FROM f('/etc/hostname')",
        "SET VARIABLE p = '/etc/hostname'; FROM read_text(getvariable('p'))",
        "COPY marts.figures FROM '/etc/passwd'",
        "CREATE TEMP TABLE t (line VARCHAR); COPY t FROM '/etc/hostname'",
        "EXPLAIN ANALYZE COPY marts.figures TO '{tmp}/out.csv'",
    ],
    "statements that hide others": [
        "PREPARE p AS COPY marts.figures TO '{tmp}/out.csv'; EXECUTE p",
        "PREPARE p AS SELECT content FROM read_text(?); EXECUTE p('/etc/hostname')",
        "PREPARE p AS SET threads = 4; EXECUTE p",
        "SELECT 1; COPY marts.figures TO '{tmp}/out.csv'",
        "SELECT 1 /* ; */; -- ;\nATTACH ':memory:' AS x",
        "/* SELECT */ ATTACH /* 1 */ ':memory:' AS x",
        "--\nSET/**/threads/**/=/**/4",
        ";;;SET threads = 4",
        "\ufeffSET threads = 4",
        "SeT tHrEaDs = 4",
        "SET GLOBAL threads = 4",
        "RESET GLOBAL threads",
        "BEGIN; INSERT INTO marts.figures VALUES (2, NULL); COMMIT",
        "SELECT * FROM query('ATTACH '':memory:'' AS x')",
        "FORCE INSTALL httpfs FROM 'http://127.0.0.1:9'",
        "CREATE TEMP SECRET s (TYPE http, BEARER_TOKEN 'x')",
        "SELECT which_secret('s3://bucket/x', 's3')",
    ],
    "the release": [
        "INSERT INTO marts.figures VALUES (2, NULL)",
        "UPDATE marts.figures SET n = 2",
        "DELETE FROM marts.figures",
        "DROP TABLE marts.figures",
        "ALTER TABLE marts.figures ADD COLUMN x INTEGER",
        "COMMENT ON TABLE marts.figures IS 'x'",
        "CREATE TABLE marts.mine AS SELECT 1",
        "CREATE VIEW marts.mine AS SELECT 1",
    ],
}


@pytest.mark.parametrize("attack", [pytest.param(a, id=f"{k}: {a[:40]}") for k, each in ATTACKS.items() for a in each])
def test_foreign_sql_reaches_no_file_variable_or_setting(database, con, tmp_path, attack):
    local_secret = pl.DataFrame({"secret": [1]})
    assert local_secret.height == 1
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises((duckdb.Error, StatementRefused)):
        _all(con, attack.format(tmp=tmp_path))
    assert _all(con, "SELECT n FROM marts.figures") == [[(1,)]]  # and the connection goes on
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert query(database, "SELECT n FROM marts.figures").rows() == [(1,)]


def test_refusals_say_what_is_closed(con):
    with pytest.raises(StatementRefused, match="ATTACH is not available here: foreign SQL reads the tables"):
        _all(con, "ATTACH ':memory:' AS x")
    with pytest.raises(StatementRefused, match=r"enable_logging\(\) is not available here"):
        _all(con, "FROM enable_logging()")


def test_nothing_of_a_script_runs_when_one_statement_is_refused(con):
    with pytest.raises(StatementRefused):
        _all(con, "CREATE TEMP TABLE mine AS SELECT 1; SET threads = 4")
    with pytest.raises(duckdb.CatalogException):
        _all(con, "FROM mine")


@pytest.mark.parametrize(
    "endless",
    [
        "SELECT count(*) FROM range(1000000000000)",  # stopped while it runs
        "SELECT a.range FROM range(1000000) a, range(1000000) b WHERE a.range + b.range < 0",
        "SELECT a.range FROM range(1000000) a, range(1000000) b",  # stopped while its rows are fetched
    ],
)
def test_a_query_is_stopped_when_its_time_is_up_and_the_connection_goes_on(con, endless):
    with pytest.raises(DeadlineExceeded, match=r"longer than 0\.2 s and was stopped; narrow it"):
        _all(con, endless, seconds=0.2, result_bytes=2**40)
    assert _all(con, "SELECT n FROM marts.figures") == [[(1,)]]


@pytest.mark.parametrize("kind", ["interval 1 day", "[{'a': interval 1 day}]", "union_value(a := 1)"])
def test_a_type_that_no_result_holds_is_refused_with_what_to_do(con, kind):
    with pytest.raises(StatementRefused, match=r"column v is of type .*; cast it to VARCHAR"):
        _all(con, f"SELECT {kind} AS v")
    assert len(_all(con, f"SELECT ({kind})::VARCHAR AS v")) == 1


def test_a_result_larger_than_its_room_is_left_and_the_connection_goes_on(con):
    with pytest.raises(ResultTooLarge, match="larger than 10 MB; add a LIMIT"):
        _all(con, "SELECT range FROM range(1000000000000)", result_bytes=10 * 2**20)
    assert _all(con, "SELECT n FROM marts.figures") == [[(1,)]]
    # 8 bytes a row: a million rows fit into 10 MB, two million do not
    (frame,) = _frames(con, "SELECT range FROM range(1000000)", result_bytes=10 * 2**20)
    assert frame.height == 1_000_000


def test_a_slow_query_draws_no_progress_bar_among_its_results(con):
    assert _all(con, "SELECT current_setting('enable_progress_bar')") == [[(False,)]]


def test_memory_is_limited(con):
    with pytest.raises(duckdb.OutOfMemoryException):
        _all(con, "SELECT list(i) FROM range(500000000) t(i)")


def test_what_spills_lies_in_no_folder_of_the_analyst_and_is_gone_afterwards(database, tmp_path):
    """A temporary table of 128 MB under a limit of 60 MB, in a process that stands in an empty folder."""
    here, spill = tmp_path / "here", tmp_path / "spill"
    here.mkdir()
    spill.mkdir()
    code = f"""
import os
from pathlib import Path
from warehouse.analyst import answering
answering.MEMORY = "60MB"
con = answering.open_for_analysts(Path({str(database)!r}))
con.execute("CREATE TEMP TABLE big AS SELECT md5(i::VARCHAR) || md5((i + 1)::VARCHAR) AS h FROM range(2000000) t(i)")
print(len(os.listdir({str(spill)!r})), os.listdir("."))
con.close()
print(len(os.listdir({str(spill)!r})), os.listdir("."))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=here,
        env={**os.environ, "TMPDIR": str(spill), "PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["1 []", "0 []"], done.stderr
    assert tempfile.gettempdir() != str(spill)


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("select 1;", True),
        ("select 1; -- done\n", True),
        ("select 'é;';", True),
        ("select 1", False),
        ("select 'a;", False),
        ('select "a;', False),
        ("select 1 /* ;", False),
        ("select $$ a;", False),
        ("select 1 -- ;", False),
        ("", False),
        (" \n", False),
    ],
)
def test_a_statement_is_complete_at_a_semicolon_of_its_own(text, complete):
    assert is_complete(text) is complete


def test_words_are_cut_by_bytes_where_letters_take_more_than_one():
    assert words_of("select é, 'ü' from x") == [
        ("keyword", "select "),
        ("identifier", "é"),
        ("operator", ", "),
        ("string_const", "'ü' "),
        ("keyword", "from "),
        ("identifier", "x"),
    ]
