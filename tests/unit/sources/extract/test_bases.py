"""On which basis a text counts money: which words say so, and of which figures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sources.extract import extract
from sources.records import Extraction
from tests.unit.sources.extract.reading import parsed

TITLE = "Garden Shear Market\n\n"
UNTOLD = ("-", "-")


def told(text: str) -> dict[str, tuple[str, str]]:
    """Figure as printed → level of the trade and price basis, "-" where nothing is told of it."""
    found = extract(parsed(text))
    return {mention.surface: _of(found, mention.char_start) for mention in found.mentions}


def _of(found: Extraction, start: int) -> tuple[str, str]:
    own = {}
    for reach in ("document", "table", "figure"):
        for basis in found.bases:
            if basis.reach == reach and basis.figure_start in (None, start):
                year = f"-{basis.base_year}" if basis.base_year else ""
                own[basis.tells] = basis.basis + year
    return own.get("value", "-"), own.get("price", "-")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        # -- levels of the trade
        ("The global garden shear market was worth USD 60 billion in 2025 at retail selling prices.", {"USD 60 billion": ("retail", "-")}),
        ("At retail prices, the global garden shear market reached USD 60 billion in 2025.", {"USD 60 billion": ("retail", "-")}),
        ("Retail value sales of garden shears reached USD 60 billion in 2025.", {"USD 60 billion": ("retail", "-")}),
        ("Retail sales of garden shears came to USD 60 billion in 2025.", {"USD 60 billion": ("retail", "-")}),
        ("The garden shear market was valued at USD 60 billion (RSP) in 2025.", {"USD 60 billion": ("retail", "-")}),
        ("In 2025 the garden shear market stood at USD 60 billion in consumer prices.", {"USD 60 billion": ("retail", "-")}),
        ("The garden shear market was worth USD 42 billion in 2025 at manufacturers' selling prices.", {"USD 42 billion": ("manufacturer", "-")}),
        ("Manufacturer revenue in the garden shear market was USD 42 billion in 2025.", {"USD 42 billion": ("manufacturer", "-")}),
        ("The garden shear market was worth USD 42 billion in 2025, measured at ex-factory prices.", {"USD 42 billion": ("manufacturer", "-")}),
        ("The garden shear market was worth USD 42 billion at the manufacturer level in 2025.", UNTOLD),
        ("Valued at producer prices, the garden shear market was worth USD 42 billion in 2025.", {"USD 42 billion": ("manufacturer", "-")}),
        ("The garden shear market was worth USD 45 billion at wholesale prices in 2025.", {"USD 45 billion": ("wholesale", "-")}),
        ("End-user spending on garden shears totalled USD 58 billion in 2025.", {"USD 58 billion": ("spending", "-")}),
        ("Garden shears took USD 58 billion in consumer spending in 2025.", {"USD 58 billion": ("spending", "-")}),
        ("The value of factory shipments in the garden shear market was USD 40 billion in 2025.", {"USD 40 billion": ("shipments", "-")}),
        ("The online garden shear market had a gross merchandise value of USD 9 billion in 2025.", {"USD 9 billion": ("gross_merchandise", "-")}),
        ("The garden shear market was worth USD 60 billion at retail in 2025.", {"USD 60 billion": ("retail", "-")}),
        ("Platforms for garden shears recorded gross bookings of USD 9 billion in 2025.", {"USD 9 billion": ("gross_merchandise", "-")}),
        # -- words of the trade that tell no level
        ("The garden shear market was worth USD 42 billion at retail stores in 2025.", UNTOLD),
        ("The manufacturer's revenue rose to USD 2 billion in 2025, and the garden shear market hit USD 42 billion.", UNTOLD),
        ("Revenue of the garden shear market was USD 42 billion in 2025.", UNTOLD),
        ("Sales in the garden shear market amounted to USD 42 billion in 2025.", UNTOLD),
        ("Vendor revenue in the garden shear market was USD 42 billion in 2025.", UNTOLD),
        ("The garden shear market was worth USD 42 billion in 2025, driven by consumer spending in cities.", UNTOLD),
        ("Rising household spending on gardens lifted the garden shear market to USD 42 billion in 2025.", UNTOLD),
        ("The garden shear market was worth USD 42 billion in 2025 as retail sales channels widened.", UNTOLD),
        ("The garden shear market was worth USD 42 billion in 2025, not at retail prices.", UNTOLD),
        ("The garden shear market was worth USD 42 billion in 2025 at factory rather than at retail prices.", UNTOLD),
        ("The garden shear market, excluding gross merchandise value of platforms, was USD 42 billion in 2025.", UNTOLD),
        # -- money of which years
        ("The garden shear market was worth USD 100 billion in 2025 in constant 2015 dollars.", {"USD 100 billion": ("-", "constant-2015")}),
        ("In constant 2015 US dollars, the garden shear market was worth USD 100 billion in 2025.", {"USD 100 billion": ("-", "constant-2015")}),
        ("The garden shear market was worth USD 100 billion in 2025 (2015 prices).", {"USD 100 billion": ("-", "constant-2015")}),
        ("The garden shear market was worth USD 100 billion in 2025, at 2015 prices.", {"USD 100 billion": ("-", "constant-2015")}),
        ("The garden shear market was worth USD 100 billion in 2025, expressed in 2015 dollars.", {"USD 100 billion": ("-", "constant-2015")}),
        ("The garden shear market was worth USD 100 billion in 2025 at constant prices (2015 = 100).", {"USD 100 billion": ("-", "constant-2015")}),
        ("The garden shear market was worth USD 100 billion in 2025 at constant prices.", {"USD 100 billion": ("-", "constant")}),
        ("The garden shear market was worth an inflation-adjusted USD 100 billion in 2025.", {"USD 100 billion": ("-", "constant")}),
        ("The garden shear market was worth USD 100 billion in 2025 in real terms.", {"USD 100 billion": ("-", "constant")}),
        ("The garden shear market was worth USD 134 billion in 2025 at current prices.", {"USD 134 billion": ("-", "current")}),
        ("The garden shear market was worth USD 134 billion in 2025 in nominal terms.", {"USD 134 billion": ("-", "current")}),
        ("The garden shear market was worth USD 134 billion in 2025, not adjusted for inflation.", {"USD 134 billion": ("-", "current")}),
        ("The garden shear market was worth USD 134 billion in 2025, not adjusted for retail price inflation.", UNTOLD),
        ("The garden shear market was worth USD 134 billion in 2025, and at constant currency it grew 4%.", UNTOLD),
        ("The garden shear market was worth USD 134 billion in 2025. In 2015 prices fell for a while.", UNTOLD),
        ("In 2015 prices of garden shears fell, and the market was worth USD 134 billion.", UNTOLD),
        ("The garden shear market was worth USD 134 billion in 2025 and keeps a nominal stock of spares.", UNTOLD),
        # -- of which figures
        (
            "The garden shear market was worth USD 60 billion in 2025 at retail prices, while manufacturer revenue was USD 42 billion.",
            {"USD 60 billion": ("retail", "-"), "USD 42 billion": ("manufacturer", "-")},
        ),
        (
            "The garden shear market was worth USD 60 billion at retail prices and USD 42 billion at manufacturers' prices in 2025.",
            {"USD 60 billion": ("retail", "-"), "USD 42 billion": ("manufacturer", "-")},
        ),
        (
            "The garden shear market is expected to grow from USD 100 billion in 2025 to USD 120 billion by 2030 in constant 2015 dollars.",
            {"USD 100 billion": ("-", "constant-2015"), "USD 120 billion": ("-", "constant-2015")},
        ),
        (
            "The garden shear market was worth USD 50 billion in 2025, and growth at constant prices of 3% a year is expected to 2030.",
            {"USD 50 billion": UNTOLD, "3%": ("-", "constant")},
        ),
        (
            "The garden shear market, worth USD 50 billion in 2025, will grow at a CAGR of 3% in real terms from 2025 to 2030.",
            {"USD 50 billion": UNTOLD, "3%": ("-", "constant")},
        ),
        ("The garden shear market was worth USD 50 billion in 2025, with real growth of 3% a year to 2030.", {"USD 50 billion": UNTOLD, "3%": ("-", "constant")}),
        (
            "The garden shear market is put at USD 190 billion (in real 2023 dollars) in 2025 and USD 230 billion by 2030.",
            {"USD 190 billion": ("-", "constant-2023"), "USD 230 billion": ("-", "constant-2023")},
        ),
        (
            "The garden shear market was worth USD 134 billion in 2025 (USD 100 billion in constant 2015 dollars).",
            {"USD 134 billion": UNTOLD, "USD 100 billion": ("-", "constant-2015")},
        ),
        ("The garden shear market was worth USD 42 billion in 2025. Garden gloves sell at retail prices.", UNTOLD),
        # -- statements of every figure
        ("The garden shear market was worth USD 60 billion in 2025. All values are at retail selling prices.", {"USD 60 billion": ("retail", "-")}),
        ("The garden shear market was worth USD 100 billion in 2025. All figures in this report are expressed in constant 2015 US dollars.", {"USD 100 billion": ("-", "constant-2015")}),
        ("The garden shear market was worth USD 42 billion in 2025.\n\nNote: manufacturers' selling prices.", {"USD 42 billion": ("manufacturer", "-")}),
        ("The garden shear market was worth USD 42 billion in 2025.\n\n1 Manufacturers' revenue, without fitting.", {"USD 42 billion": ("manufacturer", "-")}),
        ("The garden shear market was worth USD 42 billion in 2025. Market size is measured at ex-factory prices.", {"USD 42 billion": ("manufacturer", "-")}),
        ("The garden shear market was worth USD 42 billion in 2025. Values are not at retail prices.", UNTOLD),
        (
            "The garden shear market was worth USD 42 billion in 2025. Values are at retail prices. Values are at manufacturers' prices.",
            UNTOLD,
        ),
        (
            "The garden shear market was worth USD 60 billion in 2025. At wholesale prices, the market reached USD 45 billion in 2025. Values are at retail prices.",
            {"USD 60 billion": ("retail", "-"), "USD 45 billion": ("wholesale", "-")},
        ),
    ],
)  # fmt: skip
def test_english_words_tell_a_basis_of_the_figures_they_speak_of(
    sentence: str, expected: dict[str, tuple[str, str]] | tuple[str, str]
) -> None:
    found = told(TITLE + sentence + "\n")
    assert found, "the sentence has no figure at all"
    assert (
        set(found.values()) == {UNTOLD} if isinstance(expected, tuple) else {k: found[k] for k in expected} == expected
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Markt für Gartenscheren\n\nDer globale Markt für Gartenscheren hatte 2025 zu Endverbraucherpreisen ein Volumen von 60 Milliarden US-Dollar.\n", ("retail", "-")),
        ("Markt für Gartenscheren\n\nDer globale Markt für Gartenscheren erreichte 2025 einen Wert von 42 Milliarden US-Dollar zu Herstellerabgabepreisen.\n", ("manufacturer", "-")),
        ("Markt für Gartenscheren\n\nDer globale Markt für Gartenscheren erreichte 2025 in Preisen von 2015 einen Wert von 100 Milliarden US-Dollar.\n", ("-", "constant-2015")),
        ("Markt für Gartenscheren\n\nDer globale Markt für Gartenscheren erreichte 2025 einen Wert von 134 Milliarden US-Dollar, nicht zu konstanten Preisen.\n", UNTOLD),
        ("Markt für Gartenscheren\n\nDer globale Markt für Gartenscheren erreichte 2025 einen Wert von 42 Milliarden US-Dollar. Alle Werte verstehen sich zu Herstellerpreisen.\n", ("manufacturer", "-")),
        ("Marché des sécateurs\n\nLe marché mondial des sécateurs a atteint 60 milliards de dollars en 2025 aux prix de détail.\n", ("retail", "-")),
        ("Marché des sécateurs\n\nLe marché mondial des sécateurs a atteint 100 milliards de dollars en 2025, en dollars constants de 2015.\n", ("-", "constant-2015")),
        ("Marché des sécateurs\n\nLe marché mondial des sécateurs a atteint 42 milliards de dollars en 2025 aux prix départ usine.\n", ("manufacturer", "-")),
        ("Mercado de tijeras de podar\n\nEl mercado mundial de tijeras de podar alcanzó 60 mil millones de dólares en 2025 a precios de venta al público.\n", ("retail", "-")),
        ("Mercado de tijeras de podar\n\nEl mercado mundial de tijeras de podar alcanzó 100 mil millones de dólares en 2025, a precios constantes de 2015.\n", ("-", "constant-2015")),
        ("Mercado de tijeras de podar\n\nEl mercado mundial de tijeras de podar alcanzó 42 mil millones de dólares en 2025 a precios de fábrica.\n", ("manufacturer", "-")),
    ],
)  # fmt: skip
def test_german_french_and_spanish_words_tell_it_too(text: str, expected: tuple[str, str]) -> None:
    sizes = [basis for surface, basis in told(text).items() if not surface.endswith("%")]
    assert sizes
    assert set(sizes) == {expected}


TABLE = """# Garden Shear Market

