"""A frame that breaks its table is refused by name; one that keeps it comes out in the table's form."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warehouse.schema import Column, Table, conform, conformed
from warehouse.step import BuildError

TABLE = Table(
    "core.things",
    "Things.",
    ("thing_id", "year"),
    (
        Column("thing_id", "VARCHAR", required=True, doc="id"),
        Column("year", "INTEGER", required=False, doc="year"),
        Column("value", "NUM", required=True, doc="value"),
        Column("share", "DOUBLE", required=False, doc="share"),
        Column("seen_at", "TIMESTAMP", required=False, doc="clock"),
        Column("claim_ids", "VARCHAR[]", required=False, doc="claims"),
    ),
)

GOOD: dict[str, list[object]] = {
    "thing_id": ["b", "a"],
    "year": [2025, None],
    "value": [Decimal("1.5"), Decimal(2)],
    "share": [None, 0.5],
    "seen_at": [datetime(2026, 1, 1), None],
    "claim_ids": [["x"], []],
}


def test_a_frame_comes_out_in_column_order_with_types_and_rows_in_key_order():
    shuffled = pl.DataFrame(GOOD).select("claim_ids", "year", "value", "thing_id", "seen_at", "share")
    out = conform(TABLE, shuffled)
    assert out.schema == TABLE.polars_schema()
    assert out["thing_id"].to_list() == ["a", "b"]
    assert out["value"].to_list() == [Decimal(2), Decimal("1.5")]


@given(st.permutations(range(6)))
def test_row_order_changes_nothing(order):
    rows = pl.DataFrame(
        {**{name: [*values, *values, *values] for name, values in GOOD.items()}, "year": [3, 1, 2, None, 5, 4]}
    )
    assert conform(TABLE, rows[list(order)]).equals(conform(TABLE, rows))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"drop": "share"}, r"core\.things: columns differ.*missing \['share'\]"),
        ({"extra": 1}, r"not in the schema \['extra'\]"),
        (
            {"value": [None, Decimal(1)]},
            r"core\.things\.value: required, yet null in 1 row; first: .*'thing_id': 'b'",
        ),
        ({"thing_id": ["a", "a"], "year": [None, None]}, r"key thing_id, year is repeated in 2 rows"),
        ({"year": [2**40, None]}, r"core\.things\.year: a value does not fit INTEGER; first: .*'b'"),
        ({"year": ["2025", None]}, r"core\.things\.year: is String, must be INTEGER"),
        ({"year": [2025.0, None]}, r"is Float64, must be INTEGER"),
        ({"value": [1.5, 2.0]}, r"core\.things\.value: is Float64, must be NUM"),
        ({"value": ["1.5", "2"]}, r"is String, must be NUM"),
        ({"share": [Decimal("0.5"), None]}, r"is Decimal.*must be DOUBLE"),
        ({"thing_id": [1, 2]}, r"is Int64, must be VARCHAR"),
        ({"claim_ids": ["x", "y"]}, r"is String, must be VARCHAR\[\]"),
    ],
)
def test_a_frame_that_breaks_its_table_is_refused_by_name(change, message):
    frame = pl.DataFrame(GOOD)
    if "drop" in change:
        frame = frame.drop(change["drop"])
    elif "extra" in change:
        frame = frame.with_columns(extra=pl.lit(1))
    else:
        frame = frame.with_columns(**{name: pl.Series(values) for name, values in change.items()})
    with pytest.raises(BuildError, match=message):
        conform(TABLE, frame)


def test_null_counts_as_a_value_of_the_key():
    rows = pl.DataFrame({**GOOD, "thing_id": ["a", "a"], "year": [None, 2025]})
    assert conform(TABLE, rows)["year"].to_list() == [None, 2025]


@pytest.mark.parametrize("kind", [pl.Int8, pl.UInt64, pl.Int64])
def test_integers_of_any_width_fit_where_their_values_do(kind):
    frame = pl.DataFrame({**GOOD, "year": [1, 2], "value": [3, 4]})
    out = conform(TABLE, frame.with_columns(pl.col("year", "value").cast(kind)))
    assert out.schema == TABLE.polars_schema()
    assert out["value"].to_list() == [Decimal(4), Decimal(3)]


def test_an_all_null_column_takes_its_table_type():
    frame = pl.DataFrame({**GOOD, "share": [None, None]})
    assert conform(TABLE, frame)["share"].dtype == pl.Float64


def test_an_empty_frame_of_the_right_columns_conforms():
    assert conform(TABLE, pl.DataFrame(schema=TABLE.polars_schema())).is_empty()


def test_a_decimal_with_more_places_than_the_column_is_refused():
    frame = pl.DataFrame(GOOD).with_columns(value=pl.Series([Decimal("1.0000000001"), Decimal(2)]))
    with pytest.raises(BuildError, match="must be NUM"):
        conform(TABLE, frame)


KEYS = st.lists(st.tuples(st.sampled_from("abcdefg"), st.none() | st.integers(0, 9)), unique=True, max_size=40)


def keyed(keys):
    rows = [
        {name: values[0] for name, values in GOOD.items()} | {"thing_id": thing, "year": year} for thing, year in keys
    ]
    return pl.DataFrame(rows, schema=TABLE.polars_schema())


@given(KEYS, st.integers(1, 50))
def test_parts_one_behind_the_other_are_the_whole(keys, at_once):
    parts = list(conformed(TABLE, keyed(keys), at_once))
    assert pl.concat(parts).equals(conform(TABLE, keyed(keys)))
    assert all(part.height for part in parts) or not keys


def test_parts_have_about_the_rows_that_are_asked_for_and_no_thing_is_cut():
    # Two rows each of a to g, sorted: the ends of each five are c, e; up to c are 6, up to e 4, the other 4 are f and g.
    keys = [(thing, year) for year in (1, 2) for thing in "gfedcba"]
    assert [part["thing_id"].to_list() for part in conformed(TABLE, keyed(keys), 5)] == [
        list("aabbcc"),
        list("ddee"),
        list("ffgg"),
    ]


@given(KEYS.filter(bool), st.integers(1, 50))
def test_a_repeated_key_is_found_in_parts(keys, at_once):
    with pytest.raises(BuildError, match="is repeated"):
        list(conformed(TABLE, keyed([*keys, keys[0]]), at_once))


def test_rows_without_a_value_in_the_first_column_of_the_key_come_first():
    table = replace(TABLE, key=("year", "thing_id"))
    rows = keyed([(thing, year) for year in (None, 3, 1) for thing in "cab"])
    assert pl.concat(list(conformed(table, rows, 2))).equals(conform(table, rows))


def test_a_column_that_is_missing_is_named_before_any_part_is_made():
    with pytest.raises(BuildError, match=r"missing \['thing_id'\]"):
        list(conformed(TABLE, keyed([("a", 1)]).drop("thing_id"), 1))
