"""Steps that are SQL: files become steps, statements are held to their table, and they mix with steps of Python."""

from __future__ import annotations

from pathlib import Path

import duckdb
import polars as pl
import pytest

from warehouse.build import build, run_step
from warehouse.connection import query
from warehouse.decisions import Decisions
from warehouse.policy import read_policy
from warehouse.sql_steps import FOLDER, run_sql, sql_steps
from warehouse.step import BuildContext, BuildError, Step

CONTEXT = BuildContext(read_policy(), Decisions(), str)
WORDS = pl.DataFrame({"name": ["b", "a"], "value": ["2", "1"]})


def step_of(folder: Path, sql: str, name: str = "20_policy.sql") -> Step:
    (folder / name).write_text(sql)
    (step,) = sql_steps(folder)
    return step


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.sql")), ids=lambda path: path.name)
def test_a_file_is_one_short_statement(path):
    sql = path.read_text()
    assert len(duckdb.extract_statements(sql)) == 1
    assert sql.startswith("-- ")
    assert len(sql.splitlines()) <= 120


def test_a_file_is_named_after_its_table_and_says_what_it_reads(tmp_path):
    step = step_of(tmp_path, "-- depends: raw.claims, core.metrics\n-- depends: core.documents\nSELECT 1")
    assert (step.name, step.writes) == ("policy", ("core.policy",))
    assert step.reads == ("raw.claims", "core.metrics", "core.documents")


@pytest.mark.parametrize(("name", "sql"), [("policy.sql", "-- depends: core.metrics"), ("20_policy.sql", "SELECT 1")])
def test_a_file_of_another_name_or_without_its_tables_is_refused(tmp_path, name, sql):
    with pytest.raises(BuildError, match="NN_table"):
        step_of(tmp_path, sql, name)


def test_rows_stand_in_key_order_and_in_the_types_of_their_table(tmp_path):
    words = pl.DataFrame({"document_id": ["b", "a"], "signature": ["2", "1"]})
    step = step_of(
        tmp_path,
        "-- depends: work.text_signatures\nSELECT document_id AS name, signature AS value FROM work.text_signatures",
    )
    for _ in range(2):
        assert run_step(step, {"work.text_signatures": words}, CONTEXT)["core.policy"].rows() == [
            ("a", "1"),
            ("b", "2"),
        ]


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT name, value, 1 AS more FROM core.metrics", "columns differ from warehouse/schema: more"),
        ("SELECT name, null AS value FROM core.metrics", "NOT NULL constraint"),
        ("SELECT 'x' AS name, value FROM core.metrics", "repeated; first: .*'x', 2"),
    ],
)
def test_a_statement_that_breaks_its_table_is_refused(sql, message):
    con = duckdb.connect()
    con.execute("CREATE SCHEMA core; CREATE TABLE core.metrics AS SELECT unnest(['a', 'b']) AS name, '1' AS value")
    with pytest.raises(BuildError, match=f"core.policy: .*{message}"):
        run_sql(con, sql, "core.policy")


def test_statements_and_steps_of_python_read_each_others_tables(tmp_path, fill):
    read = {}

    def words(frames, _):
        return {"core.policy": WORDS}

    def market(frames, _):
        read.update(frames)
        return {}

    (tmp_path / "sql").mkdir()
    text = "-- depends: core.policy\nSELECT value AS document_id, name AS signature FROM core.policy"
    of_work = step_of(tmp_path / "sql", text, "20_text_signatures.sql")
    steps = (Step("words", (), ("core.policy",), words), of_work, Step("last", of_work.writes, (), market))
    report = build(fill(tmp_path, ["USD 1"]), tmp_path / "b", read_policy(), Decisions(), steps)
    assert read["work.text_signatures"].rows() == [("1", "a"), ("2", "b")]
    tables = query(report.database, "SELECT DISTINCT table_name AS t FROM duckdb_tables() WHERE schema_name <> 'raw'")
    assert tables["t"].to_list() == ["policy"]  # those of work are in no database