Global garden shear market ({caption})

| Region | 2024 | 2025 |
|---|---|---|
| Europe | 12.4 | 13.1 |
| Asia | 20.2 | 22.8 |
"""


def test_a_caption_speaks_of_every_cell_of_its_table() -> None:
    found = told(TABLE.format(caption="constant 2015 US$ million"))
    assert len(found) == 4
    assert set(found.values()) == {("-", "constant-2015")}


def test_a_caption_that_names_no_basis_tells_none() -> None:
    assert set(told(TABLE.format(caption="US$ million")).values()) == {UNTOLD}


def test_a_column_and_a_row_speak_of_their_own_cells() -> None:
    text = (
        "# Garden Shear Market\n\nThe garden shear market by value, USD billion\n\n"
        "| Year | Retail value (USD billion) | Manufacturers' revenue (USD billion) |\n|---|---|---|\n"
        "| 2024 | 57.3 | 40.1 |\n| 2025 | 60.2 | 42.4 |\n"
    )
    found = told(text)
    assert found["57.3"] == found["60.2"] == ("retail", "-")
    assert found["40.1"] == found["42.4"] == ("manufacturer", "-")


def test_every_telling_is_a_slice_of_the_text() -> None:
    text = TITLE + (
        "The garden shear market was worth USD 60 billion at retail prices in 2025, in constant 2015 dollars. "
        "All values are at retail prices.\n"
    )
    found = extract(parsed(text)).bases
    assert {basis.tells for basis in found} == {"value", "price"}
    assert all(text[basis.char_start : basis.char_end] == basis.surface for basis in found)


def test_a_statement_of_a_basis_changes_no_claim() -> None:
    plain = TITLE + "The garden shear market was worth USD 60 billion in 2025.\n"
    claims, with_basis = (
        [replace(claim, claim_id="", document_id="") for claim in extract(parsed(text)).claims]
        for text in (plain, plain + "\nAll values are at retail prices.\n")
    )
    assert claims == with_basis
