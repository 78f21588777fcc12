"""Frames on their way to executors and back."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import polars as pl

from warehouse.spark.groups import packed, unpacked


def test_values_come_back_to_the_last_digit() -> None:
    frame = pl.DataFrame(
        {
            "num": [Decimal("0.123456789"), None],
            "double": [0.1 + 0.2, float("inf")],
            "day": [date(2024, 2, 29), None],
            "list": [["x", "ü|"], []],
        },
        schema={"num": pl.Decimal(38, 9), "double": pl.Float64, "day": pl.Date, "list": pl.List(pl.String)},
    )
    assert unpacked(packed(frame)).equals(frame)
    assert unpacked(packed(frame)).schema == frame.schema
