"""Numbers of contact blocks and of product codes are no figures; the same digits beside a counted noun are."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import figures, read

_HEAD = "Widget Coating Market Report\n\nThe widget coating market was worth USD 4.2 billion in 2025.\n\n"


def _rules(text: str) -> dict[str, str]:
    return {r.surface: r.rule for r in read(_HEAD + text).rejections}


@pytest.mark.parametrize(
    ("line", "number", "rule"),
    [
        ("Add: 410 Elm Avenue Suite 12 Springfield IL 62704 United States", "62704", "postal_address"),
        ("Suite 410, 1200 Elm Avenue, Springfield, IL 62704, United States", "1200", "postal_address"),
        ("Contact: Harbour Street 44, 10115 Berlin, Germany", "10115", "postal_address"),
        ("Orchid Data, 4 Mill Road, Pune 411045, Maharashtra, India", "411045", "postal_address"),
        ("Pune 411045, Maharashtra, India", "411045", "postal_address"),
        ("12 rue des Lilas, 75011 Paris, France", "75011", "postal_address"),
        ("Avenida Central 1550, 01310-100 São Paulo, Brasil", "1550", "postal_address"),
        ("Lindenallee 7\n20095 Hamburg", "20095", "postal_address"),
        ("P.O. Box 88412, Dubai, United Arab Emirates", "88412", "postal_address"),
        ("Orchid Data, Postfach 7714, Zürich", "7714", "postal_address"),
        ("〒104-0061 東京都中央区", "0061", "postal_address"),
        ("Tel: +49 30 1234567", "1234567", "phone"),
        ("Reach us on (212) 555 0199", "0199", "phone"),
        ("Fax 044 2231 9987", "2231", "phone"),
    ],
)
def test_a_number_of_an_address_or_a_telephone_is_set_aside_by_name(line: str, number: str, rule: str) -> None:
    assert _rules(line)[number] == rule


@pytest.mark.parametrize(
    ("sentence", "surface"),
    [
        ("Makers shipped 45000 pumps in 2024.", "45000"),
        ("In India 411045 Units were sold near Wall Street.", "411045 Units"),
        ("Germany sold 80331 Motors in 2024.", "80331"),
        ("The 500 MW Plant at 12 Harbour Road opened.", "500 MW"),
    ],
)
def test_a_counted_number_beside_places_and_streets_stays_a_figure(sentence: str, surface: str) -> None:
    assert surface in {m.surface for m in figures(_HEAD + sentence)}


@pytest.mark.parametrize(
    "code", ["MX720X", "A100X", "RTX 4090x", "Xeon 8490X", "K-80x", "GX9-450X"], ids=lambda code: code.replace(" ", "_")
)
def test_an_x_that_closes_a_product_code_multiplies_nothing(code: str) -> None:
    found = figures(f"{_HEAD}Orders for the {code} board rose.")
    assert [m.surface for m in found if m.unit == "times"] == []


@pytest.mark.parametrize("surface", ["5x", "3X", "1.5x", "100x", "300x"])
def test_a_multiplier_stays_one(surface: str) -> None:
    found = figures(f"{_HEAD}The Alder board ran {surface} faster than its rival.")
    assert [m.surface for m in found if m.unit == "times"] == [surface]
