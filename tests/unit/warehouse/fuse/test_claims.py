"""Claims come into one order, one voice per source and item, whatever the rows look like."""

from __future__ import annotations

import polars as pl
import pytest

from tests.unit.warehouse.fuse.worlds import frame
from warehouse.fuse.claims import ClaimsError
from warehouse.fuse.encoding import claims_of


def test_items_stand_one_after_the_other_with_values_ascending() -> None:
    claims = claims_of(frame([("b", "y", "a", 2.0), ("a", "x", "a", 5.0), ("b", "x", "a", 3.0), ("a", "x", "A", 1.0)]))
    # Attributes ascending: A, a. Items: (A, x), (a, x), (a, y).
    assert claims.attributes.to_list() == ["A", "a"]
    assert claims.objects.to_list() == ["x", "x", "y"]
    assert claims.attribute.tolist() == [0, 1, 1]
    assert claims.value.tolist() == [1.0, 3.0, 5.0, 2.0]
    assert claims.sources.gather(claims.source).to_list() == ["a", "b", "a", "b"]
    assert (claims.start.tolist(), claims.size.tolist()) == ([0, 1, 3], [1, 2, 1])


def test_a_source_that_says_several_things_counts_once_with_their_lower_median() -> None:
    # 1, 7, 8, 90: the lower of the two in the middle is 7.
    claims = claims_of(frame([("s", "o", "a", v) for v in (90.0, 7.0, 1.0, 8.0)] + [("t", "o", "a", 3.0)]))
    assert claims.value.tolist() == [3.0, 7.0]


@pytest.mark.parametrize("nothing", [None, float("nan"), float("inf"), float("-inf")])
def test_claims_without_a_finite_number_are_left_out(nothing: float | None) -> None:
    claims = claims_of(frame([("s", "o", "a", nothing), ("t", "o", "a", 2.0), ("t", "p", "a", nothing)]))
    assert (claims.value.tolist(), claims.objects.to_list(), claims.sources.to_list()) == ([2.0], ["o"], ["t"])


def test_claims_without_a_source_or_an_object_are_left_out() -> None:
    rows = pl.DataFrame(
        {"source": [None, "s", "s"], "object": ["o", None, "o"], "attribute": ["a"] * 3, "num": [1.0, 2.0, 3.0]}
    )
    assert claims_of(rows).value.tolist() == [3.0]


def test_no_rows_make_no_claims() -> None:
    claims = claims_of(frame([]))
    assert (len(claims.value), len(claims.start), claims.size.tolist()) == (0, 0, [])


def test_integers_as_names_and_numbers_are_read() -> None:
    rows = pl.DataFrame({"source": [1, 2], "object": [7, 7], "attribute": ["a", "a"], "num": [3, 4]})
    assert claims_of(rows).value.tolist() == [3.0, 4.0]


def test_a_missing_column_is_named() -> None:
    with pytest.raises(ClaimsError, match="no column object, num; claims need source, object, attribute, num"):
        claims_of(pl.DataFrame({"source": ["s"], "attribute": ["a"]}))


def test_text_where_a_number_belongs_is_refused() -> None:
    with pytest.raises(ClaimsError, match="column num holds String"):
        claims_of(pl.DataFrame({"source": ["s"], "object": ["o"], "attribute": ["a"], "num": ["3"]}))


def test_some_attributes_can_be_taken_out_with_their_items() -> None:
    claims = claims_of(frame([("s", "x", "a", 1.0), ("s", "x", "b", 2.0), ("t", "x", "b", 3.0), ("s", "y", "c", 4.0)]))
    some = claims.of(claims.attributes.is_in(["b", "c"]).to_numpy())
    assert some.value.tolist() == [2.0, 3.0, 4.0]
    assert (some.item.tolist(), some.attribute.tolist()) == ([0, 0, 1], [1, 2])
    assert some.objects.to_list() == ["x", "y"]
