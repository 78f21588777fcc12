"""One row per cause: years of one disagreement, pairs with a side in common, and what keeps causes apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warehouse.conflict_pairs import pairs_of
from warehouse.explain import causes as module
from warehouse.explain.causes import PAIRS, causes, gathered
from warehouse.grouping.groups import empty
from warehouse.schema import conform, core_tables
from warehouse.values.conflict_records import Conflict, Grounds, Party, Place
from warehouse.values.connected_components import connected_components

D = Decimal
Rows = Sequence[Mapping[str, Any]]


def party(names: str, value: str, claims: str) -> Party:
    return Party(D(value), tuple(names.split("|")), tuple(claims.split("|")) if claims else (), f"about {value}")


def pair(a: Party, b: Party, year: int | None = 2025, **fields: Any) -> Conflict:
    """A pair of one scope, likely in conflict unless its fields say otherwise."""
    place = Place("m", None, "001", fields.pop("metric", "market_size"), "USD", year)
    kept: dict[str, Any] = {"kind": "same_scope", "rule": "same_scope_ratio", "verdict": "conflict_likely",
                            "severity": "medium", "explanation": f"{a.words} against {b.words}"}  # fmt: skip
    return Conflict(place=place, a=a, b=b, **(kept | fields))


def made(*pairs: Conflict, years: Mapping[str, int] | None = None, bridges: Rows = ()) -> tuple[Rows, Rows]:
    """Conflicts and sides; `years` are those that claims state."""
    tables = core_tables()
    observed = pl.DataFrame(
        [{"claim_id": claim, "year": year} for claim, year in (years or {}).items()],
        schema=tables["core.observations"].polars_schema(),
    )
    known = pl.DataFrame(list(bridges), schema=tables["core.bridges"].polars_schema())
    given = {"work.pairs_in_series": pairs_of(pairs), "core.bridges": known, "core.observations": observed}
    found = causes(gathered({name: empty(name) for name in PAIRS} | given))
    conflicts, sides = (
        conform(tables[f"core.{name}"], found[f"work.{name}"].drop("low_market")).to_dicts()
        for name in ("conflicts", "conflict_sides")
    )
    return conflicts, sides


def test_years_of_one_disagreement_are_one_row_with_the_figures_of_each_year_on_its_sides() -> None:
    (row,), sides = made(
        pair(party("P", "10", "a"), party("Q", "20", "b"), 2025),
        pair(party("P", "11", "a"), party("Q", "33", "b|c"), 2026),
        pair(party("P", "12", "a"), party("Q", "24", "c"), 2031, severity="high"),
        years={"a": 2024, "b": 2026, "c": 2031},
    )
    # No year in which both sides are stated: the first one is shown. 33 / 11 = 3, the others 2.
    assert (row["year"], row["years"], row["n_years"]) == (2025, ["2025", "2026", "2031"], 3)
    assert (row["first_year"], row["last_year"], row["ratio_low"], row["ratio_high"]) == (2025, 2031, 2.0, 3.0)
    assert (row["value_a"], row["value_b"], row["ratio"], row["severity"], row["n_sides"]) == (10, 20, 2.0, "high", 2)
    assert row["explanation"] == "about 10 against about 20; the same in 2026 and 2031"
    assert [(one["year"], one["side"], one["publishers"], one["value"]) for one in sides] == [
        (2025, 1, "P", 10), (2025, 2, "Q", 20), (2026, 1, "P", 11), (2026, 2, "Q", 33), (2031, 1, "P", 12), (2031, 2, "Q", 24),
    ]  # fmt: skip
    assert [one["is_stated"] for one in sides] == [False, False, False, True, False, True]
    assert [one["is_representative"] for one in sides] == [True, True, False, False, False, False]


def test_the_first_year_that_all_sides_state_is_shown_of_those_with_the_worst_verdict() -> None:
    p, q = ("P", "a|b|d"), ("Q", "a2|b2|d2")
    (row,), _ = made(
        *(
            pair(party(p[0], "10", p[1]), party(q[0], value, q[1]), year, kind="bridge", rule="bridge", verdict=verdict)
            for year, value, verdict in (
                (2025, "12", "compatible"), (2026, "40", "conflict_likely"), (2027, "44", "conflict_likely"),
                (2028, "48", "conflict_likely"), (2029, "13", "agree"),
            )
        ),
        years={"a": 2025, "a2": 2025, "b": 2027, "b2": 2027, "d": 2028, "d2": 2028},
    )  # fmt: skip
    assert (row["year"], row["verdict"], row["value_b"]) == (2027, "conflict_likely", 44)
    assert row["explanation"].endswith("; the same in 2026 and 2028; compatible in 2025; agree in 2029")


def test_curves_that_cross_are_one_cause_and_each_publisher_keeps_its_number() -> None:
    (row,), sides = made(
        pair(party("P", "10", "a"), party("Q", "20", "b"), 2025),
        pair(party("Q", "30", "b"), party("P", "90", "a"), 2030),
    )
    assert (row["publishers_a"], row["publishers_b"]) == ("P", "Q")
    assert [(one["year"], one["side"], one["publishers"]) for one in sides] == [
        (2025, 1, "P"), (2025, 2, "Q"), (2030, 1, "P"), (2030, 2, "Q"),
    ]  # fmt: skip


def test_markets_whose_figures_cross_are_one_cause_whichever_comes_first() -> None:
    fields: Any = {"kind": "related_scope", "rule": "related_scope", "verdict": "not_comparable"}
    other = Place("n", None, "001", "market_size", "USD", 2030)
    crossed = Conflict(place=other, a=party("Q", "30", "b"), b=party("P", "90", "a"), severity="low", explanation="x",
                       other_market_id="m", **fields)  # fmt: skip
    (row,), sides = made(pair(party("P", "10", "a"), party("Q", "20", "b"), other_market_id="n", **fields), crossed)
    assert (row["market_id"], row["other_market_id"], row["years"]) == ("m", "n", ["2025", "2030"])
    assert [(one["side"], one["market_id"]) for one in sides] == [(1, "m"), (2, "n"), (1, "m"), (2, "n")]


def test_pairs_of_one_year_that_disagree_with_a_common_side_are_sides_of_one_row() -> None:
    whole = party("W", "10", "w")
    (row,), sides = made(
        pair(whole, party("P", "20", "a"), rule="area_inclusion", kind="part_above_whole", explanation="P is above"),
        pair(whole, party("Q", "30", "b"), rule="area_inclusion", kind="part_above_whole", explanation="Q is above"),
    )
    assert (row["n_sides"], row["publishers_a"], row["publishers_b"], row["ratio"]) == (3, "W", "Q", 3.0)
    assert row["publishers"] == "P|Q|W"
    assert row["explanation"] == "P is above; and Q is above"
    assert [(one["side"], one["publishers"]) for one in sides] == [(1, "W"), (2, "P"), (3, "Q")]


def test_equal_figures_that_nobody_opposes_are_one_side() -> None:
    # One product: P and Q say 192, R says 141; the reference decides against R.
    fields: Any = {"kind": "comparison", "rule": "technical_across", "verdict": "conflict_proven", "metric": "memory"}
    r = party("R", "141", "r")
    (row,), _ = made(
        pair(r, party("P", "192", "a"), None, **fields),
        pair(r, party("Q", "192", "b"), None, **fields),
    )
    assert (row["n_sides"], row["publishers_b"], row["claim_ids_b"], row["years"]) == (2, "P|Q", ["a", "b"], [])


def test_what_one_publisher_alone_says_is_on_both_sides() -> None:
    alone = party("P", "28", "a")
    (row,), sides = made(pair(alone, alone, None, kind="comparison", rule="single_source", verdict="single_source"))
    assert (row["n_sides"], row["value_a"], row["value_b"]) == (2, 28, 28)
    assert [(one["side"], one["value"]) for one in sides] == [(1, 28), (2, 28)]


def test_what_is_no_disagreement_stays_a_pair_though_it_has_a_side_in_common() -> None:
    size = party("P", "10", "s")
    fields: Any = {"kind": "comparison", "rule": "funding_against_market", "verdict": "not_comparable"}
    rows, _ = made(*(pair(size, party(name, "20", name), **fields) for name in ("Q", "R")))
    assert [row["n_sides"] for row in rows] == [2, 2]


@pytest.mark.parametrize(
    "other",
    [
        pair(party("P", "5", "c"), party("R", "9", "d"), 2026),  # other opponents
        pair(party("P", "5", "c"), party("Q", "9", "d"), 2026, metric="price"),
        pair(party("P", "5", "c"), party("Q", "9", "d"), 2026, rule="contested"),
        pair(party("P", "5", "c"), party("Q", "9", "d"), 2026, grounds=Grounds(statement_ids_a=("s",))),
        pair(party("P", "5", "c"), party("Q", "9", "d"), 2026, other_market_id="n"),
    ],
)
def test_another_rule_place_opponent_or_statement_is_another_cause(other: Conflict) -> None:
    rows, _ = made(pair(party("P", "10", "a"), party("Q", "20", "b")), other)
    assert len({row["conflict_id"] for row in rows}) == 2


def test_two_pairs_of_one_year_with_the_same_opponents_are_not_drawn_together_through_another_year() -> None:
    rows, _ = made(
        pair(party("P", "10", "a"), party("Q", "20", "b"), 2025),
        pair(party("P", "1", "c"), party("Q", "2", "d"), 2025),
        pair(party("P", "11", "e"), party("Q", "22", "f"), 2026),
    )
    assert [row["years"] for row in rows].count(["2025"]) == 2
    assert len({row["conflict_id"] for row in rows}) == 3


def test_pairs_of_one_year_that_a_dispute_of_three_in_another_year_joins_are_one_year_of_it() -> None:
    p, q, r = ("P", "a"), ("Q", "b"), ("R", "c")
    (row,), sides = made(
        # In 2026 all three disagree; in 2025 Q and R are near P each, so these are two pairs that share no disagreement.
        pair(party(p[0], "10", p[1]), party(q[0], "20", q[1]), 2026),
        pair(party(p[0], "10", p[1]), party(r[0], "40", r[1]), 2026),
        pair(party(p[0], "9", p[1]), party(q[0], "10", q[1]), 2025, verdict="compatible"),
        pair(party(p[0], "9", p[1]), party(r[0], "11", r[1]), 2025, verdict="compatible"),
    )
    assert (row["years"], row["n_sides"], row["year"]) == (["2025", "2026"], 3, 2026)
    assert row["explanation"].endswith("; compatible in 2025")
    assert [(one["year"], one["side"], one["publishers"], one["value"]) for one in sides] == [
        (2025, 1, "P", 9), (2025, 2, "Q", 10), (2025, 3, "R", 11), (2026, 1, "P", 10), (2026, 2, "Q", 20), (2026, 3, "R", 40),
    ]  # fmt: skip


def test_causes_whose_publishers_and_claims_are_the_same_have_ids_of_their_own() -> None:
    # Two pairs of the same opponents in each year: each year stays for itself. Of either pair both years rest on two claims.
    rows, _ = made(
        pair(party("P", "10", "a"), party("Q", "20", "b"), 2025),
        pair(party("P", "11", "c"), party("Q", "33", "d"), 2025),
        pair(party("P", "12", "a"), party("Q", "24", "b"), 2026),
        pair(party("P", "13", "c"), party("Q", "39", "d"), 2026),
    )
    assert sorted((row["year"], row["value_a"]) for row in rows) == [(2025, 10), (2025, 11), (2026, 12), (2026, 13)]
    assert len({row["conflict_id"] for row in rows}) == 4


def test_a_rate_of_another_period_is_another_cause() -> None:
    fields: Any = {"kind": "own_arithmetic", "rule": "growth_mismatch", "metric": "cagr"}
    rows, _ = made(
        pair(party("P", "4", "a"), party("P", "5", "x|y"), 2030, **fields),
        pair(party("P", "6", "b"), party("P", "7", "x|z"), 2032, **fields),
    )
    assert [row["years"] for row in rows] in ([["2030"], ["2032"]], [["2032"], ["2030"]])


def test_years_of_a_bridge_are_one_cause_and_another_part_is_another() -> None:
    def bridge(name: str, part: str) -> dict[str, Any]:
        return {
            "bridge_id": name,
            "market_id": "n",
            "other_market_id": "m",
            "segment_keys": [part],
            "lies": "same",
            "publishers": "Q",
        }

    def over(name: str, year: int) -> Conflict:
        grounds = Grounds(bridge_id=name, bound_low=D(year))
        fields: Any = {"kind": "bridge", "rule": "bridge", "grounds": grounds, "other_market_id": "n"}
        return pair(party("P", "10", f"a{name}"), party("Q", "20", f"b{name}"), year, **fields)

    bridges = [bridge("b1", "use:training"), bridge("b2", "use:training"), bridge("b3", "use:inference")]
    rows, sides = made(over("b1", 2025), over("b2", 2026), over("b3", 2026), bridges=bridges)
    assert sorted(row["years"] for row in rows) == [["2025", "2026"], ["2026"]]
    assert {(one["year"], one["bridge_id"], one["bound_low"]) for one in sides} == {
        (2025, "b1", 2025), (2026, "b2", 2026), (2026, "b3", 2026),
    }  # fmt: skip


def test_the_id_of_a_cause_outlives_further_years_and_other_figures() -> None:
    def shown(*pairs: Conflict) -> str:
        ((row,), _) = made(*pairs)
        return str(row["conflict_id"])

    before = shown(pair(party("P", "10", "a"), party("Q", "20", "b")))
    assert before == shown(pair(party("Q", "15", "x"), party("P", "40", "y")))
    later = pair(party("P", "11", "a"), party("Q", "22", "b"), 2026)
    assert before == shown(pair(party("P", "10", "a"), party("Q", "20", "b")), later)
    assert before != shown(pair(party("P", "10", "a"), party("R", "20", "b")))


@settings(deadline=None)
@given(st.permutations(range(6)), st.integers(1, 7))
def test_neither_the_order_of_pairs_nor_how_many_are_taken_at_a_time_changes_a_row(
    order: list[int], at_once: int
) -> None:
    pairs = [
        pair(party("P", "10", "a"), party("Q", "20", "b"), 2025),
        pair(party("P", "11", "a"), party("Q", "22", "b"), 2026),
        pair(party("P", "10", "a"), party("R", "30", "c"), 2025),
        pair(party("S", "10", "d"), party("T", "30", "e"), None, metric="price"),
        pair(party("S", "10", "d"), party("U", "30", "f"), None, metric="price"),
        pair(party("V", "10", "g"), party("V", "30", "h"), 2027, kind="own_arithmetic", rule="share_mismatch"),
    ]
    first = made(*pairs)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "AT_ONCE", at_once)
        assert made(*(pairs[number] for number in order)) == first
    assert len(first[0]) == 3


def test_things_are_gathered_by_keys_that_they_share_directly_or_through_others() -> None:
    keys = {"a": "12", "b": "3", "c": "23", "d": "", "e": "4", "f": "45"}
    assert connected_components("abcdef", lambda one: keys[one]) == [["a", "b", "c"], ["d"], ["e", "f"]]
