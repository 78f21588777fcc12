"""core.yml is read once and checked; a file that is wrong is refused with its line."""

from __future__ import annotations

import duckdb
import pytest

from warehouse.reviewed import ReviewedFileError
from warehouse.schema import core_tables, empty_frame, raw_tables
from warehouse.schema.core import read_tables

GOOD = """\
core.things:
  doc: Things.
  key: [thing_id]
  columns:
    thing_id: [VARCHAR, required, "id"]
    value: [NUM, optional, "it's a value", unit_measure]
"""


def test_every_table_can_be_created_commented_and_filled_with_its_empty_frame():
    con = duckdb.connect()
    con.execute("CREATE SCHEMA raw; CREATE SCHEMA core")
    for table in [*raw_tables().values(), *core_tables().values()]:
        con.execute(table.ddl())
        for comment in table.comments():
            con.execute(comment)
        con.register("empty_rows", empty_frame(table).to_arrow())
        con.execute(f"INSERT INTO {table.sql_name} SELECT * FROM empty_rows")
        read_back = con.execute(f"SELECT * FROM {table.sql_name}").pl()
        assert read_back.schema == table.polars_schema(), table.name
    uncommented = con.execute("SELECT count(*) FROM duckdb_columns() WHERE schema_name = 'core' AND comment IS NULL")
    assert uncommented.fetchone() == (0,)


def test_a_schema_file_gives_tables_in_its_order(tmp_path):
    path = tmp_path / "core.yml"
    path.write_text(GOOD)
    table = read_tables(path)["core.things"]
    assert (table.key, table.column_names) == (("thing_id",), ("thing_id", "value"))
    assert table.ddl() == (
        'CREATE TABLE "core"."things" (\n  "thing_id" VARCHAR NOT NULL,\n  "value" DECIMAL(38, 9)\n)'
    )
    assert "IS 'it''s a value'" in table.comments()[2]
    assert [column.unit for column in table.columns] == [None, "unit_measure"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("VARCHAR, required", "TEXT, required", r"core\.yml:5: core\.things\.columns\.thing_id\.0"),
        ("required", "needed", r"core\.yml:5: "),
        ("key: [thing_id]", "key: [other]", r"core\.yml:1: core\.things: .*unknown: \['other'\]"),
        ("key: [thing_id]", "key: []", r"must name columns"),
        (", unit_measure]", "]", r"core\.yml:1: core\.things: .*a number has a unit.*\['value'\]"),
        ('"id"]', '"id", year]', r"nothing else has one; see \['thing_id'\]"),
        ("  doc: Things.\n", "", r"doc: this key is required"),
        ("doc: Things.", "doc: Things.\n  note: x", r"core\.yml:3: core\.things\.note: unknown key"),
        ("core.things", "things", r"core\.yml:1"),
        ("    value:", "    thing_id:", r"core\.yml:6: thing_id: duplicate key"),
        ("key: [thing_id]", "key: [thing_id", r"core\.yml:\d: not valid YAML"),
    ],
)
def test_a_wrong_schema_file_is_refused_with_its_line(tmp_path, old, new, message):
    path = tmp_path / "core.yml"
    assert old in GOOD
    path.write_text(GOOD.replace(old, new))
    with pytest.raises(ReviewedFileError, match=message):
        read_tables(path)
