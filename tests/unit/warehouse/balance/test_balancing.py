"""Figures and constraints through the whole of balancing: what moves, what is left alone, and why."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warehouse.balance.balance_records import Constraint, Figure, StatedGrowth
from warehouse.balance.balancing import balance
from warehouse.balance.constraints import constraints_of, known_complete
from warehouse.policy import read_policy
from warehouse.values.connected_components import connected_components

POLICY = read_policy().balance
WORLD_IN_FIVE = (
    ("003", "005", "150", "vendor:Asia-Pacific", "vendor:Middle East and Africa", "vendor:Rest of the World"),
)


def figure(
    figure_id, value, *, segment=None, area="001", metric="market_size", year=2025, half=0.5, **fields
) -> Figure:
    """A figure of one publisher; money in millions."""
    unit = "percent" if metric in ("share", "cagr") else "USD"
    made = Figure(
        figure_id=figure_id,
        owner="d|acme",
        market_id="widget",
        segment_key=segment,
        is_nested=False,
        ref_area=area,
        metric=metric,
        unit=unit,
        year=year,
        series_id=f"{segment}|{area}|{metric}",
        value=float(value),
        half_width=half,
        status="stated",
        voice="acme",
        n_independent=1,
        claim_ids=(f"c-{figure_id}",),
    )
    return replace(made, **fields)


def balanced(figures, growths=(), listed=None, known=None):
    """Constraints and results: figure → result, constraints' results."""
    constraints = constraints_of(figures, growths, listed or {}, WORLD_IN_FIVE, known or {}, POLICY)
    found, judged = balance(figures, constraints, POLICY)
    return {item.figure.figure_id: item for item in found}, judged


def by_kind(judged):
    return {item.constraint.kind: item for item in judged}


def segments(*values, metric="market_size", year=2025, names=("a", "b", "other"), half=0.5):
    return [
        figure(f"{name}{year}{metric}", value, segment=f"type:{name}", metric=metric, year=year, half=half)
        for name, value in zip(names, values, strict=False)
    ]


LISTED = {("widget", "type"): frozenset({"type:a", "type:b", "type:other"})}


def test_three_parts_of_a_list_that_ends_with_the_rest_are_moved_to_their_whole():
    # One source: standard deviations are a tenth: segments 2.5 %, the whole 0.8 %, and prints of +-0.5 add 0.25 / 3.
    # Variances: 400 -> 100 + 1/12, 350 -> 76.5625 + 1/12, 210 -> 27.5625 + 1/12, whole 1000 -> 64 + 1/12.
    # r = 960 - 1000 = -40, q = 268.125 + 4/12 = 268.458333, force = -0.14899891.
    found, judged = balanced([figure("whole", 1000), *segments(400, 350, 210)], listed=LISTED)
    (only,) = judged
    assert (only.status, only.constraint.is_upper, only.before, only.after) == (
        "met",
        False,
        -40,
        pytest.approx(0, abs=1e-9),
    )
    assert only.alone == pytest.approx(-40 / 268.4583333**0.5)  # -2.44
    assert only.constraint.basis == "complete: all 3 members that the text lists are there, the rest among them"
    assert found["whole"].balanced == pytest.approx(1000 - 64.0833333 * 0.14899891)
    assert found["a2025market_size"].balanced == pytest.approx(400 + 100.0833333 * 0.14899891)
    assert found["b2025market_size"].balanced == pytest.approx(350 + 76.6458333 * 0.14899891)
    assert found["other2025market_size"].balanced == pytest.approx(210 + 27.6458333 * 0.14899891)
    assert {item.status for item in found.values()} == {"adjusted"}


def test_a_list_without_the_rest_is_never_forced():
    listed = {("widget", "type"): frozenset({"type:a", "type:b", "type:c"})}
    found, judged = balanced([figure("whole", 1000), *segments(400, 350)], listed=listed)
    (only,) = judged
    assert (only.status, only.constraint.is_upper, only.alone) == ("open", True, None)
    assert only.constraint.basis == "a bound only: 2 of 3 listed members have a figure, and the list names no rest"
    assert {item.status for item in found.values()} == {"coherent"}
    assert [item.balanced for item in found.values()] == [item.figure.value for item in found.values()]


