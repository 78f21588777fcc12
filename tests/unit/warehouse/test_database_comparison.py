"""The comparison of two databases sees a row too many, a digit, a null, a type and a table that is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from warehouse.connection import connect
from warehouse.database_comparison import compare

SIDES = ("local", "spark")
MART = "CREATE SCHEMA marts; CREATE TABLE marts.sizes AS SELECT * FROM (VALUES ('a', 1.5), ('a', 1.5), ('b', NULL)) t(id, size)"


def database(folder: Path, name: str, *more: str) -> Path:
    """The small database with changes."""
    path = folder / f"{name}.duckdb"
    con = connect(path, read_only=False)
    for sql in (MART, *more):
        con.execute(sql)
    con.close()
    return path


def test_equal_databases_have_no_difference_whatever_the_order_of_their_rows(tmp_path: Path) -> None:
    turned = "CREATE OR REPLACE TABLE marts.sizes AS SELECT * FROM marts.sizes ORDER BY id DESC"
    (found,) = compare(database(tmp_path, "a"), database(tmp_path, "b", turned), "marts", SIDES)
    assert (found.rows, found.differences, found.is_equal) == ({"local": 3, "spark": 3}, 0, True)


@pytest.mark.parametrize(
    ("change", "differences", "columns_differ"),
    [
        ("INSERT INTO marts.sizes VALUES ('a', 1.5)", 1, False),  # once more than there
        ("UPDATE marts.sizes SET size = 1.6 WHERE id = 'a'", 4, False),  # two rows, each on both sides
        ("UPDATE marts.sizes SET size = 0 WHERE id = 'b'", 2, False),  # null is no zero
        ("ALTER TABLE marts.sizes ALTER size TYPE double", 6, True),  # equal numbers of another type
        ("COMMENT ON COLUMN marts.sizes.size IS 'in USD'", 0, True),
        ("CREATE TABLE marts.more AS SELECT 1 AS n", 1, True),
    ],
)
def test_what_differs_is_counted(tmp_path: Path, change: str, differences: int, columns_differ: bool) -> None:
    found = compare(database(tmp_path, "a"), database(tmp_path, "b", change), "marts", SIDES)
    apart = [one for one in found if not one.is_equal]
    assert [(one.differences, one.columns_differ) for one in apart] == [(differences, columns_differ)]


def test_a_row_that_differs_is_shown_from_both_sides(tmp_path: Path) -> None:
    change = "UPDATE marts.sizes SET size = 0 WHERE id = 'b'"
    (found,) = compare(database(tmp_path, "a"), database(tmp_path, "b", change), "marts", SIDES)
    assert "id='b': local / spark: size: None / Decimal('0.0')" in str(found.example)
