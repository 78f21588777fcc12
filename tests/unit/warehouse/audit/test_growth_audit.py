"""The growth audit: conventions, bands, findings, and the convention a publisher keeps."""

from decimal import Decimal

import polars as pl
import pytest

from warehouse.audit.growth_audit import audit_growth
from warehouse.audit.growth_conventions import (
    StatedGrowth,
    YearFigure,
    nearest,
    prevailing_convention,
    recompute,
)
from warehouse.policy import read_policy
from warehouse.schema import conform, core_tables
from warehouse.values.rounding_bands import Band, band_of

D = Decimal

POLICY = read_policy()


def figure(year: int, printed: str, *, is_stated: bool = True) -> YearFigure:
    value = D(printed.replace(",", ""))
    return YearFigure(f"{year}:{printed}", year, is_stated, value, band_of(value, None, "=", printed, D("0.05")))


def stated(printed: str, start: int | None, end: int) -> StatedGrowth:
    value = D(printed)
    return StatedGrowth(
        "cagr",
        start,
        end,
        value,
        band_of(value, None, "=", printed, D("0.05")),
        D(1).scaleb(-len(printed.split(".")[1])),
    )


def outcome(
    growth: StatedGrowth, figures: list[YearFigure], base_year: int | None = None
) -> dict[str, tuple[int, str, str]]:
    rows = recompute(growth, figures, base_year, POLICY.growth_audit)
    return {row.convention: (row.periods, str(row.pct.quantize(D("0.0001"))), row.finding) for row in rows}


def test_a_cagr_that_keeps_no_convention_is_a_low_mismatch_under_each() -> None:
    # QY-T02: 21,660 (2025) to 55,510 (2032). 7 periods 14.3899 %, 6 periods 16.9819 %; stated 14.6 in [14.55, 14.65].
    # 14.6 - 14.3899 = 0.21 pp: below 1 pp. label_years_plus_one has 7 periods too and is the same as from_base_year.
    growth = stated("14.6", 2026, 2032)
    figures = [figure(2025, "21,660"), figure(2032, "55,510", is_stated=False)]
    assert outcome(growth, figures) == {
        "from_base_year": (7, "14.3899", "mismatch_low"),
        "label_years": (6, "16.9819", "mismatch_high"),
    }
    rows = recompute(growth, figures, None, POLICY.growth_audit)
    assert nearest(rows).convention == "from_base_year"
    assert nearest(rows).delta_pp.quantize(D("0.0001")) == D("-0.2101")
    assert prevailing_convention([rows]) is None


def test_a_cagr_counted_from_the_base_year_under_a_forecast_label_is_consistent() -> None:
    # TX-T03: 12.00 (2025) to 86.24 (2034): 9 periods 24.5001 %, 8 periods 27.9576 %; stated 24.5 over 2026-2034.
    growth = stated("24.5", 2026, 2034)
    figures = [figure(2025, "12.00"), figure(2034, "86.24")]
    assert outcome(growth, figures) == {
        "from_base_year": (9, "24.5001", "consistent"),
        "label_years": (8, "27.9576", "mismatch_high"),
    }
    assert prevailing_convention([recompute(growth, figures, None, POLICY.growth_audit)]) == "from_base_year"


def test_a_stated_first_forecast_year_gives_its_own_convention_and_the_base_year_stays_within_rounding() -> None:
    # MI-T26: 65.28 (2025), 76.25 (2026), 166.27 (2031), stated 16.87 in [16.865, 16.875].
    # 5 periods: 16.8732, inside. 6 periods: 16.8617; with rounding 16.8596 to 16.8638: outside, but within 0.01 of 16.87.
    # 5 periods from the base value (label_years): ln(166.27 / 65.28) / 5 = 0.934927 / 5 = 0.186985; exp - 1 = 20.5610 %.
    growth = stated("16.87", 2026, 2031)
    figures = [figure(2025, "65.28"), figure(2026, "76.25"), figure(2031, "166.27")]
    assert outcome(growth, figures) == {
        "from_base_year": (6, "16.8617", "rounding"),
        "from_first_forecast_year": (5, "16.8732", "consistent"),
        "label_years": (5, "20.5610", "mismatch_high"),
    }
    rows = recompute(growth, figures, None, POLICY.growth_audit)
    assert [row.is_consistent for row in rows] == [False, True, False]
    assert prevailing_convention([rows]) == "from_first_forecast_year"


