"""What became of a decision: applied, unused, expired, overtaken by its source or without its subject."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

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
from warehouse.decisions import (
    AcceptedConflict,
    Alias,
    ClosedQuestion,
    ConfirmedClaim,
    Decisions,
    Override,
    Retraction,
)


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


STOOD: dict[str, Any] = {"document_id": "d" * 64, "char_start": 4, "char_end": 17, "quote": "USD 1 billion"}
KEPT = STOOD | {"before": "It was ", "behind": " in 2025"}


def test_a_decision_whose_claim_has_another_id_answers_the_question_on_the_claim_of_now() -> None:
    document = DOCUMENT | {"document_id": STOOD["document_id"]}
    unsure = SIZE | {"claim_id": "new", "document_id": STOOD["document_id"], "confidence": 0.1, "status": "unsure"}
    mentions = [STOOD | {"claim_id": "new", "surface": STOOD["quote"]}]
    decision = claim_decision(ConfirmedClaim, kind="confirmed_claim", figure=KEPT)
    tables: dict[str, Any] = {"claims": [unsure], "documents": [document], "mentions": mentions}
    ((question,), (row,)) = judged(Decisions(confirmed_claims=(decision,)), **tables)
    assert (row["state"], row["in_force"], row["subject"], row["claim_ids"]) == ("applied", True, "c", ["new"])
    assert (question["kind"], question["state"], question["claim_id"]) == ("unsure_claim", "decided", "new")


def test_a_decision_whose_figure_is_found_nowhere_is_asked_with_its_quote_and_the_words_around_it() -> None:
    ((question,), (row,)) = judged(overridden(figure=KEPT), **FIGURES, raw_claims=[SIZE | {"claim_id": "x"}])
    assert (row["state"], row["in_force"]) == ("subject_gone", False)
    assert (question["kind"], question["document_id"]) == ("flagged_decision", STOOD["document_id"])
    assert "'USD 1 billion' in “It was USD 1 billion in 2025”" in question["why"]


def test_the_claim_that_now_stands_on_the_words_of_a_figure_is_its_successor() -> None:
    document = DOCUMENT | {"document_id": STOOD["document_id"]}
    longer = [STOOD | {"claim_id": "x", "char_end": 25, "surface": "USD 1 billion to 2"}]
    size = SIZE | {"claim_id": "x", "document_id": STOOD["document_id"]}
    _, (row,) = judged(overridden(figure=KEPT), claims=[size], documents=[document], mentions=longer)
    assert (row["state"], row["successor_id"]) == ("subject_gone", "x")


def test_of_two_decisions_that_came_to_one_claim_the_earlier_is_told_to_be_overruled() -> None:
    document = DOCUMENT | {"document_id": STOOD["document_id"]}
    size = SIZE | {"claim_id": "new", "document_id": STOOD["document_id"]}
    mentions = [STOOD | {"claim_id": "new", "surface": STOOD["quote"]}]
    later = claim_decision(ConfirmedClaim, kind="confirmed_claim", claim_id="new", date=date(2026, 11, 3))
    both = overridden(figure=KEPT).model_copy(update={"confirmed_claims": (later,)})
    queue, rows = judged(both, claims=[size], documents=[document], mentions=mentions)
    standing = {row["kind"]: (row["state"], row["in_force"], row["why"]) for row in rows}
    assert standing["override"] == ("unused", False, "a later decision on the same figure holds")
    assert standing["confirmed_claim"][:2] == ("unused", True) and queue == []


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
    # ... but where that edition has no such figure, the first one stays open
    assert [one["kind"] for one in queue] == ([] if successor else ["flagged_decision"])


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


@pytest.mark.parametrize(("market", "known"), [("gas-pump", "gas pump"), ("gone", None)])
def test_a_conflict_that_is_gone_is_asked_about_by_its_market_and_its_sides(market: str, known: str | None) -> None:
    sides = {"value_a": 500_000_000, "value_b": 640_000_000}
    (question,), (row,) = judged(accepted(**PLACE | sides | {"market_id": market}), markets=MARKETS)
    assert (row["state"], row["in_force"], question["state"]) == ("subject_gone", False, "open")
    assert f"taken on {known or market}, market size, 2025: USD 500.00 m against USD 640.00 m" in question["why"]
    assert question["market_id"] == (market if known else None)


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
