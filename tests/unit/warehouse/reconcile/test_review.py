"""What a person is asked, when the question is closed, and what an unsure claim stays out of."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from warehouse.decisions import (
    AcceptedConflict,
    Alias,
    ClosedQuestion,
    ConfirmedClaim,
    Decisions,
    Override,
    RejectedClaim,
    Retraction,
)
from warehouse.policy import read_policy
from warehouse.reconcile.review import STEP, review
from warehouse.schema import conform, core_tables, raw_tables

SIGNED: dict[str, Any] = {"author": "Ada", "date": date(2026, 11, 2), "reason": "seen"}
DOCUMENT = {
    "document_id": "d", "name": "d.txt", "media_type": "text/plain", "byte_length": 9, "char_length": 9,
    "text_sha256": "0", "language": "en", "publisher_id": "p", "market_id": "m", "report_key": "k",
    "quote_limit_chars": 300, "cluster_id": "d", "status": "stated", "edition_order_unknown": False,
    "extractor_version": "x", "n_candidates": 20, "n_mentions": 10, "n_rejections": 10, "n_claims": 1,
}  # fmt: skip
CLAIM = {
    "claim_id": "c", "document_id": "d", "publisher_id": "q", "market_id": "m", "geography": "Global",
    "ref_area": "001", "metric": "share", "obs_value": Decimal(20), "comparator": "=", "period_inferred": False,
    "obs_status": "E", "value_as_printed": "20%", "rule": "percent.share_word", "status": "unsure", "n_mentions": 1,
    "confidence": 0.41, "segment": "Cloud",
}  # fmt: skip


def asked(decisions: Decisions | None = None, **tables: Any) -> list[dict[str, Any]]:
    """Rows of the queue."""
    return judged(decisions, **tables)[0]


def judged(
    decisions: Decisions | None = None, day: date | None = None, **tables: Any
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Rows of the queue and of the decisions. Tables that are not given are empty, but for the one document; raw claims are those of core, unless they are given as `raw_claims`."""
    tables = {"documents": [DOCUMENT]} | tables
    claims = tables.get("raw_claims") or tables.get("claims") or []
    raw = {
        "claims": [{key: claim[key] for key in ("claim_id", "document_id", "value_as_printed")} for claim in claims],
        "mentions": [
            {"claim_id": claim["claim_id"], "document_id": "d", "surface": claim["value_as_printed"]}
            for claim in claims
        ],
        "documents": [{"document_id": row["document_id"]} for row in tables["documents"]],
        "receipts": [{"document_id": row["document_id"], "name": row["name"]} for row in tables["documents"]],
    }
    frames = {}
    for name in STEP.reads:
        layer, bare = name.split(".")
        schema = (raw_tables() if layer == "raw" else core_tables())[name].polars_schema()
        frames[name] = pl.DataFrame((raw if layer == "raw" else tables).get(bare, []), schema=schema)
    found = review(frames, read_policy(), decisions or Decisions(), day)
    queue, standing = (conform(core_tables()[name], found[name]).to_dicts() for name in STEP.writes)
    return queue, standing


def rejected(rule: str, n: int) -> list[dict[str, Any]]:
    return [{"document_id": "d", "char_start": i, "char_end": i + 1, "surface": "7", "rule": rule} for i in range(n)]


def test_nothing_doubtful_asks_nothing() -> None:
    assert asked(claims=[CLAIM | {"confidence": 0.9}], rejections=rejected("year_or_date", 50)) == []


def test_an_unsure_claim_is_a_question_with_its_confidence_and_the_decisions_that_answer_it() -> None:
    (row,) = asked(claims=[CLAIM])
    assert (row["kind"], row["state"], row["claim_id"], row["confidence"]) == ("unsure_claim", "open", "c", 0.41)
    assert (row["publisher_id"], row["market_id"], row["document"]) == ("q", "m", "d.txt")
    assert row["subject"] == "share 20%, Cloud"
    assert "0.41 is below 0.60" in row["why"] and "percent.share_word" in row["why"]
    assert row["answers"] == "confirm|reject|override|close" and "parallax explain c" in row["what_to_do"]
    assert row["decision"] is None


