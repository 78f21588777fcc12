"""The sign of growth: words of a fall that belong to the figure make it negative."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.second_pages import mention


def test_words_of_a_fall_beside_the_figure_make_it_negative() -> None:
    assert mention("3.2%", metric="growth_rate", year="2024", fall_words="fell").value == Decimal("-3.2")


@pytest.mark.parametrize(
    ("text", "words", "fall"),
    [
        ("Sales went down in 2024: 12% fewer kites were sold than in 2023.", "12%", "fewer"),
        ("Der Absatz von Drachen bricht im Jahr 2024 um 9 Prozent ein. Die Preise sind stabil.", "9 Prozent", "bricht"),
        ("2024年の凧の出荷台数は前年比7%減となった。市場規模は100億円だった。", "7%", "減"),
        ("2024年风筝销量同比减少7%。市场规模为100亿元。", "7%", "减少"),
    ],
)
def test_words_of_a_fall_are_known_in_the_languages_own_lists(text: str, words: str, fall: str) -> None:
    assert mention(words, text, metric="growth_rate", year="2024", fall_words=fall).value < 0
