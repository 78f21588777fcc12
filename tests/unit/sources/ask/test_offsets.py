"""Verified answers at their places in the source, whatever markup the document has."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.second_pages import answered, question


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
    found, asked = question(text)
    left = answered(found, asked, [{"figure": 1, "metric": "market_size", "year": "2025"}, {"figure": 88}])
    source = found.scan.source.text

    (m,) = left.mentions
    assert source[m.char_start : m.char_end] == m.surface
    assert (m.value, m.year) == (Decimal("4200000000"), 2025)
    assert left.silent == {(m.char_start, m.char_end)}
    assert [source[r.char_start : r.char_end] for r in left.refusals] == [""]