def test_bands_that_meet_are_rounding_where_the_point_lies_outside() -> None:
    # 1 to 2 in one period: 100 %; bands 0.5..1.5 and 1.5..2.5 give 0 % to 400 %. Stated 90.0 is outside 100 yet inside the band.
    rows = recompute(stated("90.0", 2024, 2025), [figure(2024, "1"), figure(2025, "2")], None, POLICY.growth_audit)
    assert [(row.convention, row.finding, row.is_consistent) for row in rows] == [
        ("from_base_year", "rounding", True),
        ("label_years_plus_one", "rounding", True),  # sqrt(2) - 1 = 41.4 %; with bands 0 % to sqrt(5) - 1 = 123.6 %
    ]


def test_two_conventions_equally_often_consistent_are_inconclusive() -> None:
    # Ten per cent a year throughout: 100, 110, 161.051. From 2025: 5 periods 10 %; from 2026: 4 periods 10 %.
    growth = stated("10.0", 2026, 2030)
    rows = recompute(
        growth, [figure(2025, "100.000"), figure(2026, "110.000"), figure(2030, "161.051")], None, POLICY.growth_audit
    )
    assert {row.convention for row in rows if row.is_consistent} == {"from_base_year", "from_first_forecast_year"}
    assert prevailing_convention([rows]) is None
    assert prevailing_convention([rows, rows[:1]]) == "from_base_year"


@pytest.mark.parametrize(
    ("label", "end", "years", "base_year", "start_years"),
    [
        (2026, 2034, [2024, 2025, 2034], None, {2025}),  # the latest before the label
        (2026, 2034, [2024, 2025, 2034], 2024, {2024, 2025} - {2025}),  # the stated base year goes first
        (2025, 2034, [2025, 2034], None, {2025}),  # the label's own year where nothing stands before it
        (None, 2034, [2022, 2025, 2034], None, {2022}),  # no label: the earliest
        (2026, 2034, [2020, 2034], None, set()),  # six years before the label is no base
        (2026, 2034, [2025], None, set()),  # no end figure
        (2026, 2034, [2034], None, set()),  # no start figure
        (2025, 2032, [2019, 2025, 2032], 2032, {2025}),  # a base year behind the label is none
    ],
)
def test_the_start_figure_follows_label_and_base_year(
    label: int | None, end: int, years: list[int], base_year: int | None, start_years: set[int]
) -> None:
    rows = recompute(
        stated("9.0", label, end), [figure(year, f"{year}.0") for year in years], base_year, POLICY.growth_audit
    )
    assert {row.start.year for row in rows} == start_years


def test_bounds_are_no_figures_and_stated_years_go_before_inferred_ones() -> None:
    bound = YearFigure("bound", 2025, True, D(20), Band(D(20), None, True))
    inferred = figure(2025, "10.0", is_stated=False)
    rows = recompute(
        stated("9.0", 2025, 2026), [bound, inferred, figure(2025, "11"), figure(2026, "12")], None, POLICY.growth_audit
    )
    assert {row.start.claim_id for row in rows} == {"2025:11"}


def claim(claim_id: str, metric: str, printed: str, value: str, **fields: object) -> dict[str, object]:
    return {
        "claim_id": claim_id,
        "document_id": "d",
        "publisher_id": "p",
        "market": "pumps",
        "market_id": "pumps",
        "segment_key": None,
        "geography": "Global",
        "ref_area": "001",
        "metric": metric,
        "obs_value": D(value),
        "comparator": "=",
        "unit_measure": "percent" if metric == "cagr" else "USD",
        "period_inferred": False,
        "obs_status": "E",
        "value_as_printed": printed,
        "rule": "r",
        "status": "stated",
        "n_mentions": 1,
    } | fields


