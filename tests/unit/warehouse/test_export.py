"""Tables as Parquet: every row, in one order, the same bytes for the same rows; and a difference is seen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import duckdb
import pytest

from warehouse import export
from warehouse.connection import connect, connected
from warehouse.export import ColumnInfo, differing_tables, export_parquet, list_tables, seal
from warehouse.step import BuildError

ROWS = [
    ("b", 2025, "2.500000000", ["x", "y"]),
    ("a", 2026, None, []),
    ("a", None, "1.000000000", None),
]


def write(database: Path, rows: Sequence[tuple[object, ...]]) -> Path:
    """A database with one mart, one view beside it, and one table of another schema."""
    with duckdb.connect(str(database)) as connection:
        connection.execute("CREATE SCHEMA marts")
        connection.execute(
            "CREATE TABLE marts.figures (name VARCHAR NOT NULL, year INTEGER, obs_value DECIMAL(38, 9), ids VARCHAR[])"
        )
        connection.executemany("INSERT INTO marts.figures VALUES (?, ?, ?, ?)", rows)
        connection.execute("COMMENT ON TABLE marts.figures IS 'Figures.'")
        connection.execute("COMMENT ON COLUMN marts.figures.year IS 'the year'")
        connection.execute("CREATE VIEW marts.seen AS FROM marts.figures")
        connection.execute("CREATE TABLE main.other (x INTEGER)")
    return database


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The three rows."""
    return write(tmp_path / "w.duckdb", ROWS)


def test_tables_are_listed_with_columns_comments_and_rows(database: Path) -> None:
    (table,) = list_tables(database, "marts")
    assert (table.name, table.doc, table.n_rows) == ("figures", "Figures.", 3)
    assert table.columns == (
        ColumnInfo("name", "VARCHAR", True, None),
        ColumnInfo("year", "INTEGER", False, "the year"),
        ColumnInfo("obs_value", "DECIMAL(38,9)", False, None),
        ColumnInfo("ids", "VARCHAR[]", False, None),
    )


def test_rows_stand_in_key_order_nulls_last_whatever_their_order_was(tmp_path: Path, database: Path) -> None:
    (file,) = export_parquet(database, "marts", tmp_path, {"figures": ("name", "year")})
    assert file == tmp_path / "figures.parquet"
    assert duckdb.sql(f"SELECT name, year FROM '{file}'").fetchall() == [("a", 2026), ("a", None), ("b", 2025)]


def test_another_order_of_the_same_rows_gives_the_same_bytes(tmp_path: Path, database: Path) -> None:
    other = write(tmp_path / "reversed.duckdb", list(reversed(ROWS)))
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    # a key that does not tell the rows apart: the other columns settle the order
    (first,) = export_parquet(database, "marts", tmp_path / "one", {"figures": ("name",)})
    (second,) = export_parquet(other, "marts", tmp_path / "two", {"figures": ("name",)})
    assert first.read_bytes() == second.read_bytes()


def test_a_path_with_a_quote_in_it_is_a_path(tmp_path: Path, database: Path) -> None:
    folder = tmp_path / "it's here"
    folder.mkdir()
    (file,) = export_parquet(database, "marts", folder, {})
    assert file.is_file()
    assert differing_tables(database, "marts", folder) == ()


def test_a_key_that_names_no_column_is_told(tmp_path: Path, database: Path) -> None:
    with pytest.raises(BuildError, match=r"marts\.figures: its order names columns that it does not have: \['id'\]"):
        export_parquet(database, "marts", tmp_path, {"figures": ("id",)})


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM marts.figures WHERE name = 'b'",
        "INSERT INTO marts.figures VALUES ('b', 2025, 2.5, ['x', 'y'])",  # the same row once more
        "UPDATE marts.figures SET obs_value = 2.500000001 WHERE name = 'b'",
        "UPDATE marts.figures SET year = NULL WHERE name = 'b'",
        "UPDATE marts.figures SET name = CASE name WHEN 'a' THEN 'b' WHEN 'b' THEN 'a' ELSE name END",  # changed places
        "ALTER TABLE marts.figures ADD COLUMN note VARCHAR",
        "ALTER TABLE marts.figures DROP COLUMN year",
        "ALTER TABLE marts.figures RENAME COLUMN year TO years",
    ],
)
def test_any_difference_between_table_and_file_is_seen(tmp_path: Path, database: Path, change: str) -> None:
    export_parquet(database, "marts", tmp_path, {})
    assert differing_tables(database, "marts", tmp_path) == ()
    with duckdb.connect(str(database)) as connection:
        connection.execute(change)
    assert differing_tables(database, "marts", tmp_path) == ("figures",)


def test_a_missing_and_a_cut_file_are_seen(tmp_path: Path, database: Path) -> None:
    assert differing_tables(database, "marts", tmp_path) == ("figures",)
    (file,) = export_parquet(database, "marts", tmp_path, {})
    file.write_bytes(file.read_bytes()[:-20])
    assert differing_tables(database, "marts", tmp_path) == ("figures",)


def test_seal_leaves_one_file(tmp_path: Path, database: Path) -> None:
    connection = duckdb.connect(str(database))
    connection.execute("SET checkpoint_threshold = '1GB'")
    connection.execute("INSERT INTO marts.figures VALUES ('c', 2027, 3, NULL)")
    log = database.with_name("w.duckdb.wal")
    assert log.exists(), "the test must start with a log"
    seal(database)
    connection.close()
    assert not log.exists()
    assert list_tables(database, "marts")[0].n_rows == 4


@pytest.mark.slow
def test_more_than_fits_into_memory_is_sorted_on_disk_and_nothing_is_left_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, folder = tmp_path / "large.duckdb", tmp_path / "parquet"
    folder.mkdir()
    con = connect(database, read_only=False)
    con.execute("CREATE SCHEMA marts")
    con.execute(
        "CREATE TABLE marts.long AS SELECT hash(i) AS h, repeat(hash(i)::VARCHAR, 12) AS words FROM range(600000) t(i)"
    )
    con.close()
    monkeypatch.setattr(export, "connected", lambda path: connected(path, "150MB"))
    (written,) = export_parquet(database, "marts", folder, {"long": ("h",)})
    found = connect(tmp_path / "empty.duckdb", read_only=False)
    assert found.execute(
        f"SELECT count(*), count(*) FILTER (h < before) FROM (SELECT h, lag(h) OVER () AS before FROM read_parquet('{written}'))"
    ).fetchall() == [(600_000, 0)]
    assert [path.name for path in folder.iterdir()] == ["long.parquet"]
