"""Years that a sentence prints at another figure, and years told by "last year": which figure they date."""

from __future__ import annotations

import pytest

from sources.extract import extract
from sources.parse import parse


def _read(text: str, surface: str) -> tuple[int | None, str]:
    mention = [m for m in extract(parse(text.encode())).mentions if m.surface == surface][-1]
    return mention.year, mention.status


@pytest.mark.parametrize(
    ("text", "surface", "year"),
    [
        ("Pump sales climbed 6.4% to USD 2.3 billion in 2024.", "6.4%", 2024),
        ("Der Umsatz mit Pumpen stieg um 6,4 Prozent auf 2,3 Milliarden Euro im Jahr 2024.", "6,4 Prozent", 2024),
        ("Las ventas de bombas subieron un 1,9% hasta los 2.736 millones de euros en 2024.", "1,9%", 2024),
        ("Les ventes de pompes ont progressé de 3,2 % à 2,7 milliards d'euros en 2024.", "3,2 %", 2024),
        ("Le vendite di pompe sono aumentate del 3,2% a 2,7 miliardi di euro nel 2024.", "3,2%", 2024),
        ("As vendas de bombas cresceram 3,2% para R$ 2,7 bilhões em 2024.", "3,2%", 2024),
    ],
)
def test_growth_has_the_year_of_the_value_it_led_to(text: str, surface: str, year: int) -> None:
    assert _read(text, surface)[0] == year


@pytest.mark.parametrize(
    ("text", "surface", "year"),
    [
        ("In 2023, pump sales grew by 5.2% compared to 2022, reaching USD 187 million.", "USD 187 million", 2023),
        ("En 2023 las ventas de bombas crecieron un 5,2% respecto a 2022 y sumaron 187 millones de euros.", "187 millones de euros", 2023),
        ("Im Jahr 2023 stieg der Umsatz mit Pumpen gegenüber 2022 um 5,2 Prozent und erreichte 187 Millionen Euro.", "187 Millionen Euro", 2023),
        ("Em 2023 as vendas de bombas cresceram 5,2% em relação a 2022 e somaram R$ 187 milhões.", "R$ 187 milhões", 2023),
        ("The pump market was worth USD 1.2 billion, against USD 1.1 billion in 2023.", "USD 1.2 billion", 2024),
        ("Sales of pumps went from 742 million euros in 2023 to 706 million euros.", "706 million euros", 2024),
        ("Pump revenue rose 4% on 2023 to USD 3.1 billion.", "USD 3.1 billion", 2024),
        ("The pump market was worth USD 1.8bn in 2023, 8.5% above 2022.", "8.5%", 2023),
        ("2024年我国水泵销量约29万台;市场规模由2023年的742亿元回落至706亿元,降幅4.9%。", "706亿元", 2024),
        ("2024年我国水泵销量约29万台;市场规模由2023年的742亿元回落至706亿元,降幅4.9%。", "4.9%", 2024),
    ],
)  # fmt: skip
def test_a_year_that_something_is_compared_with_dates_no_value(text: str, surface: str, year: int) -> None:
    assert _read(text, surface)[0] == year


@pytest.mark.parametrize(
    "text",
    [
        "The pump market was worth USD 1.2 billion, against USD 0.3 billion in 2023.",
        "Pumps\n\n4 March 2025\n\nThe pump market was worth USD 1.2 billion, against USD 1.1 billion in 2019.",
    ],
)
def test_a_value_far_off_tells_no_year_of_the_one_before_it(text: str) -> None:
    assert _read(text, "USD 1.2 billion")[0] is None


@pytest.mark.parametrize(
    ("text", "surface", "year", "status"),
    [
        ("Pumps\n\n4 March 2025\n\nPump sales fell 4% last year to USD 3 billion.", "USD 3 billion", 2024, "historical"),
        ("Pumpen\n\n4. März 2025\n\nDie Pumpenbranche erzielte im vergangenen Jahr einen Umsatz von 320 Millionen Euro.", "320 Millionen Euro", 2024, "historical"),
        ("Bombas\n\n22/09/2025\n\nO mercado de bombas deve faturar R$ 74 bilhões em 2025, ante R$ 71 bilhões do ano passado.", "R$ 71 bilhões", 2024, "historical"),
        ("ポンプ市場\n\n2025年3月4日\n\n昨年の国内ポンプ市場規模は320億円だった。", "320億円", 2024, "historical"),
        ("水泵市场\n\n2025年3月4日\n\n去年我国水泵市场规模达320亿元。", "320亿元", 2024, "historical"),
        ("펌프 시장\n\n2025년 3월 4일\n\n지난해 국내 펌프 시장 규모는 3200억 원을 기록했다.", "3200억 원", 2024, "historical"),
        ("Bombas\n\n4 de marzo de 2025\n\nEl mercado de bombas rondará los 340 millones de euros este año.", "340 millones de euros", 2025, "forecast"),
        ("Pumps\n\nRail pumps are a niche thought to be worth USD 1.6 billion by 2028 in the pump market.", "USD 1.6 billion", 2028, "forecast"),
    ],
)  # fmt: skip
def test_last_year_and_this_year_date_the_figures_of_their_clause(
    text: str, surface: str, year: int, status: str
) -> None:
    assert _read(text, surface) == (year, status)


@pytest.mark.parametrize(
    ("text", "surface", "year"),
    [
        ("The pump market reached USD 12.7 billion in 2024 (down 1.6%), and in 2026 it should add 3%.", "1.6%", 2024),
        ("Las bombas de agua avanzan un 12,4% anual hasta 2029, aunque las de gas todavía se llevan el 46%.", "46%", None),
    ],
)  # fmt: skip
def test_a_year_of_the_next_statement_dates_nothing_before_it(text: str, surface: str, year: int | None) -> None:
    document = f"Bombas\n\nEl mercado de bombas crece.\n\n{text}" if "bombas" in text else text
    assert _read(document, surface)[0] == year
