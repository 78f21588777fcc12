"""What must come out of the samples follows from their labels: estimates, conflicts, growth findings and revisions."""

from __future__ import annotations

import statistics
from collections import defaultdict
from typing import Any

import pytest
import yaml

from tests.samples.labels import SAMPLES, first, labels_of

RECONCILED: dict[str, Any] = yaml.safe_load((SAMPLES / "reconciled.yml").read_text(encoding="utf-8"))


def figures(document: str, metric: str, year: int, geography: str, segment: str | None) -> set[float]:
    """Labelled values of one series in one year of a document."""
    return {
        float(claim.value)
        for claim in labels_of(document).claims
        if claim.metric == metric
        and year == (claim.year if claim.metric != "cagr" else claim.period_end)
        and geography in ([claim.geography] if isinstance(claim.geography, str) else claim.geography)
        and segment in (claim.segment if isinstance(claim.segment, list) else [claim.segment])
    }


def test_four_publishers_state_one_market_in_2025_and_three_of_them_are_independent() -> None:
    estimate = RECONCILED["estimates"][0]
    members = estimate["counted"] + estimate["dependent"]
    assert len({member["publisher"] for member in members}) == max(estimate["n_publishers"]) == 4
    assert len(estimate["counted"]) == estimate["n_independent"] == 3
    for member in members:
        assert figures(member["document"], "market_size", 2025, "Global", None) == {member["value"]}
        assert all(abs(member["value"] / estimate["estimate"] - 1) <= 0.25 for member in members)
        assert max(c.year or 0 for c in labels_of(member["document"]).claims if c.metric == "market_size") > 2025


@pytest.mark.parametrize(
    "estimate", RECONCILED["estimates"], ids=lambda e: f"{e['metric']} {e['year']} {e['geography']}"
)
def test_an_estimate_is_the_mean_of_its_independent_figures_and_lies_between_them(estimate: dict[str, Any]) -> None:
    values = [first(member["value"]) for member in estimate["counted"]]
    mean = statistics.fmean if estimate["unit"] == "percent" else statistics.geometric_mean
    assert mean(values) == pytest.approx(first(estimate["estimate"]), rel=1e-9)
    assert (min(values), max(values)) == (estimate["lowest_figure"], first(estimate["highest_figure"]))
    for member in estimate["counted"] + estimate["dependent"]:
        assert str(first(labels_of(member["document"]).publisher)) == member["publisher"]


@pytest.mark.parametrize("finding", RECONCILED["growth_audit"], ids=lambda f: f["document"])
def test_a_growth_finding_follows_from_the_labels_and_its_periods(finding: dict[str, Any]) -> None:
    claims = labels_of(finding["document"]).claims
    whole = [c for c in claims if c.segment is None and c.geography == labels_of_whole(finding["document"])]
    assert finding["stated"] in {c.value for c in whole if c.metric == "cagr"}
    assert finding["label"] in [[c.period_start, c.period_end] for c in whole if c.metric == "cagr"]
    for year, value in (finding["start"], finding["end"]):
        assert value in {c.value for c in whole if c.metric == "market_size" and c.year == year}
    (start, low), (end, high) = finding["start"], finding["end"]
    assert finding["periods"] == end - start
    recomputed = ((high / low) ** (1 / finding["periods"]) - 1) * 100
    assert recomputed == pytest.approx(finding["recomputed"], abs=6e-5)
    assert recomputed - finding["stated"] == pytest.approx(finding["delta_pp"], abs=6e-5)
    assert (finding["finding"] == "mismatch_high") == (abs(finding["delta_pp"]) >= 1)
    if not finding["planted"]:  # half a unit of the last digit printed
        assert abs(finding["delta_pp"]) <= 0.05 and finding["finding"] == "consistent"


def labels_of_whole(document: str) -> Any:
    """The area a document is about: that of its first whole-market figure."""
    return next(c.geography for c in labels_of(document).claims if c.metric == "market_size" and c.segment is None)


@pytest.mark.parametrize("conflict", RECONCILED["conflicts"], ids=lambda c: c["market"])
def test_a_conflict_has_its_figures_in_the_labels_and_its_ratio_is_right(conflict: dict[str, Any]) -> None:
    assert conflict["ratio"] == pytest.approx(conflict["value_b"] / conflict["value_a"], rel=1e-11)
    for side in ("a", "b"):
        for document in conflict[f"documents_{side}"]:
            values = {c.value for c in labels_of(document).claims if c.year == conflict["year"]}
            assert conflict[f"value_{side}"] in values


def test_the_proven_conflict_of_bounds_rests_on_an_upper_bound_below_a_lower_bound() -> None:
    comparators = defaultdict(set)
    for document in ("pinnock-vale-virtual-livestock-fencing.html", "cobalt-fern-virtual-livestock-fencing.txt"):
        for claim in labels_of(document).claims:
            if claim.metric == "market_size":
                comparators[claim.comparator].add(claim.value)
    assert comparators == {"<": {500_000_000}, ">": {640_000_000}}


def test_revisions_hold_the_figures_of_both_editions_and_their_change() -> None:
    for revision in RECONCILED["revisions"]:
        old, new = revision["documents"]
        for figure in revision["figures"]:
            key = (figure["metric"], figure["year"], figure["geography"], figure["segment"])
            assert figures(old, *key) == {figure["old"]}
            assert figures(new, *key) == {figure["new"]}
            assert figure["change_pct"] == pytest.approx((figure["new"] / figure["old"] - 1) * 100, abs=1e-10)


def test_the_euro_figures_stand_in_the_labels_and_keep_their_currency() -> None:
    for row in RECONCILED["currency"]:
        claims = [c for c in labels_of(row["document"]).claims if c.year == row["year"] and c.value == row["value"]]
        assert {c.unit for c in claims} == {row["currency"]}
        assert row["value_usd"] == pytest.approx(row["value"] * row["usd_per_unit"], rel=1e-8)
