"""Figures of series come back from a frame with all their digits."""

from __future__ import annotations

from decimal import Decimal

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from warehouse.estimate.series_figures import PLACE, SeriesFigure, as_row, series_figures
from warehouse.schema import work_tables
from warehouse.values.conflict_records import Place

VALUES = st.decimals(min_value=-(10**15), max_value=10**15, places=20) | st.sampled_from(
    [Decimal("1E-22"), Decimal("4E+9")]
)
NAMES = st.lists(st.text("abc", min_size=1), max_size=3).map(tuple)
FIGURES = st.builds(
    SeriesFigure,
    place=st.builds(
        Place, st.just("m"), st.none() | st.just("by-type:a"), st.just("001"), st.just("market_size"), st.just("USD"),
        st.integers(2000, 2040), st.none() | st.just("retail"), st.just("current"),
    ),
    market=st.just("M"),
    center=st.none() | VALUES,
    low=VALUES,
    high=VALUES,
    floor=st.none() | VALUES,
    ceiling=st.none() | VALUES,
    is_refused=st.booleans(),
    is_derived=st.booleans(),
    publishers=NAMES,
    claim_ids=NAMES,
)  # fmt: skip


@given(st.lists(FIGURES, max_size=3))
def test_figures_come_back_as_they_went_in(figures: list[SeriesFigure]) -> None:
    schema = work_tables()["work.judgements"].polars_schema()
    rows = [{**{name: getattr(one.place, name) for name in PLACE}, **as_row(one)} for one in figures]
    assert list(series_figures(pl.DataFrame(rows, schema=schema))) == figures
