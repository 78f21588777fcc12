"""Section 5 of the seeds' inventory: every row X-01 to X-22 has its row in the conflict mart (or the mart that it names).

Figures and verdicts stand here, nothing of the texts' wording. Values in billion USD unless a test says otherwise.
"""

from __future__ import annotations

from itertools import combinations
from math import log
from typing import Any

import pytest

from tests.shared.conftest import Published

QY, MI, TX, AW = "QYResearch", "Mordor Intelligence", "TrendX Insights", "AIWiki"
BASE = {QY: 21.66, MI: 65.28, TX: 12.00, AW: 4.96}
Rows = list[dict[str, Any]]

TESTED = frozenset(f"X-{number:02}" for number in range(1, 23))


@pytest.fixture(scope="module")
def conflicts(published: Published) -> Rows:
    """The conflict mart, with the two sides' publishers as a set."""
    rows = published.rows("select * from marts.conflicts order by conflict_id")
    return [row | {"pair": frozenset((row["publishers_a"], row["publishers_b"]))} for row in rows]


@pytest.fixture(scope="module")
def components(published: Published) -> dict[tuple[str, str], dict[str, Any]]:
    """Components of the year that a conflict is shown with, by conflict and name."""
    rows = published.rows("select * from marts.conflict_components where is_representative")
    return {(row["conflict_id"], row["component"]): row for row in rows}


@pytest.fixture(scope="module")
def sides(published: Published) -> dict[tuple[str, int | None], Rows]:
    """Sides by conflict and year."""
    found: dict[tuple[str, int | None], Rows] = {}
    for row in published.rows("select * from marts.conflict_sides order by conflict_id, time_period_year, side"):
        found.setdefault((row["conflict_id"], row["time_period_year"]), []).append(row)
    return found


def test_a_disagreement_of_three_years_is_one_row_that_names_them(conflicts: Rows) -> None:
    pairs = [frozenset((TX, MI)), frozenset((QY, MI)), frozenset((AW, MI))]
    rows = [row for row in of(conflicts, "related_scope") if row["pair"] in pairs]
    assert [row["years"] for row in rows] == ["2025|2026|2031"] * 3
    # rule, place, opponents and statements tell every row from the others: none is a year of another
    places = [
        (
            row["rule"], frozenset((row["market_id"], row["other_market_id"])), row["segment_key"], row["ref_area"],
            row["metric"], row["unit_measure"], row["pair"], row["statement_ids_a"], row["statement_ids_b"],
        )
        for row in conflicts
        if row["time_period_year"] is not None and row["rule"] != "growth_mismatch" and row["verdict"] != "single_source"
    ]  # fmt: skip
    assert len(set(places)) == len(places)


def of(rows: Rows, rule: str, *pair: str, year: int | None = None, **where: Any) -> Rows:
    """Rows of a rule between two publishers, of a year and with values where these are given."""
    return [
        row
        for row in rows
        if row["rule"] == rule
        and (not pair or row["pair"] == frozenset(pair))
        and (year is None or row["time_period_year"] == year)
        and all(row[key] == value for key, value in where.items())
    ]


def one(rows: Rows, rule: str, *pair: str, year: int | None = None, **where: Any) -> dict[str, Any]:
    found = of(rows, rule, *pair, year=year, **where)
    assert len(found) == 1, (rule, pair, year, [row["explanation"] for row in found])
    return found[0]


def bn(value: Any) -> float:
    return round(float(value) / 1e9, 2)


def test_every_row_of_section_5_is_tested_here() -> None:
    named = {
        f"X-{name.split('_x')[1][:2]}" for name in globals() if name.startswith("test_x")
    }  # fmt: skip
    assert named == TESTED


