"""How a text prints its numbers: what its own figures show, and what they leave to its language."""

from __future__ import annotations

import pytest

from sources.extract.scan.numbers.number_style import number_styles
from sources.grammar.language import grammar
from tests.unit.sources.extract.reading import figures


@pytest.mark.parametrize(
    ("language", "text", "decimal", "grouping"),
    [
        # The point is a decimal mark before "%", so the comma before three digits groups.
        ("es", "Se exportaron US$ 1,384 millones de quinua, 17.3% más que en 2021.", ".", ","),
        ("pt", "O setor somou US$ 2,450 milhões, alta de 8.5%.", ".", ","),
        ("it", "Il comparto vale 1,250 milioni di dollari, il 6.4% in più.", ".", ","),
        # Nothing shows a decimal mark, and groups of "000" are no decimals.
        ("es", "China gastó US$ 51,000 millones y Japón US$ 24,000 millones.", ".", ","),
        # French print groups with blanks; with decimal commas a point can only group.
        ("fr", "Le parc compte 126.189 unités, soit +8,58 %.", ",", "."),
        ("en", "Ground sources stay at 100 000 units and air sources at 257 994 units, 11.5% more.", ".", " "),
        # The language decides: its own style, a mixture, or too little to go by.
        ("es", "Se vendieron 3.384 millones de litros, un 12,5% más.", ",", "."),
        ("es", "Creció 4,5 % y 1,384 puntos frente a 17.3% del año anterior.", ",", "."),
        ("es", "La cuota fue de 12,345 puntos.", ",", "."),
        ("de", "Kapitel 2.1 nennt 1,234 Punkte.", ",", "."),  # a chapter number shows no decimal mark
        ("en", "It sold 1 234 units.", ".", ","),
        ("fr", "Un total de 1 250 tonnes, +3,5 %.", ",", " "),
    ],
)  # fmt: skip
def test_the_figures_of_a_text_show_its_decimal_and_its_grouping_mark(
    language: str, text: str, decimal: str, grouping: str
) -> None:
    found = number_styles(text, (), grammar(language)).of_document
    assert (found.decimal, found.grouping) == (decimal, grouping)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (
            "Las ventas de café molido llegaron en 2022 a US$ 1,384 millones, un 17.3% más que en el año anterior, y las de cacao a US$ 2,739 millones.",
            [1_384_000_000, 2_739_000_000],
        ),
        (
            "Les concessionnaires du pays ont vendu 143.967 tracteurs en 2021, soit 10,16 % de plus que dans l'année 2020.",
            [143_967],
        ),
    ],
)
def test_figures_are_read_in_the_style_of_their_text(text: str, values: list[int]) -> None:
    assert [int(m.value) for m in figures(text) if m.unit != "percent"] == values