@pytest.mark.parametrize("confidence", [None, 0.6])
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
    assert found["unresolved_market"]["why"].startswith("1 figure(s)")


def test_superseded_editions_ask_nothing() -> None:
    assert asked(documents=[DOCUMENT | {"status": "superseded"}], claims=[CLAIM]) == []


SIZE = CLAIM | {
    "metric": "market_size", "obs_value": Decimal(10**9), "value_as_printed": "USD 1 billion", "unit_measure": "USD",
    "confidence": None, "status": "stated", "time_period_year": 2025,
}  # fmt: skip
OBSERVED = {
    "claim_id": "c", "document_id": "d", "cluster_id": "d", "market_id": "m", "ref_area": "001", "year": 2025,
    "metric": "market_size", "unit_measure": "USD", "year_is_inferred": False, "obs_value": Decimal(10**9), "series_id": "s",
}  # fmt: skip
ESTIMATE = {
    "estimate_id": "e", "series_id": "s", "market_id": "m", "ref_area": "001", "metric": "market_size", "year": 2025,
    "unit_measure": "USD", "estimate": 2e9, "verdict": "agree", "n_claims": 1, "n_publishers": 1, "n_independent": 1,
    "status": "stated", "method": "none", "reason": "r", "conflict_ids": [],
}  # fmt: skip
CONFLICT = {
    "conflict_id": "k", "kind": "same_scope", "rule": "same_scope_ratio", "verdict": "conflict_likely", "severity": "low",
    "market_id": "m", "ref_area": "001", "metric": "market_size", "unit_measure": "USD", "year": 2025,
    "value_a": Decimal(10**9), "value_b": Decimal(2 * 10**9), "ratio": 2.0, "publishers_a": "p", "publishers_b": "q",
    "claim_ids_a": ["c"], "claim_ids_b": ["d"], "explanation": "far apart",
}  # fmt: skip
MARKETS = [
    {
        "market_id": one,
        "market": one.replace("-", " "),
        "scope": "",
        "names": one.replace("-", " "),
        "resolution": "exact",
    }
    for one in ("gas-pump", "heat-pump", "m")
]


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


def claim_decision(shape: Any, **fields: Any) -> Any:
    return shape.model_validate({"claim_id": "c"} | SIGNED | fields)


def overridden(**fields: Any) -> Decisions:
    return Decisions(overrides=(claim_decision(Override, kind="override", obs_value=3, **fields),))


FIGURES: dict[str, Any] = {"claims": [SIZE], "observations": [OBSERVED], "estimates": [ESTIMATE]}


def test_a_decision_that_holds_shows_what_it_touched_and_asks_nothing() -> None:
    queue, (row,) = judged(overridden(expect={"value_as_printed": "USD 1 billion"}), **FIGURES)
    assert queue == []
    assert (row["state"], row["in_force"], row["subject"], row["decides"]) == ("applied", True, "c", "counts as 3")
    assert (row["claim_ids"], row["estimate_ids"]) == (["c"], ["e"])
    assert (row["author"], row["decided_on"], row["expect"]) == (
        "Ada",
        date(2026, 11, 2),
        "value_as_printed: USD 1 billion",
    )


@pytest.mark.parametrize(("day", "state"), [(date(2026, 12, 31), "applied"), (date(2027, 1, 1), "expired")])
def test_a_decision_expires_on_its_day_and_is_asked_about_then(day: date, state: str) -> None:
    queue, (row,) = judged(overridden(expires=date(2027, 1, 1)), day, **FIGURES)
    assert (row["state"], row["in_force"]) == (state, state == "applied")
    assert [(one["kind"], one["decision_id"]) for one in queue] == [("flagged_decision", row["decision_id"])] * (
        state == "expired"
    )


def test_a_claim_that_says_another_thing_is_flagged_with_both() -> None:
    ((question,), (row,)) = judged(overridden(expect={"value_as_printed": "USD 2 billion"}), **FIGURES)
    assert (row["state"], row["in_force"], row["claim_ids"]) == ("source_changed", False, [])
    assert "'USD 2 billion'" in row["why"] and "'USD 1 billion'" in row["why"]
    assert question["answers"] == "renew|close" and "Ada" in question["why"]