def test_x01_four_base_values_stand_side_by_side_and_are_never_averaged(conflicts: Rows, published: Published) -> None:
    rows = {row["pair"]: row for row in conflicts if row["kind"] == "related_scope" and row["time_period_year"] == 2025}
    assert set(rows) == {frozenset(pair) for pair in combinations(BASE, 2)}
    for pair, row in rows.items():
        assert sorted((bn(row["value_a"]), bn(row["value_b"]))) == sorted(BASE[name] for name in pair)
        assert row["quote_a"] and row["quote_b"]
    assert {row["verdict"] for pair, row in rows.items() if pair != frozenset((TX, QY))} == {"not_comparable"}
    assert round(rows[frozenset((MI, AW))]["ratio"], 1) == 13.2
    estimates = published.rows(
        "select estimate, scope, related_scopes from marts.market_estimates "
        "where metric = 'market_size' and time_period = '2025' and segment is null and ref_area = '001'"
    )
    assert sorted(bn(row["estimate"]) for row in estimates) == sorted(BASE.values())
    assert all(row["scope"] and row["related_scopes"] for row in estimates)


def test_x02_the_training_gpu_part_of_one_market_is_bounded_and_the_other_figure_lies_below(
    conflicts: Rows, published: Published
) -> None:
    row = one(conflicts, "bridge", QY, MI, year=2025)
    assert (row["verdict"], bn(row["value_a"]), bn(row["value_b"])) == ("conflict_likely", 21.66, 31.72)
    assert (bn(row["bound_low"]), bn(row["bound_high"])) == (26.64, 39.52)
    below = float(row["bound_low"]) - 21.66e9
    assert (round(below / 1e9, 3), round(100 * below / float(row["bound_low"]), 2)) == (4.981, 18.70)  # A20
    assert round(21.66e9 / float(row["value_b"]), 2) == 0.68
    assert "same basis" in row["assumptions"]
    (bridge,) = published.rows(f"select * from marts.bridges where bridge_id = '{row['bridge_id']}'")
    assert [round(float(bridge[f"value_{end}"]) / 1e9, 3) for end in ("low", "point", "high")] == [
        26.641,
        31.723,
        39.521,
    ]
    assert [round(float(bridge[f"share_{end}_pct"]), 2) for end in ("low", "high")] == [40.81, 60.54]
    assert (bridge["method"], bridge["lies"], bridge["share_year_basis"]) == ("frechet", "same", "stated")
    assert len(bridge["claim_ids"].split("|")) == 3
    (training,) = published.rows(
        "select * from marts.bridges where segments = 'Training' and other_market_id is null and time_period = '2025'"
    )
    assert bn(training["value_point"]) == 39.52


def test_x02_no_estimate_of_the_narrow_market_stands_without_the_conflict(
    conflicts: Rows, published: Published
) -> None:
    # item 12 of the acceptance list
    row = one(conflicts, "bridge", QY, MI, year=2025)
    (estimate,) = published.rows(
        "select * from marts.market_estimates where market_id = 'ai-training-gpu-cluster' and metric = 'market_size' "
        "and time_period = '2025' and segment is null"
    )
    assert row["conflict_id"] in estimate["conflict_ids"].split("|")
    assert estimate["scope"]
    # A single publisher gives no centre, only what the next one would state.
    assert estimate["low"] is None and estimate["high"] is None
    assert estimate["predicted_low"] < estimate["estimate"] < estimate["predicted_high"]


def test_x02_carried_shares_are_named_in_later_years(conflicts: Rows, sides: Any) -> None:
    # 76.25 and 166.27 x 0.4081 = 31.12 and 67.85, with shares of 2025
    row = one(conflicts, "bridge", QY, MI)
    assert (row["time_period_year"], row["years"]) == (2025, "2025|2026|2031")
    for year, low in ((2026, 31.12), (2031, 67.85)):
        for side in sides[row["conflict_id"], year]:
            assert (side["verdict"], bn(side["bound_low"])) == ("conflict_likely", low)
            assert f"taken as unchanged in {year}" in side["assumptions"]


