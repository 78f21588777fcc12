"""Questions for a person, their information value, their closing, and what an unsure claim is excluded from."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from tests.unit.warehouse.review.review_world import (
    CLAIM,
    CONFLICT,
    DOCUMENT,
    ESTIMATE,
    MARKETS,
    OBSERVED,
    SIGNED,
    SIZE,
    asked,
    judged,
)
from warehouse.decisions import ClosedQuestion, ConfirmedClaim, Decisions, Override, RejectedClaim
from warehouse.estimate.candidates import EXCLUDED_IN_WORDS


def rejected(rule: str, n: int) -> list[dict[str, Any]]:
    return [{"document_id": "d", "char_start": i, "char_end": i + 1, "surface": "7", "rule": rule} for i in range(n)]


def test_nothing_doubtful_asks_nothing() -> None:
    assert asked(claims=[CLAIM | {"confidence": 0.95}], rejections=rejected("year_or_date", 50)) == []


def test_an_unsure_claim_is_a_question_with_its_confidence_and_the_decisions_that_answer_it() -> None:
    (row,) = asked(claims=[CLAIM])
    assert (row["kind"], row["state"], row["claim_id"], row["confidence"]) == ("unsure_claim", "open", "c", 0.41)
    assert (row["publisher_id"], row["market_id"], row["document"]) == ("q", "m", "d.txt")
    assert row["subject"] == "share 20%, Cloud"
    assert "0.41 is below 0.95, which claims of its kind need" in row["why"]
    assert row["answers"] == "confirm|reject|override|close" and "parallax explain c" in row["what_to_do"]
    assert row["decision"] is None


@pytest.mark.parametrize("confidence", [None, 0.95])
def test_a_claim_at_the_threshold_or_without_confidence_asks_nothing(confidence: Any) -> None:
    assert asked(claims=[CLAIM | {"confidence": confidence}]) == []


@pytest.mark.parametrize(
    "decisions",
    [
        Decisions(confirmed_claims=(ConfirmedClaim(kind="confirmed_claim", claim_id="c", **SIGNED),)),
        Decisions(rejected_claims=(RejectedClaim(kind="rejected_claim", claim_id="c", **SIGNED),)),
        Decisions(overrides=(Override(kind="override", claim_id="c", obs_value=Decimal(21), **SIGNED),)),
    ],
)
def test_a_decision_on_a_claim_answers_its_question_and_stays_to_be_seen(decisions: Decisions) -> None:
    (row,) = asked(decisions, claims=[CLAIM])
    assert row["state"] == "decided"
    assert row["decision"].endswith("by Ada on 2026-11-02: seen")


def test_a_claim_that_a_guard_holds_back_is_asked_about_until_it_is_confirmed_whatever_its_confidence() -> None:
    held = SIZE | {"guard": "small_size", "guard_words": "“260” is read as a size of USD 260", "status": "unsure"}
    (row,) = asked(claims=[held])
    assert (row["kind"], row["state"], row["guard"]) == ("unsure_claim", "open", "small_size")
    assert row["why"] == "“260” is read as a size of USD 260; held back: market size below USD 10,000"
    confirmed = Decisions(confirmed_claims=(ConfirmedClaim(kind="confirmed_claim", claim_id="c", **SIGNED),))
    (row,), (decision,) = judged(confirmed, claims=[held | {"status": "stated", "is_confirmed": True}])
    assert (row["state"], decision["state"]) == ("decided", "applied")


def test_any_question_can_be_closed_by_its_id_and_only_that_one() -> None:
    companies = [
        {"document_id": "d", "company": name, "role": "key_player", "status": "quarantined", "reason": "off_topic",
         "n_mentions": 1, "char_start": 0, "char_end": 1}
        for name in ("Bar AG", "Foo Corp")
    ]  # fmt: skip
    first, second = asked(companies=companies)
    assert (first["kind"], first["subject"], first["why"]) == ("quarantined_company", "Bar AG", "off_topic")
    closed = Decisions(
        closed_questions=(ClosedQuestion(kind="closed_question", question_id=first["question_id"], **SIGNED),)
    )
    assert [row["state"] for row in asked(closed, companies=companies)] == ["decided", "open"]
    assert first["question_id"] != second["question_id"]


@pytest.mark.parametrize(
    ("n_unread", "n_mentions", "is_asked"),
    [
        (4, 6, True),  # 4 of 10 are the share that asks
        (4, 7, False),  # 4 of 11 are less
        (3, 1, False),  # too few to speak of a layout
        (0, 0, True),  # numbers, and no figure among them
    ],
)
def test_a_layout_is_unread_where_nothing_was_made_of_many_of_its_numbers(
    n_unread: int, n_mentions: int, is_asked: bool
) -> None:
    found = asked(documents=[DOCUMENT | {"n_mentions": n_mentions}], rejections=rejected("no_reading", n_unread))
    assert [row["kind"] for row in found] == ["unread_layout"] * is_asked


def test_numbers_that_are_known_for_something_else_do_not_count_as_unread() -> None:
    assert asked(documents=[DOCUMENT | {"n_mentions": 1}], rejections=rejected("phone", 30)) == []


def test_a_text_without_any_number_has_no_unread_layout() -> None:
    assert asked(documents=[DOCUMENT | {"n_mentions": 0, "n_candidates": 0}]) == []


def test_a_document_that_could_not_be_read_and_figures_without_a_market_are_questions() -> None:
    quarantine = [{"document_id": "e", "name": "e.pdf", "byte_length": 3, "reason": "encrypted", "detail": "a key"}]
    lost = {
        "claim_id": "c", "document_id": "d", "cluster_id": "d", "ref_area": "001", "metric": "share",
        "year_is_inferred": False, "obs_value": Decimal(1), "excluded": "no_market",
    }  # fmt: skip
    found = {row["kind"]: row for row in asked(quarantine=quarantine, observations=[lost])}
    assert set(found) == {"unreadable_document", "unresolved_market"}
    assert (found["unreadable_document"]["subject"], found["unreadable_document"]["why"]) == (
        "e.pdf",
        "encrypted: a key",
    )
    assert found["unresolved_market"]["why"].startswith("1 usable figure ")


def test_figures_that_nobody_is_named_for_are_a_question_of_their_document() -> None:
    lost = {
        "claim_id": "c", "document_id": "d", "cluster_id": "d", "ref_area": "001", "metric": "market_size",
        "unit_measure": "USD", "year_is_inferred": False, "obs_value": Decimal(9), "excluded": "no_publisher",
    }  # fmt: skip
    (row,) = asked(observations=[lost])
    assert (row["kind"], row["document_id"], row["at_stake_usd"], row["answers"]) == (
        "unnamed_publisher",
        "d",
        9,
        "close",
    )
    assert row["why"] == "1 usable figure that nobody is named for"


def test_superseded_editions_ask_nothing() -> None:
    assert asked(documents=[DOCUMENT | {"status": "superseded"}], claims=[CLAIM]) == []


def test_a_conflict_is_worth_its_larger_side_where_it_refuses_an_estimate_and_half_its_distance_elsewhere() -> None:
    refused = ESTIMATE | {"estimate": None, "conflict_ids": ["k"]}
    (row,) = asked(conflicts=[CONFLICT], estimates=[refused])
    assert (row["kind"], row["conflict_id"], row["at_stake_usd"]) == ("conflict", "k", 2e9)
    assert "may turn a refusal" in row["stake"]
    (row,) = asked(conflicts=[CONFLICT], estimates=[ESTIMATE])
    assert row["at_stake_usd"] == 2e9 * 0.3466  # ln(2) / 2 = 0.34657
    assert asked(conflicts=[CONFLICT | {"verdict": "not_comparable"}]) == []


def test_an_unsure_size_is_worth_what_it_could_move_and_all_of_it_where_no_estimate_stands() -> None:
    unsure = SIZE | {"confidence": 0.41}
    (row,) = asked(claims=[unsure], observations=[OBSERVED], estimates=[ESTIMATE])
    assert row["at_stake_usd"] == 1e9 * 0.3466  # |ln(1 / 2)| shared with the one figure that is there: 0.6931 / 2
    (row,) = asked(claims=[unsure], observations=[OBSERVED])
    assert row["at_stake_usd"] == 1e9
    # a rate opens as much of the market as it says: 11.6 % of a billion
    rate = OBSERVED | {
        "claim_id": "r",
        "metric": "growth_rate",
        "unit_measure": "percent",
        "obs_value": Decimal("11.6"),
    }
    (row,) = asked(claims=[CLAIM | {"claim_id": "r"}], observations=[OBSERVED, rate])
    assert row["at_stake_usd"] == 1.16e8


def test_two_markets_of_unsure_relation_are_asked_about_where_their_names_are_alike_and_figures_lie_beside_each_other() -> (
    None
):
    relation = {
        "market_id": "gas-pump",
        "other_market_id": "heat-pump",
        "relation": "unknown",
        "reason": "both have pump",
    }
    sizes = [
        OBSERVED | {"claim_id": one, "market_id": market, "obs_value": Decimal(value)}
        for one, market, value in (("c", "gas-pump", 10**9), ("x", "heat-pump", 2 * 10**9))
    ]
    (row,) = asked(markets=MARKETS, market_relations=[relation], observations=sizes)
    assert (row["kind"], row["subject"]) == ("scope_relation", "a: gas pump; b: heat pump")
    # smaller size x half of ln 2 x one word of three in common: 1e9 x 0.34657 / 3
    assert row["at_stake_usd"] == 1e9 * 0.1155
    assert "same" in row["answers"].split("|")
    assert asked(markets=MARKETS, market_relations=[relation | {"relation": "different"}], observations=sizes) == []
    far = relation | {"other_market_id": "m"}
    assert asked(markets=MARKETS, market_relations=[far], observations=sizes) == []


def test_editions_whose_order_nobody_knows_are_one_question_worth_what_lies_between_them() -> None:
    editions = [DOCUMENT | {"document_id": one, "name": f"{one}.txt", "edition_order_unknown": True} for one in "de"]
    sizes = [OBSERVED, OBSERVED | {"claim_id": "x", "document_id": "e", "obs_value": Decimal(2 * 10**9)}]
    (row,) = asked(documents=editions, observations=sizes)
    assert row["kind"] == "edition_order_unknown" and "d.txt, e.txt" in row["subject"]
    assert row["at_stake_usd"] == 2e9 * 0.6931  # the market's largest size x ln 2


def test_an_unsure_claim_counts_nowhere_and_every_place_says_why(book: Any) -> None:
    # Two vendors far apart would be a conflict, and the second a candidate; unsure, it is neither.
    book.document("a", "p")
    book.document("b", "q")
    book.claim("a", "USD 10 billion", "10000000000")
    unsure = book.claim("b", "USD 90 billion", "90000000000", status="unsure")
    book.growth("b", "9.9", 2025, 2026, status="unsure")
    frames = book.build()
    assert frames["core.vendor_figures"]["publisher_id"].to_list() == ["p"]
    assert frames["core.conflicts"].is_empty() and frames["core.growth_audit"].is_empty()
    (estimate,) = frames["core.estimates"].to_dicts()
    assert (estimate["estimate"], estimate["n_claims"]) == (1e10, 1)
    fate = frames["core.estimate_candidates"].filter(pl.col("claim_id") == unsure).to_dicts()
    assert fate == [
        {"claim_id": unsure, "estimate_id": None, "role": "excluded",
         "reason": EXCLUDED_IN_WORDS["unsure"]}
    ]  # fmt: skip


def test_the_same_figures_read_surely_do_conflict(book: Any) -> None:
    book.document("a", "p")
    book.document("b", "q")
    book.claim("a", "USD 10 billion", "10000000000")
    book.claim("b", "USD 90 billion", "90000000000")
    assert book.build()["core.conflicts"]["verdict"].to_list() == ["conflict_likely"]
