"""Constraints, pairs, joining and odds, worked by hand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from chaos.lies import TRUSTED
from sources.extract import extract
from sources.parse import parse
from sources.records import Extraction, Mention
from sources.reviewed import ReviewedFileError
from sources.second_reader.constraints import constrained
from sources.second_reader.join import join
from sources.second_reader.odds import NAME, UNMEASURED, Count, OddsFile, odds_of, read_odds
from sources.second_reader.pairs import pairs
from sources.second_reader.records import Denial, Verified
from tests.second_pages import REPORT, mention, verified

NOBODY = OddsFile(measured_on="nobody", second={}, outcomes={})
SIZE = mention("USD 4.2 billion", metric="market_size", year="2025")
LAST = mention("USD 7.9 billion", metric="market_size", year="2031", status="forecast")
RATE = mention("11.1%", metric="cagr", period_start="2025", period_end="2031", status="forecast")


def made(metric: str, value: str, at: int, **more: Any) -> Mention:
    return replace(SIZE, metric=metric, value=Decimal(value), char_start=at, char_end=at + 1, **more)  # type: ignore[arg-type]


def rules(*mentions: Mention, first: tuple[Mention, ...] = ()) -> list[str]:
    return [r.rule.removeprefix("second_reader.") for r in constrained(Verified(mentions), first).refusals]


def test_a_rate_that_fits_its_endpoints_holds() -> None:
    # (7.9 / 4.2) ^ (1/6) - 1 = 1.88095 ^ 0.16667 - 1 = 11.1 %
    assert rules(SIZE, LAST, RATE) == []


@pytest.mark.parametrize(
    ("rate", "holds"), [("16.5", True), ("16.8", False), ("5.7", True), ("5.4", False), ("-11.1", False)]
)
def test_a_rate_may_be_off_by_half_of_itself(rate: str, holds: bool) -> None:
    # 11.105 % is implied; half of it is 5.55: between 5.55 and 16.66.
    assert rules(SIZE, LAST, replace(RATE, value=Decimal(rate))) == ([] if holds else ["endpoints_contradict_rate"] * 3)


def test_a_publishers_own_contradiction_is_no_misreading() -> None:
    slip = replace(RATE, value=Decimal(40))

    assert rules(SIZE, LAST, slip, first=(SIZE, LAST, slip)) == []


def test_a_period_of_no_length_contradicts_nothing() -> None:
    assert rules(SIZE, replace(LAST, year=2025), replace(RATE, period_start=2025, period_end=2025)) == []


@pytest.mark.parametrize(
    ("values", "broken"),
    [
        (("60", "40"), 0),
        (("60.4", "40.5"), 0),  # 100.9 of two parts: each may be rounded by half a point
        (("60.6", "40.5"), 2),  # 101.1 > 100 + 2 * 0.5
        (("101",), 1),
        (("100",), 0),
    ],
)
def test_shares_of_one_dimension_add_up_to_at_most_100(values: tuple[str, ...], broken: int) -> None:
    shares = [made("share", v, n, segment=f"part {n}", dimension="type", unit="percent") for n, v in enumerate(values)]

    assert rules(*shares) == ["shares_exceed_whole"] * broken
    assert rules(*(replace(s, year=2020 + n) for n, s in enumerate(shares))) == ["shares_exceed_whole"] * (
        values == ("101",)
    )


def test_a_level_has_a_year_and_a_rate_a_period_unless_the_first_reader_has_the_figure() -> None:
    level, rate = replace(SIZE, year=None), replace(RATE, period_end=None)

    assert sorted(rules(level, rate)) == ["level_without_year", "rate_without_period"]
    assert rules(level, rate, first=(SIZE, RATE)) == []


def reading() -> Extraction:
    return extract(parse(REPORT.encode()))


def first_of(read: Extraction, words: str) -> Mention:
    return next(m for m in read.mentions if m.surface == words)


def test_figures_are_paired_by_their_characters_each_once() -> None:
    wide = replace(SIZE, char_end=LAST.char_end)
    denial = Denial(RATE.char_start, RATE.char_end, RATE.surface, "no")
    found = pairs((SIZE, LAST, RATE), Verified((wide,), (denial,)))

    assert [(p.first, p.second, p.denial) for p in found] == [
        (SIZE, wide, None),
        (LAST, None, None),
        (RATE, None, denial),
    ]


TWO_MARKETS = """# Sea Kite Market