def test_parts_that_exceed_the_whole_a_little_give_way_and_grossly_are_left_out():
    # 520 + 490 = 1010: w = 10 / sqrt(.8%, 2.5% ...) = 10 / sqrt(64 + 169 + 150 + ...) = 0.5. 900 + 490 = 1390: w = 14.
    found, judged = balanced([figure("whole", 1000), *segments(520, 490)])
    assert (judged[0].status, judged[0].constraint.is_upper) == ("met", True)
    assert judged[0].after == pytest.approx(0, abs=1e-9)
    assert found["whole"].balanced > 1000 > found["a2025market_size"].balanced * 1.9
    found, judged = balanced([figure("whole", 1000), *segments(900, 490)])
    assert judged[0].status == "outlier"
    assert {item.status for item in found.values()} == {"set_aside"}
    assert {item.balanced for item in found.values()} == {None}


def test_a_gross_error_in_one_dimension_does_not_reach_the_figures_of_another():
    areas = [figure("na", 400, area="003"), figure("eu", 330, area="150"), figure("ap", 290, area="vendor:Asia-Pacific"),
             figure("sa", 1, area="005"), figure("me", 1, area="vendor:Middle East and Africa")]  # fmt: skip
    parts = segments(900, 490, 300)
    alone, _ = balanced([figure("whole", 1000), *areas])
    both, judged = balanced([figure("whole", 1000), *areas, *parts], listed=LISTED)
    assert by_kind(judged)["segments_of_whole"].status == "outlier"
    assert by_kind(judged)["areas_of_whole"].status == "met"
    assert both["eu"].balanced == pytest.approx(alone["eu"].balanced, rel=1e-12)
    assert both["whole"].status == "adjusted"
    assert both["whole"].n_outliers == 1
    assert both["a2025market_size"].balanced is None


def test_the_figure_that_all_outliers_share_is_named():
    areas = [figure("na", 600, area="003"), figure("eu", 330, area="150"), figure("ap", 290, area="vendor:Asia-Pacific"),
             figure("sa", 10, area="005"), figure("me", 10, area="vendor:Middle East and Africa")]  # fmt: skip
    _, judged = balanced([figure("whole", 1000), *areas, *segments(600, 400, 240)], listed=LISTED)
    assert {(item.status, item.suspect) for item in judged} == {("outlier", "whole")}


def test_shares_that_come_to_100_within_rounding_are_complete_and_stay_within_their_prints():
    # 34 + 33 + 34 = 101, each +-0.5: all give way by a third.
    found, judged = balanced(segments(34, 33, 34, metric="share"))
    assert judged[0].constraint.basis == "complete: 3 shares come to 100 % within the rounding of their prints"
    assert [item.balanced for item in found.values()] == pytest.approx([34 - 1 / 3, 33 - 1 / 3, 34 - 1 / 3])
    assert {item.status for item in found.values()} == {"within_rounding"}


def test_shares_far_from_100_are_no_whole_and_not_scaled_up():
    found, judged = balanced(segments(34, 33, 20, metric="share"))
    assert [(item.status, item.constraint.is_upper) for item in judged] == [("open", True)]
    assert [item.balanced for item in found.values()] == [34, 33, 20]


def test_parts_known_to_be_complete_in_one_year_are_complete_in_another():
    figures = [*segments(50, 30, 20, metric="share"), *segments(700, 380, 250, year=2030), figure("w", 1300, year=2030)]
    _, judged = balanced(figures)
    assert by_kind(judged)["segments_of_whole"].status == "met"
    assert by_kind(judged)["segments_of_whole"].constraint.basis.startswith(
        "complete: the same parts are all of it in the share"
    )
    known = known_complete(figures, {}, WORLD_IN_FIVE, POLICY)
    assert set(known) == {("widget", "type", "001")}


def test_a_share_times_its_whole_is_its_part():
    # 34 % (+-0.5) of 1000 is 340, printed 342: within the prints of share and sizes, 1000 +-0.5 and 342 +-0.5.
    found, judged = balanced(
        [figure("w", 1000), figure("p", 342, segment="type:a"), figure("s", 34, segment="type:a", metric="share")]
    )
    assert by_kind(judged)["share_of_whole"].status == "met"
    w, p, s = (found[key].balanced for key in "wps")
    assert w * s / 100 == pytest.approx(p, rel=1e-12)
    assert found["s"].status == "within_rounding"
    assert abs(p - 342) <= 0.5


