"""Bounds and approximations: a hedge that is no part of the scanned figure counts where a choice points to it."""

from __future__ import annotations

import pytest

from tests.second_pages import mention


@pytest.mark.parametrize("metric", ["market_size", "other_numeric"])
def test_a_hedge_beside_the_figure_counts(metric: str) -> None:
    text = "The kite market in 2024 was worth, analysts say roughly, USD 61 million."
    m = mention("USD 61 million", text, metric=metric, year="2024", hedge="roughly")

    assert m.comparator == "~"
