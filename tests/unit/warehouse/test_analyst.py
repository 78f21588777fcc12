"""Foreign SQL reads tables and nothing else; what takes too much is stopped, and a crash is a message."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb
import polars as pl
import pytest

from warehouse.analyst import QueryError, ask, asking, child
from warehouse.connection import query

MB = 2**20


def _rows(database, text, **limits):
    return [frame.rows() for frame in ask(database, text, **limits)]


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
        ("SELECT '\ud800' AS half_a_character", 1),
        ("SELECT range AS n, repeat('x', 40) AS w FROM range(300000)", 300_000),
        ("SELECT current_setting('TimeZone') AS z WHERE z = 'UTC'", 1),
        (
            "CREATE TEMP TABLE t AS FROM marts.figures; INSERT INTO t VALUES (7, NULL); DELETE FROM t WHERE n = 1; FROM t",
            1,
        ),
    ],
)
def test_everything_that_reads_is_allowed(database, text, rows):
    (found,) = ask(database, text)
    assert found.height == rows
    assert found.width


TYPES = {
    "1::HUGEINT": pl.Decimal(38, 0), "1.5::DECIMAL(18, 3)": pl.Decimal(18, 3), "'x'": pl.String, "NULL": pl.Int32,
    "DATE '2026-11-20'": pl.Date, "TIMESTAMPTZ '2026-11-20 12:00:00Z'": pl.Datetime, "[1, 2]": pl.List(pl.Int32),
    "{'a': 'x', 'b': 2}": pl.Struct({"a": pl.String, "b": pl.Int32}), "'a'::ENUM ('a', 'b')": pl.Categorical, "'a'::BLOB": pl.Binary,
    "uuid()": pl.String, "TIME '01:02:03'": pl.Time, "1 = 1": pl.Boolean, "0.1": pl.Decimal(2, 1), "1e0": pl.Float64,
}  # fmt: skip


def test_types_of_columns_come_through(database):
    (frame,) = ask(database, "SELECT " + ", ".join(f"{text} AS c{number}" for number, text in enumerate(TYPES)))
    # Arrow names the zone as the machine does: UTC or Etc/UTC. An equality with the class pl.Datetime holds for any.
    assert frame.dtypes == [*TYPES.values()]


def test_describe_says_what_the_columns_hold(tmp_path):
    with duckdb.connect(str(tmp_path / "release.duckdb")) as con:
        con.execute(
            "CREATE SCHEMA marts; CREATE TABLE marts.figures (n INTEGER); COMMENT ON COLUMN marts.figures.n IS 'in pieces'"
        )
    for text in ("describe marts.figures", "DESC figures;", 'describe table Marts."figures"'):
        assert _rows(tmp_path / "release.duckdb", text) == [[("n", "INTEGER", "YES", "in pieces")]]


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


# What runs and reaches nothing: logging is a setting of its own process, which ends.
HARMLESS = [
    "FROM enable_logging(storage = 'file', storage_path = '{tmp}/log')",
    "FROM \"Enable_Logging\" /* x */ (storage = 'stdout')",
    "FROM system.main.enable_logging -- x\n ()",
    "SELECT * FROM query('from enable_' || 'logging()')",
    "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('from enable_logging()'))",
    "CREATE TEMP MACRO m() AS TABLE FROM enable_logging(); FROM m()",
    "SELECT write_log('x')",
]


@pytest.fixture
def con(database, tmp_path):
    with child.locked_down(str(database), str(tmp_path / "spill")) as opened:
        yield opened


@pytest.mark.parametrize("attack", [pytest.param(a, id=f"{k}: {a[:40]}") for k, each in ATTACKS.items() for a in each])
def test_foreign_sql_reaches_no_file_variable_or_setting(database, con, tmp_path, attack):
    local_secret = pl.DataFrame({"secret": [1]})
    assert local_secret.height == 1
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises((duckdb.Error, QueryError)):
        for statement in child.judged(con, attack.format(tmp=tmp_path)):
            child.answer(con, statement, MB)
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert query(database, "SELECT n FROM marts.figures").rows() == [(1,)]


@pytest.mark.slow
@pytest.mark.parametrize("text", HARMLESS)
def test_logging_ends_with_its_process_and_writes_nothing(database, tmp_path, text):
    before = sorted(path.name for path in tmp_path.iterdir())
    (frame,) = ask(database, text.format(tmp=tmp_path))
    assert frame.height <= 1
    assert sorted(path.name for path in tmp_path.iterdir()) == before


NO_LIMIT = {"seconds": 600, "result_bytes": 2**40}
TOO_MUCH = {
    "a statement of a closed kind": ("ATTACH ':memory:' AS x", NO_LIMIT, "ATTACH is not available here: foreign SQL reads the tables"),
    "all of a script": ("SELECT 1; SET threads = 4", NO_LIMIT, "SET is not available here"),
    "a mistake": ("SELECT nothing", NO_LIMIT, "the database refused: Binder Error"),
    "an interval": ("SELECT interval 1 day AS v", NO_LIMIT, "column v is of type .*; cast it to VARCHAR"),
    "intervals inside": ("SELECT [{'a': interval 1 day}] AS v", NO_LIMIT, "column v is of type .*; cast it to VARCHAR"),
    "a union": ("SELECT union_value(a := 1) AS v", NO_LIMIT, "column v is of type .*; cast it to VARCHAR"),
    "time of a count": ("SELECT count(*) FROM range(1000000000000)", {"seconds": 0.2}, r"longer than 0\.2 s and was stopped; narrow it"),
    "time of rows": ("SELECT a.range FROM range(1000000) a, range(1000000) b", NO_LIMIT | {"seconds": 0.2}, "longer than"),
    "time of what hears no interruption": ("SELECT levenshtein(repeat('a', 200000), repeat('b', 200000))", {"seconds": 0.5}, "longer than"),
    "room": ("SELECT range FROM range(1000000000000)", {"result_bytes": 10 * MB}, "larger than 10 MB; add a LIMIT"),
    "depth": ("SELECT json_structure(repeat('[', 1000000) || repeat(']', 1000000))", NO_LIMIT, r"crashed the database engine \(SIGSEGV\).*unchanged"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "limits", "told"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_is_refused_or_stopped_is_told_with_what_to_do(database, text, limits, told):
    with pytest.raises(QueryError, match=told):
        _rows(database, text, **limits)


def test_a_result_that_fits_its_room_is_whole(database):
    (frame,) = ask(database, "SELECT range FROM range(1000000)", result_bytes=10 * MB)  # 8 bytes a row
    assert frame.height == 1_000_000


def test_time_to_read_a_result_is_no_time_of_the_next_statement(database):
    """The first result overfills the pipe, and its reader waits for longer than a statement may take."""
    asked = ask(database, "SELECT range FROM range(1000000); SELECT 1 AS n", seconds=1)
    assert next(asked).height == 1_000_000
    time.sleep(1.2)
    assert next(asked).rows() == [(1,)]


GREEDY = {
    "one string": "SELECT repeat('x', 3000000000)",
    "a list of strings": "SELECT list(repeat('x', 1000000)) FROM range(20000)",
    "one list": "SELECT list(i) FROM range(500000000) t(i)",
}


@pytest.mark.parametrize("text", GREEDY.values(), ids=GREEDY)
def test_a_query_takes_no_more_memory_than_it_is_given(database, text):
    """What the system measures, in a process of its own."""
    code = (
        "import resource, sys\nfrom pathlib import Path\nfrom warehouse.analyst import *\n"
        "try:\n    list(ask(Path(sys.argv[1]), sys.argv[2], 600))\nexcept QueryError as error:\n    print(error)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", code, str(database), text],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    ).stdout.splitlines()  # fmt: skip
    assert "memory" in said[0] or "crashed" in said[0]
    assert int(said[-1]) * 1024 < asking.MEMORY


def test_what_is_left_in_the_middle_leaves_no_process_and_no_folder(database, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    script = "SELECT 1 AS n; CREATE TEMP TABLE big AS SELECT md5(i::VARCHAR) AS h FROM range(1000000000000) t(i)"
    for frame in ask(database, script):
        assert frame.rows() == [(1,)]
        assert len([*tmp_path.glob("parallax-sql-*")]) == 1
        break
    assert [*tmp_path.glob("parallax-sql-*")] == []


def test_a_process_that_cannot_start_says_why(database, monkeypatch):
    monkeypatch.setattr(asking, "_CHILD", "raise SystemExit('no such library')")
    with pytest.raises(QueryError, match="no such library"):
        _rows(database, "SELECT 1")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nothing\.duckdb: no such database"):
        _rows(tmp_path / "nothing.duckdb", "SELECT 1")
