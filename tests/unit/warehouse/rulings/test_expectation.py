"""Whether a source still says what it said: claims, conflicts, names and questions."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from warehouse.decisions import ExpectedClaim, ExpectedConflict, ExpectedNames, ExpectedQuestion
from warehouse.rulings.expectation import (
    claim_changes,
    conflict_changes,
    conflict_is_successor,
    names_change,
    question_changes,
)

CONFLICT: dict[str, Any] = {
    "value_a": Decimal("21660000000.000000000"), "value_b": Decimal("65280000000.000000000"), "ratio": 3.01385041551,
    "rule": "same_scope_ratio", "market_id": "m", "metric": "market_size", "year": 2025, "segment_key": "by-type:gpu",
    "ref_area": "001", "other_market_id": "n", "unit_measure": "USD",
    "years": ["2025", "2027"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("expect", "told"),
    [
        (None, None),
        (ExpectedClaim(value_as_printed="USD 5"), None),
        (ExpectedClaim(value_as_printed="USD  5 "), None),  # a line end in the print is no other figure
        (ExpectedClaim(value_as_printed="USD 6"), "'USD 6'"),
        (ExpectedClaim(quote="worth USD 5"), None),
        (ExpectedClaim(quote="worth USD 7"), "no mention says"),
        (ExpectedClaim(document="another.txt"), None),  # where it stands is no part of what it says
    ],
)
def test_a_claim_is_held_against_its_print_and_its_words(expect: Any, told: str | None) -> None:
    found = claim_changes(expect, "USD 5", ["USD 5", "worth USD\n5"])
    assert found is None if told is None else told in str(found)


@pytest.mark.parametrize(
    ("expect", "told"),
    [
        (None, None),
        ({"ratio": "3.01"}, None),  # 3.0138... to two digits
        ({"ratio": "3.01385041551"}, None),
        ({"ratio": "3.02"}, "ratio was 3.02"),
        ({"value_a": "21660000000"}, None),
        ({"value_b": "65280000000.5"}, "value_b"),
        ({"rule": "another"}, None),  # where it stood is looked at only when it is gone
    ],
)
def test_a_conflict_is_held_against_as_many_digits_as_are_written(expect: Any, told: str | None) -> None:
    found = conflict_changes(ExpectedConflict(**expect) if expect else None, CONFLICT)
    assert found is None if told is None else told in str(found)


def test_a_conflict_without_a_ratio_is_not_the_one_that_had_one() -> None:
    assert "nothing now" in str(conflict_changes(ExpectedConflict(ratio=Decimal(3)), CONFLICT | {"ratio": None}))


PLACE = {key: value for key, value in CONFLICT.items() if key not in ("value_a", "value_b", "ratio", "years")}


def test_a_successor_stands_in_the_same_place_in_every_respect() -> None:
    assert conflict_is_successor(ExpectedConflict.model_validate(PLACE), CONFLICT)
    others = {
        "rule": "x", "market_id": "k", "metric": "price", "year": 2026, "segment_key": "by-type:cpu", "ref_area": "840",
        "other_market_id": "o", "unit_measure": "EUR",
    }  # fmt: skip
    assert set(others) == set(PLACE)
    for field, other in others.items():
        assert not conflict_is_successor(ExpectedConflict.model_validate(PLACE | {field: other}), CONFLICT), field
    assert not conflict_is_successor(ExpectedConflict(ratio=Decimal(3)), CONFLICT)
    assert conflict_is_successor(ExpectedConflict.model_validate(PLACE | {"year": 2027}), CONFLICT)  # one of its years


def test_figures_of_another_year_are_not_those_that_were_accepted() -> None:
    seen = ExpectedConflict(ratio=Decimal("3.01"), year=2025)
    assert conflict_changes(seen, CONFLICT) is None
    assert "of 2025 when the decision was taken, of 2027 now" in str(conflict_changes(seen, CONFLICT | {"year": 2027}))


@pytest.mark.parametrize("field", ["segment_key", "other_market_id", "year"])
def test_what_an_expected_place_does_not_name_is_nowhere(field: str) -> None:
    whole = ExpectedConflict.model_validate({key: value for key, value in PLACE.items() if key != field})
    assert conflict_is_successor(whole, CONFLICT | {field: None, "years": []})
    assert not conflict_is_successor(whole, CONFLICT)


@pytest.mark.parametrize(
    ("documents", "printed", "changed"),
    [
        (("a.txt",), {"a.txt", "b.txt"}, False),
        (("a.txt", "c.txt"), {"c.txt"}, False),  # one of them is enough
        (("a.txt",), {"b.txt"}, True),
        (("a.txt",), set(), False),  # gone is not changed
    ],
)
def test_a_name_has_changed_its_place_where_others_print_it_and_none_that_did(
    documents: Any, printed: Any, changed: bool
) -> None:
    found = names_change(ExpectedNames(documents=documents), ("N",), {"N": printed})
    assert (found is not None) == changed


def test_a_question_is_held_against_why_it_was_asked() -> None:
    assert question_changes(ExpectedQuestion(why="4 of 10"), "4 of  10") is None
    assert "9 of 10" in str(question_changes(ExpectedQuestion(why="4 of 10"), "9 of 10"))
