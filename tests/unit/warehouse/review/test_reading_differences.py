"""Two readers differ about a claim: the question, its words, and its information value."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tests.unit.warehouse.review.review_world import CHOICE, CLAIM, DOCUMENT, ESTIMATE, OBSERVED, SIGNED, SIZE, asked
from warehouse.decisions import ConfirmedClaim, Decisions, RejectedClaim
from warehouse.review.reading_differences import differences, in_words

OF_TWO = ESTIMATE | {"n_independent": 2}
TIME = CHOICE | {"attribute": "time", "first_reading": "2024", "second_reading": "2025"}
REFUSED = CHOICE | {
    "attribute": "figure", "second_reading": "47", "taken": "first", "odds": None, "rule": "second_reader.unknown_figure",
}  # fmt: skip


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (
            TIME,
            "time: 2024 by the built-in reader, 2025 by the model; the model's counts (the model's claims of this kind are right in 90%)",
        ),
        (
            TIME | {"rule": "joined", "odds": 0.7},
            "time: 2024 by the rules, 2025 by the trained model; the trained model's counts (where they differ so, the trained model "
            "is right in 70%)",
        ),
        (
            TIME | {"rule": "joined", "taken": "first", "odds": 0.2},
            "time: 2024 by the rules, 2025 by the trained model; the rules' counts (where they differ so, the trained model is right in "
            "20%)",
        ),
        (
            TIME | {"taken": "first", "odds": 0.3, "second_reading": None},
            "time: 2024 by the built-in reader, nothing by the model; the built-in reader's counts (the model's claims of this kind are right in 30%)",
        ),
        (
            CHOICE,
            "part: the whole market by the built-in reader, Cloud by the model; the model's counts "
            "(the model's claims of this kind are right in 90%)",
        ),
        (
            CHOICE | {"attribute": "figure", "second_reading": "share"},
            "figure: no market figure by the built-in reader, share by the model; the model's counts "
            "(the model's claims of this kind are right in 90%)",
        ),
        (REFUSED, "the model's reading “47” was refused: unknown figure"),
    ],
)
def test_a_difference_is_told_with_both_readings_and_which_counts(choice: dict[str, Any], said: str) -> None:
    assert in_words(choice) == said


def test_a_headline_that_is_printed_three_times_differs_once() -> None:
    assert differences([TIME, TIME | {"choice_id": "again", "char_start": 90}, CHOICE]) == (
        in_words(TIME),
        in_words(CHOICE),
    )


def test_a_claim_that_counts_and_is_read_differently_is_one_question_worth_what_the_claim_is_worth() -> None:
    (row,) = asked(claims=[SIZE], observations=[OBSERVED], estimates=[OF_TWO], reading_choices=[TIME])
    assert (row["kind"], row["state"], row["claim_id"]) == ("reading_differs", "open", "c")
    assert row["answers"] == "confirm|reject|override|close"
    assert row["why"] == in_words(TIME)
    # |ln(1e9 / 2e9)| = .6931: without it the mean of two is the other one, as far away again; the model's year counts and is wrong
    # in 10 %: .0693 of USD 1 bn at stake
    assert row["at_stake_usd"] == pytest.approx(69.3e6)
    assert row["stake"].endswith("rests on 1 figure beside it; a claim of its kind is wrong in 10%")


def test_a_claim_that_counts_alone_is_worth_its_estimate() -> None:
    (row,) = asked(claims=[SIZE], observations=[OBSERVED], estimates=[ESTIMATE], reading_choices=[TIME])
    assert row["at_stake_usd"] == pytest.approx(100e6)  # USD 1 bn, wrong in 10 %
    assert row["stake"].endswith("no estimate exists without it; a claim of its kind is wrong in 10%")


def test_the_less_likely_the_reading_that_counts_the_more_its_question_is_worth() -> None:
    def worth_of(*choices: dict[str, Any]) -> float:
        (row,) = asked(claims=[SIZE], observations=[OBSERVED], estimates=[OF_TWO], reading_choices=choices)
        return float(row["at_stake_usd"])

    # .6931 x .3 = .2079: the rules' year counts, and the model is right in 3 of 10 such cases
    doubtful = TIME | {"choice_id": "o2", "taken": "first", "odds": 0.3}
    assert worth_of(doubtful) == pytest.approx(207.9e6)
    assert worth_of(TIME, doubtful) == worth_of(doubtful), "the likeliest error of several counts"


def test_an_unsure_claim_that_is_read_differently_is_asked_about_once_with_both_reasons() -> None:
    (row,) = asked(claims=[CLAIM], reading_choices=[CHOICE])
    assert row["kind"] == "reading_differs"
    assert row["why"] == f"{in_words(CHOICE)}; confidence 0.41 is below 0.95, which claims of its kind need"


@pytest.mark.parametrize(
    ("choice", "observed"),
    [
        (REFUSED, OBSERVED),  # what was refused is no reading
        (TIME | {"claim_id": None}, OBSERVED),  # no claim stands there
        (TIME, OBSERVED | {"excluded": "metric_not_estimated"}),  # it counts nowhere, however it is read
        (TIME, OBSERVED | {"excluded": "superseded"}),
    ],
)
def test_what_moves_no_claim_asks_nothing(choice: dict[str, Any], observed: dict[str, Any]) -> None:
    assert asked(claims=[SIZE], observations=[observed], reading_choices=[choice]) == []


def test_a_superseded_document_asks_nothing() -> None:
    old = DOCUMENT | {"status": "superseded"}
    assert asked(documents=[old], claims=[SIZE], observations=[OBSERVED], reading_choices=[TIME]) == []


@pytest.mark.parametrize(
    ("decisions", "excluded"),
    [
        (Decisions(confirmed_claims=(ConfirmedClaim(kind="confirmed_claim", claim_id="c", **SIGNED),)), None),
        (Decisions(rejected_claims=(RejectedClaim(kind="rejected_claim", claim_id="c", **SIGNED),)), "rejected"),
    ],
)
def test_a_decision_on_the_claim_answers_the_question_and_stays_to_be_seen(
    decisions: Decisions, excluded: str | None
) -> None:
    observed = OBSERVED | {"excluded": excluded, "obs_value": Decimal(10**9)}
    (row,) = asked(decisions, claims=[SIZE], observations=[observed], reading_choices=[TIME])
    assert (row["kind"], row["state"]) == ("reading_differs", "decided")
    assert row["decision"].endswith("by Ada on 2026-11-02: seen")
