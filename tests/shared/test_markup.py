"""Every labelled figure in every kind of markup: the same claims as in plain text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sources.extract import extract
from sources.parse import parse
from tests.markups import KINDS, QUOTATIONS, SPACED_KINDS, marked, quoted
from tests.shared.conftest import SHARED

TEXTS = [
    (label, next((SHARED / folder).glob(f"{label.stem}*.txt")))
    for labels, folder in (("gold/seeds", "seeds"), ("gold/dev", "gold/dev"))
    for label in sorted((SHARED / labels).glob("*.json"))
]
_CLAIM = "metric value value_high unit unit_per comparator year period_start period_end status market dimension segment ref_area"


def _claims(text: str) -> list[tuple[Any, ...]]:
    parsed = parse(text.encode())
    found = extract(parsed).mentions
    assert all(parsed.text[m.char_start : m.char_end] == m.surface for m in found)
    return [tuple(getattr(m, name) for name in _CLAIM.split()) for m in found]


@pytest.mark.parametrize("number", range(len(TEXTS)), ids=[label.stem for label, _ in TEXTS])
def test_a_labelled_figure_gives_the_same_claims_in_every_kind_of_markup(number: int) -> None:
    """The kinds are dealt out: each is tried on every fourth text."""
    label, path = TEXTS[number]
    text = path.read_text(encoding="utf-8")
    labels = json.loads(label.read_text(encoding="utf-8"))
    spans = {(c["offset"], c["offset"] + len(c["surface"])) for c in labels["claims"]}
    assert spans
    plain = _claims(text)
    apart = {(start, end) for start, end in spans if not text[start - 1].isdigit()}
    ways = [
        *((name, marked(text, spans, kind)) for name, kind in KINDS.items()),
        *((name, marked(text, apart, kind)) for name, kind in SPACED_KINDS.items()),
        *((mark, quoted(text, mark)) for mark in QUOTATIONS),
    ]
    assert [name for name, written in ways[number % 4 :: 4] if _claims(written) != plain] == []
