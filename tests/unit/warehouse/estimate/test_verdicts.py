"""Voices and verdicts: who counts as one, the verdict of several, and refusals."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.warehouse.estimate.judging import judged as under_policy
from warehouse.estimate.independence import Figure, voices
from warehouse.estimate.verdicts import Judgement
from warehouse.values.rounding_bands import Band, band_of

D = Decimal


def figure(
    name: str,
    printed: str,
    *,
    group: str | None = None,
    cluster: str | None = None,
    comparator: str = "=",
    high: str | None = None,
    status: str = "stated",
) -> Figure:
    value = D(printed)
    band = band_of(value, None if high is None else D(high), comparator, printed, D("0.05"))
    if status == "derived":
        band = Band(value, value)
    if high is not None:
        value = (value + D(high)) / 2
    identity = f"{name}:{cluster or name}"
    return Figure(
        identity, name, name, group or name, cluster or f"d:{name}", value, band, status, (f"claim of {identity}",)
    )


def judged(*figures: Figure, metric: str = "market_size", unit: str = "USD") -> Judgement:
    return under_policy(figures, metric, unit)


def test_one_publisher_gives_its_own_figure() -> None:
    verdict = judged(figure("a", "21660000000"))
    assert (verdict.verdict, verdict.estimate, verdict.method) == ("single_source", D(21660000000), "single_figure")
    assert verdict.reason == "one publisher on this scope: a, USD 21.66 bn"


def test_four_publishers_of_which_three_are_independent() -> None:
    # a 11.20; its copy b 11.20 (same cluster); c 12.40; d 10.50. Voices: 10.50, 11.20, 12.40, median 11.20.
    # Widest gap 12.40 / 10.50 = 1.181: above 1.10, up to 1.50: compatible.
    verdict = judged(
        figure("a", "11.20", cluster="wire"),
        figure("b", "11.20", cluster="wire"),
        figure("c", "12.40"),
        figure("d", "10.50"),
    )
    assert (verdict.verdict, verdict.estimate, verdict.low, verdict.high) == (
        "compatible",
        D("11.20"),
        D("10.50"),
        D("12.40"),
    )
    assert verdict.reason.startswith("3 independent of 4 publishers within 1.18x")


@pytest.mark.parametrize(
    ("values", "verdict", "estimate"),
    [
        (["10.0", "11.0"], "agree", "10.5"),  # 1.10
        # ln 2.30259, 2.30658, 2.38876: mean 2.33264, squares .00090 + .00068 + .00315 = .00473; typical gap
        # sqrt(2 x .00473 / 2) = .0688, up to ln 1.10 = .0953
        (["10.00", "10.04", "10.9"], "agree", "10.04"),
        (["10.0", "11.1"], "compatible", "10.55"),  # 1.11
        (["10.0", "15.1"], "compatible", "12.55"),  # a third of honest pairs lie further apart
        (["10.0", "28.1"], "compatible", "19.05"),  # one in eleven
        (["10.0", "60.0"], "conflict_likely", None),  # one in fifty-five; two: refused
        (["10.0", "11.0", "30.0"], "compatible", "11.0"),
        (["10.0", "11.0", "90.0"], "conflict_likely", "10.5"),  # two of three lie around 10.5
        (["10.0", "40.0", "160.0"], "conflict_likely", None),  # nobody lies within 1.5 of 40
        (["10.0", "11.0", "12.0", "100.0"], "conflict_likely", "11.0"),  # without the far one 11: three of four
    ],
)
def test_dispersion_decides_and_a_majority_is_needed_in_conflict(
    values: list[str], verdict: str, estimate: str | None
) -> None:
    found = judged(*(figure(f"p{number}", value) for number, value in enumerate(values)))
    assert (found.verdict, found.estimate) == (verdict, None if estimate is None else D(estimate))
    assert not found.outliers


def test_an_estimate_keeps_the_far_figures_in_its_range_and_names_them() -> None:
    found = judged(figure("a", "10.0"), figure("b", "11.0"), figure("c", "90.0"))
    assert (found.low, found.high) == (D("10.0"), D("90.0"))
    assert "beyond them: c USD 90" in found.reason
    ((lower, higher),) = found.opposed
    assert (lower.publishers, lower.value, higher.publishers, higher.value) == (
        ("a", "b"),
        D("10.5"),
        ("c",),
        D("90.0"),
    )


def test_a_refusal_keeps_the_range_and_says_why() -> None:
    found = judged(figure("a", "21660000000"), figure("b", "216600000000"))
    assert (found.estimate, found.low, found.high, found.method) == (None, D(21660000000), D(216600000000), "none")
    assert found.reason.startswith(
        "refused: 2 independent of 2 publishers within 10.00x (USD 21.66 bn to USD 216.60 bn), further apart than 99."
    )
    assert found.reason.endswith("of honest markets; no majority decides: a USD 21.66 bn; b USD 216.60 bn")


def test_a_wide_gap_that_honest_publishers_have_is_told_without_a_conflict() -> None:
    found = judged(figure("a", "10.0"), figure("b", "28.1"))
    assert (found.verdict, len(found.opposed)) == ("compatible", 1)
    assert "further apart than 9" in found.reason
    assert not judged(figure("a", "10.0"), figure("b", "14.0")).opposed


def test_publishers_that_may_be_one_source_count_as_one_and_are_named() -> None:
    # 8.347 and 8.35 are equal within rounding: one source of two, the finer print speaks.
    pair = (("a", "b"),)
    (source,) = voices([figure("a", "8.347"), figure("b", "8.35")], pair).sources
    assert ([f.publisher for f in source.counted], [f.publisher for f in source.reprints]) == (["a"], ["b"])
    found = under_policy([figure("a", "8.347"), figure("b", "8.35")], equal=pair)
    assert (found.verdict, found.estimate, found.method) == ("single_source", D("8.347"), "single_figure")
    assert "possibly one source: a and b print USD 8.347" in found.reason


def test_a_reprint_of_one_side_never_turns_a_refusal_into_a_number() -> None:
    sides = [figure("a", "5.87"), figure("b", "58.6")]
    reprint = figure("c", "5.9")
    assert under_policy(sides).estimate is None
    assert under_policy([*sides, reprint], equal=(("a", "c"),)).estimate is None


def test_a_coarse_print_joins_the_nearer_of_two_and_does_not_chain_them() -> None:
    found = voices([figure("a", "7.6"), figure("b", "8.4"), figure("c", "8")], (("a", "c"), ("b", "c")))
    assert [source.names for source in found.sources] == [("a", "c"), ("b",)]


def test_rates_are_compared_in_points() -> None:
    # 9.6 and 8.7: 0.9 points agree; 9.6 and 14.7: 5.1, a fifth of honest pairs; 9.6 and 29: 19.4.
    for other, verdict in (("8.7", "agree"), ("14.7", "compatible"), ("29.0", "conflict_likely")):
        assert judged(figure("a", "9.6"), figure("b", other), metric="cagr", unit="percent").verdict == verdict
    shrinking = judged(figure("a", "-0.5"), figure("b", "0.0"), metric="cagr", unit="percent")
    assert (shrinking.verdict, shrinking.estimate) == ("agree", D("-0.25"))


def test_figures_whose_bands_meet_agree_however_far_their_middles_lie_apart() -> None:
    # "1" may be 0.5 to 1.5, "1.5 to 3" begins there.
    assert judged(figure("a", "1"), figure("b", "1.5", high="3")).verdict == "agree"


def test_ranges_that_exclude_each_other_are_a_proven_conflict_and_refused_at_any_distance() -> None:
    # 10 to 11 against 11.5 to 12: middles 10.5 and 11.75 are 1.12 apart, yet no value satisfies both.
    found = judged(figure("a", "10", high="11"), figure("b", "11.5", high="12"), figure("c", "11"))
    assert (found.verdict, found.estimate) == ("conflict_proven", None)
    ((lower, higher),) = found.opposed
    assert (lower.publishers, higher.publishers) == (("a",), ("b",))


def test_a_rounding_band_proves_nothing() -> None:
    found = judged(figure("a", "10", high="11"), figure("b", "90"))
    assert found.verdict == "conflict_likely"


def test_one_voice_does_not_prove_a_conflict_with_itself() -> None:
    found = judged(figure("a", "10", high="11", group="g"), figure("b", "20", high="21", group="g"))
    assert (found.verdict, found.estimate) == ("single_source", D(31) / 2)  # middles 10.5 and 20.5, median 15.5


def test_bounds_do_not_vote_yet_contradict() -> None:
    held = judged(figure("a", "25.0"), figure("b", "20", comparator=">"))
    assert (held.verdict, held.estimate, held.reason) == (
        "single_source",
        D("25.0"),
        "one publisher on this scope: a, USD 25; 1 stated bound kept",
    )
    broken = judged(figure("a", "12.0"), figure("b", "20", comparator=">"))
    assert (broken.verdict, broken.estimate) == ("conflict_likely", None)
    near = judged(figure("a", "19.0"), figure("b", "20", comparator=">"))
    assert near.verdict == "single_source"  # 20 / 19 = 1.05
    proven = judged(figure("a", "20", comparator="<"), figure("b", "30", comparator=">"))
    assert (proven.verdict, proven.estimate) == ("conflict_proven", None)


def test_bounds_alone_are_insufficient() -> None:
    found = judged(figure("a", "20", comparator=">"), metric="cagr", unit="percent")
    assert (found.verdict, found.estimate, found.low, found.high) == ("insufficient", None, D(20), D(20))
    assert found.reason == "refused: only bounds are stated, no figure: a more than 20 %"


def test_publishers_of_one_group_and_chains_of_clusters_are_one_voice() -> None:
    # a and b share a group, b and c a cluster: one voice of three publishers, voting with the median 12.
    found = voices(
        [
            figure("a", "10.0", group="g"),
            figure("b", "12.0", group="g", cluster="k"),
            figure("c", "17.0", cluster="k"),
            figure("d", "20.0"),
        ]
    )
    assert [(source.names, source.value) for source in found.sources] == [
        (("a", "b", "c"), D("12.0")),
        (("d",), D("20.0")),
    ]


def test_a_document_that_quotes_another_publisher_ties_nobody_together() -> None:
    quoting = figure("a", "10.0", cluster="roundup"), figure("b", "20.0", cluster="roundup")
    untied = [replace(found, cluster_id=None) for found in quoting]
    assert len(voices(quoting).sources) == 1
    assert len(voices(untied).sources) == 2


def test_a_rounder_print_within_one_voice_only_repeats_the_finer_one() -> None:
    (source,) = voices(
        [figure("a", "4.18", group="g"), figure("b", "4.2", group="g"), figure("c", "5.0", group="g")]
    ).sources
    assert [found.publisher for found in source.counted] == ["a", "c"]
    assert [found.publisher for found in source.dependent] == ["b"]
    assert source.value == D("4.59")


def test_derived_figures_stand_back_where_the_voice_states_one() -> None:
    (source,) = voices([figure("a", "4.0", group="g", status="derived"), figure("b", "9.0", group="g")]).sources
    assert (source.value, source.status) == (D("9.0"), "stated")


VALUES = st.lists(st.integers(1, 10**6), min_size=1, max_size=8)


def figures_of(values: list[int]) -> list[Figure]:
    return [figure(f"p{number}", str(value)) for number, value in enumerate(values)]


@given(VALUES, st.randoms(use_true_random=False))
def test_order_changes_nothing(values: list[int], random: object) -> None:
    shuffled = figures_of(values)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert judged(*shuffled) == judged(*figures_of(values))


@given(VALUES, st.integers(1, 20), st.data())
def test_copies_in_the_same_cluster_change_no_estimate(values: list[int], copies: int, data: st.DataObject) -> None:
    figures = figures_of(values)
    original = figures[data.draw(st.integers(0, len(figures) - 1))]
    copied = [figure(f"copy{number}", str(original.value), cluster=original.cluster_id) for number in range(copies)]
    before, after = judged(*figures), judged(*figures, *copied)
    assert (after.verdict, after.estimate, after.low, after.high) == (
        before.verdict,
        before.estimate,
        before.low,
        before.high,
    )
    assert len(after.outliers) == len(before.outliers)


@given(VALUES, st.integers(1, 20), st.data())
def test_copies_within_a_group_that_disagrees_with_itself_change_no_estimate(
    values: list[int], copies: int, data: st.DataObject
) -> None:
    figures = [figure(f"p{number}", str(value), group=f"g{number % 2}") for number, value in enumerate(values)]
    original = figures[data.draw(st.integers(0, len(figures) - 1))]
    copied = [figure(f"copy{number}", str(original.value), cluster=original.cluster_id) for number in range(copies)]
    assert judged(*figures, *copied).estimate == judged(*figures).estimate


@given(VALUES, st.integers(0, 9))
def test_scaling_all_values_scales_the_estimate(values: list[int], exponent: int) -> None:
    factor = 10**exponent
    before = judged(*figures_of(values))
    scaled = [
        Figure(f.vendor_figure_id, f.publisher_id, f.publisher, f.publisher_group, f.cluster_id, f.value * factor,
               f.band.times(D(factor)), f.status, f.claim_ids)
        for f in figures_of(values)
    ]  # fmt: skip
    after = judged(*scaled)
    assert after.verdict == before.verdict
    assert after.estimate == (None if before.estimate is None else before.estimate * factor)


@given(VALUES)
def test_an_estimate_lies_in_its_range_and_a_refusal_has_none(values: list[int]) -> None:
    found = judged(*figures_of(values))
    assert found.low <= found.high
    assert found.center is not None
    if found.estimate is None:
        assert found.method == "none"
        assert found.reason.startswith("refused: ")
    else:
        assert found.low <= found.estimate <= found.high