def frames(*claims: dict[str, object], status: str = "stated") -> tuple[pl.DataFrame, pl.DataFrame]:
    schema = core_tables()["core.claims"].polars_schema()
    documents = pl.DataFrame({"document_id": ["d"], "status": [status], "base_year": pl.Series([2025], dtype=pl.Int32)})
    return pl.DataFrame(list(claims), schema=schema), documents


SIZES = (
    claim("s", "market_size", "USD 11.20 billion", "11200000000", time_period="2025", time_period_year=2025),
    claim("e", "market_size", "USD 21.28 billion", "21280000000", time_period="2032", time_period_year=2032),
)
GROWTH = claim("g", "cagr", "9.6%", "9.6", period_start=2025, period_end=2032)


def test_the_audit_table_conforms_and_names_the_claims_it_starts_and_ends_with() -> None:
    # 21.28 / 11.20 = 1.9; ln 1.9 = 0.641854; / 7 = 0.091693, exp - 1 = 9.6029 %; plus one: / 8 = 0.080232, 8.3538 %.
    table = conform(core_tables()["core.growth_audit"], audit_growth(*frames(*SIZES, GROWTH), POLICY))
    assert table.select(
        "convention", "start_claim_id", "end_claim_id", "periods", "is_best", "publisher_convention"
    ).rows() == [
        ("from_base_year", "s", "e", 7, True, "from_base_year"),
        ("label_years_plus_one", "s", "e", 8, False, "from_base_year"),
    ]
    assert [round(float(value), 4) for value in table["recomputed_pct"]] == [9.6029, 8.3538]
    assert table["stated_low_pct"].to_list() == [D("9.55")] * 2


@pytest.mark.parametrize(
    "planted",
    [
        claim("g", "cagr", "9.6%", "9.6", period_start=2025, period_end=2032, comparator=">"),  # a bound
        claim("g", "cagr", "9.6%", "9.6", period_start=2025, period_end=2032, ref_area="150"),  # another area
        claim("g", "cagr", "9.6%", "9.6", period_start=2025, period_end=2032, segment_key="type:a"),  # a segment
        claim("g", "cagr", "9.6%", "9.6", period_start=2025, period_end=2032, publisher_id="q"),  # another publisher
        claim("g", "cagr", "9.6%", "9.6", period_start=2025, period_end=2032, status="quarantined"),
        claim("g", "cagr", "9.6%", "9.6", period_start=2025),  # no end
    ],
)
def test_a_cagr_without_figures_of_its_own_kind_is_not_audited(planted: dict[str, object]) -> None:
    assert audit_growth(*frames(*SIZES, planted), POLICY).is_empty()
    assert not audit_growth(*frames(*SIZES, GROWTH), POLICY).is_empty()


def test_a_superseded_document_is_not_audited() -> None:
    assert audit_growth(*frames(*SIZES, GROWTH, status="superseded"), POLICY).is_empty()


def test_quarters_and_other_currencies_do_not_serve_as_endpoints() -> None:
    quarter = SIZES[1] | {"time_period": "2032-Q1"}
    euros = SIZES[1] | {"unit_measure": "EUR"}
    for other in (quarter, euros):
        assert audit_growth(*frames(SIZES[0], other, GROWTH), POLICY).is_empty()


def test_volumes_serve_where_no_sizes_do() -> None:
    volumes = [row | {"metric": "volume", "unit_measure": "units"} for row in SIZES]
    assert audit_growth(*frames(*volumes, GROWTH), POLICY)["start_claim_id"].to_list() == ["s", "s"]


@pytest.mark.parametrize(("confidence", "finding"), [(0.95, "mismatch_high"), (0.79, "doubtful")])
def test_a_mismatch_on_a_doubtful_reading_accuses_nobody(confidence: float, finding: str) -> None:
    # 9.6029 % follows from the sizes; 12.4 % lies 2.8 points beyond rounding
    stated = claim("g", "cagr", "12.4%", "12.4", period_start=2025, period_end=2032, confidence=confidence)
    assert set(audit_growth(*frames(*SIZES, stated), POLICY)["finding"]) == {finding}
    rate = GROWTH | {"confidence": 0.5}
    assert audit_growth(*frames(*SIZES, rate), POLICY).filter("is_best")["finding"].to_list() == ["consistent"]
