"""Intervals cover what they promise: simulated markets through `fuse`, beside Hartung and Knapp's on the same figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.coverage import (
    COLUMNS,
    as_markdown,
    hartung_knapp,
    independent_voices,
    measured,
    table,
    told_the_spread,
)
from benchmarks.markets import Markets

DOCS = Path(__file__).parents[4] / "docs" / "reconciliation.md"


@pytest.mark.parametrize("n", [2, 3, 5, 10])
def test_ninety_percent_of_clean_markets_are_covered(n: int) -> None:
    found, figures = measured(Markets(n))
    assert 0.88 <= found.covered <= 0.92
    assert found.width < hartung_knapp(figures)
    # 2 x 1.645 x .35 / sqrt(n) = .81, .66, .51, .36: what knowing each market's spread would cost. Ours: 1 to 2 % more.
    assert found.width < 1.05 * told_the_spread(n)
    if n == 2:
        assert found.width < 0.5 * hartung_knapp(figures)


@pytest.mark.parametrize("level", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("n", [2, 3, 5, 10])
def test_every_level_is_kept(n: int, level: float) -> None:
    # Over two seeds the worst is n = 3 at 50 %: .522. Of 4,000, two standard errors at 50 % are .016.
    assert measured(Markets(n), level)[0].covered == pytest.approx(level, abs=0.03 if level < 0.8 else 0.02)


@pytest.mark.parametrize("n", [2, 3, 5, 10])
@pytest.mark.parametrize(
    ("bad", "widest"),
    [({"copies": 0.4}, 1.25), ({"gross": 0.1}, 1.75), ({"copies": 0.4, "gross": 0.1}, 1.75)],
    ids=["copies", "gross", "both"],
)
def test_copies_and_gross_errors_leave_between_eighty_six_and_ninety_five_and_do_not_blow_intervals_up(
    n: int, bad: dict[str, float], widest: float
) -> None:
    markets = Markets(n, **bad)  # type: ignore[arg-type]
    found, _ = measured(markets)
    assert 0.86 <= found.covered <= 0.95
    # Beside whoever knows the spread and which figures are copies and errors. By hand for n = 10 with both:
    # (1 + 9 x .6) x .9 = 5.76 voices, 1.151 / sqrt(5.76) = .48; ours .71, so 1.47. Two figures of which one may be a
    # copy and one wrong by a factor of twenty say hardly anything: 2.32 beside .96.
    if bad.keys() == {"copies", "gross"} and n == 2:
        widest = 2.75
    assert found.width < widest * told_the_spread(independent_voices(markets))


def test_voices_are_counted_without_copies_and_gross_errors() -> None:
    assert independent_voices(Markets(10, copies=0.4, gross=0.1)) == pytest.approx(5.76)  # (1 + 9 x .6) x .9
    assert told_the_spread(4, 0.9) == pytest.approx(0.5757, abs=1e-4)  # 2 x 1.64485 x .35 / 2


def test_the_table_of_the_docs_is_what_is_measured() -> None:
    """To mend: put what `python -m benchmarks.coverage` prints into docs/reconciliation.md."""
    rows = list(table())
    printed = as_markdown(iter(rows)).splitlines()
    lines = DOCS.read_text(encoding="utf-8").splitlines()
    assert printed[0] in lines
    begin = lines.index(printed[0])
    for line, row in zip(lines[begin + 2 : begin + 2 + len(rows)], rows, strict=True):
        told = [float(cell) for cell in line.strip("| ").split("|")]
        # Half of the last printed digit, and one market in 4,000 that another processor puts on the other side.
        for name, stated, found in zip(COLUMNS, told, row, strict=True):
            assert stated == pytest.approx(found, abs=0.00076 if name.endswith("covered") else 0.0051), (row[0], name)


@pytest.mark.parametrize("n", [2, 3, 5, 10])
@pytest.mark.parametrize("spread", ["gamma", "two", "constant"])
def test_another_law_of_spreads_than_the_prior_s_is_covered(n: int, spread: str) -> None:
    assert 0.86 <= measured(Markets(n, spread=spread))[0].covered <= 0.94


@pytest.mark.parametrize("n", [2, 5])
def test_the_level_of_the_truth_makes_no_difference(n: int) -> None:
    assert 0.88 <= measured(Markets(n, truth="same"))[0].covered <= 0.92


@pytest.mark.parametrize(("n", "sources"), [(2, 2), (2, 12), (3, 12), (5, 12), (10, 12), (10, 10), (5, 60)])
def test_sources_of_different_reliability_are_covered_by_narrower_intervals(n: int, sources: int) -> None:
    found, figures = measured(Markets(n, sources=sources, uneven=True, repetitions=2_000))
    assert 0.87 <= found.covered <= 0.95
    assert found.width < 0.8 * hartung_knapp(figures)