def test_stated_growth_joins_the_years_and_what_lies_between_follows():
    # 100 -> 200 in 5 periods is 14.87 %; stated 15.5 +-0.05: ln 2 - 5 ln 1.155 = 0.693147 - 0.720502 = -0.027355 (2.7 %).
    path = [
        figure(str(year), 100 * 2 ** ((year - 2025) / 5), year=year, half=None, status="derived")
        for year in range(2026, 2030)
    ]
    figures = [
        figure("2025", 100),
        figure("2030", 200, year=2030),
        *path,
        figure("g", 15.5, metric="cagr", year=2030, half=0.05),
    ]
    growth = StatedGrowth("g", "None|001|market_size", 2025, 2030, 5, 0.0, "2025 to 2030")
    found, judged = balanced(figures, [growth])
    assert by_kind(judged)["growth"].before == pytest.approx(-0.027355, abs=1e-6)
    assert by_kind(judged)["growth"].status == "met"
    start, end, rate = (found[key].balanced for key in ("2025", "2030", "g"))
    assert start * (1 + rate / 100) ** 5 == pytest.approx(end, rel=1e-11)
    assert start < 100 < 200 < end
    middle = found["2027"]
    assert middle.balanced == pytest.approx(start * (end / start) ** 0.4, rel=1e-4)
    assert (middle.status, middle.n_met) == ("adjusted", 0)


def test_growth_between_currencies_at_two_rates_counts_the_drift():
    # 100 -> 200 in 5 periods, of which the currency gained 10 %: growth in the currency 12.7 %, as stated.
    figures = [
        figure("2025", 100),
        figure("2030", 200, year=2030),
        figure("g", 12.7, metric="cagr", year=2030, half=0.05),
    ]
    growth = StatedGrowth("g", "None|001|market_size", 2025, 2030, 5, 0.0953101798, "2025 to 2030")  # ln 1.1
    _, judged = balanced(figures, [growth])
    # ln 2 - 5 ln 1.127 - ln 1.1 = 0.693147 - 0.597797 - 0.095310 = 0.000040
    assert judged[0].before == pytest.approx(0.00004, abs=5e-6)


def test_pooled_figures_are_less_firm_than_one_sources():
    def pooled(n):
        parts = [
            replace(part, voice=None, n_independent=n, half_width=None)
            for part in (figure("w", 1000), *segments(900, 490, 10))
        ]
        return balanced(parts, listed=LISTED)[1][0]

    # 1400 against 1000. Variation .08 and .25: sd = sqrt(80^2 + 225^2 + 122.5^2 + 2.5^2) = 268.4, w = 1.49; of 9 sources 4.47.
    assert pooled(1).alone == pytest.approx(1.4902, abs=1e-3)
    assert pooled(1).status == "met"
    assert pooled(9).alone == pytest.approx(3 * pooled(1).alone)
    assert pooled(9).status == "outlier"


def test_segments_of_segments_and_of_no_dimension_are_not_added():
    nested = replace(figure("n", 300, segment="type:part of a"), is_nested=True)
    unnamed = [figure("x", 60, segment=":x", metric="share"), figure("y", 70, segment=":y", metric="share")]
    found, judged = balanced([figure("w", 1000), nested, *unnamed])
    assert judged == []
    assert {item.status for item in found.values()} == {"unconstrained"}


def test_figures_that_share_no_constraint_are_balanced_apart():
    groups = [("a", "b"), ("c", "d"), ("b", "e"), ("f",)]
    assert connected_components(range(4), lambda number: groups[number]) == [[0, 2], [1], [3]]


@given(st.permutations(range(7)))
@settings(max_examples=30, deadline=None)
def test_the_order_of_figures_changes_nothing(order):
    figures = [figure("w", 1000), *segments(400, 350, 210), *segments(40, 36, 21, metric="share")]
    straight, _ = balanced(figures, listed=LISTED)
    turned, _ = balanced([figures[number] for number in order], listed=LISTED)
    assert {key: item.balanced for key, item in straight.items()} == {
        key: item.balanced for key, item in turned.items()
    }


@given(st.lists(st.floats(0.98, 1.02), min_size=3, max_size=3), st.floats(800, 1100))
def test_balancing_twice_is_balancing_once(off, whole):
    parts = [whole * share / 100 * factor for share, factor in zip((40, 36, 24), off, strict=True)]
    figures = [figure("w", whole), *segments(*parts), *segments(40, 36, 24, metric="share")]
    constraints: list[Constraint] = constraints_of(figures, (), LISTED, WORLD_IN_FIVE, {}, POLICY)
    once, judged = balance(figures, constraints, POLICY)
    assert "outlier" not in {item.status for item in judged}
    moved = [replace(item.figure, value=item.balanced) for item in once if item.balanced is not None]
    twice, _ = balance(moved, constraints, POLICY)
    assert [item.balanced for item in twice] == pytest.approx([item.balanced for item in once], rel=1e-9)
