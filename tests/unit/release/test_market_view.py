"""One market, the vendors side by side."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal

import pytest

from release.reading.market_reading import view_market
from release.reading.market_search import find_markets
from release.record import Release


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("widget", "widget"),  # the name itself, although the other market holds the word too
        ("WIDGETS", "widget"),  # a name as printed
        ("smart-widget", "smart-widget"),  # an id
        ("widget smart", "smart-widget"),  # the words in another order
        ("smrt widget", "smart-widget"),  # a slip of the finger
    ],
)
def test_a_market_is_found_by_name_id_words_and_near_misses(release: Release, words: str, first: str) -> None:
    assert find_markets(release.database, words)[0].market_id == first


@pytest.mark.parametrize("words", ["", "   ", "zinc oxide", "!!"])
def test_words_that_name_nothing_find_nothing(release: Release, words: str) -> None:
    assert find_markets(release.database, words) == []


def test_the_whole_market_stands_first_with_every_publishers_figure(release: Release) -> None:
    view = view_market(release.database, "widget")
    first = view.series[0]
    assert (first.metric, first.unit, first.area, first.segment) == ("market_size", "USD", "World", None)
    assert first.publishers == ("Acme Research", "Borealis Insights", "Copyhouse Wire")
    year = first.years[0]
    assert (year.year, year.estimate, year.verdict, year.n_independent, year.n_publishers) == (
        2025,
        9.972e9,
        "agree",
        2,
        3,
    )
    # EUR 8.8 billion x 1.13 = USD 9.944 billion
    assert {name: figure.value for name, figure in year.figures.items()} == {
        "Acme Research": Decimal("10e9"),
        "Borealis Insights": Decimal("9.944e9"),
        "Copyhouse Wire": Decimal("10e9"),
    }
    assert [one.year for one in first.years] == [2025, 2030]


def test_segments_follow_the_whole_and_a_refusal_keeps_its_reason(release: Release) -> None:
    view = view_market(release.database, "widget")
    order = [(one.segment, one.area, one.metric) for one in view.series]
    assert order == [
        (None, "World", "market_size"),
        (None, "World", "cagr"),
        (None, "North America", "share"),
        ("Cloud", "World", "share"),
        ("On-premises", "World", "share"),
    ]
    refused = view.series[3].years[0]
    assert (refused.estimate, refused.reason) == (None, "60 against 30 percent, ratio 2")


def test_conflicts_of_either_side_and_neighbours_are_there(release: Release) -> None:
    wide, narrow = view_market(release.database, "widget"), view_market(release.database, "smart-widget")
    assert [row["conflict_id"] for row in wide.conflicts] == ["k1", "k2"] or [
        row["conflict_id"] for row in wide.conflicts
    ] == ["k2", "k1"]
    assert [row["conflict_id"] for row in narrow.conflicts] == ["k1"]
    assert [(n.relation, n.market_id) for n in wide.neighbours] == [("contains", "smart-widget")]
    assert [(n.relation, n.market_id) for n in narrow.neighbours] == [("contained_in", "widget")]


def test_an_unknown_market_is_a_key_error(release: Release) -> None:
    with pytest.raises(KeyError):
        view_market(release.database, "zinc")


def test_a_market_is_shown_without_the_libraries_of_large_tables(release: Release) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom release.reading.market_reading import view_market\n"
        "from release.reading.market_search import find_markets\n"
        f"database = Path({str(release.database)!r})\n"
        "assert view_market(database, find_markets(database, 'widget')[0].market_id).series\n"
        "print(sorted({'polars', 'pyarrow', 'numpy', 'pandas'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
