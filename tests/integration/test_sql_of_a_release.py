"""`parallax sql` on the release of the samples: rows, limits, and what a query must not do."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import duckdb

from release import Release, verify
from tests.integration.commands import parallax


def test_sql_gives_the_same_rows_in_every_form(home: Path, tmp_path: Path) -> None:
    query = "select publisher_id, n_documents, tier from marts.publishers order by 1"
    as_json = json.loads(parallax("sql", query, "--format", "json", "--home", str(home)).out)
    as_csv = list(csv.DictReader(io.StringIO(parallax("sql", query, "--format", "csv", "--home", str(home)).out)))
    file = tmp_path / "publishers.parquet"
    assert parallax("sql", query, "--format", "parquet", "--out", str(file), "--home", str(home)).code == 0
    as_parquet = duckdb.sql(f"SELECT * FROM '{file}'").fetchall()
    table = parallax("sql", query, "--home", str(home)).out.splitlines()
    assert len(as_json) == len(as_csv) == len(as_parquet) == len(table) - 1 >= 6
    assert [tuple(row.values()) for row in as_json] == as_parquet
    assert [{name: str(value) for name, value in row.items()} for row in as_json] == as_csv
    assert [line.split()[0] for line in table[1:]] == [row[0] for row in as_parquet]


ATTACKS = ("select * from read_text('/etc/passwd')", "drop table marts.claims", "set enable_external_access = true")
PAST = ("--as-of", "2026-05-06")  # the same door to another file, which is made for each call


def test_sql_can_neither_change_nor_leave_the_release(home: Path, release: Release) -> None:
    for attack, past in (*((attack, ()) for attack in ATTACKS), (ATTACKS[0], PAST)):
        ended = parallax("sql", attack, *past, "--home", str(home))
        assert ended.code == 1, attack
        assert ended.err.startswith("error: "), attack
        assert "Traceback" not in ended.err, attack
    assert verify(release) == []


def test_a_query_that_takes_too_long_is_stopped(home: Path) -> None:
    ended = parallax(
        "sql", "select sum(a.range) from range(1000000) a, range(1000000) b", "--timeout", "0.3", "--home", str(home)
    )
    assert ended.code == 1
    assert "took longer than 0.3 s" in ended.err


def test_the_examples_of_sql_run(home: Path) -> None:
    from pipelines.cli.sql.sql_command import EXAMPLES

    queries = re.findall(r'parallax sql "([^"]+)"(?:.*(--as-of) (\S+))?', EXAMPLES)
    assert len(queries) >= 5
    for query, *past in queries:
        ended = parallax("sql", query, *filter(None, past), "--home", str(home))
        assert ended.code == 0, ended.err
