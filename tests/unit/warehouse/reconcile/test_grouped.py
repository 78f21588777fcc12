"""Rows come in groups of their key, as if they had been put into a dictionary."""

from __future__ import annotations

from collections import defaultdict

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from warehouse.reconcile.grouped import groups_of_rows

ROWS = st.lists(
    st.tuples(st.sampled_from(["a", "B", "\u00e4", "\U0001f600", "\uffee"]), st.integers(1, 3)), max_size=30
)


@given(ROWS)
def test_groups_are_those_of_a_dictionary_in_the_order_of_its_keys(rows: list[tuple[str, int]]) -> None:
    schema = {"series_id": pl.String, "year": pl.Int64, "place": pl.Int64}
    frame = pl.DataFrame([(*row, place) for place, row in enumerate(rows)], schema=schema, orient="row")
    wanted = defaultdict(list)
    for row in frame.iter_rows(named=True):
        wanted[row["series_id"], row["year"]].append(row)
    assert list(groups_of_rows(frame, ("series_id", "year"))) == [wanted[key] for key in sorted(wanted)]
