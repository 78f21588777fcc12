"""The market that a document is about, under the many ways pages have of not saying "the X market"."""

from __future__ import annotations

import pytest

from sources.extract.text.name_keys import market_key
from sources.grammar import market_naming
from sources.grammar.language_file import GrammarError
from tests.unit.sources.extract.reading import figures

NAMED = [
    # the title and the body name it without "market"; the unit is no name
    ("World Roof Slate Use to Hit 2.1 Billion Square Meters in 2029\n\nRoof slate demand across the world is set to climb 3.9 percent annually through 2029 to 2.1 billion square meters, valued at $13 billion.", "Roof Slate"),
    # a path of the site above, a verb in the title, "the category" in the body
    ("Home » Chilled » Category check\n\nHummus keeps winning\n\nBy Ana Holt\n\nHummus rang up $1.9 billion in the 52 weeks to June 1, 4% more than a year before. The category has 61% of all dips. Hummus units rose 2%.", "Hummus"),
    # "a market of" names none; the title does
    ("Glass packaging nears $70 billion\n\nA new study charts a market of $61.7 billion in 2024. Glass packaging will reach $70.1 billion in 2029, says Deverane.", "Glass packaging"),
    # journalists' short word in the title, the trade's own in the first sentence, beside the money
    ("Boat gear has a wet spring\n\nOwners spent £1.2 billion on new marine electronics in 2024, up 3%, the Sail Council said. Home sales of marine electronics fell 2%.", "marine electronics"),
    # a vague adjective before "market" is no name
    ("Industry Overview\n\nTowing is done in a vast and splintered market. Towing brought in $12.4 billion in 2023. Towing should grow 5.4% a year through 2028.", "Towing"),
    # a possessive, and the speaker behind a colon
    ("Private LTE to be a ₹6,300 crore business by FY30: Ardent Peak\n\nSpending on private LTE networks in India stood at ₹840 crore in FY25 and will touch ₹6,300 crore in FY30, consultancy Ardent Peak said.", "private LTE networks"),
    # a list before the colon holds parts; what stands behind it is the topic
    ("Skip to content | Cooling | Power\n\nFoam, felt, wool: roof insulation in plain words\n\nFoam has most of it. Roof insulation sells for $4.8 billion a year.", "Roof insulation"),
    # related pages are no titles
    ("ALSO READ\nFestive hiring: 15,000 jobs at online shops\nShould you hold shares?\n\nIndia buys kites. In 2022 the kite market in India was worth Rs 604 crore. It is estimated to reach Rs 861 crore by 2026.", "kite"),
    # generic words and furniture
    ("Bramwell Tech Research\nHome > Market Research > Pharmaceuticals\n\nAntivenoms: Technologies and Global Markets\n\nAntivenoms sold for $3.8 billion worldwide in 2012, nearly $4.2 billion in 2013.", "Antivenoms"),
    ("IT spending to rise 8% in 2025\n\nThe house has lifted its view of IT spending. The world will lay out $5.46 trillion in 2025, 8% more than in 2024.", "IT spending"),
    # other languages: Markt-compounds, titles before a colon, "ventes de", unit nouns and page furniture
    ("Start › Presse › Meldung\n\nWeniger Markisen verkauft\n\nBerlin, 12. März 2025. Die Hersteller haben 297.000 Markisen abgesetzt, 8,3 Prozent weniger als 2023. Der Umsatz mit Markisen ging auf 412 Mio. Euro zurück.", "Markisen"),
    ("Teppichbranche atmet auf\n\nKassel, 28.01.2025 – Der deutsche Teppichmarkt hat 2024 rund 1,5 Milliarden Euro umgesetzt, ein Rückgang um 1 Prozent.", "Teppich"),
    ("fermer ×\nMODE & TEXTILE\n\nFriperie : toujours plus de place dans les placards\n\n3,1 Md€ en 2020 ; 3,9 Md€ en 2021 : les Français achètent de la friperie. La friperie représente 12 % du total.", "Friperie"),
    ("Les ventes de vélos cargo ont atteint 285 millions d'euros en 2024, soit une hausse de 4,1 % sur un an. Les vélos cargo pèsent 9,8 % du total.", "vélos cargo"),
    ("NOTA DE PRENSA\n\nLa teja de pizarra supera en España los 600 millones de euros\n\nMadrid, 19 de febrero de 2025.- El valor del mercado español de teja de pizarra se situó en 612 millones de euros en 2024.", "teja de pizarra"),
    ("Tequila: producción cae 17% en 2024\n\nGuadalajara, Jal. La producción de tequila cerró 2024 en 495.8 millones de litros, 17% menos que en 2023. Las exportaciones de tequila fueron de 400.3 millones de litros.", "tequila"),
    ("Sorvete vende menos litros e fatura mais\n\nPor Redação | 18/03/2025\n\nO brasileiro tomou menos sorvete. O setor fechou 2024 com faturamento de R$ 14,9 bilhões, alta de 9,6%. O sorvete custa R$ 13 o litro.", "Sorvete"),
    ("COMUNICATO STAMPA\n\nMobili da giardino: l'export vola\n\nNel 2024 le vendite di mobili da giardino in Italia hanno raggiunto 1,9 miliardi di euro, +2,7% sul 2023.", "mobili da giardino"),
    ("News Release\n\nゼリー・わらび食品市場に関する調査結果を公表(2025年)\n\n国内のゼリー・わらび食品市場を調べた。2024年度の市場規模は2,646億円と推計する。", "ゼリー・わらび食品"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "market"), NAMED)
