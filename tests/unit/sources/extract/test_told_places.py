"""Areas told without a preposition, the region pointed back to, and the home of a page."""

from __future__ import annotations

import pytest

from sources.extract import extract
from sources.parse import parse

_MARKET = "Pumps\n\nThe pump market is worth USD 3 billion. "


def _area(text: str, surface: str) -> str | None:
    return [m for m in extract(parse(text.encode())).mentions if m.surface == surface][-1].geography


@pytest.mark.parametrize(
    ("text", "surface", "area"),
    [
        ("Capacity is about 9.8 million tonnes, 56 % of it Chinese.", "56 %", "China"),
        ("Farms account for 18% of German pump sales.", "18%", "Germany"),
        ("Farms buy 18% of all U.S. pumps.", "18%", "United States"),
        ("China and India, where fields are dry, put Asia Pacific at the top with over 38% of the market.", "38%", "Asia-Pacific"),
        ("Strong building in China made Asia Pacific the largest region with a 38% share.", "38%", "Asia-Pacific"),
        ("With USD 42 million, Chile is the largest market of all.", "USD 42 million", "Chile"),
        ("Asia-Pacific leads with 40%. The region will grow at a CAGR of 6.2% to 2030.", "6.2%", "Asia-Pacific"),
        ("Wall pumps are 71% of units in Europe and 84% in the U.S.", "84%", "United States"),
        ("In western Europe steel pumps cost EUR 285 per unit.", "EUR 285", "Western Europe"),
    ],
)  # fmt: skip
def test_the_words_around_a_figure_tell_its_area(text: str, surface: str, area: str) -> None:
    assert _area(_MARKET + text, surface) == area


@pytest.mark.parametrize(
    ("text", "surface", "area"),
    [
        ("Bombas en América Latina\n\nEl mercado mundial de bombas alcanzó 208 millones de dólares en 2024. La región pasó de 7 millones de dólares en 2023 a 8 millones en 2024.", "7 millones de dólares", "Latin America"),
        ("水泵市场\n\n2024年我国水泵销量约29万台。放眼全球,同年水泵装机量为54.6万台。", "54.6万台", "Global"),
    ],
)  # fmt: skip
def test_the_region_is_the_one_named_last_and_a_view_of_the_world_is_global(text: str, surface: str, area: str) -> None:
    assert _area(text, surface) == area


@pytest.mark.parametrize(
    "text",
    [
        "The market for pumps hit USD 3 billion in 2024, says the German consultancy Holt.",
        "According to Japanese research firm Ito, the pump market reached USD 3 billion in 2024.",
        "Danish maker Grund expects the pump market to reach USD 3 billion in 2026.",
    ],
)
def test_where_a_house_sits_is_not_where_the_market_is(text: str) -> None:
    assert _area(f"Pump Watch\n\n{text}", "USD 3 billion") == "Global"


@pytest.mark.parametrize(
    ("text", "surface", "area"),
    [
        ("Bombas\n\nAs vendas de bombas cresceram 4,7% em 2024, segundo o IBGE.", "4,7%", "Brazil"),
        ("Pompe\n\nNel 2024 le vendite di pompe sono aumentate del 2,1%, secondo i dati Istat.", "2,1%", "Italy"),
        ("Pumps\n\nUK pump sales reached GBP 3 billion in 2024. Imports, mainly from Poland, made up 25% of volume.", "25%", "United Kingdom"),
        ("Pumps\n\nPump sales of 62 million were down 1.3% in 2024. Hall leads with 26%.\n\nThe U.S. pump market grew 5.6% in 2024. Hall leads the U.S. pump market.", "1.3%", "Global"),
    ],
)  # fmt: skip
def test_the_home_of_a_page(text: str, surface: str, area: str) -> None:
    assert _area(text, surface) == area