def test_a_claim_that_no_document_has_any_more_is_gone() -> None:
    _, (row,) = judged(overridden())
    assert (row["state"], row["in_force"]) == ("subject_gone", False)


@pytest.mark.parametrize(
    ("later", "state", "successor", "told"),
    [
        (
            {"value_as_printed": "USD 4 billion", "obs_value": Decimal(4 * 10**9)},
            "source_changed",
            "n",
            "prints USD 4 billion",
        ),
        ({}, "source_changed", "n", "prints the same USD 1 billion"),
        ({"time_period_year": 2026}, "subject_gone", None, "has no such figure"),
    ],
)
def test_a_later_edition_overtakes_a_decision_which_stays_with_the_edition_it_was_taken_on(
    later: dict[str, Any], state: str, successor: str | None, told: str
) -> None:
    documents = [
        DOCUMENT | {"status": "superseded", "superseded_by": "e"},
        DOCUMENT | {"document_id": "e", "name": "e.txt"},
    ]
    claims = [SIZE | {"status": "superseded"}, SIZE | {"claim_id": "n", "document_id": "e"} | later]
    queue, (row,) = judged(overridden(), claims=claims, documents=documents)
    assert (row["state"], row["successor_id"], row["in_force"], row["claim_ids"]) == (state, successor, True, ["c"])
    assert told in row["why"] and "e.txt" in row["why"]
    assert [one["kind"] for one in queue] == ["flagged_decision"]
    # taken again for the claim of the later edition, it asks no more
    again = claim_decision(Override, kind="override", obs_value=3, claim_id="n")
    both = Decisions(overrides=(*overridden().overrides, again))
    queue, _ = judged(both, claims=claims, documents=documents)
    assert queue == [] or successor is None


def test_a_confirmed_claim_that_counts_anyway_makes_the_decision_unused() -> None:
    confirmed = Decisions(confirmed_claims=(claim_decision(ConfirmedClaim, kind="confirmed_claim"),))
    assert judged(confirmed, **FIGURES)[1][0]["state"] == "unused"
    assert judged(confirmed, claims=[CLAIM])[1][0]["state"] == "applied"


def accepted(**expect: Any) -> Decisions:
    fields = {"kind": "accepted_conflict", "conflict_id": "k", "expect": expect or None} | SIGNED
    return Decisions(accepted_conflicts=(AcceptedConflict.model_validate(fields),))


def test_an_accepted_conflict_is_decided_until_its_figures_move() -> None:
    (question,), (row,) = judged(accepted(ratio="2.0"), conflicts=[CONFLICT])
    assert (question["state"], row["state"], row["conflict_ids"]) == ("decided", "applied", ["k"])
    (question,), (row,) = judged(accepted(ratio="2.5"), conflicts=[CONFLICT])
    assert (question["state"], row["state"]) == ("open", "source_changed")


PLACE = {
    "ratio": "2.0", "rule": "same_scope_ratio", "market_id": "m", "metric": "market_size", "year": 2025, "ref_area": "001",
    "unit_measure": "USD",
}  # fmt: skip


def test_a_conflict_of_other_figures_in_the_same_place_is_the_successor_and_none_is_gone() -> None:
    _, (row,) = judged(accepted(**PLACE), conflicts=[CONFLICT | {"conflict_id": "other"}])
    assert (row["state"], row["successor_id"]) == ("source_changed", "other")
    _, (row,) = judged(accepted(**PLACE))
    assert row["state"] == "subject_gone"


def test_of_several_conflicts_in_the_same_place_none_is_the_successor() -> None:
    several = [CONFLICT | {"conflict_id": one} for one in ("x", "y")]
    _, (row,) = judged(accepted(**PLACE), conflicts=several)
    assert (row["state"], row["successor_id"], row["in_force"]) == ("source_changed", None, False)
    assert "2 other conflicts stand in its place" in row["why"]