Published March 2026

The global sea kite market was valued at USD 4.2 billion in 2025. The global wind ship market was valued at USD 61 billion in 2025.
"""


def test_an_answer_that_names_no_market_contradicts_none() -> None:
    read = extract(parse(TWO_MARKETS.encode()))
    (own,) = (m for m in read.mentions if m.surface == "USD 61 billion")
    silent = verified("USD 61 billion", TWO_MARKETS, metric="market_size", year="2025", status="historical")
    other = verified(
        "USD 61 billion", TWO_MARKETS, metric="market_size", year="2025", status="historical", market="sea kite"
    )

    assert own.market and "wind ship" in own.market.casefold()  # the document's own is the sea kite market
    joined = join(read, silent, TRUSTED)
    assert (joined.choices, [m.market for m in joined.mentions if m.surface == "USD 61 billion"]) == ((), [own.market])
    assert {c.read_by for c in joined.claims if c.value == own.value} == {"both"}
    # A market that is named is a reading, also where it is the document's own.
    assert [c.attribute for c in join(read, other, TRUSTED).choices] == ["market"]


def test_a_figure_that_the_second_reader_alone_finds_has_the_documents_market_where_none_is_named() -> None:
    read = reading()
    silent = verified("USD 4.2 billion", metric="market_size", year="2025")
    without = replace(read, mentions=tuple(m for m in read.mentions if m.surface != "USD 4.2 billion"))
    joined = join(without, silent, TRUSTED)

    assert first_of(joined, "USD 4.2 billion").market == first_of(read, "USD 4.2 billion").market


@pytest.mark.parametrize(
    ("attribute", "change"),
    [
        ("metric", {"metric": "price"}),
        ("time", {"year": 2024, "time_period": "2024"}),
        ("status", {"status": "forecast"}),
        ("part", {"segment": "tethered kites", "dimension": "type"}),
        ("area", {"geography": "Norway", "ref_area": "NOR"}),
        ("market", {"market": "wind ship"}),
    ],
)
def test_where_both_differ_the_odds_of_the_attribute_decide(attribute: str, change: dict[str, Any]) -> None:
    read = reading()
    own = first_of(read, "USD 4.2 billion")
    other = replace(own, **change)
    for odds, taken, read_by in ((NOBODY, "first", "rules"), (TRUSTED, "second", "model")):
        joined = join(read, Verified((other,)), odds)
        m = first_of(joined, "USD 4.2 billion")
        (choice,) = joined.choices
        claim = next(c for c in joined.claims if c.claim_id == m.claim_id)

        assert (choice.attribute, choice.taken, claim.read_by) == (attribute, taken, read_by)
        assert {name: getattr(m, name) for name in change} == (
            change if taken == "second" else {name: getattr(own, name) for name in change}
        )
        assert m.value == own.value


def test_agreement_raises_confidence_to_what_was_measured() -> None:
    read = reading()
    own = first_of(read, "USD 4.2 billion")
    odds = OddsFile(
        measured_on="t", second={}, outcomes={n: Count(n=98, right=97) for n in ("agreed_sure", "agreed_unsure")}
    )
    joined = join(read, Verified((own,)), odds)
    claim = next(c for c in joined.claims if c.value == own.value)

    # Laplace: (97 + 1) / (98 + 2) = .98
    assert (claim.read_by, claim.confidence) == ("both", 0.98)
    others = {c.claim_id: (c.read_by, c.confidence) for c in joined.claims if c.value != own.value}
    assert others == {c.claim_id: ("rules", c.confidence) for c in read.claims if c.value != own.value}


def test_what_is_added_or_denied_counts_where_the_odds_say_so() -> None:
    read = reading()
    own = first_of(read, "USD 4.2 billion")
    rest = replace(read, mentions=tuple(m for m in read.mentions if m is not own))
    denial = Denial(own.char_start, own.char_end, own.surface, "a street number")

    assert own.value in {m.value for m in join(rest, Verified((own,)), TRUSTED).mentions}
    assert own.value not in {m.value for m in join(rest, Verified((own,)), NOBODY).mentions}
    denied = join(read, Verified((), (denial,)), TRUSTED)
    assert own.value not in {m.value for m in denied.mentions}
    assert [r.rule for r in denied.rejections if r.char_start == own.char_start] == ["second_reader.denied"]
    assert own.value in {m.value for m in join(read, Verified((), (denial,)), NOBODY).mentions}


def test_joining_with_nothing_and_joining_twice_change_no_claim() -> None:
    read = reading()
    nothing = join(read, Verified(), TRUSTED)
    again = join(replace(nothing, choices=()), Verified(read.mentions), NOBODY)

    assert nothing.mentions == read.mentions
    assert (
        [c.claim_id for c in nothing.claims] == [c.claim_id for c in again.claims] == [c.claim_id for c in read.claims]
    )


@pytest.mark.parametrize(("count", "chance"), [((0, 0), 0.5), ((1, 1), 0.67), ((10, 9), 0.83), ((98, 0), 0.01)])
def test_chances_follow_laplaces_rule(count: tuple[int, int], chance: float) -> None:
    # (right + 1) / (n + 2)
    assert Count(n=count[0], right=count[1]).chance == chance


@pytest.mark.parametrize(
    "text",
    [
        "measured_on: me\nsecond: {time: {n: 1, right: 2}}\noutcomes: {}\n",
        "measured_on: me\nsecond: {time: {n: -1, right: 0}}\noutcomes: {}\n",
        "measured_on: me\nsecond: {}\noutcomes: {}\nmore: 1\n",
        "second: {}\noutcomes: {}\n",
    ],
)
def test_odds_that_cannot_be_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "odds.yml").write_text(text)
    with pytest.raises(ReviewedFileError):
        read_odds(tmp_path / "odds.yml")


@pytest.mark.parametrize(
    ("n", "right", "favoured"),
    [
        (0, 0, False),
        (3, 3, False),  # Beta(4, 1) has 1/2^4 = .0625 below one half
        (4, 4, True),  # Beta(5, 1): 1/2^5 = .031
        (10, 8, True),  # Bin(11, 1/2) >= 9: (55 + 11 + 1) / 2048 = .033
        (10, 7, False),  # Bin(11, 1/2) >= 8: (165 + 55 + 11 + 1) / 2048 = .113
        (1000, 500, False),
    ],
)
def test_few_cases_favour_nobody(n: int, right: int, favoured: bool) -> None:
    assert Count(n=n, right=right).is_more_than_half is favoured


def test_a_home_without_odds_of_its_own_trusts_no_model(tmp_path: Path) -> None:
    assert odds_of(tmp_path) == UNMEASURED
    assert not UNMEASURED.favours_second("part")
    agreed, differs = UNMEASURED.confidence("agreed_sure", 0.93), UNMEASURED.confidence("differs_part", 0.93)
    assert (agreed, differs) == (0.93, 0.5), "agreement proves nothing yet, a difference is a doubt"


def test_a_home_takes_the_bundled_odds_where_a_person_says_so(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("use: bundled\nauthor: A. Reader\nreason: the same model\n")
    assert odds_of(tmp_path) == read_odds()
    assert odds_of(tmp_path).favours_second("part")


def test_who_says_that_the_bundled_odds_hold_gives_name_and_reason(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("use: bundled\n")
    with pytest.raises(ReviewedFileError, match="author"):
        odds_of(tmp_path)


def test_without_odds_a_second_reader_changes_no_figure_and_lowers_what_it_doubts() -> None:
    read = reading()
    own = next(m for m in read.mentions if m.metric == "market_size" and m.year)
    joined = join(read, Verified((replace(own, year=(own.year or 0) + 1),)), UNMEASURED)
    assert [(m.value, m.year) for m in joined.mentions] == [(m.value, m.year) for m in read.mentions]
    (claim,) = [c for c in joined.claims if c.claim_id == own.claim_id]
    assert claim.confidence is not None
    assert claim.confidence <= 0.5
