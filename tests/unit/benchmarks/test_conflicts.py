"""False conflicts and their power: few at every number of publishers, many where a figure is grossly wrong."""

from __future__ import annotations

from pathlib import Path

from benchmarks.conflicts import PUBLISHERS, measured

DOCS = Path(__file__).parents[3] / "docs" / "reconciliation.md"


def test_honest_markets_are_rarely_conflicts_whatever_the_number_of_publishers() -> None:
    # 300 markets a number: one standard error of 0.1 is 0.017.
    found = measured(1, 300)
    assert all(seen.conflicts <= 0.13 for seen in found.values()), found
    assert all(0.85 <= seen.held <= 0.96 for seen in found.values()), found


def test_a_tenfold_error_is_a_conflict() -> None:
    assert all(seen.conflicts >= 0.8 for seen in measured(10, 300).values())


def test_the_docs_hold_a_row_for_each_number_of_publishers() -> None:
    text = DOCS.read_text(encoding="utf-8")
    table = text[text.index("| publishers | honest: conflict |") :].split("\n\n")[0]
    assert [int(line.split("|")[1]) for line in table.splitlines()[2:]] == list(PUBLISHERS)
