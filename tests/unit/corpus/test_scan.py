"""How many labelled figures the scanner finds: place, value, and for money the currency."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus.labels import LabelledText, labelled_folder
from corpus.scan import coverage, missed_figures

PAGE = "Kite market\n\nUSD million\n\n| Kites | 2024 | 2025 |\n|---|---|---|\n| Box kites | 41.5 | 43.0 |\n\nOutput fell by 4.3%.\n"


def page(folder: Path, *claims: str, text: str = PAGE) -> LabelledText:
    (folder / "wf001.md").write_text(text)
    said = "".join(f"  - {{metric: other_numeric, {claim}}}\n" for claim in claims)
    head = "document: wf001.md\npublisher: Crail Yard\nmarket: Kite\nlanguage: en\nclaims:\n"
    (folder / "wf001.yml").write_text(head + said)
    (found,) = labelled_folder(folder)
    return found


def test_a_figure_is_found_with_the_unit_of_its_table_and_whatever_its_sign(tmp_path: Path) -> None:
    claims = 'surface: "41.5", value: 41500000, unit: USD', 'surface: "4.3%", value: -4.3, unit: percent'
    assert missed_figures(page(tmp_path, *claims)) == []


def test_a_figure_that_its_author_takes_back_is_found_as_well(tmp_path: Path) -> None:
    text = "The kite market is worth ~~USD 840 million~~ USD 860 million.\n"
    claims = (f'surface: "{n}", value: {n}000000, unit: USD' for n in (840, 860))
    assert missed_figures(page(tmp_path, *claims, text=text)) == []


@pytest.mark.parametrize(
    "claim", ['surface: "41.5", value: 41.5, unit: USD', 'surface: "43.0", value: 43000000, unit: EUR']
)
def test_another_value_or_another_currency_is_missed_and_says_what_was_found(tmp_path: Path, claim: str) -> None:
    (missed,) = missed_figures(page(tmp_path, claim))
    assert claim.startswith(f'surface: "{missed.surface}"')
    assert missed.found[0].endswith(" USD")


def test_the_table_has_a_line_for_each_kind_and_one_for_all(tmp_path: Path) -> None:
    of_f = page(tmp_path, 'surface: "41.5", value: 41500000, unit: USD', 'surface: "43.0", value: 1, unit: USD')
    assert [line.split() for line in coverage([("f", of_f)]).split("\n")[1:]] == [
        ["f", "2", "1", "0.500"],
        ["all", "2", "1", "0.500"],
    ]
