"""Money named without its country: the document's area decides where nothing points abroad."""

from __future__ import annotations

import pytest

from sources.extract.scan.units.local_money import LOCAL_DOLLAR, local_money
from sources.grammar.areas import area_with_code
from sources.grammar.language import grammar
from tests.unit.sources.extract.reading import read


@pytest.mark.parametrize(
    ("code", "text", "dollar"),
    [
        ("AUS", "Wool growers of Australia sold $3.1 billion of fleece.", "AUD"),
        ("CAN", "Maple syrup made in Canada brought $780 million.", "CAD"),
        ("AUS", "Australia sold wool for $3.1 billion, or US$2.1 billion.", None),  # another dollar is printed
        (
            "AUS",
            "The Australia wool market was worth $3.1 billion and grows at a CAGR of 4%.",
            None,
        ),  # a research house
        ("AUS", "Australia sold 3 million fleeces.", None),
        ("DEU", "Germany sold $3.1 billion of wool.", None),
    ],
)
def test_a_bare_dollar_is_the_countrys_own_where_nothing_points_abroad(
    code: str, text: str, dollar: str | None
) -> None:
    area = area_with_code(code)
    assert area
    found = local_money(text, area, grammar("en"))
    assert found.words.get("$") == dollar
    assert [(f.name, f.value) for f in found.facts] == ([(LOCAL_DOLLAR, dollar)] if dollar else [])


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        (
            "Wool in Australia\n\nFarms in Australia sold wool for $3.1 billion in 2019. The market for wool in Australia fell to $2.9 billion in 2020.",
            {"AUD"},
        ),
        (
            "Las panaderías de México crecen\n\nEl mercado del pan en México alcanzó 386.9 mil millones de pesos en 2023 y 401.2 mil millones de pesos en 2024.",
            {"MXN"},
        ),
        (
            "El pan de Chile\n\nEl mercado del pan en Chile alcanzó 386 millones de pesos en 2023; en Chile se espera que llegue a 401 millones de pesos en 2024.",
            {"CLP"},
        ),
        (
            "Tea in Kenya\n\nThe tea market of Kenya was worth 125.2 billion shillings in 2015. In Kenya it reached 131 billion shillings in 2016.",
            {"KES"},
        ),
    ],
)
def test_a_currency_word_of_several_countries_is_that_of_the_documents_country(text: str, unit: set[str]) -> None:
    assert {m.unit for m in read(text).mentions} == unit


@pytest.mark.parametrize(
    "text",
    [
        "Le mobile a rapporté 17 milliards de francs CFA aux opérateurs en 2015.",
        "Le marché du mobile pesait 17 milliards de F CFA en 2015.",
        "Le marché du mobile pesait 17 milliards de FCFA en 2015.",
    ],
)
def test_the_cfa_franc_is_no_swiss_franc(text: str) -> None:
    assert {m.unit for m in read(text).mentions} == {"XOF"}
