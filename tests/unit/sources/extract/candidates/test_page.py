"""A page holds every figure whose metric is chosen, at its tokens, with the areas that its text names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.extract.candidates.page import METRICS
from sources.extract.candidates.tokens import AREA, FIGURE, YEAR
from tests.unit.sources.extract.pages import PAGES, REPORT, laid, page


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_every_mention_but_a_drivers_impact_is_a_figure_of_the_page(text: str) -> None:
    of = laid(text)
    wanted = [m for m in of.mentions if m.metric in METRICS]
    assert [f.mention for f in of.page.figures] == sorted(wanted, key=lambda m: (m.char_start, m.char_end))
    assert wanted


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_a_figure_is_at_its_tokens_within_those_of_its_sentence(text: str) -> None:
    of = page(text)
    tokens = of.tokens
    for f in of.figures:
        assert f.first <= f.left < f.right <= f.last
        own = [i for i in range(f.left, f.right) if tokens.classes[i] & FIGURE]
        assert [(tokens.starts[i], tokens.ends[i]) for i in own] == [(f.quantity.start, f.quantity.end)]
        assert f.scene.live[f.number] is f.quantity
        assert of.sentences[f.sentence].end == f.scene.sentence.end
        assert of.parsed.text[f.mention.char_start : f.mention.char_end] == f.mention.surface


def test_figures_years_and_areas_have_their_classes() -> None:
    tokens = page(REPORT).tokens
    shown = {bit: {tokens.text[s:e] for s, e, c in zip(tokens.starts, tokens.ends, tokens.classes, strict=True) if c & bit} for bit in (FIGURE, YEAR, AREA)}  # fmt: skip
    assert shown[FIGURE] == {"12%", "30%", "45%", "20%", "9%", "USD 4.2 billion", "USD 6.1 billion", "6.4%"}
    assert shown[YEAR] == {"2024", "2030"}
    assert shown[AREA] == {"Norway", "Germany", "Japan"}


PAGE = page(REPORT)


@given(st.integers(0, 400), st.integers(0, 400))
def test_areas_between_two_offsets_are_those_that_begin_there(start: int, end: int) -> None:
    assert list(PAGE.areas_between(start, end)) == [m for m in PAGE.areas if start <= m.start < end]


def test_the_areas_named_most_often_are_at_most_three() -> None:
    text = "Crane Report\n\nSpain, Italy, Spain, Japan, Brazil, Italy, Spain and Japan paid USD 3 million in 2024.\n"
    # Spain 3, Italy 2, Japan 2, Brazil 1
    assert [a.name for a in page(text).often_named] == ["Spain", "Italy", "Japan"]
    assert not page(text).names_world
    assert page(text.replace("Brazil", "worldwide")).names_world
