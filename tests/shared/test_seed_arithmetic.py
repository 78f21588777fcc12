"""The seeds' traps that are arithmetic of one publisher: each has its finding, or the silence that it asks for.

Expected numbers are those of the inventory (its "arithmetic the tests can assert"); nothing of the texts' wording.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tests.shared.conftest import Published

D = Decimal
BILLION = 10**9


@pytest.fixture(scope="module")
def findings(published: Published) -> list[dict[str, Any]]:
    """Every finding of the audit on the seeds, with its document's number."""
    return published.rows(
        "select f.*, left(d.name, 3) as doc from marts.audit_findings as f join marts.documents as d using (document_id)"
    )


def of(findings: list[dict[str, Any]], rule: str, doc: str, **fields: Any) -> list[dict[str, Any]]:
    wanted = {"rule": rule, "doc": doc} | fields
    return [row for row in findings if all(row[name] == value for name, value in wanted.items())]


def only(findings: list[dict[str, Any]], rule: str, doc: str, **fields: Any) -> dict[str, Any]:
    (row,) = of(findings, rule, doc, **fields)
    return row


def near(value: Decimal | None, expected: str) -> bool:
    """The value, printed with as many places as the inventory prints it."""
    return value is not None and value.quantize(D(expected)) == D(expected)


def test_qy_t02_the_stated_growth_fits_no_convention_and_the_mismatch_is_low(findings: list[dict[str, Any]]) -> None:
    row = only(findings, "growth_endpoints", "000")
    assert (row["outcome"], row["severity"], row["stated"]) == ("mismatch", "low", D("14.6"))
    assert near(row["expected"], "14.3899")  # A01
    assert near(row["deviation"], "0.21")
    # half widths 0.05 and 0.0005: 0.2101 / 0.0505
    assert round(row["times_rounding"], 1) == 4.2
    for words in (
        "band 14.55 to 14.65 %",
        "14.39 % over 7 periods",
        "16.982 % over 6",
        "USD 24.51 bn in 2026",
        "+13.137 %",
    ):
        assert words in row["explanation"]
    assert len(row["claim_ids"].split("|")) == 3


def test_qy_t02_the_back_solved_base_is_no_vendor_figure(published: Published) -> None:
    years = published.rows(
        "select time_period_year as y, obs_value as v from marts.vendor_figures as f join marts.documents as d "
        "using (document_id) where d.name like '000%' and f.metric = 'market_size' and f.time_period_year = 2026"
    )
    assert [round(row["v"] / BILLION, 2) for row in years] == [D("24.78")]  # along the implied 14.390 %


def test_qy_t03_count_times_price_is_consistent_growth_and_no_error(
    findings: list[dict[str, Any]], published: Published
) -> None:
    row = only(findings, "volume_times_price", "000")
    assert (row["outcome"], row["severity"], row["metric"]) == ("consistent", "none", "cagr")
    assert near(row["expected"], "14.6032")  # A06
    for words in ("USD 18.90 bn", "consistent at the stated growth", "2025 looks computed from 2024"):
        assert words in row["explanation"]
    (derived,) = published.rows(
        "select f.obs_value, f.status from marts.vendor_figures as f join marts.documents as d using (document_id) "
        "where d.name like '000%' and f.metric = 'market_size' and f.time_period_year = 2024"
    )
    assert (derived["obs_value"], derived["status"]) == (D(18_900_000_000), "derived")  # A05


def test_qy_t06_t12_t15_shares_without_a_year_and_growth_of_two_dimensions_raise_nothing(
    findings: list[dict[str, Any]],
) -> None:
    assert {row["rule"] for row in findings if row["doc"] == "000"} == {
        "growth_endpoints",
        "volume_times_price",
        "driver_outside_definition",  # QY-T17
        "piece_price",  # QY-T11
        "lines_of_capacity",  # QY-T20
        "opposed_labels",  # QY-T09
        "share_residual",  # QY-T15: derived for all others together, without a year; neither mismatch nor flag
    }


def test_qy_t09_a_label_against_the_texts_own_definition_is_flagged_and_classified_by_it(
    findings: list[dict[str, Any]],
) -> None:
    row = only(findings, "opposed_labels", "000")
    assert (row["outcome"], row["severity"]) == ("flag", "low")
    assert "defines InfiniBand and RoCE as scale-out and labels the same scale-up" in row["explanation"]


def test_qy_t17_a_driver_of_another_workload_is_flagged_as_outside_the_definition(
    findings: list[dict[str, Any]],
) -> None:
    row = only(findings, "driver_outside_definition", "000")
    assert (row["outcome"], row["severity"]) == ("flag", "low")
    assert "the market is of training" in row["explanation"]
    assert "is of inference" in row["explanation"]


