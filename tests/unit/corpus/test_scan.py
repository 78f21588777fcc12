"""How many labelled figures the scanner finds: place, value, and for money the currency."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus.scan import coverage, missed_figures

PAGE = "Kite market\n\nUSD million\n\n| Kites | 2024 | 2025 |\n|---|---|---|\n| Box kites | 41.5 | 43.0 |\n\nOutput fell by 4.3%.\n"


def page(folder: Path, *claims: str) -> Path:
    path = folder / "f001.txt"
    path.write_text(PAGE)
    path.with_suffix(".yml").write_text("claims:\n" + "".join(f"  - {{{claim}}}\n" for claim in claims))
    return path


def test_a_figure_is_found_with_the_unit_of_its_table_and_whatever_its_sign(tmp_path: Path) -> None:
    labelled = page(
        tmp_path, 'surface: "41.5", value: 41500000, unit: USD', 'surface: "4.3%", value: -4.3, unit: percent'
    )
    assert missed_figures(labelled) == (2, [])


def test_a_figure_that_its_author_takes_back_is_found_as_well(tmp_path: Path) -> None:
    struck = tmp_path / "f002.md"
    struck.write_text("The kite market is worth ~~USD 840 million~~ USD 860 million.\n")
    struck.with_suffix(".yml").write_text(
        'claims:\n  - {surface: "840", value: 840000000, unit: USD}\n  - {surface: "860", value: 860000000, unit: USD}\n'
    )
    assert missed_figures(struck) == (2, [])


@pytest.mark.parametrize(
    "claim", ['surface: "41.5", value: 41.5, unit: USD', 'surface: "43.0", value: 43000000, unit: EUR']
)
def test_another_value_or_another_currency_is_missed_and_says_what_was_found(tmp_path: Path, claim: str) -> None:
    n, (missed,) = missed_figures(page(tmp_path, claim))
    assert n == 1
    assert missed.found[0].endswith(" USD")


def test_the_table_has_a_line_for_each_kind_and_one_for_all(tmp_path: Path) -> None:
    page(tmp_path, 'surface: "41.5", value: 41500000, unit: USD', 'surface: "43.0", value: 1, unit: USD')
    assert [line.split() for line in coverage(tmp_path).split("\n")[1:]] == [
        ["f", "2", "1", "0.500"],
        ["all", "2", "1", "0.500"],
    ]


def test_a_folder_without_pages_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no page with labels beside it"):
        coverage(tmp_path)
