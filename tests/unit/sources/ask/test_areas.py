"""The area that a choice names: words for home mean the country of the text."""

from __future__ import annotations

import pytest

from tests.second_pages import mention, question


@pytest.mark.parametrize(
    ("text", "area", "code"),
    [
        ("Der Markt ist hierzulande 61 Mrd. Euro groß, Stand 2024.", "hierzulande", "DEU"),
        ("Le marché pèse 61 milliards d'euros dans notre pays en 2024.", "notre pays", "FRA"),
        ("Nel nostro Paese il mercato vale 61 miliardi di euro nel 2024.", "nostro Paese", "ITA"),
        ("国内市場規模は2024年に61億円だった。", "国内", "JPN"),
    ],
)
def test_words_for_home_name_the_country_of_the_text(text: str, area: str, code: str) -> None:
    _, asked = question(text)

    assert mention(asked.figures[0].surface, text, metric="market_size", year="2024", area=area).ref_area == code