def test_x03_a_scope_that_holds_another_has_the_smaller_figure(conflicts: Rows) -> None:
    row = one(conflicts, "scope_inclusion", TX, QY)
    assert (row["verdict"], row["time_period_year"], round(1 / row["ratio"], 2)) == ("conflict_likely", 2025, 0.55)
    assert "contains" in row["explanation"] and row["quote_a"]
    part = one(conflicts, "bridge_inclusion", TX, MI, year=2025)
    assert (part["verdict"], bn(part["value_a"]), bn(part["bound_low"])) == ("conflict_likely", 12.00, 39.52)
    assert round(12 / 39.52, 2) == 0.30 and "USD 39.52 bn" in part["explanation"]


def test_x03_one_row_names_both_pairs(conflicts: Rows) -> None:
    row = one(conflicts, "inclusion_pairs", year=2025)
    assert (row["verdict"], row["publishers_a"], row["publishers_b"]) == ("conflict_likely", TX, f"{MI}|{QY}")
    assert (bn(row["value_a"]), bn(row["value_b"])) == (12.00, 39.52)
    for words in ("USD 21.66 bn", "0.55x", "USD 39.52 bn", "0.30x"):
        assert words in row["explanation"]


def test_x04_curves_that_cross_are_reported_year_by_year(conflicts: Rows, components: Any) -> None:
    rows = {
        row["time_period_year"]: row for row in conflicts if row["kind"] == "related_scope" and row["pair"] == {TX, QY}
    }
    assert sorted(rows) == [2025, 2032]
    assert round(float(rows[2025]["value_a"]) / float(rows[2025]["value_b"]), 3) == 0.554
    assert (bn(rows[2032]["value_a"]), bn(rows[2032]["value_b"]), round(rows[2032]["ratio"], 3)) == (
        55.51,
        55.64,
        1.002,
    )
    crossing = components[rows[2032]["conflict_id"], "horizon"]
    assert crossing["log_ratio"] == pytest.approx(log(86.24 / 12) * 7 / 9 - log(55.51 / 21.66), abs=1e-4)


def test_x05_horizons_have_a_common_window_and_nothing_is_carried_beyond_them(
    conflicts: Rows, published: Published
) -> None:
    row = one(conflicts, "horizon")
    assert (row["verdict"], int(row["value_a"]), int(row["value_b"])) == ("compatible", 2031, 2034)
    assert "2025 to 2031" in row["explanation"]
    last = published.rows(
        "select publisher, max(time_period_year) as last from marts.vendor_figures where metric = 'market_size' group by 1"
    )
    assert {r["publisher"]: r["last"] for r in last} == {QY: 2032, MI: 2031, TX: 2034, AW: 2034}


def test_x06_shares_of_north_america_agree_and_their_values_do_not_compare(
    conflicts: Rows, published: Published
) -> None:
    row = one(conflicts, "share_across_markets", MI, TX)
    assert (row["verdict"], float(row["value_a"]), float(row["value_b"])) == ("agree", 52.64, 56.0)
    assert "3.36 points" in row["explanation"]
    values = published.rows("select publishers, value_point from marts.bridges where ref_area = '003' order by 2")
    assert [bn(r["value_point"]) for r in values] == [6.72, 34.36]  # A21


def test_x07_cloud_comes_first_everywhere_with_shares_of_different_size(conflicts: Rows) -> None:
    row = one(conflicts, "share_across_markets", QY, MI)
    assert (row["verdict"], float(row["value_a"]), float(row["value_b"])) == ("compatible", 55.0, 64.24)
    assert "9.24 points" in row["explanation"] and row["assumptions"]
    firsts = [r for r in of(conflicts, "rank_across_markets", metric="share") if r["verdict"] == "agree"]
    by_cloud = {r["pair"] for r in firsts if "loud" in r["explanation"]}
    assert by_cloud == {frozenset(pair) for pair in combinations((QY, MI, TX), 2)}


def test_x08_the_fastest_deployment_differs_and_all_three_are_shown(conflicts: Rows) -> None:
    rows = [
        row
        for row in of(conflicts, "rank_across_markets", metric="cagr", verdict="not_comparable")
        if "they name different ones" in row["explanation"]
    ]
    assert {row["pair"] for row in rows} == {frozenset(pair) for pair in combinations((QY, MI, TX), 2)}
    told = next(row for row in rows if row["pair"] == {QY, MI})
    assert (float(told["value_a"]), float(told["value_b"])) == (16.8, 17.56)
    assert all("Colocation" in row["explanation"] for row in rows if TX in row["pair"])