def test_a_conflict_of_a_segment_does_not_succeed_one_of_the_whole_market() -> None:
    _, (row,) = judged(accepted(**PLACE), conflicts=[CONFLICT | {"conflict_id": "x", "segment_key": "by-type:gpu"}])
    assert (row["state"], row["successor_id"]) == ("subject_gone", None)


def test_a_closed_question_opens_again_where_its_reason_is_another_one() -> None:
    lost: dict[str, Any] = {"documents": [DOCUMENT | {"n_mentions": 0}]}
    (question,) = asked(**lost)
    closed = {"kind": "closed_question", "question_id": question["question_id"]} | SIGNED
    kept = ClosedQuestion.model_validate(closed | {"expect": {"why": question["why"]}})
    moved = ClosedQuestion.model_validate(closed | {"expect": {"why": "nothing was made of 4 of 10 numbers"}})
    assert [row["state"] for row in asked(Decisions(closed_questions=(kept,)), **lost)] == ["decided"]
    (row,), (standing,) = judged(Decisions(closed_questions=(moved,)), **lost)
    assert (row["state"], standing["state"]) == ("open", "source_changed")
    assert judged(Decisions(closed_questions=(kept,)))[1][0]["state"] == "unused"


def test_a_name_that_nothing_prints_makes_a_decision_unused_and_one_that_was_printed_gone() -> None:
    alias = {"kind": "alias", "name": "Robot Arms", "market": "Robots"} | SIGNED
    for expect, state in ((None, "unused"), ({"documents": ["d.txt"]}, "subject_gone")):
        taken = Decisions(aliases=(Alias.model_validate(alias | {"expect": expect}),))
        assert judged(taken, markets=MARKETS)[1][0]["state"] == state


def test_a_retraction_is_applied_to_a_document_that_was_received_and_unused_before() -> None:
    retraction = Retraction.model_validate({"kind": "retraction", "document_id": "a" * 64} | SIGNED)
    taken = Decisions(retractions=(retraction,))
    assert judged(taken)[1][0]["state"] == "unused"
    received = [DOCUMENT, DOCUMENT | {"document_id": "a" * 64}]
    assert judged(taken, documents=received)[1][0]["document_ids"] == ["a" * 64]


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
         "reason": "unsure: the reading is below the confidence threshold"}
    ]  # fmt: skip


def test_the_same_figures_read_surely_do_conflict(book: Any) -> None:
    book.document("a", "p")
    book.document("b", "q")
    book.claim("a", "USD 10 billion", "10000000000")
    book.claim("b", "USD 90 billion", "90000000000")
    assert book.build()["core.conflicts"]["verdict"].to_list() == ["conflict_likely"]


def closed_question(question: dict[str, Any], why: str | None = None) -> ClosedQuestion:
    fields = {
        "kind": "closed_question",
        "question_id": question["question_id"],
        "expect": {"why": why or question["why"]},
    }
    return ClosedQuestion.model_validate(fields | SIGNED)


def test_closing_a_flagged_decision_is_applied_while_it_is_flagged_for_the_reason_it_was_closed_for() -> None:
    flagged = overridden(expect={"value_as_printed": "USD 2 billion"})
    ((question,), _) = judged(flagged, **FIGURES)
    assert (question["kind"], question["state"]) == ("flagged_decision", "open")
    closed = Decisions(overrides=flagged.overrides, closed_questions=(closed_question(question),))
    (row,), standing = judged(closed, **FIGURES)
    assert (row["question_id"], row["state"]) == (question["question_id"], "decided")
    assert {one["kind"]: one["state"] for one in standing} == {
        "override": "source_changed",
        "closed_question": "applied",
    }
    # The same flag with another reason is another question: the claim was closed when it printed something else.
    other = Decisions(overrides=flagged.overrides, closed_questions=(closed_question(question, "it printed USD 3"),))
    (row,), standing = judged(other, **FIGURES)
    assert (row["state"], row["decision"]) == ("open", None)
    assert [one["state"] for one in standing] == ["source_changed", "source_changed"]
