"""What the model sees of a document: marks, and the lines that are carried to a figure."""

from __future__ import annotations

import pytest
from tokenizers import Tokenizer

from sources.extract.scan.scan import scan
from sources.extract.window.sight import AROUND, Role
from sources.extract.window.view import MarkKind, View, view_of
from sources.parse import parse
from tests.unit.sources.extract.window.vocabulary import letters

_TABLE = """# Valve market in Chile

{filler}

All figures in USD million.

| Segment | 2024 | 2030 |
|---|---|---|
| Ball valves | 120.5 | 180.2 |
| Gate valves | 80.1 | 99.9 |
"""


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return letters()


def _seen(view: View, text: str, figure: int, role: Role) -> str:
    sight = view.sights[figure]
    own = sight.pieces[sight.roles == role]
    return "".join(text[view.pieces.starts[p] : view.pieces.ends[p]] for p in own).replace(" ", "")


def test_title_header_row_label_and_unit_line_are_carried_to_a_cell_from_far_above(tokenizer: Tokenizer) -> None:
    filler = "Words about nothing in particular fill the page. " * (2 * AROUND // 20)
    scanned = scan(parse(_TABLE.format(filler=filler).encode(), "x.md"))
    view = view_of(scanned, (), tokenizer)
    text = scanned.parsed.text
    (cell,) = (i for i, f in enumerate(scanned.figures) if text[f.start : f.end] == "99.9")
    seen = view.sights[cell]
    words = "".join(text[view.pieces.starts[p] : view.pieces.ends[p]] for p in seen.pieces)
    assert "Valve" in words.replace(" ", "")
    assert {Role.around, Role.heading} <= {Role(r) for r in seen.roles.tolist()}
    assert text[view.pieces.starts[seen.pieces[seen.figure.start]] :].startswith("99.9")


def test_years_and_areas_are_marked_where_they_begin(tokenizer: Tokenizer) -> None:
    scanned = scan(parse(b"Sales in Chile were USD 5 million in 2024."))
    view = view_of(scanned, (), tokenizer)
    text = scanned.parsed.text
    marked = {
        MarkKind(kind).name: text[view.pieces.starts[p] : view.pieces.ends[p]]
        for p, kind in enumerate(view.kinds.tolist())
        if kind in (MarkKind.time, MarkKind.area)
    }
    assert marked == {"area": "C", "time": "2"}
    assert [mark.start for mark in view.times.values()] == [text.index("2024")]