def test_x09_the_fastest_region_is_one(conflicts: Rows) -> None:
    row = one(conflicts, "rank_across_markets", MI, TX, metric="cagr", verdict="agree")
    assert (
        "Asia-Pacific" in row["explanation"]
    )  # by rank: the rate beside it is below the bar of its kind, and does not count
    assert row["statement_ids_a"] and row["statement_ids_b"]


def test_x10_divisions_by_use_are_shown_and_not_merged(conflicts: Rows) -> None:
    rows = [
        row
        for row in of(conflicts, "rank_across_markets", QY, TX, verdict="not_comparable")
        if "divide the market differently" in row["explanation"]
    ]
    assert {row["metric"] for row in rows} == {"share", "cagr"}
    growth = next(row for row in rows if row["metric"] == "cagr")
    assert "Application (>20 %)" in growth["explanation"] and "Training Scale" in growth["explanation"]
    assert "45 %" in next(row for row in rows if row["metric"] == "share")["explanation"]


def test_x11_lists_of_regions_are_no_equal_sets(conflicts: Rows) -> None:
    row = one(conflicts, "regions_differ", MI, TX)
    assert row["verdict"] == "not_comparable"
    assert "(005)" in row["explanation"] and "(419)" in row["explanation"] and "Mexico" in row["explanation"]
    assert row["quote_a"] and row["quote_b"]


def test_x12_cluster_sizes_are_different_measures(conflicts: Rows) -> None:
    rows = of(conflicts, "technical_across", metric="unit_count")
    assert {row["verdict"] for row in rows} == {"not_comparable"}
    told = next(row for row in rows if row["pair"] == {QY, AW})["explanation"]
    assert ">50,000" in told and "10,000 to 100,000" in told and ">100,000" in told
    assert "14,000" in next(row for row in rows if row["pair"] == {MI, AW})["explanation"]


def test_x12_a_tier_of_size_is_a_measure_of_its_own(conflicts: Rows) -> None:
    rows = {row["pair"]: row for row in of(conflicts, "size_bands_across")}
    assert set(rows) == {frozenset((MI, QY)), frozenset((MI, AW))}
    assert {row["verdict"] for row in rows.values()} == {"not_comparable"}
    announced, largest = (rows[frozenset((MI, other))]["explanation"] for other in (QY, AW))
    assert "16,384" in announced and ">50,000" in announced and "10,000 to 100,000" in announced
    assert "16,384" in largest and ">100,000" in largest


def test_x13_power_figures_keep_their_scope(conflicts: Rows) -> None:
    rows = {row["pair"]: row for row in of(conflicts, "technical_across", metric="power")}
    assert set(rows) == {frozenset((QY, AW)), frozenset((MI, AW)), frozenset((QY, MI))}
    assert {row["verdict"] for row in rows.values()} == {"not_comparable"}
    told = rows[frozenset((MI, AW))]["explanation"]
    assert all(part in told for part in ("132 kW", "6 GW", "30 MW", "700 W", "7 MW"))
    assert ">30 MW" in rows[frozenset((QY, AW))]["explanation"]


def test_x13_power_of_one_piece_is_told_alone_and_within_its_rack(conflicts: Rows) -> None:
    row = one(conflicts, "per_piece_across", MI, AW)
    assert (row["verdict"], row["unit_measure"]) == ("not_comparable", "kW")
    assert (round(float(row["value_a"]), 2), round(float(row["value_b"]), 2)) == (0.70, 1.83)  # A23
    assert round(row["ratio"], 1) == 2.6
    for words in ("NVIDIA H100 alone", "132 kW / 72 GPUs", "within the whole"):
        assert words in row["explanation"]


def test_aw_t10_pieces_of_a_node_and_of_a_rack_are_counts_of_two_domains(conflicts: Rows) -> None:
    row = one(conflicts, "domains_across", AW, MI)
    assert (row["verdict"], int(row["value_a"]), int(row["value_b"])) == ("not_comparable", 8, 72)
    assert "1 to 8 GPUs per node" in row["explanation"] and "NVL72" in row["explanation"]


