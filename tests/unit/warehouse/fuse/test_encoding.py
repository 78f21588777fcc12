"""Claims come into one order, one voice per source and item, whatever the rows look like."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from tests.unit.warehouse.fuse.worlds import frame
from warehouse.fuse.claims import ClaimsError
from warehouse.fuse.encoding import by_object, claims_of
from warehouse.fuse.files import read_claims


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


def test_one_voice_is_counted_per_attribute_too() -> None:
    rows = [
        ("s", "o", "a", 4.0),
        ("s", "o", "b", 1.0),
        ("s", "o", "a", 2.0),
        ("t", "o", "a", 3.0),
        ("s", "p", "b", 5.0),
    ]
    claims = claims_of(frame(rows))
    # Items (a, o), (b, o), (b, p); of s's 2 and 4 on the first the lower counts.
    assert claims.value.tolist() == [2.0, 3.0, 1.0, 5.0]
    assert claims.item.tolist() == [0, 0, 1, 2]
    assert claims.sources.gather(claims.source).to_list() == ["s", "t", "s", "s"]


def test_equal_values_stand_in_the_order_of_their_sources() -> None:
    claims = claims_of(frame([(s, "o", "a", v) for s, v in zip("dbeac", (1.0, 2.0, 1.0, 2.0, 1.0), strict=True)]))
    assert claims.sources.gather(claims.source).to_list() == ["c", "d", "e", "a", "b"]


def test_objects_whose_names_share_a_hash_are_told_apart() -> None:
    rows = pl.DataFrame({"object": list("xyxzyx"), "hash": [7, 7, 7, 9, 7, 7], "row": range(6)})
    assert by_object(rows)["object"].to_list() in (list("xxxyyz"), list("yyxxxz"))
    assert sorted(by_object(rows).filter(object="x")["row"]) == [0, 2, 5]


@pytest.mark.parametrize("kind", [pl.Categorical, pl.Enum(["A", "a", "b", "x", "y"])])
def test_names_as_categories_are_the_names(kind: pl.DataType) -> None:
    text = frame([("b", "y", "a", 2.0), ("a", "x", "a", 5.0), ("b", "x", "a", 3.0), ("a", "x", "A", 1.0)])
    first, second = claims_of(text), claims_of(text.with_columns(pl.col("source", "object", "attribute").cast(kind)))
    assert first.value.tolist() == second.value.tolist()
    for name in ("sources", "objects", "attributes"):
        assert getattr(first, name).to_list() == getattr(second, name).to_list()


def test_a_parquet_file_gives_the_claims_of_its_rows(tmp_path: Path) -> None:
    rows = pl.DataFrame(
        {"source": [1, 2, None], "object": ["o", "p", "p"], "attribute": ["a", "a", "b"], "num": [3, 4, 5]}
    )
    rows.with_columns(note=pl.lit("not read")).write_parquet(tmp_path / "claims.parquet")
    claims = claims_of(read_claims(tmp_path / "claims.parquet"))
    assert (claims.value.tolist(), claims.sources.to_list(), claims.objects.to_list()) == (
        [3, 4],
        ["1", "2"],
        ["o", "p"],
    )
