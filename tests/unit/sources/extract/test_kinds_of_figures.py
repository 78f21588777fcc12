"""What kind of figure a sentence tells, in every language: shares that moved, signs, volumes, prices, and what is no market's."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.unit.sources.extract.reading import figures

HEADS = {
    "en": "# Camp Stove Market\n\nThe global camp stove market was worth USD 4.2 billion in 2024.\n\n",
    "de": "# Der Markt für Campingkocher\n\nDer Markt für Campingkocher in Deutschland war 2024 rund 420 Millionen Euro groß.\n\n",
    "fr": "# Le marché des réchauds\n\nLe marché des réchauds en France valait 420 millions d'euros en 2024.\n\n",
    "es": "# El mercado de hornillos\n\nEl mercado de hornillos en España alcanzó los 420 millones de euros en 2024.\n\n",
    "pt": "# O mercado de fogareiros\n\nO mercado de fogareiros no Brasil valia R$ 420 milhões em 2024.\n\n",
    "it": "# Il mercato dei fornelli\n\nIl mercato dei fornelli in Italia valeva 420 milioni di euro nel 2024.\n\n",
    "ja": "キャンプ用こんろ市場\n\n2024年の国内キャンプ用こんろの市場規模は420億円だった。\n\n",
    "zh": "露营炉市场\n\n2024年中国露营炉市场规模为42亿元。\n\n",
    "ko": "캠핑 버너 시장\n\n2024년 국내 캠핑 버너 시장 규모는 4200억원이다.\n\n",
}
Told = list[tuple[str, str]]


def told(language: str, text: str) -> Told:
    """Metrics and values of a sentence behind the head of its language."""
    head = HEADS[language]
    read = [m for m in figures(head + text) if m.char_start >= len(head)]
    return [(m.metric, f"{Decimal(m.value).normalize():f}") for m in read]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "The share of gas stoves rose from 40% in 2020 to 52% in 2024.", ["40", "52"]),
        ("en", "Wood stoves, whose share slipped to 9%, lost ground.", ["9"]),
        ("en", "Their market share by volume grew to 13.2 percent, up from 13.1 percent.", ["13.2", "13.1"]),
        ("de", "Der Anteil der Gaskocher stieg von 48 Prozent im Jahr 2022 auf 53 Prozent.", ["48", "53"]),
        ("de", "Ihr Anteil am Gesamtmarkt kletterte auf rund 54 Prozent (Vorjahr: 51 Prozent).", ["54", "51"]),
        ("de", "Der Umsatzanteil von Holzkochern sank auf 21 Prozent.", ["21"]),
        ("fr", "La part des réchauds à gaz est passée de 30 % à 42 % en 2024.", ["30", "42"]),
        ("fr", "Le poids des réchauds à bois recule à 21 %.", ["21"]),
        ("es", "La participación de la marca blanca creció hasta el 55 %.", ["55"]),
        ("es", "El peso de los hornillos de gas cae al 21 %.", ["21"]),
        ("pt", "A fatia dos fogareiros a gás caiu para 21%.", ["21"]),
        ("it", "La quota dei fornelli a gas è salita dal 30% al 42%.", ["30", "42"]),
        ("zh", "燃气炉的市场份额提升至11%。", ["11"]),
        ("ko", "가스 버너의 점유율이 2015년 22.7%에서 2021년 41.8%로 확대되었다.", ["22.7", "41.8"]),
    ],
)
def test_a_share_that_moved_to_a_value_is_a_share(language: str, text: str, expected: list[str]) -> None:
    assert told(language, text) == [("share", value) for value in expected]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("fr", "Le marché recule à 410 millions d'euros (- 1,6 %).", "-1.6"),
        ("fr", "Les volumes progressent (+ 7 % sur un an).", "7"),
        ("fr", "Le marché, qui s'était replié de 5,2 % en 2023, se stabilise.", "-5.2"),
        ("fr", "En valeur, les ventes glissent de 3 %.", "-3"),
        ("de", "Der Absatz sank im Vergleich zum Vorjahr um 50 Prozent.", "-50"),
        ("de", "Damit schrumpfte der Markt gegenüber dem Vorjahr um 46 Prozent.", "-46"),
        ("de", "2025 soll der Markt um 3 Prozent nach oben gehen.", "3"),
        ("de", "Der Absatz lag 6 Prozent unter Vorjahresniveau.", "-6"),
        ("en", "Average prices eased 2.7%.", "-2.7"),
        ("en", "Sales should slip 3 percent in 2025.", "-3"),
        ("en", "Stoves were about 30% cheaper within a year.", "-30"),
        ("en", "The market would contract by 6.4 percent in 2025.", "-6.4"),
        ("es", "Las ventas cayeron un 3 % en 2023.", "-3"),
    ],
)
def test_growth_has_the_sign_that_print_or_words_give_it(language: str, text: str, expected: str) -> None:
    assert ("growth_rate", expected) in told(language, text)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("fr", "Le marché a baissé de 4 % en valeur et de 6 % en volume.", ["-4", "-6"]),
        ("en", "Sales were up 12.7 percent in value and 10.2 percent in volume.", ["12.7", "10.2"]),
        ("es", "Las ventas tuvieron una caída del 6% en su valor y el 6,5% en su volumen.", ["-6", "-6.5"]),
        ("de", "Der Markt wuchs um 3 Prozent (2023: 5 Prozent).", ["3", "5"]),
    ],
)
def test_growth_goes_on_in_its_row(language: str, text: str, expected: list[str]) -> None:
    assert told(language, text) == [("growth_rate", value) for value in expected]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "pt",
            "O gás tem 55% do total, a lenha, 10,6%, o álcool, 10,1%, e a gasolina, 5,9%.",
            ["55", "10.6", "10.1", "5.9"],
        ),
        ("fr", "Le gaz capte 71 % des volumes, devant le bois (21 %) et l'alcool (8 %).", ["71", "21", "8"]),
        ("en", "Of the 2023 sales, 39% was gas. 19% came from wood and 11% went to alcohol.", ["39", "19", "11"]),
        ("en", "North American campers pay roughly 66% of premiums; Europe follows with 21%.", ["66", "21"]),
        ("de", "Waren 2022 noch 48 % aller verkauften Kocher aus Stahl, waren es 2023 nur 40 %.", ["48", "40"]),
        ("fr", "Les artisans pèsent 8 % (+4,3 %) des ventes.", ["8"]),
        ("ja", "種類別では、ガスが262億円(構成比62.5%)、薪が88億円(同20.9%)だった。", ["62.5", "20.9"]),
    ],
)
def test_rows_of_shares_are_shares_to_their_end(language: str, text: str, expected: list[str]) -> None:
    assert [value for metric, value in told(language, text) if metric == "share"] == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "We count 6.9 million units for 2024.", "6900000"),
        ("de", "2,1 Millionen Gaskocher und 1,9 Millionen Holzkocher wurden verkauft.", "2100000"),
        ("de", "Die Hersteller setzten 712.500 Kocher ab.", "712500"),
        ("de", "Es kamen 765.000 Stück hinzu.", "765000"),
        ("pt", "As vendas somaram 18,3 milhões de unidades em 2024.", "18300000"),
        ("es", "El mercado ha crecido un 6,8% hasta los 431.884 hornillos.", "431884"),
        ("it", "Il mercato ha superato 1,2 milioni di pezzi.", "1200000"),
    ],
)
def test_what_is_traded_is_a_volume(language: str, text: str, expected: str) -> None:
    assert ("volume", expected) in told(language, text)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "Der Durchschnittspreis kletterte um sieben Prozent auf 756 Euro.", "756"),
        ("de", "Über alle Kanäle erzielten Kocher einen Bruttoverkaufspreis von 500 Euro.", "500"),
        ("en", "Steel stoves are offered at US$ 2,050 fob.", "2050"),
        ("en", "The contract price fell 15% from US$24 in June to US$20.5 in July.", "20.5"),
        ("zh", "均价已从2020年的3.5万元跌到2.4万元左右。", "24000"),
        ("es", "El precio medio subió un 1,1%, hasta los 2,31 euros por litro.", "2.31"),
    ],
)
def test_a_price_is_told_by_its_clause(language: str, text: str, expected: str) -> None:
    assert ("price", expected) in told(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "27% of applicants give up."),
        ("en", "Just 14% of those in cold countries own a stove."),
        ("en", "Small makers spend 4% of their revenue on marketing."),
        ("en", "Careful campers save 12% on fuel."),
        ("en", "Plants ran at 74% last year."),
        ("en", "The best-paid contest handed out $58 million."),
        ("en", "Start-ups have collected $1.3 billion from investors since 2019."),
        ("de", "53 Prozent der Befragten planen einen Kauf."),
        ("fr", "62 % des personnes interrogées ont un réchaud."),
        ("es", "Las empresas gastan en promedio 1,1% de sus ventas en publicidad."),
        ("es", "Los incendios le cuestan al país 970 millones de euros al año."),
        ("pt", "30% das famílias nunca acamparam."),
    ],
)
def test_figures_of_people_accounts_and_costs_are_none_of_the_market(language: str, text: str) -> None:
    assert {metric for metric, _ in told(language, text)} == {"other_numeric"}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "In money we speak of some US$ 19 billion.", ("market_size", "19000000000")),
        ("ja", "同社は、2025年が430億円に届くとみている。", ("market_size", "43000000000")),
        ("ja", "燃料費は全体の72.8%にあたる305億円を占めた。", ("market_size", "30500000000")),
        (
            "de",
            "2024 lag der Umsatz bei 420 Millionen Euro (Vorjahr: 400 Millionen Euro).",
            ("market_size", "400000000"),
        ),
    ],
)
def test_whoever_only_says_a_figure_does_not_have_it(language: str, text: str, expected: tuple[str, str]) -> None:
    assert expected in told(language, text)


def test_growth_right_behind_its_verb_is_no_margin() -> None:
    assert ("margin", "9") not in told("en", "Steel costs rose about 9% in 2023 and squeezed makers' margins.")


def test_an_increase_from_a_year_is_one_step() -> None:
    assert ("growth_rate", "11.7") in told(
        "en", "Sales reached 4.7 million units in 2021, an increase of 11.7% from 2020."
    )


def test_a_plus_may_stand_before_the_scale_word() -> None:
    read = figures("# Camp Stove Market\n\nThe camp stove market exceeds $5+ billion.")
    assert [(f"{m.value:f}", m.comparator) for m in read] == [("5000000000", ">=")]