def test_qy_t11_an_average_price_and_the_examples_are_not_of_one_scale(findings: list[dict[str, Any]]) -> None:
    row = only(findings, "piece_price", "000")
    assert (row["outcome"], row["severity"], row["stated"]) == ("flag", "low", D(2_800_000))
    for words in ("8,000 = USD 350 per gpu", "50,000 = USD 56 per gpu", "buys 70 to 93.333 gpus"):  # A24
        assert words in row["explanation"]
    assert len(row["spans"].split("|")) == 3  # the price and two examples


def test_qy_t20_a_count_of_lines_is_a_note_and_no_figure(findings: list[dict[str, Any]], published: Published) -> None:
    row = only(findings, "lines_of_capacity", "000")
    assert (row["outcome"], row["severity"], row["stated"], row["unit_measure"]) == ("derived", "none", None, "lines")
    assert "12.981 to 37.5 lines" in row["explanation"]  # 6,750 / 520 and / 180
    assert "manner of speaking" in row["explanation"]
    assert published.rows("select 1 from marts.vendor_figures where unit_measure = 'lines'") == []


def test_mi_t03_impacts_are_never_added_or_held_against_growth(
    findings: list[dict[str, Any]], published: Published
) -> None:
    rows = published.rows("select claim_id, impact, additive, caveat from marts.drivers where impact is not null")
    up, down = (sorted(row["impact"] for row in rows if (row["impact"] > 0) is is_up) for is_up in (True, False))
    assert up == [D(value) for value in ("1.2", "1.8", "2.1", "2.5", "3.8", "4.5")]
    assert down == [D(value) for value in ("-2.0", "-1.5", "-0.8", "-0.7")]
    assert all(row["additive"] is False and row["caveat"] for row in rows)
    # +15.9 and -5.0 come to +10.9, 5.97 off the growth of 16.87: four sizes that nobody may compute.
    sums = {D("15.9"), D("5.0"), D("10.9"), D("5.97")}
    impacts = {row["claim_id"] for row in rows}
    for finding in findings:
        assert not impacts & set((finding["claim_ids"] or "").split("|")), finding["rule"]
        assert not sums & {abs(finding[name]) for name in ("stated", "expected", "deviation") if finding[name]}
    audited = published.rows("select claim_id as c from marts.growth_audit")
    assert audited and not impacts & {row["c"] for row in audited}
    sides = published.rows("select claim_ids_a as a, claim_ids_b as b from marts.conflicts")
    for row in sides:
        assert not impacts & {*(row["a"] or "").split("|"), *(row["b"] or "").split("|")}
    roles = published.rows("select distinct estimate_role as r from marts.claims where metric = 'impact_on_cagr'")
    assert [row["r"] for row in roles] == ["excluded"]


def test_mi_t15_the_definition_and_the_segments_disagree(findings: list[dict[str, Any]]) -> None:
    row = only(findings, "definition_against_segments", "001")
    assert row["definition_id"]
    assert row["quoted"]
    for words in ("npu has no segment", "fpga lies outside the definition", "tpu is a kind of asic"):
        assert words in row["explanation"]


def test_mi_t16_the_derived_shift_of_share_is_small(findings: list[dict[str, Any]]) -> None:
    row = only(findings, "share_shift", "001")
    assert row["segment_key"] == "function:inference"
    assert near(row["stated"], "39.46")  # A12
    assert near(row["expected"], "40.12")  # A14, base 2026
    assert row["outcome"] == "derived"


def test_mi_t17_only_the_binary_dimension_is_completed(findings: list[dict[str, Any]]) -> None:
    residuals = of(findings, "share_residual", "001")
    assert len(residuals) == 7
    named = {row["segment_key"]: row["expected"] for row in residuals if row["segment_key"]}
    assert named == {"function:inference": D("39.46")}
    assert sorted(row["expected"] for row in residuals if not row["segment_key"]) == [
        D(value) for value in ("19.73", "29.54", "35.76", "36.52", "47.36", "58.19")
    ]
    assert {row["outcome"] for row in residuals} == {"derived"}


def test_mi_t06_t18_t25_nothing_else_is_held_against_the_figures(findings: list[dict[str, Any]]) -> None:
    mismatches = [row for row in findings if row["doc"] == "001" and row["outcome"] == "mismatch"]
    assert [row["rule"] for row in mismatches] == ["programme_count"]  # MI-T30


def test_mi_t26_the_base_of_the_total_is_inferred_alike_everywhere_and_said_to_be_inconclusive(
    findings: list[dict[str, Any]], published: Published
) -> None:
    row = only(findings, "growth_endpoints", "001")
    assert row["outcome"] == "consistent"
    assert near(row["expected"], "16.8732")  # A09
    for words in ("16.873 % over 5 periods", "16.862 % over 6 periods", "inconclusive about its base"):
        assert words in row["explanation"]
    told = published.rows(
        "select growth_convention as c from marts.publishers where publisher = 'Mordor Intelligence' "
        "union all select growth_convention from marts.vendor_scorecard where publisher = 'Mordor Intelligence' "
        "union all select publisher_convention from marts.growth_audit where publisher = 'Mordor Intelligence'"
    )
    assert {r["c"] for r in told} == {"from_first_forecast_year"}
    assert "read as from_first_forecast_year" in row["explanation"]


