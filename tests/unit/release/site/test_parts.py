"""Sections and pages of the site: as many marks as rows, a rest that is named, and no page too large."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from release.site import shown
from release.site.addresses import Addresses
from release.site.paper import laid_out
from release.site.parts import change_words, divisions, revision_groups, timeline, tornado
from release.site.series import series_of


def share(claim_id: str, value: str, **more: Any) -> dict[str, Any]:
    return {
        "claim_id": claim_id, "document_id": "d", "publisher_id": "acme", "publisher": "Acme", "share_of": "segment",
        "dimension": "Deployment", "segment": f"part {claim_id}", "area": None, "obs_value": Decimal(value), "status": "stated",
        "time_period": "2025", "time_period_year": 2025, "time_period_inferred": None, "is_complete": False, **more,
    }  # fmt: skip


def figure_of(number: int, publisher: str, year: int, value: str, **more: Any) -> dict[str, Any]:
    return {
        "vendor_figure_id": f"v{number}", "series_id": "s", "metric": "market_size", "unit_measure": "USD", "area": "World",
        "ref_area": "001", "dimension": None, "segment": None, "publisher": publisher, "time_period_year": year,
        "obs_value": Decimal(value), "status": "stated", "claim_ids": f"c{number}", "value_basis": None, "price_basis": None,
        **more,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("values", "rest", "total"),
    [
        (["60", "25"], Decimal(15), 85),  # 100 - 60 - 25
        (["60", "40"], Decimal(0), 100),
        (["60", "41"], None, 101),  # more than the whole has no rest
        (["33.4", "33.3"], Decimal("33.3"), Decimal("66.7")),
    ],
)
def test_the_rest_is_what_is_missing_from_the_whole(values: list[str], rest: Decimal | None, total: Any) -> None:
    (found,) = divisions([share(f"c{n}", value) for n, value in enumerate(values)], Addresses())
    assert (found["rest"], found["total"]) == (rest, total)
    assert found["chart"]["rest"] == float(rest or 0)


def test_shares_of_a_division_without_a_name_are_never_stacked() -> None:
    found = divisions([share("c1", "60", dimension=None), share("c2", "30", dimension=None)], Addresses())
    assert [(len(one["rows"]), one["rest"]) for one in found] == [(1, Decimal(40)), (1, Decimal(70))]


def test_shares_of_areas_stand_together_though_they_have_no_division() -> None:
    rows = [share(f"c{n}", "40", dimension=None, share_of="area", segment=None, area=f"area {n}") for n in (1, 2)]
    (found,) = divisions(rows, Addresses())
    assert [row["name"] for row in found["rows"]] == ["area 1", "area 2"]
    assert found["rest"] == 20  # 100 - 40 - 40


@pytest.mark.parametrize("column", ["publisher", "document_id", "time_period_year", "dimension"])
def test_shares_of_two_publishers_documents_years_or_divisions_are_not_added(column: str) -> None:
    found = divisions(
        [share("c1", "60"), share("c2", "30", **{column: "other" if column != "time_period_year" else 2030})],
        Addresses(),
    )
    assert sorted(one["total"] for one in found) == [30, 60]


@given(st.lists(st.tuples(st.integers(1, 100), st.sampled_from(["Use", "Form", None])), max_size=12))
def test_a_chart_of_shares_has_a_mark_for_every_row(drawn: list[tuple[int, str | None]]) -> None:
    found = divisions([share(f"c{n}", str(v), dimension=d) for n, (v, d) in enumerate(drawn)], Addresses())
    assert sum(len(one["rows"]) for one in found) == len(drawn)
    for one in found:
        assert len(one["chart"]["shares"]) == len(one["rows"])
        assert one["rest"] is None or one["total"] + one["rest"] == 100


@given(st.lists(st.tuples(st.sampled_from("ABC"), st.integers(2020, 2030), st.integers(1, 10**12)), max_size=15))
def test_a_chart_of_a_series_has_a_mark_for_every_row(drawn: list[tuple[str, int, int]]) -> None:
    found = series_of([figure_of(n, p, y, str(v)) for n, (p, y, v) in enumerate(drawn)], [], Addresses())
    for one in found:
        assert len(one.figures) == len(drawn)
        if len(drawn) < 2:
            assert one.chart is None
        else:
            assert one.chart is not None
            told = [(p["x"], one.chart["publishers"][p["p"]], p["y"]) for p in one.chart["points"]]
            assert told == [(r["time_period_year"], r["publisher"], float(r["obs_value"])) for r in one.figures]


def test_a_range_needs_two_publishers_and_figures_that_can_be_compared() -> None:
    figures = [figure_of(1, "A", 2025, "10"), figure_of(2, "B", 2025, "20")]
    base = {**figures[0], "estimate": 14.0, "low": 10.0, "high": 20.0, "lowest_figure": 10, "highest_figure": 20}
    several = {**base, "estimate_id": "e1", "n_publishers": 2, "n_independent": 2, "verdict": "agree"}
    one = {**base, "estimate_id": "e2", "n_publishers": 1, "n_independent": 1, "verdict": "single_source"}
    apart = {**several, "estimate_id": "e3", "verdict": "not_comparable", "estimate": None}
    (found,) = series_of(figures, [several, one, apart], Addresses())
    assert found.chart is not None
    assert (len(found.estimates), len(found.chart["range"]), len(found.chart["estimates"])) == (3, 1, 1)


def test_of_too_many_figures_a_series_keeps_stated_ones_and_its_chart_has_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shown, "ROWS", 3)
    told = [("A", 2024, "derived"), ("B", 2026, "stated"), ("C", 2023, "derived"), ("D", 2025, "stated")]
    rows = [figure_of(n, p, year, "10", status=status) for n, (p, year, status) in enumerate(told)]
    (found,) = series_of(rows, [], Addresses())
    # Both stated ones, of the derived ones the earliest; drawn by year.
    assert [row["publisher"] for row in found.figures] == ["C", "D", "B"]
    assert (found.figures.of, found.figures.where.sql) == (4, "FROM marts.vendor_figures WHERE series_id = 's'")
    assert found.chart is not None
    assert [found.chart["publishers"][point["p"]] for point in found.chart["points"]] == ["C", "D", "B"]


def test_what_stands_in_a_table_stands_in_its_chart() -> None:
    at = Addresses()
    driver = {"publisher": "A", "unit_measure": "percent", "role": "driver", "claim_id": None, "caveat": None}
    drivers = [
        {**driver, "driver_id": f"d{n}", "driver": f"force {n}", "impact": i}
        for n, i in enumerate([Decimal(1), None, Decimal(-2)])
    ]
    told = tornado(drivers, at)
    assert told is not None
    assert [mark["v"] for mark in told["chart"]] == [1.0, -2.0] == [float(row["impact"]) for row in told["stated"]]
    assert [row["driver"] for row in told["others"]] == ["force 1"]
    event = {"last_day": None, "headline": None, "relation_to_figures": "after", "figure_date": None}
    days = timeline(
        [{**event, "event_id": f"e{n}", "first_day": day} for n, day in enumerate(["2025-01-02", None])], at
    )
    assert days is not None
    assert (len(days["rows"]), len(days["chart"]["events"])) == (2, 1)  # a day that is unknown has no place on the axis
    dates = {"published_on": None, "text_date": None, "data_as_of": None}
    edition = {**dates, **figure_of(1, "A", 2025, "10"), "time_period": "2025", "report_key": "r", "market": "Widgets"}
    edition |= {"document_id": "d", "previous_obs_value": None, "change_pct": None}
    groups = revision_groups(
        [{**edition, "claim_id": f"c{n}", "edition": n, "previous_claim_id": {2: "c1"}.get(n)} for n in (2, 1)], at
    )
    assert (
        [mark["e"] for mark in groups[0]["chart"]["points"]] == [row["edition"] for row in groups[0]["rows"]] == [1, 2]
    )


@pytest.mark.parametrize(
    ("first", "numbers"),
    [
        (100, [1, 1, 1, 2]),  # three of 30 bytes fill a page of 100
        (70, [1, 1, 2, 2]),
        (0, [1, 2, 2, 2]),  # one stands on the first page all the same
        (500, [1, 1, 1, 2]),
    ],
)
def test_a_first_page_with_other_sections_has_less_room_for_blocks(first: int, numbers: list[int]) -> None:
    _, page_of = laid_out([(n, Markup("x" * 30)) for n in range(4)], 100, first=first)
    assert [page_of[n] for n in range(4)] == numbers


@given(st.lists(st.integers(0, 40), max_size=30), st.integers(1, 50))
def test_pages_keep_every_block_in_order_and_within_the_limit(sizes: list[int], limit: int) -> None:
    blocks = [(n, Markup("é") * (size // 2) + "x" * (size % 2)) for n, size in enumerate(sizes)]
    pages, page_of = laid_out(blocks, limit)
    assert [block for page in pages for block in page] == [block for _, block in blocks]
    assert all(page for page in pages)
    for page in pages:
        assert len("".join(page).encode()) <= limit or len([block for block in page if block]) == 1
    at: Mapping[int, int] = page_of
    assert [at[n] for n, _ in blocks] == [number for number, page in enumerate(pages, 1) for _ in page]


def revision(claim_id: str, edition: int, value: str, previous: str | None = None, **more: Any) -> dict[str, Any]:
    before = more.pop("before", None)
    return {
        "claim_id": claim_id, "document_id": f"d{edition}", "publisher": "A", "publisher_id": "a", "series_id": "s", "report_key": "r",
        "market": "Widgets", "time_period": "2025", "edition": edition, "obs_value": Decimal(value), "unit_measure": "USD", "ref_area": "001",
        "previous_claim_id": previous, "previous_obs_value": before, "change_pct": None, "published_on": None, "text_date": None,
        "data_as_of": None, **more,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "groups"),
    [
        ([revision("c1", 1, "10"), revision("c2", 2, "11", "c1")], [["c1", "c2"]]),
        ([revision("c1", 1, "10"), revision("c2", 1, "11")], []),  # two figures of one edition
        # beside a revision, another figure of the first edition
        ([revision("c1", 1, "10"), revision("c2", 2, "11", "c1"), revision("c3", 1, "5")], [["c1", "c2"]]),
        # editions of unknown order: one figure in each document
        ([revision("c1", 0, "10"), revision("c2", 0, "11", document_id="other")], [["c1", "c2"]]),
        ([revision("c1", 0, "10"), revision("c2", 0, "11")], []),
    ],
)
def test_a_revision_is_editions_of_one_statement(rows: list[dict[str, Any]], groups: list[list[str]]) -> None:
    found = revision_groups(rows, Addresses())
    assert [[row["claim_id"] for row in group["rows"]] for group in found] == groups


@pytest.mark.parametrize(
    ("value", "before", "unit", "change_pct", "words"),
    [
        ("9.1", "8.7", "percent", 4.597, "+0.4 pp"),  # 9.1 - 8.7, no part of the rate
        ("44", "50", "USD", -12.0, "−12\u202f%"),
        ("44", None, "USD", None, "–"),
    ],
)
def test_a_rate_moves_in_points_and_money_in_percent(
    value: str, before: str | None, unit: str, change_pct: float | None, words: str
) -> None:
    row = revision("c2", 2, value, "c1", unit_measure=unit, change_pct=change_pct)
    assert change_words({**row, "previous_obs_value": None if before is None else Decimal(before)}) == words


def test_a_second_share_of_one_part_is_never_added_to_the_first() -> None:
    rows = [
        share(n, value, share_of="area", dimension=None, segment=None, area="Europe")
        for n, value in (("c1", "43"), ("c2", "42.7"))
    ]
    assert [(len(one["rows"]), one["rest"]) for one in divisions(rows, Addresses())] == [
        (1, Decimal(57)),
        (1, Decimal("57.3")),
    ]


def test_estimates_of_years_that_nobody_states_are_told_apart_refusals_among_them() -> None:
    figures = [figure_of(1, "A", 2025, "10"), figure_of(2, "A", 2026, "11", status="derived")]
    base = {
        **figures[0],
        "estimate": None,
        "low": 9.0,
        "high": 12.0,
        "lowest_figure": 9,
        "highest_figure": 12,
        "n_publishers": 2,
    }
    base |= {"n_independent": 2, "verdict": "conflict_likely", "status": "refused"}
    years = [{**base, "estimate_id": f"e{year}", "time_period_year": year} for year in (2025, 2026)]
    (found,) = series_of(figures, years, Addresses())
    assert [row["estimate_id"] for row in found.stated] == ["e2025"]
    assert [row["estimate_id"] for row in found.carried] == ["e2026"]
