"""Bridges from a publisher's total and shares to other scopes, over whole tables, worked out by hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

import polars as pl
import pytest

D = Decimal
BN = 10**9
CLUSTER = "ai-accelerator-cluster"
NARROW = "ai-training-gpu-cluster"


def world(book: Any, total: str = "65.28", narrow: str = "21.66", **fields: Any) -> None:
    """M sizes clusters and gives two shares, Q sizes what is both: 65.28 bn, 60.54 % and 80.27 %, and 21.66 bn."""
    book.document("m", "m")
    book.document("q", "q")
    book.claim("m", f"USD {total} billion", str(int(D(total) * BN)), market_id=CLUSTER)
    book.share("m", "60.54", "function:training", market_id=CLUSTER, **fields)
    book.share("m", "80.27", "architecture:gpu", market_id=CLUSTER, **fields)
    book.claim("q", f"USD {narrow} billion", str(int(D(narrow) * BN)), market_id=NARROW)
    book.relation(CLUSTER, NARROW, "a_contains_b", "gpu is narrower than accelerator; narrowed by training")


def bridges_of(frames: Mapping[str, pl.DataFrame], **where: Any) -> list[dict[str, Any]]:
    return list(frames["core.bridges"].filter(**where).sort("year").to_dicts())


def the_conflict(frames: Mapping[str, pl.DataFrame], **where: Any) -> dict[str, Any]:
    (row,) = frames["core.conflicts"].filter(**where).to_dicts()
    return dict(row)


def test_two_shares_of_one_total_bound_what_lies_in_both(book: Any) -> None:
    # 65.28 x 0.4081 = 26.640768; x 0.60545 x 0.8027... independence 65.28 x 0.48595458 = 31.7231149824; x 0.6054 = 39.520512
    # rounding: 65.275 x (0.60535 + 0.80265 - 1) = 65.275 x 0.408 = 26.6322; 65.285 x 0.60545 = 39.52680325
    world(book)
    (row,) = bridges_of(book.build(), other_market_id=NARROW)
    assert (row["value_low"], row["value_point"], row["value_high"]) == (
        D("26640768000"), D("31723114982.4"), D("39520512000"),
    )  # fmt: skip
    assert (row["value_floor"], row["value_ceiling"]) == (D("26632200000"), D("39526803250"))
    assert (row["method"], row["lies"], row["share_year_basis"]) == ("frechet", "same", "stated")
    assert (row["assumptions"], row["definition_ids"]) == (None, [])
    assert len(row["claim_ids"]) == 3


def test_one_share_gives_its_part_exactly_and_needs_no_other_market(book: Any) -> None:
    # 65.28 x 0.6054 = 39.520512; 65.28 x 0.8027 = 52.400256
    world(book)
    rows = bridges_of(book.build(), method="share")
    assert {row["segments"]: row["value_point"] for row in rows} == {
        "training": D("39520512000"), "gpu": D("52400256000"),
    }  # fmt: skip
    assert {(row["other_market_id"], row["lies"], row["assumptions"]) for row in rows} == {(None, None, None)}


def test_a_figure_below_the_lower_bound_is_a_likely_conflict_that_names_its_assumption(book: Any) -> None:
    # 26.640768 - 21.66 = 4.980768, that is 18.6960... % of 26.640768; 21.66 / 31.7231 = 0.6828
    world(book)
    frames = book.build()
    row = the_conflict(frames, rule="bridge")
    assert (row["verdict"], row["value_a"], row["value_b"]) == (
        "conflict_likely", D("21660000000"), D("31723114982.4"),
    )  # fmt: skip
    assert (row["bound_low"], row["bound_high"]) == (D("26640768000"), D("39520512000"))
    assert row["bridge_id"] == bridges_of(frames, other_market_id=NARROW)[0]["bridge_id"]
    assert (
        row["assumptions"]
        == "both count value on the same basis (the texts do not state on which basis they count value)"
    )
    assert "USD 4.98 bn (18.7 %) below the lower bound USD 26.64 bn" in row["explanation"]
    assert "0.683 times the value under independence" in row["explanation"]
    assert (len(row["claim_ids_a"]), len(row["claim_ids_b"])) == (1, 3)
    (estimate,) = frames["core.estimates"].filter(market_id=NARROW).to_dicts()
    assert row["conflict_id"] in estimate["conflict_ids"]


@pytest.mark.parametrize(
    ("of_m", "of_q", "verdict"),
    [
        ("revenue", "revenue", "conflict_proven"),
        ("revenue", None, "conflict_likely"),
        (None, None, "conflict_likely"),
        ("revenue", "shipments", "not_comparable"),
        ("revenue|spending", "revenue", "conflict_likely"),  # two bases told is none known
    ],
)
def test_value_bases_that_are_known_and_agree_turn_a_likely_conflict_into_a_proven_one(
    book: Any, of_m: str | None, of_q: str | None, verdict: str
) -> None:
    world(book)
    for document, market, basis in (("m", CLUSTER, of_m), ("q", NARROW, of_q)):
        if basis:
            book.definition(document, market, value_basis=basis)
    assert the_conflict(book.build(), rule="bridge")["verdict"] == verdict


@pytest.mark.parametrize(
    ("narrow", "verdict", "said"),
    [
        ("26.64", "compatible", "within the bounds"),  # 26.635 to 26.645 meets 26.6322
        ("31.72", "compatible", "within the bounds"),
        ("39.52", "compatible", "within the bounds"),
        ("39.54", "conflict_likely", "above the upper bound USD 39.52 bn"),  # from 39.535, above 39.5268
        ("26.62", "conflict_likely", "below the lower bound USD 26.64 bn"),  # up to 26.625, below 26.6322
    ],
)
def test_what_lies_within_the_bounds_beyond_rounding_is_compatible(
    book: Any, narrow: str, verdict: str, said: str
) -> None:
    world(book, narrow=narrow)
    row = the_conflict(book.build(), rule="bridge")
    assert row["verdict"] == verdict
    assert said in row["explanation"]


def test_a_share_carried_to_another_year_is_named_and_proves_nothing(book: Any) -> None:
    # 2026: 76.25 x 0.4081 = 31.117625; Q's 24.00 lies below
    world(book)
    book.claim("m", "USD 76.25 billion", "76250000000", market_id=CLUSTER, year=2026)
    book.claim("q", "USD 24.00 billion", "24000000000", market_id=NARROW, year=2026)
    book.definition("m", CLUSTER, value_basis="revenue")
    book.definition("q", NARROW, value_basis="revenue")
    frames = book.build()
    row = bridges_of(frames, other_market_id=NARROW)[1]
    assert (row["year"], row["share_year_basis"], row["value_low"]) == (2026, "carried", D("31117625000"))
    assert "the share of training (60.54 %) is of 2025 and taken as unchanged in 2026" in row["assumptions"]
    (conflict,) = frames["core.conflicts"].filter(rule="bridge").to_dicts()
    assert (conflict["verdict"], conflict["year"], conflict["years"]) == ("conflict_proven", 2025, ["2025", "2026"])
    assert conflict["explanation"].endswith("; conflict likely in 2026")
    sides = frames["core.conflict_sides"].filter(conflict_id=conflict["conflict_id"]).to_dicts()
    assert {(row["year"], row["verdict"]) for row in sides} == {(2025, "conflict_proven"), (2026, "conflict_likely")}
    assert {row["assumptions"] for row in sides if row["year"] == 2025} == {None}
    assert all("taken as unchanged in 2026" in row["assumptions"] for row in sides if row["year"] == 2026)


def test_a_share_without_a_year_is_taken_as_of_the_first_stated_total_and_says_so(book: Any) -> None:
    world(book, year=None)
    frames = book.build()
    (row,) = bridges_of(frames, other_market_id=NARROW)
    assert row["share_year_basis"] == "unstated"
    assert "the share of gpu (80.27 %) has no stated year: taken as 2025" in row["assumptions"]
    assert the_conflict(frames, rule="bridge")["verdict"] == "conflict_likely"


def test_a_part_that_holds_another_market_bounds_it_from_above_only(book: Any) -> None:
    # training alone: 39.52 holds training x gpu. 45.00 is too large, 30.00 is not.
    for narrow, n in (("45.00", 1), ("30.00", 0)):
        own = type(book)()
        own.document("m", "m")
        own.document("q", "q")
        own.claim("m", "USD 65.28 billion", "65280000000", market_id=CLUSTER)
        own.share("m", "60.54", "function:training", market_id=CLUSTER)
        own.claim("q", f"USD {narrow} billion", str(int(D(narrow) * BN)), market_id=NARROW)
        own.relation(CLUSTER, NARROW, "a_contains_b")
        frames = own.build()
        (row,) = bridges_of(frames, other_market_id=NARROW)
        assert (row["lies"], row["method"]) == ("contains", "share")
        found = frames["core.conflicts"].filter(rule="bridge_inclusion").to_dicts()
        assert [one["bound_high"] for one in found] == [D("39520512000")] * n


def test_a_definition_that_holds_the_part_bounds_the_wider_market_from_below(book: Any) -> None:
    # T's infrastructure holds GPU training clusters by definition: 12.00 lies below 26.64
    world(book)
    book.document("t", "t")
    book.claim("t", "USD 12.00 billion", "12000000000", market_id="ai-training-infrastructure")
    book.relation(CLUSTER, "ai-training-infrastructure", "overlap")
    book.definition("m", CLUSTER, layer="infrastructure", technology="accelerator|ai")
    ids = book.definition(
        "t", "ai-training-infrastructure", technology="ai|asic|gpu", workload="training",
        layer="infrastructure|service|software",
    )  # fmt: skip
    row = the_conflict(book.build(), rule="bridge_inclusion")
    assert (row["verdict"], row["value_a"], row["value_b"]) == ("conflict_likely", D("12000000000"), D("26640768000"))
    assert (row["statement_ids_a"], row["statement_ids_b"]) == ([ids], ["n0"])
    assert "the definition tells the whole scope" in row["assumptions"]


def test_a_stated_part_of_another_publisher_is_held_against_the_share(book: Any) -> None:
    # M: 65.28 x 60.54 % = 39.52. P prints 60.0 for the same part: 1.52x. R prints 39.5: the bands meet.
    book.document("m", "m")
    book.claim("m", "USD 65.28 billion", "65280000000", market_id=CLUSTER)
    book.share("m", "60.54", "function:training", market_id=CLUSTER)
    for publisher, value in (("p", "60.0"), ("r", "39.5")):
        book.document(publisher, publisher)
        book.claim(
            publisher, f"USD {value} billion", str(int(D(value) * BN)), market_id=CLUSTER, dimension="function",
            segment="Training", segment_key="function:training",
        )  # fmt: skip
    rows = book.build()["core.conflicts"].filter(rule="bridge").to_dicts()
    assert {row["publishers_a"] if row["publishers_a"] != "M" else row["publishers_b"]: row["verdict"] for row in rows} == {
        "P": "conflict_likely", "R": "agree",
    }  # fmt: skip


def test_bounds_and_other_publishers_shares_make_no_bridge(book: Any) -> None:
    book.document("m", "m")
    book.document("q", "q")
    book.claim("m", "USD 65.28 billion", "65280000000", market_id=CLUSTER)
    book.share("m", "60", "function:training", market_id=CLUSTER, comparator=">")
    book.share("q", "80.27", "architecture:gpu", market_id=CLUSTER)  # of a vendor that states no total
    book.share("m", "30", "architecture:gpu", market_id=CLUSTER, publisher_id="other")  # quoted from another
    assert bridges_of(book.build()) == []


def test_two_shares_of_one_dimension_are_never_multiplied(book: Any) -> None:
    world(book)
    book.share("m", "39.46", "function:inference", market_id=CLUSTER)
    joint = [row for row in bridges_of(book.build()) if row["method"] == "frechet"]
    assert [row["segments"] for row in joint] == ["gpu and training"]


@pytest.mark.parametrize("copies", [1, 20])
def test_copies_add_no_bridge_and_no_conflict(new_book: Callable[[], Any], copies: int) -> None:
    def build(copies: int) -> tuple[int, int]:
        book = new_book()
        world(book)
        for number in range(copies):
            book.document(f"copy{number}", f"wire{number}", cluster_id="m")
            book.claim(f"copy{number}", "USD 65.28 billion", "65280000000", market_id=CLUSTER)
            book.share(f"copy{number}", "60.54", "function:training", market_id=CLUSTER)
            book.share(f"copy{number}", "80.27", "architecture:gpu", market_id=CLUSTER)
        frames = book.build()
        return frames["core.bridges"].height, frames["core.conflicts"].filter(rule="bridge").height

    assert build(copies) == build(0) == (3, 1)


def test_the_order_of_rows_changes_no_bridge_conflict_or_component(new_book: Callable[[], Any]) -> None:
    def build(seed: int) -> Mapping[str, pl.DataFrame]:
        book = new_book()
        world(book)
        book.claim("m", "USD 76.25 billion", "76250000000", market_id=CLUSTER, year=2026)
        book.claim("q", "USD 55.51 billion", "55510000000", market_id=NARROW, year=2032)
        book.growth("q", "14.6", 2026, 2032, market_id=NARROW)
        for rows in book.rows.values():
            random.Random(seed).shuffle(rows)
        built: dict[str, pl.DataFrame] = book.build()
        return built

    first, again = build(0), build(7)
    for name in ("core.bridges", "core.conflicts", "core.conflict_sides", "core.conflict_components"):
        assert first[name].height > 0
        assert first[name].equals(again[name]), name
