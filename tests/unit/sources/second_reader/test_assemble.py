"""Verified answers at their places in the source, whatever markup the document has."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sources.parse import parse
from sources.second_reader.answer import Choice
from sources.second_reader.assemble import assemble
from sources.second_reader.page import page_of
from sources.second_reader.questions import questions
from sources.second_reader.verify import verify


@pytest.mark.parametrize(
    "text",
    [
        "<p>The <b>kite</b> market was worth <i>USD</i> <b>4.2</b> billion in 2025.</p>",
        "The **kite** market was worth **USD 4.2** billion in 2025.",
        "The kite market was worth USD ４.２ billion in ２０２５.",
        "\u3000The kite market was worth &#85;SD 4.2 billion in 2025 &amp; more.",
    ],
)
def test_spans_are_those_of_the_source_whatever_the_print(text: str) -> None:
    parsed = parse(text.encode())
    found = page_of(parsed)
    (asked,) = questions(found)
    left = assemble(
        found, [verify(found, asked, [Choice(figure=1, metric="market_size", year="2025"), Choice(figure=88)])]
    )

    (m,) = left.mentions
    assert parsed.text[m.char_start : m.char_end] == m.surface
    assert (m.value, m.year) == (Decimal("4200000000"), 2025)
    assert left.without_market == {(m.char_start, m.char_end)}
    assert all(parsed.text[r.char_start : r.char_end] == r.surface for r in left.refusals)
