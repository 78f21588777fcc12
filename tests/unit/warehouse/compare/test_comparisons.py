"""Related markets side by side: shares, first places, horizons, conventions, regions, technical figures, single sources."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

D = Decimal
WIDE, NARROW = "ai-accelerator-cluster", "ai-training-gpu-cluster"


@pytest.fixture
def two(book: Any) -> Any:
    """M on the wide market and Q on the narrow one, both sized in 2025."""
    book.document("m", "m")
    book.document("q", "q")
    book.claim("m", "USD 65.28 billion", "65280000000", market_id=WIDE)
    book.claim("q", "USD 21.66 billion", "21660000000", market_id=NARROW)
    book.relation(WIDE, NARROW, "a_contains_b", "narrowed by training")
    return book


def rows(book: Any, rule: str) -> list[dict[str, Any]]:
    return list(book.build()["core.conflicts"].filter(rule=rule).sort("explanation").to_dicts())


@pytest.mark.parametrize(
    ("own", "other", "verdict"),
    [("52.64", "56", "agree"), ("55", "64.24", "compatible"), ("40", "64.24", "not_comparable")],  # 3.36, 9.24, 24.24
)
def test_shares_of_one_area_in_two_markets_agree_by_points_and_their_values_do_not_compare(
    two: Any, own: str, other: str, verdict: str
) -> None:
    for document, market, value in (("m", WIDE, own), ("q", NARROW, other)):
        two.claim(
            document, f"{value}%", value, metric="share", unit_measure="percent", market_id=market, ref_area="003",
            geography="North America",
        )  # fmt: skip
    (row,) = rows(two, "share_across_markets")
    assert (row["verdict"], row["value_a"], row["value_b"], row["year"]) == (verdict, D(own), D(other), 2025)
    assert "their values may not" in row["explanation"]


def test_a_part_is_known_by_what_its_name_adds_to_its_market_s(two: Any) -> None:
    # "cloud gpu" of a GPU cluster market is its cloud part; a share without a year is named as such
    two.share("m", "64.24", "deployment:cloud", market_id=WIDE)
    two.share("q", "55", "type:cloud gpu", market_id=NARROW, year=None)
    two.share("q", "45", "application:llm training", market_id=NARROW)
    (row,) = rows(two, "share_across_markets")
    assert (row["verdict"], row["value_a"], row["value_b"]) == ("compatible", D(55), D("64.24"))
    assert "it states none" in row["assumptions"]


def test_first_places_agree_where_two_divisions_tell_the_same_facet(two: Any) -> None:
    two.segments("m", WIDE, "Deployment", "On-Premises, Cloud-Based, Hybrid")
    two.segments("q", NARROW, "Type", "Cloud GPU Cluster, On-Premise GPU Cluster, Hybrid Cluster")
    two.ranking("m", WIDE, "Cloud-Based", dimension="Deployment")
    two.ranking("q", NARROW, "Cloud GPU Cluster", dimension="Type")
    two.ranking("m", WIDE, "Hybrid", dimension="Deployment", criterion="growth")
    two.ranking("q", NARROW, "On-Premise GPU Cluster", dimension="Type", criterion="growth")
    growth, size = rows(two, "rank_across_markets")
    assert (size["verdict"], size["metric"], size["unit_measure"]) == ("agree", "share", "rank")
    assert (growth["verdict"], growth["metric"]) == ("not_comparable", "cagr")
    assert "they name different ones" in growth["explanation"]
    assert (size["statement_ids_a"], size["statement_ids_b"]) == (["r0"], ["r1"])


def test_divisions_that_no_facet_matches_are_shown_and_not_merged(two: Any) -> None:
    two.segments("m", WIDE, "Function", "Training, Inference")
    two.segments("q", NARROW, "Application", "Language Model Training, Vision Model Building, Others")
    two.ranking("m", WIDE, "Training", dimension="Function")
    two.ranking("q", NARROW, "Language Model Training", dimension="Application")
    (row,) = rows(two, "rank_across_markets")
    assert row["verdict"] == "not_comparable"
    assert "divide the market differently" in row["explanation"]


def test_one_publisher_s_first_places_on_two_markets_are_no_other_division(two: Any) -> None:
    # M ranks by deployment in both markets, which is the same division; Q's division by application has no match in M's.
    two.document("n", "m")
    for document, market in (("m", WIDE), ("n", NARROW)):
        two.claim(document, "USD 1 billion", "1000000000", market_id=market, year=2020)
        two.segments(document, market, "Deployment", "On-Premises, Cloud-Based")
        two.ranking(document, market, "Cloud-Based", dimension="Deployment")
    two.segments("q", NARROW, "Application", "Language Model Training, Vision Model Building")
    two.ranking("q", NARROW, "Language Model Training", dimension="Application")
    assert rows(two, "rank_across_markets") == []


def test_a_first_place_has_the_growth_of_its_own_market_s_part_and_never_that_of_the_whole(two: Any) -> None:
    # One document speaks of both markets: cloud of the narrow one grows by 9 %, of the wide one by 20 %.
    two.document("q2", "q3")
    two.claim("q2", "USD 1 billion", "1000000000", market_id=NARROW)
    for market, pct in ((WIDE, "20"), (NARROW, "9")):
        two.growth("q2", pct, 2025, 2030, market_id=market, segment_key="deployment:cloud", segment="Cloud")
    two.segments("m", WIDE, "Deployment", "On-Premises, Cloud-Based")
    two.segments("q2", NARROW, "Deployment", "On-Premises, Cloud-Based")
    two.ranking("m", WIDE, "Cloud-Based", dimension="Deployment", criterion="growth")
    two.ranking("q2", NARROW, "Cloud-Based", dimension="Deployment", criterion="growth")
    (row,) = rows(two, "rank_across_markets")
    assert "Cloud-Based by Deployment (9 %)" in row["explanation"]


def test_a_first_place_without_a_key_has_no_figure(two: Any) -> None:
    two.growth("q", "14.6", 2025, 2030, market_id=NARROW)
    two.ranking("m", WIDE, "World", subject_kind="area", criterion="growth")
    two.ranking("q", NARROW, "World", subject_kind="area", criterion="growth")
    (row,) = rows(two, "rank_across_markets")
    assert "14.6" not in row["explanation"]


def test_first_areas_are_held_by_their_codes(two: Any) -> None:
    two.ranking("m", WIDE, "Asia-Pacific", subject_kind="area", criterion="growth")
    two.ranking("q", NARROW, "Asia Pacific", subject_kind="area", criterion="growth")
    (row,) = rows(two, "rank_across_markets")
    assert row["verdict"] == "agree"


def test_a_superseded_document_ranks_nothing(two: Any) -> None:
    two.document("old", "q", status="superseded")
    two.claim("old", "USD 1 billion", "1000000000", market_id=NARROW, status="superseded")
    two.ranking("m", WIDE, "Asia-Pacific", subject_kind="area")
    two.ranking("old", NARROW, "Europe", subject_kind="area")
    assert rows(two, "rank_across_markets") == []


def test_horizons_of_related_markets_give_the_years_that_all_cover(two: Any) -> None:
    assert rows(two, "horizon") == []
    two.claim("m", "USD 166.27 billion", "166270000000", market_id=WIDE, year=2031)
    two.claim("q", "USD 55.51 billion", "55510000000", market_id=NARROW, year=2032)
    (row,) = rows(two, "horizon")
    assert (row["verdict"], row["value_a"], row["value_b"], row["unit_measure"]) == (
        "compatible",
        D(2031),
        D(2032),
        "year",
    )
    assert "all cover 2025 to 2031" in row["explanation"]


def test_markets_that_only_others_join_are_one_group_of_horizons(two: Any) -> None:
    # The wide market lies beside the narrow one, that beside a third, and the third beside a fourth, which alone reaches 2030.
    for name, near, year in (("n", NARROW, 2025), ("o", "third", 2030)):
        market = {"n": "third", "o": "fourth"}[name]
        two.document(name, name)
        two.claim(name, "USD 1 billion", "1000000000", market_id=market, year=year)
        two.relation(near, market, "overlap")
    (row,) = rows(two, "horizon")
    assert row["verdict"] == "not_comparable"
    assert "Fourth 2030 to 2030" in row["explanation"] and "Ai-Accelerator-Cluster 2025 to 2025" in row["explanation"]
    assert (row["value_a"], row["value_b"]) == (D(2025), D(2030))


def test_lists_of_regions_that_differ_are_never_taken_for_one_another(two: Any) -> None:
    two.segments("m", WIDE, "Geography", "North America, South America")
    two.segments("m", WIDE, "Geography", "Mexico", parent="North America")
    two.segments("q", NARROW, "Geography", "North America, Latin America")
    (row,) = rows(two, "regions_differ")
    assert row["verdict"] == "not_comparable"
    assert "South America (005)" in row["explanation"]
    assert "Latin America (419)" in row["explanation"]
    assert "North America holds Mexico" in row["explanation"]
    assert row["statement_ids_a"] or row["statement_ids_b"]


def technical(book: Any, number: int, document: str, market: str, value: str, **fields: Any) -> None:
    row = {
        "technical_id": f"t{number}", "document_id": document, "publisher_id": document, "market_id": market,
        "measure": "memory_capacity", "product": "Chip X", "obs_value": D(value), "comparator": "=",
        "unit_measure": "GB", "verdict": "unknown", "reason": "reference for Chip X: 192 GB", "status": "stated",
    }  # fmt: skip
    book.row("core.technical_claims", **(row | fields))


@pytest.mark.parametrize(
    ("values", "verdicts", "verdict"),
    [
        (("192", "192"), ("consistent", "consistent"), "agree"),
        (("400", "800"), ("consistent", "consistent"), "compatible"),  # variants of one product
        (("141", "192"), ("contradicts", "consistent"), "conflict_proven"),  # the reference decides
        (("141", "150"), ("unknown", "unknown"), "not_comparable"),
    ],
)
def test_technical_figures_of_one_product_are_decided_by_the_reference_alone(
    two: Any, values: tuple[str, str], verdicts: tuple[str, str], verdict: str
) -> None:
    for number, (document, market) in enumerate((("m", WIDE), ("q", NARROW))):
        technical(two, number, document, market, values[number], verdict=verdicts[number])
    (row,) = rows(two, "technical_across")
    assert row["verdict"] == verdict
    assert {*row["statement_ids_a"], *row["statement_ids_b"]} == {"t0", "t1"}


def test_publishers_of_one_market_are_held_against_each_other_and_a_publisher_never_against_itself(two: Any) -> None:
    for number, (document, value) in enumerate((("m", "141"), ("m", "150"), ("q", "192"))):
        technical(two, number, document, WIDE, value)
    found = [(row["value_a"], row["value_b"]) for row in rows(two, "technical_across")]
    assert sorted(found) == [(D(141), D(192)), (D(150), D(192))]


def test_power_of_different_things_stands_side_by_side_in_watts(two: Any) -> None:
    for number, (document, market, value, unit) in enumerate((("m", WIDE, "132", "kW"), ("q", NARROW, "30", "MW"))):
        claim = two.claim(
            document, f"{value} {unit}", value, metric="other_numeric", unit_measure=unit, market_id=market
        )
        technical(two, number, document, market, value, unit_measure=unit, product=f"P{number}", claim_id=claim)
    (row,) = rows(two, "technical_across")
    assert (row["verdict"], row["value_a"], row["value_b"], row["unit_measure"]) == (
        "not_comparable", D(132_000), D(30_000_000), "W",
    )  # fmt: skip


@pytest.mark.parametrize("status", ["quarantined", "overridden"])
def test_a_technical_figure_whose_claim_a_person_rejected_or_corrected_is_compared_with_nothing(
    two: Any, status: str
) -> None:
    for number, (document, market, state) in enumerate((("m", WIDE, status), ("q", NARROW, "stated"))):
        claim = two.claim(
            document, "30 MW", "30", metric="other_numeric", unit_measure="MW", market_id=market, status=state
        )
        technical(two, number, document, market, "30", unit_measure="MW", claim_id=claim)
    assert rows(two, "technical_across") == []


def test_money_per_different_things_is_a_ratio_without_a_verdict(two: Any) -> None:
    # 500 m / 2.8 m = 178.57, 5,000 m / 2.8 m = 1,785.71
    two.claim("q", "USD 2.8 million", "2800000", metric="price", market_id=NARROW, unit_per="cluster")
    two.claim(
        "m", "USD 500 million to USD 5 billion", "500000000", obs_value_high=D(5_000_000_000), metric="other_numeric",
        market_id=WIDE, unit_per="training run",
    )  # fmt: skip
    (row,) = rows(two, "scale")
    assert row["verdict"] == "not_comparable"
    assert "178.57x to 1,785.71x" in row["explanation"]


def test_nothing_is_a_multiple_of_nothing(two: Any) -> None:
    two.claim("q", "USD 0", "0", metric="other_numeric", market_id=NARROW, unit_per="query")
    two.claim("m", "USD 5", "5", metric="other_numeric", market_id=WIDE, unit_per="training run")
    assert rows(two, "scale") == []


def test_figures_beyond_all_markets_stop_nothing(two: Any) -> None:
    for document, market, value in (("m", WIDE, "9" * 29), ("q", NARROW, "0.000000001")):
        two.claim(document, f"USD {value}", value, market_id=market, year=2026)
        two.claim(
            document,
            f"EUR {value}",
            value,
            obs_value_high=D(value),
            metric="price",
            unit_measure="EUR",
            unit_per=market,
            market_id=market,
        )
        two.share(document, "50", "function:training", market_id=market, year=2026)
        two.growth(document, "9" * 20, 2025, 2026, market_id=market)
        technical(
            two,
            len(two.rows.get("core.technical_claims", [])),
            document,
            market,
            value,
            unit_measure="GW",
            product=None,
        )
    found = set(two.build()["core.conflicts"]["rule"])
    assert {"scope_inclusion", "share_across_markets", "related_scope"} & found


def test_both_ends_of_a_range_in_euros_are_held_in_dollars(two: Any) -> None:
    # EUR 400 m to 4 bn at 1.10 is USD 440 m to 4.4 bn; 440 / 2.2 = 200, 4,400 / 2.2 = 2,000.
    two.claim("q", "USD 2.2 million", "2200000", metric="price", market_id=NARROW, unit_per="cluster")
    two.claim(
        "m", "EUR 400 million to EUR 4 billion", "400000000", obs_value_high=D(4_000_000_000), metric="other_numeric",
        market_id=WIDE, unit_per="training run", unit_measure="EUR",
    )  # fmt: skip
    (row,) = rows(two, "scale")
    assert "200.00x to 2,000.00x" in row["explanation"]


def test_a_price_range_in_euros_that_one_publisher_alone_states_has_both_ends_in_dollars(two: Any) -> None:
    # EUR 10 to 20 at 1.10; a person has put the other range right: EUR 30, no range.
    two.claim("q", "EUR 10 to 20", "10", obs_value_high=D(20), metric="price", unit_measure="EUR", market_id=NARROW)
    two.claim(
        "q", "EUR 30 to 90", "30", obs_value_high=D(90), metric="price", unit_measure="EUR", market_id=NARROW,
        status="overridden",
    )  # fmt: skip
    found = [(row["value_a"], row["value_b"], row["unit_measure"]) for row in rows(two, "single_source")]
    assert found == [(D(11), D(22), "USD"), (D(33), D(33), "USD")]


def test_capital_above_a_market_is_context_and_no_error(two: Any) -> None:
    claim = two.claim(
        "m", "USD 30 billion", "30000000000", metric="other_numeric", market_id=WIDE, subject="Some company"
    )
    two.row(
        "core.events", event_id="ev", document_id="m", publisher_id="m", market_id=WIDE, event_type="funding",
        amount=D(30_000_000_000), amount_unit="USD", char_start=0, char_end=90,
    )  # fmt: skip
    (row,) = rows(two, "funding_against_market")  # 30 is above the 21.66 of the related market, not above 65.28
    assert (row["verdict"], row["value_a"], row["claim_ids_b"]) == ("not_comparable", D(21_660_000_000), [claim])


def test_two_deals_of_one_size_rest_each_on_its_own_words(two: Any) -> None:
    claims = {}
    for name, at in (("first", 100), ("second", 600)):
        claims[name] = two.claim(
            "m", "USD 30 billion", "30000000000", metric="other_numeric", market_id=WIDE, subject=f"The {name} company"
        )
        two.mention(claims[name], at + 40, at + 54)
        two.row(
            "core.events", event_id=name, document_id="m", publisher_id="m", market_id=WIDE, event_type="funding",
            amount=D(30_000_000_000), amount_unit="USD", char_start=at, char_end=at + 60,
        )  # fmt: skip
    found = {tuple(row["statement_ids_b"]): row["claim_ids_b"] for row in rows(two, "funding_against_market")}
    assert found == {("first",): [claims["first"]], ("second",): [claims["second"]]}


def test_a_margin_that_one_publisher_alone_states_is_single_source(two: Any) -> None:
    two.claim(
        "q",
        "28% to 46%",
        "28",
        obs_value_high=D(46),
        metric="margin",
        unit_measure="percent",
        market_id=NARROW,
        year=None,
    )
    (row,) = rows(two, "single_source")
    assert (row["verdict"], row["value_a"], row["value_b"]) == ("single_source", D(28), D(46))
    two.claim("m", "30%", "30", metric="margin", unit_measure="percent", market_id=WIDE)
    assert rows(two, "single_source") == []


def test_every_pair_of_publishers_is_held_by_its_conventions_and_the_longest_rate_stands_for_one(two: Any) -> None:
    # P counts from its base year, as Q does: 100 to 200 in 2025-2030, 14.87 %. M counts from the first forecast year on
    # the other market: (200 / 120) ^ (1/4) = 13.62 %. So M stands against P and against Q,
    # by the five years of each and not by P's two of 2025-2027: (144 / 100) ^ (1/2) = 20 %.
    two.document("p", "p")
    for document, market in (("p", "cn"), ("q", "cn"), ("m", "cw")):
        two.claim(document, "USD 100 million", "100000000", market_id=market)
        two.claim(document, "USD 200 million", "200000000", market_id=market, year=2030)
    two.claim("p", "USD 144 million", "144000000", market_id="cn", year=2027)
    two.claim("m", "USD 120 million", "120000000", market_id="cw", year=2026)
    two.growth("p", "20.0", 2025, 2027, market_id="cn")
    two.growth("p", "14.87", 2025, 2030, market_id="cn")
    two.growth("q", "14.87", 2025, 2030, market_id="cn")
    two.growth("m", "13.62", 2026, 2030, market_id="cw")
    two.relation("cn", "cw", "overlap")
    found = [(row["publishers_a"], row["publishers_b"], row["value_b"]) for row in rows(two, "growth_convention")]
    assert sorted(found) == [("M", "P", D("14.87")), ("M", "Q", D("14.87"))]


def test_growth_counted_by_different_conventions_is_not_compared(two: Any) -> None:
    # Q 100 to 200 in 2025-2030: 14.87 % over 5 periods; M 100, 120, 200 in 2025, 2026, 2030: (200 / 120) ^ (1/4) = 13.62 %
    for document, market in (("q", "cn"), ("m", "cw")):
        two.claim(document, "USD 100 million", "100000000", market_id=market)
        two.claim(document, "USD 200 million", "200000000", market_id=market, year=2030)
    two.claim("m", "USD 120 million", "120000000", market_id="cw", year=2026)
    two.growth("q", "14.87", 2025, 2030, market_id="cn")
    two.growth("m", "13.62", 2026, 2030, market_id="cw")
    two.relation("cn", "cw", "overlap")
    (row,) = rows(two, "growth_convention")
    assert (row["verdict"], row["value_a"], row["value_b"]) == ("not_comparable", D("13.62"), D("14.87"))
    assert "from_base_year" in row["explanation"]
