"""Evidence for and against the reading of a claim: what each kind measures, on claims and sentences of our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from math import log

import pytest

from sources.extract.choose.doubts import Doubt
from sources.extract.decide.evidence import evidence_of
from sources.extract.decide.settle import settle
from sources.extract.text.sentences import sentences
from sources.grammar.confidence import EVIDENCE
from sources.parse import parse
from sources.records import Mention

WHOLE = Mention(
    char_start=0, char_end=1, surface="", metric="market_size", value=Decimal("5e9"), value_high=None, unit="USD",
    unit_per=None, comparator="=", year=2030, time_period="2030", period_start=None, period_end=None,
    period_inferred=False, inference_basis=None, status="forecast", publisher=None, market="Paper straws",
    dimension=None, segment=None, geography="Global", ref_area="001", subject=None, rule="money.market_before",
)  # fmt: skip
RATE = replace(
    WHOLE, metric="cagr", unit="percent", year=None, time_period=None, period_start=2025, period_end=2030,
    rule="percent.cagr_before",
)  # fmt: skip


def evidence(text: str, mentions: Sequence[tuple[str, Mention]], language: str = "en") -> list[Mapping[str, float]]:
    """The evidence of mentions placed at the first place of their words, in the order of the text."""
    parsed = parse(text.encode())
    placed = [
        replace(m, surface=words, char_start=parsed.text.index(words), char_end=parsed.text.index(words) + len(words))
        for words, m in mentions
    ]
    claims, settled = settle(parsed.document_id, placed)
    found = evidence_of(parsed, sentences(parsed.text, parsed.blocks), language, claims, settled, {})
    assert all(tuple(one) == EVIDENCE for one in found)
    return list(found)


def one(text: str, words: str, mention: Mention) -> Mapping[str, float]:
    (found,) = evidence(text, [(words, mention)])
    return found


def test_a_headline_has_nothing_against_it() -> None:
    text = "Paper straws will sell for USD 5 bn in 2030."
    assert {name: value for name, value in one(text, "USD 5 bn", WHOLE).items() if value} == {
        "sentence_length": pytest.approx(log(1 + len(text))),
        "whole_headline": 1.0,
        "joint_chance": 1.0,  # no doubt is given
        "page_headlines": 1.0,  # the page's one claim is a size
        "page_areas": pytest.approx(log(2)),  # of one area
    }


def test_doubts_are_those_of_the_most_doubtful_mention_and_the_page_has_their_mean() -> None:
    text = "Paper straws sold for USD 4 bn in 2024. Straws will make USD 5 bn in 2030. By 2030 it is USD 5 bn."
    parsed = parse(text.encode())
    starts = [text.index("USD 4"), text.index("USD 5"), text.rindex("USD 5")]
    figures = [
        replace(WHOLE, surface=text[at : at + 8], char_start=at, char_end=at + 8, value=value)
        for at, value in zip(starts, (Decimal("4e9"), Decimal("5e9"), Decimal("5e9")), strict=True)
    ]
    claims, mentions = settle(parsed.document_id, figures)
    doubts = {
        (starts[0], starts[0] + 8): Doubt(part=0.3),
        (starts[1], starts[1] + 8): Doubt(metric=0.5, time=0.1),  # 0.6 in all
        (starts[2], starts[2] + 8): Doubt(area=0.9),  # 0.9 in all: the most doubtful mention of the claim of 5 bn
    }
    four, five = evidence_of(parsed, sentences(parsed.text, parsed.blocks), "en", claims, mentions, doubts)
    assert [four[f"doubt_{name}"] for name in ("metric", "part", "area", "time")] == [0, 0.3, 0, 0]
    assert [five[f"doubt_{name}"] for name in ("metric", "part", "area", "time")] == [0, 0, 0.9, 0]
    assert four["page_doubt"] == five["page_doubt"] == pytest.approx((0.3 + 0.6 + 0.9) / 3)


@pytest.mark.parametrize(
    ("text", "part", "dimension", "said"),
    [
        ("Coated straws make USD 5 bn.", "Coated straws", "Type", {"part_listed"}),
        ("Coated straws make USD 5 bn.", "Coated straws", None, {"part_unlisted"}),
        ("They make USD 5 bn.", "Coated straws", "Type", {"part_listed", "part_carried"}),
        ("Coated ones make USD 5 bn.", "Coated straws", "Type", {"part_listed"}),  # half of its words are there
        ("Cafés pay USD 5 bn.", "Cafés", "Buyer", {"part_listed", "part_one_word"}),
        ("塗装品は USD 5 bn。", "塗装品", "Type", {"part_listed", "part_one_word"}),
        ("これは USD 5 bn。", "塗装品", "Type", {"part_listed", "part_one_word", "part_carried"}),
    ],
)
def test_a_part_is_doubted_by_where_its_name_comes_from(
    text: str, part: str, dimension: str | None, said: set[str]
) -> None:
    found = one(text, "USD 5 bn", replace(WHOLE, segment=part, dimension=dimension))
    assert {name for name in found if name.startswith("part_") and found[name]} == said


def test_a_part_that_the_headers_of_its_cell_name_is_not_carried() -> None:
    text = "| Straw | 2030 |\n|---|---|\n| Coated straws | USD 5 bn |\n| Plain | USD 7 bn |\n"
    found = one(text, "USD 5 bn", replace(WHOLE, segment="Coated straws", dimension="Type"))
    assert found["table_cell"] == 1
    assert found["part_carried"] == 0


@pytest.mark.parametrize(
    ("text", "geography", "ref_area", "is_other"),
    [
        ("Straws in Germany make USD 5 bn.", "Global", "001", 1),
        ("The German straw market makes USD 5 bn.", "Global", "001", 1),
        ("Straws worldwide make USD 5 bn.", "Global", "001", 0),
        ("Straws in Germany make USD 5 bn.", "Germany", "DEU", 0),
        ("Straws in Germany, ahead of France, make USD 5 bn.", "Germany", "DEU", 0),
        ("Straws make USD 5 bn.", "Germany", "DEU", 0),
        ("Straws worldwide make USD 5 bn.", "Germany", "DEU", 1),
    ],
)
def test_an_area_is_doubted_where_the_sentence_names_another(
    text: str, geography: str, ref_area: str, is_other: float
) -> None:
    assert (
        one(text, "USD 5 bn", replace(WHOLE, geography=geography, ref_area=ref_area))["other_area_beside"] == is_other
    )


@pytest.mark.parametrize(
    ("unit", "ref_area", "metric", "doubt"),
    [
        ("EUR", "001", "market_size", 1),
        ("USD", "001", "market_size", 0),
        ("EUR", "DEU", "market_size", 0),
        ("EUR", "001", "volume", 0),
    ],
)
def test_a_country_s_money_for_the_whole_world_is_doubted(unit: str, ref_area: str, metric: str, doubt: float) -> None:
    mention = replace(WHOLE, unit=unit, ref_area=ref_area, metric=metric)  # type: ignore[arg-type]
    assert one("Straws make 5 bn.", "5 bn", mention)["money_of_a_country"] == doubt


def test_a_rate_and_the_sizes_that_imply_it_prove_each_other() -> None:
    # 5 x 1.06 ^ 5 = 6.691: the printed 6.7 implies 6.03 %, within 0.35 of 6.0. The 9.0 is of no two sizes.
    first = replace(WHOLE, value=Decimal("5e9"), year=2025, time_period="2025")
    last = replace(WHOLE, value=Decimal("6.7e9"))
    rate, other = replace(RATE, value=Decimal(6)), replace(RATE, value=Decimal(9), ref_area="150", geography="Europe")
    text = "From USD 5.0 bn in 2025 to USD 6.7 bn in 2030, at 6.0 % a year. In Europe it is 9.0 % a year."
    found = evidence(text, [("USD 5.0 bn", first), ("USD 6.7 bn", last), ("6.0 %", rate), ("9.0 %", other)])
    assert [measures["proved"] for measures in found] == [1, 1, 1, 0]


def test_a_rival_is_a_later_claim_that_says_another_value_beyond_rounding() -> None:
    values = [("USD 5.0 bn", "5e9"), ("USD 5.04 bn", "5.04e9"), ("USD 7 bn", "7e9")]
    text = "It is USD 5.0 bn. More exactly USD 5.04 bn. Or USD 7 bn."
    found = evidence(text, [(words, replace(WHOLE, value=Decimal(value))) for words, value in values])
    assert [measures["rival_before"] for measures in found] == [0, 0, 1]
    # ranks 0, 1, 2; 7 is log10(7 / 5) = 0.146 orders of magnitude off the first size
    assert [measures["rank"] for measures in found] == [0, pytest.approx(log(2)), pytest.approx(log(3))]
    assert found[2]["off_scale"] == pytest.approx(0.146, abs=0.001)


def test_a_part_above_its_whole_and_a_figure_beside_a_part_are_doubted() -> None:
    part = replace(WHOLE, value=Decimal("8e9"), segment="Coated straws", dimension="Type")
    text = "Straws make USD 5 bn in all. Coated straws make USD 8 bn and in 2031 USD 9 bn."
    later = replace(WHOLE, value=Decimal("9e9"), year=2031, time_period="2031")
    found = evidence(text, [("USD 5 bn", WHOLE), ("USD 8 bn", part), ("USD 9 bn", later)])
    assert [measures["part_above_whole"] for measures in found] == [0, 1, 0]
    assert [measures["part_of_neighbour"] for measures in found] == [0, 0, 1]


def test_values_that_no_float_holds_are_as_far_off_as_can_be() -> None:
    huge = replace(WHOLE, value=Decimal("1e400"), year=2031, time_period="2031")
    found = evidence("Straws make USD 5 bn, later USD 9 bn.", [("USD 5 bn", WHOLE), ("USD 9 bn", huge)])
    assert [measures["off_scale"] for measures in found] == [0, 3]


def test_japanese_chinese_and_korean_are_wide_scripts() -> None:
    for language, is_wide in (("ja", 1), ("zh", 1), ("ko", 1), ("de", 0)):
        (found,) = evidence("Straws make USD 5 bn.", [("USD 5 bn", WHOLE)], language)
        assert found["wide_script"] == is_wide
