"""Figures after a metric's own words have that metric; all others are unchanged."""

from __future__ import annotations

from typing import Any

import pytest

from sources.extract.decide.worded_metrics import with_worded_metrics
from sources.extract.read.rules_reading import read_by_rules
from sources.extract.rule_names import WORDED
from sources.metrics import MetricFacts, metrics
from sources.parse import parse

FLEET = MetricFacts(
    name="fleet", label="Fleet", definition="Machines at work.", kind="level", unit="noun counted", figures=("count",),
    words={"en": ("machines in use", "fleet"), "ja": ("稼働台数",)},
)  # fmt: skip
RENTED = FLEET.model_copy(update={"name": "rented_fleet", "words": {"en": ("rented fleet",)}})
HEAD = "# Hoist Market Report\n\n"


def read(text: str, *known: MetricFacts) -> list[Any]:
    laid = read_by_rules(parse((HEAD + text).encode()))
    language = laid.context.grammar.language
    return with_worded_metrics(laid.mentions, laid.scan.parsed, laid.scan.sentences, language, known)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The global hoist fleet stood at 90,000 units in 2025.", ["fleet"]),
        ("The number of machines  in use came to 90,000 units in 2025.", ["fleet"]),
        (
            "The rented fleet of the hoist market stood at 90,000 units in 2025.",
            ["rented_fleet"],
        ),  # the longest words win
        ("The fleeting hoist market sold 90,000 units in 2025.", ["volume"]),  # whole words only
        ("The hoist market sold 90,000 units in 2025, its fleet was young.", ["volume"]),  # words behind the figure
        ("The fleet counted 90,000 units in 2025 and shipments reached 7,000 units in 2025.", ["fleet", "volume"]),
        ("The hoist fleet was worth USD 3.0 billion in 2025.", ["market_size"]),  # money cannot state it
        ("Shipments of the fleet. The hoist market sold 90,000 units in 2025.", ["volume"]),  # another sentence
        ("| Year | Fleet (units) |\n|---|---|\n| 2025 | 90,000 |\n", ["fleet"]),  # the header of its cell
    ],
)
def test_words_before_a_figure_of_the_right_kind_name_its_metric(text: str, expected: list[str]) -> None:
    found = read(text, *metrics(), FLEET, RENTED)
    assert [m.metric for m in found] == expected
    assert all((m.rule == WORDED) == (m.metric in ("fleet", "rented_fleet")) for m in found)


def test_without_words_every_mention_stays_as_it_was_read() -> None:
    text = "The global hoist fleet stood at 90,000 units in 2025."
    assert read(text, *metrics()) == read_by_rules(parse((HEAD + text).encode())).mentions


def test_words_of_a_script_without_blanks_need_none_around_them() -> None:
    found = read("2025年のホイスト市場の稼働台数は9万台でした。", FLEET)
    assert [m.metric for m in found] == ["fleet"]