def test_x14_the_memory_of_one_product_is_decided_by_reference(conflicts: Rows) -> None:
    row = one(conflicts, "technical_across", QY, AW, metric="memory_capacity")
    assert (row["verdict"], int(row["value_a"]), int(row["value_b"])) == ("conflict_proven", 141, 192)
    assert "decided by reference" in row["explanation"] and "192 GB" in row["explanation"]


def test_x15_link_rates_are_of_different_generations(conflicts: Rows) -> None:
    row = one(conflicts, "technical_across", QY, AW, metric="link_rate")
    assert (row["verdict"], int(row["value_a"]), int(row["value_b"])) == ("compatible", 400, 800)


def test_x16_a_burden_is_slight_to_one_and_grave_to_two(conflicts: Rows) -> None:
    row = one(conflicts, "quality_opposed")
    assert (row["verdict"], row["metric"], row["unit_measure"]) == (
        "conflict_likely",
        "communication_overhead",
        "publishers",
    )
    assert (int(row["value_a"]), row["publishers_a"]) == (1, TX)
    assert (int(row["value_b"]), row["publishers_b"]) == (2, f"{AW}|{QY}")
    assert "near-zero" in row["quote_a"] and "ottleneck" in row["quote_b"]
    assert len(row["statement_ids_b"].split("|")) == 2


def test_x17_entity_names_are_one_company_each_with_owner_and_level(published: Published) -> None:
    rows = published.rows("select company, company_id, canonical, parent, level from marts.companies")
    by_id: dict[str, set[str]] = {}
    for row in rows:
        by_id.setdefault(row["company_id"], set()).add(row["company"])
    assert {"NVIDIA", "NVIDIA Corporation"} <= by_id["nvidia"]
    assert {"AMD", "Advanced Micro Devices, Inc."} <= by_id["amd"]
    assert {"Intel", "Intel Corporation"} <= by_id["intel"]
    parents = {row["canonical"]: (row["parent"], row["level"]) for row in rows}
    assert parents["Amazon Web Services"] == ("Amazon", "business_unit")
    assert parents["Determined AI"][1] == "subsidiary"


def test_x17_names_of_one_owner_stand_in_one_row_with_their_levels(conflicts: Rows) -> None:
    rows = {
        row["explanation"].removeprefix("names of ").partition(":")[0]: row for row in of(conflicts, "entity_names")
    }
    assert {"NVIDIA", "AMD", "Intel", "Amazon", "Alphabet"} <= set(rows)
    assert {rows[name]["verdict"] for name in ("NVIDIA", "AMD", "Intel")} == {"agree"}
    assert "NVIDIA Corporation (company) by Mordor Intelligence" in rows["NVIDIA"]["explanation"]
    assert "AWS (business unit of Amazon) by QYResearch" in rows["Amazon"]["explanation"]
    assert rows["Amazon"]["verdict"] == "compatible"
    assert all(row["quote_a"] and row["quote_b"] for row in rows.values())


def test_x18_growth_is_counted_by_another_convention_by_each(conflicts: Rows, published: Published) -> None:
    rows = {row["pair"]: row for row in of(conflicts, "growth_convention")}
    assert set(rows) == {frozenset(pair) for pair in combinations((QY, MI, TX), 2)}
    assert {row["verdict"] for row in rows.values()} == {"not_comparable"}
    told = " ".join(row["explanation"] for row in rows.values())
    assert all(part in told for part in ("16.873 %", "24.5 %", "14.39 %", "16.982 %", "from_first_forecast_year"))
    conventions = published.rows("select publisher, growth_convention from marts.vendor_scorecard")
    assert {r["publisher"]: r["growth_convention"] for r in conventions if r["publisher"] in BASE} == {
        QY: None, MI: "from_first_forecast_year", TX: "from_base_year", AW: None,
    }  # fmt: skip


