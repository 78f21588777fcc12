"""What holds of every extraction however the chooser decides: figures are accounted for, spans are slices, the same text reads the same."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sources.extract import extract
from sources.extract.read.rules_reading import read_by_rules
from sources.parse import parse
from sources.records import Mention, Rejection
from tests.unit.sources.extract.pages import GERMAN, LISTED, PAGES, REPORT

_DIGITS = re.compile(r"[0-9]+(?:[.,][0-9]+)*")


def holds(text: str) -> None:
    document = parse(text.encode())
    found = extract(document)
    told: list[Mention | Rejection] = [*found.mentions, *found.rejections]
    for one in told:
        assert document.text[one.char_start : one.char_end] == one.surface
    spans = [(one.char_start, one.char_end) for one in told]
    for number in _DIGITS.finditer(document.text):
        assert any(start < number.end() and number.start() < end for start, end in spans), number.group()
    assert not {(m.char_start, m.char_end) for m in found.mentions} & {
        (r.char_start, r.char_end) for r in found.rejections
    }
    laid = read_by_rules(document)
    if laid.scan.shown is None:  # choosing drops no figure and makes none
        assert [(m.char_start, m.char_end, m.value) for m in found.mentions] == [
            (m.char_start, m.char_end, m.value) for m in laid.mentions
        ]
    claims = {c.claim_id: c for c in found.claims}
    assert {m.claim_id for m in found.mentions} == set(claims)
    for m in found.mentions:
        claim = claims[m.claim_id]
        assert claim.confidence is None or 0 <= claim.confidence <= 1
        assert (m.ref_area == "001") == (m.geography == "Global")
        if m.metric == "other_numeric":
            assert m.segment is None and m.dimension is None
        if m.segment is None:
            assert m.dimension is None
        assert m.unit_per is None or m.metric in ("price", "other_numeric")


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_every_figure_is_a_mention_or_a_rejection_at_its_slice(text: str) -> None:
    holds(text)


SENTENCES = [s for text in (REPORT, LISTED, GERMAN) for s in text.split("\n") if s]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=6), st.sampled_from(["\n", "\n\n"]))
def test_sentences_in_any_order_are_accounted_for(sentences: list[str], between: str) -> None:
    holds("Harbour Crane Market Report\n\n" + between.join(sentences) + "\n")


def test_the_same_text_reads_the_same_twice() -> None:
    document = parse(REPORT.encode())
    assert extract(document) == extract(document)