def test_the_market_is_named_by_what_the_page_speaks_of(text: str, market: str) -> None:
    named = {m.market for m in figures(text)}
    assert {market_key(name or "") for name in named} == {market_key(market)}, named


def test_a_date_before_the_market_word_is_no_name() -> None:
    text = "Silver loan book to cross Rs 15 lakh crore\n\nSilver loans stood at Rs 11.8 lakh crore in March 2025. From FY2020 to FY2025 the organised market compounded at about 25%."
    assert {m.market for m in figures(text)} == {"Silver loan"}


def test_the_head_of_the_name_alone_is_the_whole_market() -> None:
    text = "Roof Slate Market Report\n\nThe roof slate market was worth USD 13 billion in 2024. Slates were a USD 15 billion business in 2025."
    assert [(m.market, m.segment) for m in figures(text)] == [("Roof Slate", None)] * 2


@pytest.mark.parametrize(
    ("one", "many"), [("mattress", "mattresses"), ("battery", "batteries"), ("light switch", "light switches"), ("batterie", "batteries")]
)  # fmt: skip
def test_one_and_many_are_one_market(one: str, many: str) -> None:
    assert market_key(one) == market_key(many)


def test_a_wrong_key_in_the_words_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    bad = tmp_path_factory.mktemp("words") / "market_naming.yml"
    bad.write_text("en: {behindd: [market]}", encoding="utf-8")
    monkeypatch.setattr(market_naming, "_FILE", bad)
    market_naming._languages.cache_clear()
    with pytest.raises(GrammarError, match="behindd"):
        market_naming._languages()
    monkeypatch.undo()
    market_naming._languages.cache_clear()


def _repeated(title: str) -> str:
    """A page whose title, headings and sentences say "harbour crane", and two of them "harbour crane lease"."""
    plain = "The harbour crane market was worth USD 4.2 billion in 2025. Harbour crane orders rose, and harbour crane fleets aged. "
    passing = "New hulls sustain the entire harbour crane lease market. Demand for harbour crane leases rose by 4%, as sales of harbour crane leases did. "
    return f"{title}\n\n{plain}{passing}Harbour crane makers hired. The harbour crane market stays small.\n\nHarbour Crane Market Outlook\n\nThe harbour crane market is to reach USD 6.1 billion in 2030."


def test_a_phrase_in_passing_renames_no_market_that_the_title_names() -> None:
    text = _repeated("What Is the Harbour Crane Market?")
    assert {market_key(m.market or "") for m in figures(text)} == {frozenset({"harbour", "crane"})}


def test_a_longer_name_that_the_title_gives_stays_the_market() -> None:
    text = _repeated("Harbour Crane Lease Market")
    assert {market_key(m.market or "") for m in figures(text)[:1]} == {market_key("harbour crane lease")}


def test_a_unit_is_no_name() -> None:
    text = "Fliesenbranche\n\nVerkauft wurden 4,6 Mio. m² Fliesen, davon 3,7 Mio. m² Steinzeug. Der Umsatz mit Fliesen lag bei 320 Millionen Euro."
    assert all("m²" not in (m.market or "") for m in figures(text))
