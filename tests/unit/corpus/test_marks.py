"""For how many labelled figures a mark of the page has the year, the period and the area."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus.marks import coverage, covered
from corpus.pages import is_open

TEXT = "Kite sales in China rose from 2024 to 2031 by 4.3% a year, those of the Chinese rivals to USD 5 million in fiscal 2025.\n"


def page(folder: Path, *claims: str, name: str = "a001") -> Path:
    path = folder / f"{name}.txt"
    path.write_text(TEXT)
    path.with_suffix(".yml").write_text("claims:\n" + "".join(f"  - {{{claim}}}\n" for claim in claims))
    return path


def test_years_ends_and_areas_are_looked_for_among_the_marks(tmp_path: Path) -> None:
    asked, found = covered(
        page(
            tmp_path,
            'surface: "4.3%", period_start: 2024, period_end: 2031, geography: China',
            'surface: "USD 5 million", year: [2025, 2026], geography: [Asia, China]',
            'surface: "USD 5 million", year: 2019, geography: Norway',
            'surface: "USD 5 million", geography: Global',
        )
    )
    assert asked == {"year": 2, "period_start": 1, "period_end": 1, "area": 3}
    assert found == {"year": 1, "period_start": 1, "period_end": 1, "area": 2}


def test_the_table_leaves_pages_out_that_are_kept_aside(tmp_path: Path) -> None:
    names = [f"b{n:03}" for n in range(1, 12)]
    pages = [page(tmp_path, 'surface: "USD 5 million", year: 2025', name=name) for name in names]
    kept = [path for path in pages if not is_open(path)]
    assert kept
    for path in kept:
        path.with_suffix(".yml").write_text("claims:\n  - {surface: x, year: 1900}\n")
    assert [line.split() for line in coverage(tmp_path).split("\n")[1:]] == [
        ["b", "1.000", "-", "-", "-"],
        ["all", "1.000", "-", "-", "-"],
    ]


def test_a_folder_without_pages_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no page with labels beside it"):
        coverage(tmp_path)
