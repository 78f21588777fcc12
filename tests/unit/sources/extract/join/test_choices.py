"""Differences of the rules and the model as choices. Planted odds say which reading counts."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from sources.extract.answer import PAGE, Pointer
from sources.extract.join.both import BothReadings
from sources.extract.join.choices import choices_of
from sources.extract.join.joined import joined
from sources.extract.join.pairs import pairs_of
from sources.extract.read.rules_reading import RulesReading
from sources.extract.reading import read_figures
from sources.extract.resolve.mention import mention_of
from sources.extract.scan.scan import scan
from sources.parse import parse
from sources.records import Mention, ReadingChoice
from tests.unit.sources.extract.answers import answer_of, page_of_chile

TEXT = "The valve market in Chile was worth USD 3 billion in 2024. Ball valves took USD 2 billion in Peru."
ALWAYS = (50.0, *(0.0,) * 11)
NEVER = (-50.0, *(0.0,) * 11)


def at(words: str) -> Pointer:
    return Pointer(TEXT.index(words), TEXT.index(words) + len(words))


def differing(fitted: dict[str, tuple[float, ...]], **rules: object) -> tuple[ReadingChoice, ...]:
    """Choices about one figure that the model places in Peru in 2024, and the rules as given."""
    scanned = scan(parse(TEXT.encode()))
    answer = answer_of("market_size", year=at("2024"), area=at("Peru"))
    read = mention_of(scanned, page_of_chile(), answer_of("market_size", year=at("2024"), area=PAGE))
    assert isinstance(read, Mention)
    pairs, others = pairs_of(scanned, [replace(read, **rules)], [answer], page_of_chile(), {}, {})  # type: ignore[arg-type]
    both = BothReadings(cast("RulesReading", None), pairs, others, (), {})
    return choices_of(both, joined(pairs, others, (), fitted))


def test_a_difference_has_both_readings_and_says_which_counts() -> None:
    (area,) = differing({"area": ALWAYS})
    assert (area.surface, area.attribute, area.first, area.second) == ("USD 3 billion", "area", "Chile", "Peru")
    assert (area.taken, area.odds, area.rule) == ("second", 1.0, "joined")
    (kept,) = differing({"area": NEVER})
    assert (kept.taken, kept.odds) == ("first", 0.0)


def test_what_one_reader_leaves_open_is_none() -> None:
    choices = {one.attribute: (one.first, one.second) for one in differing({"time+": ALWAYS}, year=None)}
    assert choices == {"time": (None, "2024"), "area": ("Chile", "Peru")}


def test_another_metric_is_the_only_difference_of_a_figure() -> None:
    (metric,) = differing({"metric": NEVER}, metric="price")
    assert (metric.attribute, metric.first, metric.second) == ("metric", "price", "market_size")


def test_a_figure_of_no_market_asks_nothing() -> None:
    assert differing({"metric": NEVER}, metric="other_numeric") == ()


def test_who_says_a_figure_is_no_choice() -> None:
    assert [one.attribute for one in differing({"speaker-": NEVER, "area": NEVER}, publisher="Crane Data")] == ["area"]


def test_one_reader_alone_chooses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "The global valve market was worth USD 3 billion in 2024. Repairs took 14% of it in Peru."
    choices = {}
    for reader in ("rules", "model", "both"):
        monkeypatch.setenv("PARALLAX_READER", reader)
        choices[reader] = read_figures(parse(text.encode())).choices()
    assert (choices["rules"], choices["model"]) == ((), ())
    assert choices["both"]
