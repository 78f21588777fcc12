"""Choices between two readers: each checked against the text, with its claim, within the licence's limit."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from warehouse.build import run_step
from warehouse.decisions import Decisions
from warehouse.policy import read_policy
from warehouse.schema import empty_frame, raw_tables
from warehouse.step import BuildContext, BuildError
from warehouse.steps import all_steps

STEPS = [step for step in all_steps() if step.name in ("quotes", "reading_choices")]

TEXT = "Pumps were worth USD 5 in 2025, pipes USD 7."  # USD 5 at 17 to 22, USD 7 at 38 to 43
CHOICE: dict[str, Any] = {
    "document_id": "d", "char_start": 17, "char_end": 22, "surface": "USD 5", "attribute": "time", "first": "2024",
    "second": "2025", "taken": "second", "odds": 0.9, "rule": "odds",
}  # fmt: skip
REFUSED = CHOICE | {
    "char_start": 0, "char_end": 0, "surface": "", "attribute": "figure", "first": None, "second": "47", "taken": "first",
    "odds": None, "rule": "second_reader.unknown_figure",
}  # fmt: skip


def loaded(*choices: dict[str, Any], limit: int = 300, documents: tuple[str, ...] = ("d",)) -> pl.DataFrame:
    mentions = [
        {"document_id": "d", "char_start": start, "char_end": end, "claim_id": claim_id}
        for start, end, claim_id in ((17, 22, "five"), (38, 43, "seven"))
    ]
    frames = {
        table: empty_frame(raw_tables()[table]) for step in STEPS for table in step.reads if table in raw_tables()
    }
    frames |= {
        "raw.choices": pl.DataFrame(list(choices), schema=raw_tables()["raw.choices"].polars_schema()),
        "raw.mentions": pl.concat([frames["raw.mentions"], pl.DataFrame(mentions)], how="diagonal"),
        "core.documents": pl.DataFrame(
            {"document_id": documents, "quote_limit_chars": [limit] * len(documents)},
            schema={"document_id": pl.String, "quote_limit_chars": pl.Int32},
        ),
    }
    context = BuildContext(read_policy(), Decisions(), {"d": TEXT}.__getitem__)
    for step in STEPS:
        frames |= run_step(step, frames, context)
    return frames["core.reading_choices"]


def test_a_choice_keeps_both_readings_and_names_the_claim_at_its_words() -> None:
    (row,) = loaded(CHOICE).to_dicts()
    assert (row["quote"], row["claim_id"], row["first_reading"], row["second_reading"]) == (
        "USD 5", "five", "2024", "2025",
    )  # fmt: skip
    assert (row["attribute"], row["taken"], row["odds"], row["rule"]) == ("time", "second", 0.9, "odds")


@pytest.mark.parametrize(
    ("start", "end", "claim_id"),
    [(21, 22, "five"), (38, 43, "seven"), (17, 43, "five"), (26, 30, None), (0, 0, None), (20, 20, None)],
)
def test_the_claim_is_the_one_whose_words_share_characters(start: int, end: int, claim_id: str | None) -> None:
    (row,) = loaded(CHOICE | {"char_start": start, "char_end": end, "surface": TEXT[start:end]}).to_dicts()
    assert row["claim_id"] == claim_id


def test_a_choice_that_points_at_no_figure_has_no_words_and_no_claim() -> None:
    (row,) = loaded(REFUSED).to_dicts()
    assert (row["quote"], row["claim_id"], row["second_reading"], row["odds"]) == ("", None, "47", None)


def test_what_is_chosen_twice_in_one_place_is_one_row_and_what_differs_is_two() -> None:
    assert loaded(REFUSED, REFUSED, REFUSED | {"second": "48"}).height == 2
    assert loaded(CHOICE, CHOICE | {"attribute": "area"})["choice_id"].n_unique() == 2


def test_words_of_a_model_keep_to_the_quote_limit() -> None:
    (row,) = loaded(REFUSED | {"second": "USD 9 billion and more"}, limit=14).to_dicts()
    assert row["second_reading"] == "USD 9 billion"  # 13 code points: the next blank is beyond the limit


def test_a_retracted_document_has_no_choices() -> None:
    assert loaded(CHOICE, documents=()).is_empty()


@pytest.mark.parametrize(
    "changes", [{"surface": "USD 6"}, {"char_start": 900, "char_end": 900, "surface": ""}, {"surface": ""}]
)
def test_a_choice_whose_words_do_not_stand_at_its_place_stops_the_build(changes: dict[str, Any]) -> None:
    with pytest.raises(BuildError, match="a fault of the extractor"):
        loaded(CHOICE | changes)