def test_x19_vintages_are_told_where_known_and_unknown_where_not(conflicts: Rows, components: Any) -> None:
    row = one(conflicts, "related_scope", QY, MI, year=2025)
    vintage = components[row["conflict_id"], "vintage"]
    assert vintage["status"] == "unknown"
    assert "undated" in vintage["how"] and "2026-01" in vintage["how"]
    other = components[one(conflicts, "related_scope", AW, MI, year=2025)["conflict_id"], "vintage"]
    assert "2026-06" in other["how"] and "2026-01" in other["how"]


def test_x19_each_publisher_s_vintage_is_a_row_and_unknown_stays_unknown(conflicts: Rows) -> None:
    rows = of(conflicts, "vintage")
    assert {row["verdict"] for row in rows} == {"not_comparable"}
    told = " ".join(row["explanation"] for row in rows)
    for words in (f"{MI} 2026-01", f"{AW} 2026-06", f"{QY} unknown", f"{TX} unknown"):
        assert words in told


def test_x20_money_per_cluster_and_per_run_is_a_ratio_without_verdict(conflicts: Rows) -> None:
    row = one(conflicts, "scale", QY, TX)
    assert (row["verdict"], float(row["value_a"]), float(row["value_b"])) == ("not_comparable", 2.8e6, 5e8)
    assert "178.57x to 1,785.71x" in row["explanation"]


def test_x21_capital_raised_is_context_and_no_error(conflicts: Rows) -> None:
    rows = [row for row in of(conflicts, "funding_against_market") if bn(row["value_b"]) == 15.0]
    assert {bn(row["value_a"]) for row in rows} == {12.00, 4.96}
    assert {(row["verdict"], row["severity"]) for row in rows} == {("not_comparable", "low")}


def test_x22_the_margin_is_one_publisher_s_alone(conflicts: Rows) -> None:
    row = one(conflicts, "single_source", QY, metric="margin")
    assert (row["verdict"], int(row["value_a"]), int(row["value_b"])) == ("single_source", 28, 46)


def test_every_distance_is_decomposed_to_100_percent_with_claims_on_both_sides(
    conflicts: Rows, components: Any
) -> None:
    decomposed = {key[0] for key in components}
    assert len(decomposed) == sum(row["kind"] in ("related_scope", "bridge") for row in conflicts)
    for conflict_id in decomposed:
        rows = [row for key, row in components.items() if key[0] == conflict_id]
        known = [row["log_share_pct"] for row in rows if row["log_share_pct"] is not None]
        assert sum(known) == pytest.approx(100, abs=1e-9 * max(100, *map(abs, known)))
        assert all(row["claim_ids_a"] and row["claim_ids_b"] for row in rows)


def test_the_distance_between_the_two_gpu_figures_is_two_thirds_scope(conflicts: Rows, components: Any) -> None:
    # ln(65.28 / 21.66) = 1.1032: -ln(0.6054 x 0.8027) = 0.7216 is 65.4 % (bounds 45.5 to 81.2 %), 34.6 % remain
    row = one(conflicts, "related_scope", QY, MI, year=2025)
    scope, rest = (components[row["conflict_id"], name] for name in ("scope", "remainder"))
    assert [round(scope[f"log_share_{end}pct"], 1) for end in ("", "low_", "high_")] == [65.4, 45.5, 81.2]
    assert round(rest["log_share_pct"], 1) == 34.6
    assert "value basis" in rest["how"] and "vintage" in rest["how"]
    assert row["decomposition"] == "scope 65.4 %, remainder 34.6 %"


def test_every_row_has_words_of_both_sides_and_the_explain_command_follows_it(
    conflicts: Rows, parallax: Any, published: Published
) -> None:
    assert [row["conflict_id"] for row in conflicts if not row["quote_a"] or not row["quote_b"]] == []
    row = one(conflicts, "bridge", QY, MI, year=2025)
    told = parallax("explain", row["conflict_id"], home=published.home)
    assert told.returncode == 0, told.stderr
    assert "remainder" in told.stdout and "== quote" in told.stdout and "26.64" in told.stdout
