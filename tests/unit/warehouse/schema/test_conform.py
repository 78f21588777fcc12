"""A frame that breaks its table is refused by name; one that keeps it comes out in the table's form."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warehouse.schema import Column, Table, conform
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
            r"core\.things\.value: required, yet null in 1 row\(s\); first: .*'thing_id': 'b'",
        ),
        ({"thing_id": ["a", "a"], "year": [None, None]}, r"key thing_id, year stands twice in 2 row\(s\)"),
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
