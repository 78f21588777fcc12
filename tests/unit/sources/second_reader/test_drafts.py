"""Draft labels: figures under the keys of the gold format, and what a person should decide before anything else."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from sources.extract import extract
from sources.parse import parse
from sources.records import ReadingChoice
from sources.second_reader.drafts import BY_FILE, answers_by_number, draft
from sources.second_reader.odds import Count, OddsFile
from sources.second_reader.reading import read_again
from tests.labelled_lamps import NAME, TEXT

PARSED = parse(TEXT.encode())
ODDS = OddsFile(measured_on="here", second={"area": Count(n=8, right=8)}, outcomes={})
# Figure 4 is the share of Europe, figure 6 the price of the report.
ANSWER = {
    "figures": [
        {"figure": 1, "market": "Desk Lamp", "metric": "market_size", "year": "2024", "status": "historical"},
        {"figure": 2, "market": "Desk Lamp", "metric": "market_size", "year": "2030", "status": "historical"},
        {"figure": 3, "market": "Desk Lamp", "metric": "cagr", "period_start": "2024", "period_end": "2030", "status": "forecast", "area": "Europe"},
        {"figure": 4, "market": "Desk Lamp", "metric": "share", "year": "2024", "status": "historical", "area": "Atlantis"},
        {"figure": 6, "none": "price of the report"},
    ]
}  # fmt: skip


def _draft(written: dict[int, str]) -> dict[str, Any]:
    return draft(NAME, PARSED, read_again(PARSED, extract(PARSED), answers_by_number(PARSED, written), ODDS))


def test_the_most_open_question_is_first_and_refusals_are_last() -> None:
    found = _draft({1: json.dumps(ANSWER)})
    assert [(one["surface"], one["attribute"], one["odds"]) for one in found["review"]] == [
        ("USD 6.3 billion", "status", 0.5),  # nobody measured: even odds
        ("7.0%", "area", 0.9),  # (8 + 1) / (8 + 2)
        ("31%", "figure", None),  # Atlantis stands nowhere
    ]


def test_a_difference_shows_both_readings_which_counts_and_the_words_around() -> None:
    area = next(one for one in _draft({1: json.dumps(ANSWER)})["review"] if one["attribute"] == "area")
    assert (area["first"], area["second"], area["taken"], area["rule"]) == ("Global", "Europe", "second", "odds")
    assert "at a CAGR of ⟦7.0%⟧ from 2024" in area["words"]
    refused = _draft({1: json.dumps(ANSWER)})["review"][-1]
    assert (refused["second"], refused["rule"]) == ("Atlantis", "second_reader.quote_not_in_text")


def test_claims_have_the_reading_that_counts_under_the_keys_of_the_gold_format() -> None:
    found = _draft({1: json.dumps(ANSWER)})
    rate = next(claim for claim in found["claims"] if claim["metric"] == "cagr")
    assert (rate["geography"], rate["period_start"], rate["period_end"], rate["value"]) == ("Europe", 2024, 2030, 7)
    assert (rate["read_by"], found["claims"][0]["read_by"]) == ("model", "both")
    for one in (*found["claims"], *found["distractors"]):
        assert TEXT[one["offset"] : one["offset"] + len(one["surface"])] == one["surface"]
    assert [claim["offset"] for claim in found["claims"]] == sorted(claim["offset"] for claim in found["claims"])
    assert [one["surface"] for one in found["distractors"]] == ["3,500"]  # years are none


def test_a_year_from_elsewhere_in_the_text_may_be_null_as_well() -> None:
    clamp = next(m for m in extract(PARSED).mentions if m.surface == "12%")
    assert clamp.year == 2024 and clamp.period_inferred
    optional = {claim["surface"]: claim["year_optional"] for claim in _draft({})["claims"]}
    assert (optional["12%"], optional["USD 4.2 billion"]) == (True, False)


def test_without_answers_the_draft_is_the_first_reading_and_nothing_waits_for_review() -> None:
    found = _draft({})
    assert found["review"] == []
    assert len(found["claims"]) == len(extract(PARSED).mentions)
    assert {claim["read_by"] for claim in found["claims"]} == {"rules"}


def test_a_file_whose_number_no_question_has_says_nothing() -> None:
    assert answers_by_number(PARSED, {2: json.dumps(ANSWER)}) == ()
    (one,) = answers_by_number(PARSED, {1: json.dumps(ANSWER), 7: "{}"})
    assert (one.read_with, one.written) == (BY_FILE, json.dumps(ANSWER))


def test_even_odds_come_before_sure_ones_whichever_reading_they_favour() -> None:
    def choice(odds: float | None, start: int) -> ReadingChoice:
        return ReadingChoice(start, start + 3, TEXT[start : start + 3], "time", "2024", "2030", "first", odds, "odds")

    read = replace(
        extract(PARSED), choices=(choice(None, 1), choice(0.02, 2), choice(0.9, 3), choice(0.5, 4), choice(0.5, 0))
    )
    assert [one["odds"] for one in draft(NAME, PARSED, read)["review"]] == [0.5, 0.5, 0.9, 0.02, None]
    assert [one["offset"] for one in draft(NAME, PARSED, read)["review"]][:2] == [0, 4]
