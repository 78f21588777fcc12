"""Items taken out of claims, with all that belongs to them."""

from __future__ import annotations

from tests.unit.warehouse.fuse.worlds import frame
from warehouse.fuse.encoding import claims_of

ROWS = [("s", "x", "a", 1.0), ("s", "x", "b", 2.0), ("t", "x", "b", 3.0), ("s", "y", "b", 9.0), ("s", "y", "c", 4.0)]


def test_some_attributes_can_be_taken_out_with_their_items() -> None:
    claims = claims_of(frame(ROWS))
    some = claims.of(claims.attributes.is_in(["b", "c"]).to_numpy())
    assert some.value.tolist() == [2.0, 3.0, 9.0, 4.0]
    assert (some.item.tolist(), some.attribute.tolist()) == ([0, 0, 1, 2], [1, 1, 2])
    assert some.objects.to_list() == ["x", "y", "y"]


def test_the_items_of_an_attribute_lie_together_and_so_do_their_claims() -> None:
    claims = claims_of(frame(ROWS))
    assert claims.classes == (slice(0, 1), slice(1, 3), slice(3, 4))
    assert [claims.value[claims.within(items)].tolist() for items in claims.classes] == [[1.0], [2.0, 3.0, 9.0], [4.0]]


def test_an_attribute_without_items_keeps_its_place() -> None:
    claims = claims_of(frame(ROWS))
    some = claims.of(claims.attributes.is_in(["a", "c"]).to_numpy())
    assert some.classes == (slice(0, 1), slice(1, 1), slice(1, 2))


def test_some_claims_can_be_taken_out_and_items_without_any_go() -> None:
    claims = claims_of(frame(ROWS))
    some = claims.only(claims.value >= 3)
    assert some.value.tolist() == [3.0, 9.0, 4.0]
    assert (some.item.tolist(), some.attribute.tolist()) == ([0, 1, 2], [1, 1, 2])
    assert some.objects.to_list() == ["x", "y", "y"]
    assert some.attributes.to_list() == ["a", "b", "c"]
