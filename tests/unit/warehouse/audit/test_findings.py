"""Findings of the audit: each rule with figures that fit and figures that do not, measured against rounding."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from warehouse.build import run_step
from warehouse.decisions import Decisions
from warehouse.load.thresholds import policy_rows
from warehouse.policy import read_policy
from warehouse.schema import empty_frame, table_of
from warehouse.sql_steps import sql_steps
from warehouse.step import BuildContext

D = Decimal
STEP = next(step for step in sql_steps() if step.name == "audit_findings")


def findings(book: Any, rule: str | None = None) -> list[dict[str, Any]]:
    rows = book.build()["core.audit_findings"].sort("rule", "year", "segment_key", "ref_area").to_dicts()
    return [row for row in rows if rule in (None, row["rule"])]


def size(book: Any, value: str, document: str = "d", **fields: Any) -> str:
    return str(book.claim(document, f"USD {value} million", str(int(D(value) * 10**6)), **fields))


def share(book: Any, segment: str | None, value: str, **fields: Any) -> str:
    part = {"segment": segment, "segment_key": f"type:{segment}", "dimension": "Type"} if segment else {}
    return str(book.claim("d", f"{value}%", value, metric="share", unit_measure="percent", **part, **fields))


def tree(book: Any, dimension: str, *members: str, market: str = "pumps") -> None:
    for position, member in enumerate(members):
        book.add(
            "core.segments",
            document_id="d", market_id=market, dimension=dimension, segment=member, position=position,
            segment_key=f"{dimension.lower()}:{member}", char_start=900 + 10 * position, char_end=905 + 10 * position,
        )  # fmt: skip


@pytest.fixture
def one(book: Any) -> Any:
    """A book with one document."""
    book.document("d", "p")
    return book


def measured(*found: dict[str, Any]) -> list[dict[str, Any]]:
    """Rows of core.audit_findings for shares of 40 % that rules found wanting, each print half a unit wide."""
    rows = [
        {
            "rule": "share_of_whole", "outcome": "mismatch", "document_id": "d", "publisher_id": "p", "market_id": "pumps", "ref_area": "001",
            "metric": "share", "unit_measure": "percent", "year": 2025, "claim_ids": ["c"], "explanation": one.get("words", ""),
        } | _around("stated", "40", one) | _around("expected", one["expected"], one)
        for one in found
    ]  # fmt: skip
    frames = {name: empty_frame(table_of(name)) for name in STEP.reads}
    frames["core.policy"] = policy_rows(read_policy())
    frames["work.part_findings"] = pl.DataFrame(rows, table_of("work.part_findings").polars_schema())
    return run_step(STEP, frames, BuildContext(read_policy(), Decisions(), str))["core.audit_findings"].to_dicts()


def _around(side: str, value: str, one: dict[str, Any]) -> dict[str, D]:
    half = D(one.get("half", "0.25"))
    return {side: D(value), f"{side}_low": D(value) - half, f"{side}_high": D(value) + half}


@pytest.mark.parametrize(
    ("expected", "times", "severity"),
    # Two bands of 0.5 each: half of both together is 0.5. 2.5 / 0.5 = 5; 10 / 0.5 = 20.
    [("42.5", 5, "low"), ("42.51", 5.02, "medium"), ("50", 20, "medium"), ("50.01", 20.02, "high")],
)
def test_severity_is_the_deviation_in_half_widths_of_the_rounding_bands(
    expected: str, times: float, severity: str
) -> None:
    (found,) = measured({"expected": expected})
    assert (found["half_width"], found["times_rounding"], found["severity"]) == (D("0.5"), times, severity)


def test_a_mismatch_of_figures_that_leave_nothing_open_is_high() -> None:
    (found,) = measured({"expected": "41", "half": "0"})
    assert (found["half_width"], found["times_rounding"], found["severity"]) == (0, None, "high")


def test_growth_beyond_every_convention_is_a_low_finding_with_its_measure_and_places(one: Any) -> None:
    # QY-T02: (55,510 / 21,660) ^ (1/7) - 1 = 14.3899 %, stated 14.6: 0.2101 off. Half of both bands: 0.05 and 0.0005
    # ((55,510.5 / 21,659.5) ^ (1/7) - 1 = 14.39039 %), together 0.0505: 4.16 times.
    start, end = size(one, "21660"), size(one, "55510", year=None, time_period_inferred=2032)
    growth = one.growth("d", "14.6", 2026, 2032)
    for claim_id, at in ((start, 10), (end, 40), (growth, 70), (growth, 700)):
        one.mention(claim_id, at, at + 5)
    (row,) = findings(one)
    assert (row["rule"], row["outcome"], row["severity"], row["year"]) == ("growth_endpoints", "mismatch", "low", 2032)
    assert row["deviation"].quantize(D("0.0001")) == D("0.2101")
    assert round(row["times_rounding"], 2) == 4.16
    assert row["claim_ids"] == sorted([start, end, growth])
    assert row["spans"] == ["10:15", "40:45", "70:75", "700:705"]
    assert "an unstated base of USD 24.51 bn in 2026" in row["explanation"]


def test_growth_that_two_conventions_come_near_is_read_by_the_one_inferred_and_said_to_be_inconclusive(
    one: Any,
) -> None:
    # MI-T26: 76.25 to 166.27 over 5 periods 16.873 %, 65.28 to 166.27 over 6 periods 16.862 %; stated 16.87, so that
    # only the first lies within 16.865 to 16.875 and the second less than one printed digit off.
    for value, year in (("65280", 2025), ("76250", 2026), ("166270", 2031)):
        size(one, value, year=year)
    one.growth("d", "16.87", 2026, 2031)
    (row,) = findings(one)
    assert (row["outcome"], row["severity"]) == ("consistent", "none")
    assert "read as from_first_forecast_year" in row["explanation"]
    assert (
        "from_base_year fits within one printed digit as well, so this rate alone is inconclusive" in row["explanation"]
    )


def test_growth_that_two_conventions_explain_alike_leaves_the_base_open(one: Any) -> None:
    # 100 to 161.05 over 5 periods is 10.00 %, 91 to 161.05 over 6 periods 9.98 %: both print as 10 %.
    for value, year in (("91000", 2025), ("100000", 2026), ("161050", 2031)):
        size(one, value, year=year)
    one.growth("d", "10", 2026, 2031)
    (row,) = findings(one)
    assert "from_base_year and from_first_forecast_year fit alike: which base is meant stays open" in row["explanation"]


@pytest.mark.parametrize(("bound", "outcome"), [("20", "consistent"), ("25", "mismatch")])
def test_a_bound_on_growth_is_held_against_the_endpoints(one: Any, bound: str, outcome: str) -> None:
    # 12,000 to 86,240 over 9 periods: 24.500 %, above 20 and below 25.
    size(one, "12000")
    size(one, "86240", year=2034)
    one.growth("d", bound, 2025, 2034, comparator=">")
    (row,) = findings(one)
    assert (row["rule"], row["outcome"]) == ("growth_bound", outcome)


def test_an_endpoint_is_taken_from_another_document_of_the_same_publisher(one: Any) -> None:
    # 100 at 10 % for 5 years: 161.05. The other document says 161.1: 10.01 %. A third publisher's 999 plays no part.
    size(one, "100.0")
    one.growth("d", "10.0", 2025, 2030)
    one.document("e", "p")
    far = size(one, "161.1", document="e", year=2030)
    one.mention(far, 10, 15)
    one.document("f", "q")
    size(one, "999.0", document="f", year=2030)
    (row,) = findings(one, "growth_across_documents")
    assert (row["outcome"], row["document_id"]) == ("consistent", "d")
    assert row["expected"].quantize(D("0.01")) == D("10.01")
    assert (far in row["claim_ids"], row["spans"]) == (True, ["10:15"])


def test_an_endpoint_elsewhere_that_the_growth_does_not_reach_is_a_mismatch(one: Any) -> None:
    size(one, "100.0")
    one.growth("d", "10.0", 2025, 2030)
    one.document("e", "p")
    size(one, "200.0", document="e", year=2030)  # 2 ^ (1/5) - 1 = 14.87 %
    (row,) = findings(one, "growth_across_documents")
    assert (row["outcome"], row["severity"]) == ("mismatch", "high")


def test_growth_that_is_not_stated_is_derived_from_the_endpoints(one: Any) -> None:
    # AW-T06: (31.89 / 4.96) ^ (1/9) - 1 = 22.969 %
    size(one, "4960")
    size(one, "31890", year=2034)
    (row,) = findings(one)
    assert (row["rule"], row["outcome"], row["stated"]) == ("growth_implied", "derived", None)
    assert row["expected"].quantize(D("0.001")) == D("22.969")


def test_a_share_times_the_whole_is_held_against_the_part(one: Any) -> None:
    # 4,935 / 12,400 = 39.798 %. Stated 41.5: 1.702 off; half widths 0.05 and 0.0056 (4,935.5 / 12,399.5 = 39.804): 30.6.
    size(one, "12400")
    size(one, "4935", ref_area="150")
    share(one, None, "41.5", ref_area="150")
    (row,) = findings(one, "share_of_whole")
    assert (row["outcome"], row["severity"]) == ("mismatch", "high")
    assert round(row["times_rounding"]) == 31
    assert findings(one, "part_of_whole")[0]["outcome"] == "consistent"


def test_a_quarter_of_an_own_region_is_no_figure_of_its_year_and_one_without_a_year_of_none(one: Any) -> None:
    # The quarter's 3.0 is neither a second print of the year's 10.0 nor a part of the 8.0 that the whole market has.
    size(one, "8")
    size(one, "10", ref_area="vendor:Asia-Pacific")
    size(one, "3", ref_area="vendor:Asia-Pacific", time_period="2025-Q1")
    size(one, "9", ref_area="vendor:Asia-Pacific", year=None)
    (row,) = findings(one)
    assert (row["rule"], row["outcome"], row["stated"]) == ("part_of_whole", "mismatch", D(10_000_000))


def test_all_shares_of_a_dimension_must_come_to_the_whole(one: Any) -> None:
    # 60 + 35 = 95, at most 96: a part is listed, has a figure, and none is missing. 100 - 95 = 5, half widths 1: 5 times.
    tree(one, "Type", "a", "b")
    share(one, "a", "60")
    share(one, "b", "35")
    (row,) = findings(one)
    assert (row["rule"], row["outcome"], row["severity"]) == ("parts_of_whole", "mismatch", "low")
    assert (row["stated"], row["expected"], row["times_rounding"]) == (D(95), D(100), 5.0)


def test_shares_with_others_among_them_are_complete_without_a_list(one: Any) -> None:
    share(one, "a", "60")
    share(one, "other", "20")
    assert [row["outcome"] for row in findings(one, "parts_of_whole")] == ["mismatch"]


def test_shares_that_leave_a_listed_part_out_are_no_mismatch_but_leave_a_rest(one: Any) -> None:
    tree(one, "Type", "a", "b", "c")
    share(one, "a", "60")
    (row,) = findings(one)
    assert (row["rule"], row["outcome"], row["expected"], row["segment_key"]) == ("share_residual", "derived", 40, None)
    assert "all others (2 members) together" in row["explanation"]


@pytest.mark.parametrize(
    ("missing", "ref_area"),
    # A region that no list knows has a name and no code.
    [("North America", "003"), ("GCC", "vendor:Gulf Cooperation Council"), ("Narnia", "001")],
)
def test_the_only_area_without_a_share_is_named_and_stands_under_its_code(
    one: Any, missing: str, ref_area: str
) -> None:
    tree(one, "Geography", "Europe", missing)
    share(one, None, "60.54", ref_area="150")
    (row,) = findings(one)
    assert (row["rule"], row["segment_key"], row["ref_area"]) == ("share_residual", None, ref_area)
    assert f"leave 39.46 % for {missing}: 100 - 60.54" in row["explanation"]


def test_the_only_part_without_a_share_has_the_rest_and_its_growth_moves_it(one: Any) -> None:
    # MI-T16, T17: 100 - 60.54 = 39.46. 39.46 x (1.1726 / 1.1687) ^ 5 = 40.1228.
    tree(one, "Type", "training", "inference")
    share(one, "training", "60.54")
    one.growth("d", "17.26", 2026, 2031, segment="inference", segment_key="type:inference")
    one.growth("d", "16.87", 2026, 2031)
    residual, shift = findings(one)
    assert (residual["segment_key"], residual["expected"]) == ("type:inference", D("39.46"))
    assert (residual["expected_low"], residual["expected_high"]) == (D("39.455"), D("39.465"))
    assert (shift["rule"], shift["segment_key"], shift["stated"]) == ("share_shift", "type:inference", D("39.46"))
    assert shift["expected"].quantize(D("0.0001")) == D("40.1228")
    assert "0.663 points more" in shift["explanation"]


def test_shares_without_a_year_leave_a_rest_without_a_year_and_name_the_probable_one_of_the_claim(one: Any) -> None:
    # 100 - 62 = 38 for b, c and other together, at least 37.5 and at most 38.5.
    tree(one, "Type", "a", "b", "c", "other")
    guess = {"time_period_probable_basis": "latest_sized_year", "time_period_probable_confidence": "low"}
    share(one, "a", "62", year=None, time_period_probable=2024, **guess)
    size(one, "4100", year=2024)
    (row,) = findings(one, "share_residual")
    assert (row["outcome"], row["expected"], row["year"], row["segment_key"]) == ("derived", 38, None, None)
    assert (row["expected_low"], row["expected_high"]) == (D("37.5"), D("38.5"))
    assert "of no stated year, leave 38 % for all others (3 members) together" in row["explanation"]
    assert "probably 2024, the latest with a stated size (low confidence)" in row["explanation"]
    assert "may overlap" not in row["explanation"]


@pytest.mark.parametrize(
    ("members", "year"),
    # one part is missing; the share's part is not listed; the share has a year
    [(("a", "b"), None), (("b", "c"), None), (("a", "b", "c"), 2025)],
)
def test_a_rest_without_a_year_is_told_only_for_two_listed_parts_and_more(
    one: Any, members: tuple[str, ...], year: int | None
) -> None:
    tree(one, "Type", *members)
    share(one, "a", "62", year=year)
    assert [row for row in findings(one, "share_residual") if row["year"] is None] == []


def test_parts_whose_names_tell_one_thing_are_said_to_overlap(one: Any) -> None:
    # A language model is generative AI, so two parts tell it; the third tells nothing of the kind.
    tree(one, "Type", "LLM serving", "Generative AI serving", "Pump testing")
    share(one, "LLM serving", "30", year=None)
    (row,) = findings(one, "share_residual")
    assert row["explanation"].endswith(
        "parts that may overlap: LLM serving and Generative AI serving (both of generative ai)"
    )


def test_parts_that_a_facet_or_other_words_tell_apart_are_not_said_to_overlap(one: Any) -> None:
    # The first two are apart by deployment, the last two by words that no facet holds.
    tree(one, "Type", "Cloud AI pumps", "On-premise AI pumps", "Lithium-ion pouch", "Lithium-ion prismatic")
    share(one, "Cloud AI pumps", "30", year=None)
    (row,) = findings(one, "share_residual")
    assert "may overlap" not in row["explanation"]


def test_count_times_price_of_one_year_is_never_held_against_the_next_as_a_level(one: Any) -> None:
    # QY-T03: 6,750 x 2.8 m = 18.9 bn in 2024; 21.66 bn in 2025 is 14.603 % more, as the stated CAGR of 14.6 has it.
    one.claim("d", "6,750", "6750", metric="volume", unit_measure="deployments", year=2024)
    one.claim("d", "USD 2.8 million", "2800000", metric="price", unit_per="cluster", year=2024)
    (alone,) = findings(one)
    assert (alone["rule"], alone["outcome"], alone["expected"]) == ("volume_times_price", "derived", 18_900_000_000)
    size(one, "21660")
    one.growth("d", "14.6", 2026, 2032)
    (row,) = findings(one, "volume_times_price")
    assert (row["outcome"], row["metric"], row["severity"]) == ("consistent", "cagr", "none")
    assert row["expected"].quantize(D("0.001")) == D("14.603")
    # 21,660 / 19,238 - 1 = 12.6 %, 21,660 / 18,563 - 1 = 16.7 %: the band of the inventory
    assert (round(row["expected_low"], 1), round(row["expected_high"], 1)) == (D("12.6"), D("16.7"))


@pytest.mark.parametrize(("value", "outcome"), [("18900", "consistent"), ("30000", "mismatch")])
def test_count_times_price_is_held_against_the_value_of_its_own_year(one: Any, value: str, outcome: str) -> None:
    one.claim("d", "6,750", "6750", metric="volume", unit_measure="clusters", year=2024)
    one.claim("d", "USD 2.8 million", "2800000", metric="price", unit_per="cluster", year=2024)
    size(one, value, year=2024)
    assert [row["outcome"] for row in findings(one, "volume_times_price")] == [outcome]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("66.4", ("headline_against_body", "mismatch")),
        ("65.8", ("headline_against_body", "consistent")),  # 66 is 65.8, rounded
    ],
)
def test_the_headline_is_held_against_the_body(one: Any, body: str, expected: tuple[str, str]) -> None:
    headline = one.claim("d", "USD 66 billion", "66000000000")
    below = size(one, str(D(body) * 1000) if expected[1] == "consistent" else "70000")
    one.mention(headline, 20, 34)
    one.mention(below, 5000, 5010)
    (row,) = findings(one)
    assert (row["rule"], row["outcome"]) == expected


def test_two_prints_in_the_body_are_a_restatement_and_a_title_far_down_is_a_headline(one: Any) -> None:
    first, second = size(one, "66000"), size(one, "70000")
    one.mention(first, 2000, 2010)
    one.mention(second, 5000, 5010)
    assert [row["rule"] for row in findings(one)] == ["restated"]
    one.add("core.document_facts", document_id="d", fact="title", fact_id="f", char_start=1990, char_end=2050)
    assert [row["rule"] for row in findings(one)] == ["headline_against_body"]


def _define(book: Any, includes: list[str], excludes: list[str] | None = None, words: str = "clusters") -> None:
    book.add(
        "core.definitions",
        definition_id="x", document_id="d", publisher_id="p", market_id="pumps", defines="market", status="stated",
        term="AI cluster", definition=words, includes=includes, excludes=excludes or [], char_start=100, char_end=150,
    )  # fmt: skip


def test_a_definition_names_what_the_segments_lack_and_the_segments_what_it_does_not_name(one: Any) -> None:
    # MI-T15: the definition says GPU, NPU, ASIC; the segments GPU, TPU, FPGA, ASIC.
    _define(one, ["GPU", "NPU", "ASIC-based clusters"])
    tree(one, "Architecture", "GPU-based", "TPU-based", "FPGA-based", "Custom ASIC-based", "Heterogeneous")
    size(one, "1")
    (row,) = findings(one)
    assert (row["rule"], row["outcome"], row["severity"], row["metric"]) == (
        "definition_against_segments", "flag", "low", "scope",
    )  # fmt: skip
    assert (row["definition_id"], row["segment_key"]) == ("x", None)  # a dimension is no segment
    assert row["spans"][0] == "100:150"
    assert len(row["spans"]) == 6
    for words in ("npu has no segment", "fpga lies outside the definition", "tpu is a kind of asic, beside which"):
        assert words in row["explanation"]


def test_a_definition_that_classifies_otherwise_or_agrees_is_no_finding(one: Any) -> None:
    _define(one, ["GPU", "ASIC"])
    tree(one, "Deployment", "Cloud", "On-premises")
    tree(one, "Architecture", "GPU-based", "TPU-based", "Custom ASIC-based")  # a TPU is an ASIC
    assert findings(one) == []


def test_a_segment_that_the_definition_leaves_out_is_a_flag(one: Any) -> None:
    _define(one, [], excludes=["Aftermarket services"])
    tree(one, "Offering", "Devices", "Aftermarket services")
    (row,) = findings(one)
    assert "leaves out aftermarket service; Aftermarket services is a segment by Offering" in row["explanation"]


@pytest.mark.parametrize(("members", "n"), [(("Small", "Large"), 1), (("Training", "Inference"), 0)])
def test_a_driver_of_what_the_definition_excludes_is_a_flag(one: Any, members: tuple[str, ...], n: int) -> None:
    # QY-T17: inference demand as a driver of a training market; no flag where inference is one of its segments.
    _define(one, [], words="clusters for training of models")
    tree(one, "Function", *members)
    one.add(
        "core.drivers",
        driver_id="v", document_id="d", market_id="pumps", role="driver", driver="Inference demand", status="stated",
        char_start=300, char_end=320,
    )  # fmt: skip
    found = findings(one)
    assert [row["rule"] for row in found] == ["driver_outside_definition"] * n
    assert all(row["spans"] == ["100:150", "300:320"] for row in found)


def test_one_driver_outside_by_two_contrasts_is_two_findings(one: Any) -> None:
    _define(one, [], words="on-premises clusters for training of models")
    tree(one, "Size", "Small", "Large")
    one.add(
        "core.drivers",
        driver_id="v", document_id="d", market_id="pumps", role="driver", driver="Demand for inference in the cloud",
        status="stated", char_start=300, char_end=320,
    )  # fmt: skip
    found = findings(one)
    assert [row["rule"] for row in found] == ["driver_outside_definition"] * 2
    assert len({row["explanation"] for row in found}) == 2


def test_findings_of_one_id_that_differ_are_both_kept_and_equal_ones_stand_once() -> None:
    one, other = {"expected": "42.5"}, {"expected": "42.5", "words": "another way to the same place"}
    (alone,) = measured(other)
    kept = measured(one, one, other)
    assert sorted(row["explanation"] for row in kept) == ["", "another way to the same place"]
    assert alone["finding_id"] not in {row["finding_id"] for row in kept}
    assert kept == measured(other, one)
