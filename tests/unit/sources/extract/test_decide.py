"""What becomes of a choice: metric, time, unit, part and area of the mention follow it, and nothing else changes."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from sources.extract.candidates.areas import AreaCandidate
from sources.extract.candidates.choice import Choice
from sources.extract.candidates.parts import WHOLE, PartCandidate
from sources.extract.candidates.times import UNDATED, TimeCandidate
from sources.extract.choose.figure_choice import FigureChoice
from sources.extract.decide.decide import decided
from sources.extract.text.name_keys import part_words
from sources.grammar.areas import Area
from sources.records import Mention, Metric
from tests.unit.sources.extract.pages import LISTED, REPORT, TABLE, figure, page


def chosen(
    text: str,
    surface: str,
    read: dict[str, Any],
    metric: Metric,
    part: str | None,
    area: Area,
    time: TimeCandidate | None = None,
    status: str | None = None,
) -> Mention:
    """What becomes of one figure: read so by the rules, then chosen so; without a time and a status those of the rules."""
    of = page(text)
    one = figure(of, surface)
    one = replace(one, mention=replace(one.mention, **read))
    candidate = PartCandidate(part, part_words(part), "sentence") if part else WHOLE
    when = time or TimeCandidate(one.mention.year, one.mention.period_start, one.mention.period_end, "rule")
    choice = FigureChoice(
        one,
        Choice((metric,), (1.0,)),
        Choice((candidate,), (1.0,)),
        Choice((AreaCandidate(area, "sentence"),), (1.0,)),
        Choice((when, UNDATED), (0.9, 0.1)),
        Choice((status or one.mention.status,), (1.0,)),
    )
    (mention,) = decided([one.mention], [choice])
    return mention


WORLD = Area("001", "Global")
GERMANY = Area("DEU", "Germany")
SHARE = {"metric": "share", "segment": "Gantry cranes", "dimension": "Type"}
OTHER = {"metric": "other_numeric", "segment": None, "dimension": None, "subject": "Bluehaven"}


@pytest.mark.parametrize(
    ("read", "metric", "part", "expected"),
    [
        # the same metric
        (SHARE, "share", "Gantry cranes", {"segment": "Gantry cranes", "dimension": "Type"}),
        (SHARE, "share", "the gantry crane", {"segment": "Gantry cranes", "dimension": "Type"}),  # the same words: as the rules have it
        (SHARE, "share", None, {"segment": None, "dimension": None}),
        (SHARE, "share", "Jib cranes", {"segment": "Jib cranes", "dimension": None}),
        # the document lists "Hydraulic" under "By Drive"
        (SHARE, "share", "hydraulic", {"segment": "Hydraulic", "dimension": "Drive"}),
        (SHARE, "share", "big hydraulic", {"segment": "big hydraulic", "dimension": None}),  # other words than the listed part
        # another metric
        (OTHER, "share", "hydraulic", {"metric": "share", "segment": "Hydraulic", "dimension": "Drive", "subject": None}),
        (OTHER, "share", None, {"metric": "share", "segment": None, "dimension": None, "subject": None, "unit": "percent"}),
        (SHARE, "other_numeric", "hydraulic", {"metric": "other_numeric", "segment": None, "dimension": None, "subject": "Gantry cranes"}),
        (OTHER, "other_numeric", "hydraulic", {"metric": "other_numeric", "segment": None, "subject": "Bluehaven"}),
    ],
)  # fmt: skip
def test_metric_and_part_follow_the_choice(
    read: dict[str, Any], metric: Metric, part: str | None, expected: dict[str, Any]
) -> None:
    found = chosen(LISTED, "38.5%", read, metric, part, WORLD)
    assert {name: getattr(found, name) for name in expected} == expected


def test_the_code_of_an_area_follows_its_name() -> None:
    found = chosen(REPORT, "12%", SHARE, "share", None, GERMANY)
    assert (found.geography, found.ref_area) == ("Germany", "DEU")
    kept = chosen(REPORT, "12%", SHARE | {"geography": "Germany", "ref_area": "vendor:x"}, "share", None, GERMANY)
    assert kept.ref_area == "vendor:x"  # the same area: nothing changes


def test_a_figure_of_no_market_keeps_the_area_of_the_rules() -> None:
    found = chosen(REPORT, "12%", OTHER | {"geography": "Norway", "ref_area": "NOR"}, "other_numeric", None, GERMANY)
    assert (found.geography, found.ref_area) == ("Norway", "NOR")


@pytest.mark.parametrize(
    ("metric", "time", "expected"),
    [
        ("share", TimeCandidate(2021, None, None, "sentence"), (2021, None, None, "2021", False)),
        ("share", TimeCandidate(2021, None, None, "heading"), (2021, None, None, None, True)),
        ("cagr", TimeCandidate(None, 2020, 2030, "pair"), (None, 2020, 2030, None, False)),
        ("cagr", TimeCandidate(None, None, 2030, "window"), (None, None, 2030, None, True)),
        ("growth_rate", TimeCandidate(None, 2020, 2030, "pair"), (None, 2020, 2030, None, False)),
        # what the metric cannot have gives way to the next: undated
        ("cagr", TimeCandidate(2021, None, None, "sentence"), (None, None, None, None, False)),
        ("market_size", TimeCandidate(None, 2020, 2030, "pair"), (None, None, None, None, False)),
    ],
)
def test_a_rate_has_a_period_a_level_a_year_and_what_is_no_word_of_the_place_is_inferred(
    metric: Metric, time: TimeCandidate, expected: tuple[object, ...]
) -> None:
    found = chosen(REPORT, "12%", {"year": 1999, "time_period": "1999"}, metric, None, WORLD, time)
    told = (found.year, found.period_start, found.period_end, found.time_period, found.period_inferred)
    assert told == expected


def test_the_status_follows_the_choice() -> None:
    assert chosen(REPORT, "12%", {"status": "historical"}, "share", None, WORLD, status="forecast").status == "forecast"


def test_the_same_metric_keeps_its_time() -> None:
    found = chosen(REPORT, "12%", SHARE | {"year": 1999, "time_period": "1999"}, "share", None, WORLD)
    assert (found.year, found.time_period) == (1999, "1999")


def test_only_a_price_is_per_something() -> None:
    read = {"metric": "price", "unit": "USD", "unit_per": "t"}
    assert chosen(REPORT, "USD 4.2 billion", read, "price", None, WORLD).unit_per == "t"
    assert chosen(REPORT, "USD 4.2 billion", read, "market_size", None, WORLD).unit_per is None
    assert chosen(REPORT, "USD 4.2 billion", read, "other_numeric", None, WORLD).unit_per is None


def test_a_part_of_a_table_has_the_dimension_of_its_cell() -> None:
    of = page(TABLE)
    one = figure(of, "USD 0.3 billion")
    assert one.scene.cell is not None
    found = chosen(TABLE, "USD 0.3 billion", {"segment": None}, "market_size", "Jib cranes", WORLD)
    assert (found.segment, found.dimension) == ("Jib cranes", one.scene.cell.dimension)


def test_mentions_that_nobody_chose_for_stay_as_they_are_and_in_order() -> None:
    of = page(REPORT)
    mentions = [f.mention for f in of.figures]
    assert decided(mentions, []) == mentions
    assert decided(mentions[::-1], []) == mentions[::-1]


@pytest.mark.parametrize("surface", ["12%", "USD 6.1 billion", "6.4%"])
def test_figure_and_span_never_change(surface: str) -> None:
    of = page(REPORT)
    before = figure(of, surface).mention
    after = chosen(REPORT, surface, {}, "growth_rate", "Jib cranes", GERMANY)
    for name in (
        "char_start",
        "char_end",
        "surface",
        "value",
        "value_high",
        "comparator",
        "market",
        "publisher",
        "rule",
    ):
        assert getattr(after, name) == getattr(before, name)


@pytest.mark.parametrize(
    ("value", "high", "expected"),
    [
        ("100", None, "share"),  # the whole
        ("289.2", None, "growth_rate"),  # "289.2 % better" is no part of anything; growth is the next likeliest
        ("-4", None, "growth_rate"),  # less than nothing
        ("80", "120", "growth_rate"),  # a range that ends beyond the whole
    ],
)
def test_a_share_lies_between_nothing_and_the_whole(value: str, high: str | None, expected: str) -> None:
    of = page(LISTED)
    one = figure(of, "38.5%")
    one = replace(one, mention=replace(one.mention, value=Decimal(value), value_high=Decimal(high) if high else None))
    choice = FigureChoice(
        one,
        Choice(("share", "growth_rate", "other_numeric"), (0.6, 0.3, 0.1)),
        Choice((WHOLE,), (1.0,)),
        Choice((AreaCandidate(WORLD, "sentence"),), (1.0,)),
        Choice((UNDATED,), (1.0,)),
        Choice((one.mention.status,), (1.0,)),
    )
    (mention,) = decided([one.mention], [choice])
    assert mention.metric == expected