def test_tx_t03_the_label_starts_a_year_behind_the_base(findings: list[dict[str, Any]], published: Published) -> None:
    row = only(findings, "growth_endpoints", "002")
    assert (row["outcome"], row["severity"]) == ("consistent", "none")
    assert near(row["expected"], "24.5001")  # A16
    assert "27.958 % over 8 periods" in row["explanation"]
    conventions = published.rows("select publisher, growth_convention from marts.vendor_scorecard")
    kept = {row["publisher"]: row["growth_convention"] for row in conventions}
    assert kept["TrendX Insights"] == "from_base_year"
    assert kept["Mordor Intelligence"] == "from_first_forecast_year"
    assert kept["QYResearch"] is None


def test_tx_t15_x06_one_region_s_share_leaves_one_rest(findings: list[dict[str, Any]]) -> None:
    row = only(findings, "share_residual", "002")
    assert (row["expected"], row["segment_key"]) == (D(44), None)


def test_tx_t10_one_run_of_each_laboratory_exceeds_the_market(findings: list[dict[str, Any]]) -> None:
    row = only(findings, "costs_against_market", "002")
    assert (row["outcome"], row["severity"], row["time_period_year"]) == ("flag", "low", 2025)
    assert (row["stated"], row["expected_low"], row["expected"]) == (12 * BILLION, D("1.5") * BILLION, 15 * BILLION)
    assert "3 (" in row["explanation"] and "exceeds the whole market" in row["explanation"]


def test_aw_t05_a_sum_that_holds_counts_the_pieces_only(findings: list[dict[str, Any]]) -> None:
    row = only(findings, "partial_sum", "003")
    assert (row["outcome"], row["severity"], row["stated"], row["expected"]) == (
        "consistent",
        "none",
        D(7),
        D(7),
    )  # A22
    assert "counts only NVIDIA H100, as SXM" in row["explanation"]


def test_aw_t06_growth_that_is_not_stated_is_derived(findings: list[dict[str, Any]]) -> None:
    row = only(findings, "growth_implied", "003")
    assert (row["outcome"], row["stated"]) == ("derived", None)
    assert near(row["expected"], "22.9694")  # A18
    assert {row["rule"] for row in findings if row["doc"] == "003"} == {"growth_implied", "partial_sum"}  # AW-T05


def test_x05_nothing_is_carried_past_a_publisher_s_horizon(published: Published) -> None:
    rows = published.rows(
        "select left(d.name, 3) as doc, min(time_period_year) as first, max(time_period_year) as last, "
        "count(*) filter (where f.status = 'derived' and f.formula is null) as silent "
        "from marts.vendor_figures as f join marts.documents as d using (document_id) "
        "where f.metric = 'market_size' and f.segment_key is null and f.ref_area = '001' group by all order by all"
    )
    assert [tuple(row.values()) for row in rows] == [
        ("000", 2024, 2032, 0),  # 2024 by count times price
        ("001", 2025, 2031, 0),
        ("002", 2025, 2034, 0),
        ("003", 2025, 2034, 0),
    ]


def test_x11_south_america_is_not_latin_america_and_asia_pacific_is_each_house_s_own(published: Published) -> None:
    from warehouse.resolve.areas.area_members import comparable_area, is_comparable

    houses = [row["id"] for row in published.rows("select distinct publisher_id as id from marts.documents")]
    assert {"mordor-intelligence", "trendx-insights"} <= set(houses)
    for house in houses:
        # No profile makes one of the other: each stays what its code says. An own region meets nobody else's.
        assert [comparable_area(house, area) for area in ("005", "419")] == ["005", "419"]
        assert not is_comparable(comparable_area(house, "vendor:Asia-Pacific"))
    own = {r["a"]: r["m"] for r in published.rows("select ref_area as a, members as m from marts.areas")}
    assert "vendor:Asia-Pacific" in own
    assert own["vendor:Asia-Pacific"] is None  # no house states its Asia-Pacific in full


def test_every_finding_leads_to_words_of_its_text(findings: list[dict[str, Any]]) -> None:
    assert len(findings) > 15
    assert all(row["quoted"] and row["spans"] and row["explanation"] for row in findings)


def test_mi_t30_the_count_of_states_differs_from_the_reference_and_that_of_consortia_agrees(
    findings: list[dict[str, Any]],
) -> None:
    found = {row["unit_measure"]: row for row in of(findings, "programme_count", "001")}
    assert {unit: (row["outcome"], row["stated"], row["expected"]) for unit, row in found.items()} == {
        "consortia": ("consistent", D(19), D(19)),
        "member states": ("mismatch", D(20), D(16)),
    }
