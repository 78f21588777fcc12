"""Marts as files of their own: CSV that validates, and the rows that changed between two releases."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest

from release.making.table_export import export
from release.record import Release, ReleaseError
from tests.unit.release.test_package import problems
from warehouse.release_delta import write_delta

OLD = [("a", 1, 10, "x"), ("b", 1, 20, None), ("c", 1, 30, ""), ("d", None, 40, "x")]
NEW = [("a", 1, 10, "x"), ("b", 1, 21, "y"), ("d", None, 40, "z"), ("e", 1, 50, "x")]


@pytest.fixture
def pair(tmp_path: Path) -> SimpleNamespace:
    """Two databases with one table of key (name, part), and `delta()` between them."""
    for name, rows in (("old", OLD), ("new", NEW)):
        con = duckdb.connect(str(tmp_path / f"{name}.duckdb"))
        con.execute(
            "CREATE SCHEMA marts; CREATE TABLE marts.t (name VARCHAR, part INTEGER, value INTEGER, note VARCHAR)"
        )
        con.executemany("INSERT INTO marts.t VALUES (?, ?, ?, ?)", rows)
        con.close()

    def delta(*statements: str) -> tuple[Any, list[tuple[Any, ...]]]:
        con = duckdb.connect(str(tmp_path / "new.duckdb"))
        for statement in statements:
            con.execute(statement)
        con.close()
        sides = (("r1", tmp_path / "old.duckdb"), ("r2", tmp_path / "new.duckdb"))
        found = write_delta(*sides, "marts", {"t": ("name", "part")}, tmp_path, "parquet")
        return found, duckdb.sql(f"FROM '{tmp_path / 't.parquet'}'").fetchall() if found else []

    return SimpleNamespace(delta=delta)


def test_rows_are_added_removed_and_changed_by_their_key(pair: SimpleNamespace) -> None:
    (found,), rows = pair.delta()
    assert (found.added, found.removed, found.changed) == (1, 1, 2)
    assert rows == [
        ("changed", "r1", "value note", "b", 1, 20, None),
        ("changed", "r2", "value note", "b", 1, 21, "y"),
        ("removed", "r1", None, "c", 1, 30, ""),
        ("changed", "r1", "note", "d", None, 40, "x"),  # a null in the key is a value of it
        ("changed", "r2", "note", "d", None, 40, "z"),
        ("added", "r2", None, "e", 1, 50, "x"),
    ]


def test_a_table_that_is_equal_has_no_file(pair: SimpleNamespace, tmp_path: Path) -> None:
    equal = "DELETE FROM marts.t; INSERT INTO marts.t VALUES " + str(OLD)[1:-1].replace("None", "NULL")
    assert pair.delta(equal) == ((), [])
    assert not (tmp_path / "t.parquet").exists()


def test_a_column_that_only_one_release_has_changes_no_row(pair: SimpleNamespace) -> None:
    (found,), rows = pair.delta("ALTER TABLE marts.t ADD COLUMN extra INTEGER DEFAULT 7")
    assert (found.added, found.removed, found.changed) == (1, 1, 2)
    assert [row[-1] for row in rows] == [None, 7, None, None, 7, 7]


@pytest.mark.parametrize(
    ("statement", "counts"),
    [
        ("ALTER TABLE marts.t RENAME TO u", {"t": (0, 4, 0), "u": (4, 0, 0)}),
        ("ALTER TABLE marts.t RENAME part TO portion", {"t": (3, 3, 0)}),  # no key of both: whole rows
    ],
)
def test_without_a_common_key_rows_are_added_and_removed(
    pair: SimpleNamespace, statement: str, counts: dict[str, tuple[int, int, int]]
) -> None:
    found, _ = pair.delta(statement)
    assert {one.table.name: (one.added, one.removed, one.changed) for one in found} == counts


def test_csv_holds_every_row_and_passes_the_standards_own_validator(release: Release, tmp_path: Path) -> None:
    written = export(release, tmp_path, ["claims", "markets"], "csv")
    assert [(one.mart, one.file) for one in written] == [("claims", "claims.csv"), ("markets", "markets.csv")]
    assert problems(tmp_path / "datapackage.json") == []
    with (tmp_path / "claims.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    published = duckdb.sql(f"FROM '{release.parquet / 'claims.parquet'}'").fetchall()
    assert len(rows) == written[0].rows == len(published)
    assert [row["claim_id"] for row in rows] == [row[0] for row in published]


def test_a_delta_is_described_and_passes_the_validator(busy_home: SimpleNamespace, tmp_path: Path) -> None:
    con = duckdb.connect(str(busy_home.home / "builds" / "b" / "warehouse.duckdb"))
    con.execute("DELETE FROM marts.markets WHERE market_id = (SELECT min(market_id) FROM marts.markets)")
    con.close()
    later = busy_home.publish("1" * 64)
    from release.catalogue import find

    (written,) = export(later, tmp_path, [], "parquet", find(busy_home.home, "r000001"))
    assert (written.mart, written.what) == ("markets", "1 removed")
    package = json.loads((tmp_path / "datapackage.json").read_text(encoding="utf-8"))
    assert package["resources"][0]["schema"]["primaryKey"] == ["release_id", "market_id"]
    assert problems(tmp_path / "datapackage.json") == []


def test_an_unknown_mart_and_a_folder_in_use_are_refused(release: Release, tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="figures: no such mart in r000001; there are: areas, "):
        export(release, tmp_path, ["figures"], "csv")
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(ReleaseError, match="not empty"):
        export(release, tmp_path, [], "csv")
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
