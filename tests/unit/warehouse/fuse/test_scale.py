"""Ratios or differences: chosen from the claims, and there and back."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.markets import Markets
from tests.unit.warehouse.fuse.worlds import frame, ratings
from warehouse.fuse.encoding import claims_of
from warehouse.fuse.scale import logarithmic, off_scale, on_scale


def test_markets_err_by_ratios_and_ratings_by_differences() -> None:
    assert logarithmic(claims_of(Markets(5, repetitions=200).draw()[0].claims)).tolist() == [True]
    assert logarithmic(claims_of(ratings(1, objects=100).claims)).tolist() == [False]


def test_an_attribute_with_negative_values_has_no_logarithm() -> None:
    rows = [("s", f"o{i}", "a", -2.0 * i) for i in range(1, 9)] + [("t", f"o{i}", "a", -3.0 * i) for i in range(1, 9)]
    assert logarithmic(claims_of(frame(rows))).tolist() == [False]


def test_an_attribute_without_disagreement_goes_with_the_others() -> None:
    market = [(f"s{s}", f"o{i}", "size", 10.0**i * 1.3**s) for i in range(6) for s in range(3)]
    claims = claims_of(frame([*market, ("s0", "o1", "alone", 5.0)]))
    assert claims.attributes.to_list() == ["alone", "size"]
    assert logarithmic(claims).tolist() == [True, True]


def test_a_rare_zero_stands_at_half_the_smallest_positive_value() -> None:
    claims = claims_of(frame([("s", "x", "a", 0.0), ("t", "x", "a", 8.0)]))
    at = on_scale(claims, np.array([True]))
    assert np.exp(at) == pytest.approx([4.0, 8.0])


def test_places_go_back_to_values() -> None:
    assert off_scale(np.log([2.0, 5.0]), np.array([True, True])) == pytest.approx([2.0, 5.0])
    assert off_scale(np.array([2.0, -900.0]), np.array([False, False])).tolist() == [2.0, -900.0]
