"""Whose figure a possessive makes it: that of a research house or of shown data, never that of a company whose things are named."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import figures

_HEAD = "Widget Coating Market Report\n\nThe widget coating market was worth USD 4.2 billion in 2025.\n\n"


def _said_by(sentence: str, surface: str) -> str | None:
    return next(m.publisher for m in figures(_HEAD + sentence) if m.surface == surface)


@pytest.mark.parametrize(
    ("sentence", "surface"),
    [
        (
            "Quarrel Hosting and Dunmore agreed to install 45 MW of ovens across Quarrel's regional data centers.",
            "45 MW",
        ),
        ("Dunmore's head count reached 5,200 employees.", "5,200"),
        ("Dunmore's research labs employ 1,300 engineers.", "1,300"),
        ("Orders for 2,700 ovens came with Dunmore's model range.", "2,700"),
    ],
)
def test_a_company_whose_things_a_sentence_names_says_no_figure(sentence: str, surface: str) -> None:
    assert _said_by(sentence, surface) is None


@pytest.mark.parametrize(
    ("sentence", "surface", "name"),
    [
        ("Dunmore's data show a widget coating market of USD 4.4 billion in 2025.", "USD 4.4 billion", "Dunmore"),
        ("Dunmore's report puts the widget coating market at USD 4.1 billion in 2025.", "USD 4.1 billion", "Dunmore"),
        ("The widget coating market reached USD 4.3 billion in 2025 on Alder Research's data.", "USD 4.3 billion", "Alder Research"),
        ("According to Quarrel Hosting, 2,100 ovens were in use in 2024.", "2,100", "Quarrel Hosting"),
    ],
)  # fmt: skip
def test_whoever_is_credited_with_a_figure_says_it(sentence: str, surface: str, name: str) -> None:
    assert _said_by(sentence, surface) == name
