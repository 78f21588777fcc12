"""A sign counts where it stands for a comparison, and nowhere else."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import figures

SENTENCE = "Tidal Kite Market Report\n\nThe tidal kite market was valued at {} in 2025."


@pytest.mark.parametrize(
    ("printed", "comparator"),
    [
        (">USD 7 bn", ">"),
        ("> USD 7 bn", ">"),
        ("<USD 7 bn", "<"),
        ("< USD 7 bn", "<"),
        (">=USD 7 bn", ">="),
        ("<= USD 7 bn", "<="),
        ("≥USD 7 bn", ">="),
        ("≤ USD 7 bn", "<="),
        ("＞USD 7 bn", ">"),
        ("~USD 7 bn", "~"),
        ("≈ USD 7 bn", "~"),
        ("&gt; USD 7 bn", ">"),
        ("\\>USD 7 bn", ">"),
        ("**>USD 7 bn**", ">"),
        ("<b>&lt;USD 7 bn</b>", "<"),
        ("(>USD 7 bn)", ">"),
        ("->USD 7 bn", "="),
        ("-> USD 7 bn", "="),
        ("-->USD 7 bn", "="),
        ("=>USD 7 bn", "="),
        ("→USD 7 bn", "="),
        (">>USD 7 bn", "="),
        (">> USD 7 bn", "="),
        ("<<USD 7 bn>>", "="),
        ("<USD 7 bn>", "="),
        ("<b>USD 7 bn</b>", "="),
        ("<o:p>USD 7 bn</o:p>", "="),
        ("<td style='x>USD 7 bn", "="),
        ("< b>USD 7 bn", "="),
        ("&lt;b&gt;USD 7 bn&lt;/b&gt;", "="),
    ],
)
def test_a_sign_before_a_figure_compares_or_does_not(printed: str, comparator: str) -> None:
    (found,) = [m for m in figures(SENTENCE.format(printed)) if m.metric == "market_size"]
    assert (int(found.value), found.comparator) == (7_000_000_000, comparator)


@pytest.mark.parametrize(
    ("text", "comparators"),
    [
        ("Revenue >5 bn USD in 2025 at growth of <10% (p<0.05).", [">", "<", "<"]),
        ("The market grew from USD 3 bn (2024) -> USD 7 bn (2031).", ["=", "="]),
        ("> USD 7 bn was the market's value in 2025.", ["="]),
        (">USD 7 bn was the market's value in 2025.", ["="]),
        (">> USD 7 bn was the market's value in 2025.", ["="]),
        (">= USD 7 bn was the market's value in 2025.", [">="]),
        ("- >USD 7 bn: the market's value in 2025", [">"]),
        ("->USD 7 bn was the market's value in 2025.", ["="]),
        ("| Year | Market size |\n|---|---|\n| 2025 | >USD 7 bn |\n| 2026 | **USD 8 bn** |", [">", "="]),
        # the line before goes on: its words are what is compared
        ("In the year 2025, sales of tidal kites by all makers of Europe were\n> USD 7 bn.", [">"]),
    ],
)
def test_what_stands_around_a_sign_decides(text: str, comparators: list[str]) -> None:
    assert [m.comparator for m in figures(f"Tidal Kite Market Report\n\n{text}")] == comparators
