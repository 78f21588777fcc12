"""Names of areas in texts: groups, regions, names that people bear as well, and words for home."""

from __future__ import annotations

import pytest

from sources.extract.facts.home_area import domestic_area
from sources.grammar.areas import area_marks, area_named
from sources.grammar.language import grammar


def _named(text: str) -> list[str]:
    return [mark.area.name for mark in area_marks(text, 0, len(text))]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Exports of Peru grew.", ["Peru"]),
        ("Las exportaciones del Perú crecieron.", ["Peru"]),
        ("쿠바의 설탕과 페루의 커피", ["Cuba", "Peru"]),
        ("Sales in the Euro area and in Iberia fell.", ["Euro area", "Iberia"]),
        ("En la Península Ibérica y en la Eurozona subió.", ["Iberia", "Euro area"]),
        ("Demand in South and Central America rose.", ["South and Central America"]),
        ("Der Absatz in Mittel- und Osteuropa stieg.", ["Central and Eastern Europe"]),
        ("Navarra y Castilla y León sumaron la mitad.", ["Navarra", "Castilla y León"]),
        ("In Lombardia e in Puglia cresce.", ["Lombardia", "Puglia"]),
        ("The EU-28 imported more, the EU27 less.", ["EU-28", "EU"]),
    ],
)
def test_an_area_is_known_by_its_names_in_any_language(text: str, names: list[str]) -> None:
    assert _named(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Jordan said that prices rose.", []),
        ("Michael Jordan and Chad Miller wrote the note.", []),
        ("Occupancy fell in Jordan.", ["Jordan"]),
        ("Thailand, Jordan and India grew.", ["Thailand", "Jordan", "India"]),
        ("Oman and Qatar built most.", ["Oman", "Qatar"]),
        ("Togo, says the author, is small.", []),
    ],
)
def test_a_name_that_people_bear_is_an_area_beside_others_or_behind_a_preposition(text: str, names: list[str]) -> None:
    assert _named(text) == names


def test_a_guarded_name_is_still_known_by_itself() -> None:
    area = area_named("Jordan")
    assert area
    assert area.code == "JOR"


@pytest.mark.parametrize(
    ("language", "text", "code"),
    [
        ("de", "Im Inland wurden 2014 etwas weniger Räder gebaut.", "DEU"),
        ("de", "Hierzulande stieg der Absatz auf 20 Mio. CHF, im Vorjahr 19 Mio. CHF.", "CHE"),  # money says where
        ("it", "Sul mercato interno le vendite salgono del 3%.", "ITA"),
        ("es", "En el mercado interno las ventas suben 3%.", None),  # spoken in twenty countries
        ("es", "En el mercado interno se vendieron 20 millones de pesos mexicanos, antes 18 millones de pesos mexicanos.", "MEX"),
        ("de", "Der Absatz stieg um 3 Prozent.", None),
    ],
)  # fmt: skip
def test_a_word_for_home_speaks_of_the_country_of_the_money_or_of_the_language(
    language: str, text: str, code: str | None
) -> None:
    area = domestic_area(text, grammar(language))
    assert (area.code if area else None) == code
