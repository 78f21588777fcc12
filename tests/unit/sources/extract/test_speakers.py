"""A figure belongs to whoever the text credits it to, and to nobody where the text credits nobody."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import figures

HEAD = "Harbour Crane Market\n\n"


@pytest.mark.parametrize(
    ("text", "speakers"),
    [
        ("According to Brammer Insights, the market was worth USD 5 billion in 2024.", ["Brammer Insights"]),
        ("The market was worth USD 5 billion in 2024, according to Brammer Insights.", ["Brammer Insights"]),
        ("Halden Ridge Research puts the market at USD 4 billion in 2024.", ["Halden Ridge Research"]),
        ("Halden Ridge Research puts the market at USD 4 billion in 2024. It expects USD 6 billion by 2030.", ["Halden Ridge Research"] * 2),
        ("Halden Ridge's estimate for the market is USD 4 billion in 2024.", ["Halden Ridge"]),
        ("Ida Bohm, senior analyst at Tallow Data, expects the market to hit USD 4 billion.", ["Tallow Data"]),
        ("A study by Tallow Data values the market at USD 4 billion; Brammer Insights puts it at USD 6 billion.", ["Tallow Data", "Brammer Insights"]),
        ("The market was worth USD 5 billion in 2024.", [None]),
        ("In Asia the market was worth USD 5 billion in 2024.", [None]),
        ("Analysts expect the market to reach USD 5 billion.", [None]),
    ],
)  # fmt: skip
def test_the_name_that_a_sentence_credits_is_the_figures_publisher(text: str, speakers: list[str | None]) -> None:
    assert [m.publisher for m in figures(HEAD + text)] == speakers


def test_a_new_paragraph_forgets_who_was_quoted() -> None:
    text = "Brammer Insights puts the market at USD 5 billion in 2024.\n\nThe market is set to grow at a CAGR of 6%."
    assert [m.publisher for m in figures(HEAD + text)] == ["Brammer Insights", None]
