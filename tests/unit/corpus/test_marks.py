"""For how many labelled figures a mark of the page has the year, the period and the area."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from corpus.labels import Label, LabelledText
from corpus.marks import coverage, covered
from corpus.splits import is_kept_aside
from sources.parse import parse

TEXT = "Kite sales in China rose from 2024 to 2031 by 4.3% a year, those of the Chinese rivals to USD 5 million in fiscal 2025.\n"
EMPTY = Label(0, 1, ("volume",), 1.0, None, "", (), (), (), (), (), ("Global",), ())


def page(*labels: dict[str, Any], name: str = "wa001") -> LabelledText:
    asked = tuple(replace(EMPTY, **label) for label in labels)
    return LabelledText(f"corpus/{name}.txt", parse(TEXT.encode()), asked, is_exhaustive=False)


def test_years_ends_and_areas_are_looked_for_among_the_marks() -> None:
    asked, found = covered(
        page(
            {"period_starts": (2024,), "period_ends": (2031,), "areas": ("China",)},
            {"years": (2025, 2026), "areas": ("Asia", "China")},
            {"years": (2019,), "areas": ("Norway",)},
            {},
        )
    )
    assert asked == {"year": 2, "period_start": 1, "period_end": 1, "area": 3}
    assert found == {"year": 1, "period_start": 1, "period_end": 1, "area": 2}


def test_the_table_leaves_pages_out_that_are_kept_aside() -> None:
    names = [f"wb{n:03}" for n in range(1, 12)]
    kept = [name for name in names if is_kept_aside(name)]
    assert kept
    pages = [("b", page({"years": (1900 if name in kept else 2025,)}, name=name)) for name in names]
    assert [line.split() for line in coverage(pages).split("\n")[1:]] == [
        ["b", "1.000", "-", "-", "-"],
        ["all", "1.000", "-", "-", "-"],
    ]
