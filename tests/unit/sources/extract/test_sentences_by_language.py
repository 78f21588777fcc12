"""Sentences in German, French, Spanish, Portuguese, Italian, Japanese and Chinese: metric, value, time, part, area, market."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.sources.extract.reading import figures

Row = tuple[str, float, Any, str | None, str]  # metric, value, year or period, segment, area

HEADS = {
    "de": "Der Markt für Fahrradsättel und seine Zukunft\n\n",
    "fr": "Le marché des selles de vélo et son avenir\n\n",
    "es": "El mercado de sillines de bicicleta y su futuro\n\n",
    "pt": "O mercado de selins de bicicleta e o seu futuro\n\n",
    "it": "Il mercato delle selle per bicicletta e il suo futuro\n\n",
    "ja": "自転車サドル市場の動向\n\n",
    "zh": "全球自行车鞍座市场报告\n\n",
}
MARKETS = {
    "de": "Fahrradsättel",
    "fr": "selles de vélo",
    "es": "sillines de bicicleta",
    "pt": "selins de bicicleta",
    "it": "selle per bicicletta",
    "ja": "自転車サドル",
    "zh": "自行车鞍座",
}


def when(mention: Any) -> Any:
    """The year of a value, the period of a rate."""
    if mention.metric == "cagr":
        return (mention.period_start, mention.period_end) if mention.period_end else None
    return mention.year


def rows(language: str, text: str) -> list[Row]:
    """What is read from a text behind a title that names the market."""
    found = [m for m in figures(HEADS[language] + text) if m.metric != "other_numeric"]
    assert {m.market for m in found} <= {MARKETS[language]}, {m.market for m in found}
    return [(m.metric, float(m.value), when(m), m.segment, m.geography) for m in found]


GERMAN = [
    (
        "Der globale Markt für Fahrradsättel hatte 2024 ein Volumen von 1,9 Mrd. Euro und soll bis 2031 auf 2,8 Mrd. Euro wachsen.",
        [("market_size", 1.9e9, 2024, None, "Global"), ("market_size", 2.8e9, 2031, None, "Global")],
    ),
    (
        "Die durchschnittliche jährliche Wachstumsrate (CAGR) liegt im Zeitraum 2024-2031 bei 5,7 %.",
        [("cagr", 5.7, (2024, 2031), None, "Global")],
    ),
    ("Gelsättel hielten 2024 einen Anteil von 34,5 % am Umsatz.", [("share", 34.5, 2024, "Gelsättel", "Global")]),
    (
        "Auf Europa entfielen 2024 rund 41 Prozent des Umsatzes, auf Nordamerika 27 Prozent.",
        [("share", 41, 2024, None, "Europe"), ("share", 27, 2024, None, "North America")],
    ),
    ("In der Schweiz wurden 2025 rund 310.000 Sättel verkauft.", [("volume", 310_000, 2025, None, "Switzerland")]),
    (
        "Am stärksten wachsen Ledersättel mit 8,1 % pro Jahr bis 2031.",
        [("cagr", 8.1, (None, 2031), "Ledersättel", "Global")],
    ),
    (
        "Im Jahr 2025 stieg der Umsatz um 4,2 % auf 2,0 Milliarden Euro.",
        [("growth_rate", 4.2, 2025, None, "Global"), ("market_size", 2.0e9, 2025, None, "Global")],
    ),
    (
        "Deutschland kam 2024 auf 420 Mio. Euro, Frankreich auf 310 Mio. Euro.",
        [("market_size", 4.2e8, 2024, None, "Germany"), ("market_size", 3.1e8, 2024, None, "France")],
    ),
    ("Der Durchschnittspreis eines Sattels betrug 2024 rund 38,50 Euro.", [("price", 38.5, 2024, None, "Global")]),
    ("Die Bruttomarge der Hersteller liegt zwischen 28 und 33 %.", [("margin", 28, None, None, "Global")]),
    (
        "Der Weltmarkt für Fahrradsättel wurde 2023 auf 1.845,6 Mio. USD geschätzt.",
        [("market_size", 1.8456e9, 2023, None, "Global")],
    ),
    ("Die Studie umfasst 212 Seiten und kostet 3.200 Euro.", []),
]
FRENCH = [
    (
        "Le marché mondial des selles de vélo, évalué à 1,9 milliard d'euros en 2024, devrait atteindre 2,8 milliards d'euros d'ici 2031.",
        [("market_size", 1.9e9, 2024, None, "Global"), ("market_size", 2.8e9, 2031, None, "Global")],
    ),
    ("Le TCAC ressort à 5,7 % entre 2024 et 2031.", [("cagr", 5.7, (2024, 2031), None, "Global")]),
    ("Les selles en gel ont représenté 34,5 % des ventes en 2024.", [("share", 34.5, 2024, "selles en gel", "Global")]),
    (
        "L’Europe détenait 41 % du marché en 2024, l’Amérique du Nord 27 %.",
        [("share", 41, 2024, None, "Europe"), ("share", 27, 2024, None, "North America")],
    ),
    ("Aux États-Unis, le marché pesait 410 M€ en 2025.", [("market_size", 4.1e8, 2025, None, "United States")]),
    ("La Chine devrait progresser de 8,1 % par an jusqu’en 2031.", [("cagr", 8.1, (None, 2031), None, "China")]),
    (
        "En 2025, les ventes ont augmenté de 4,2 %, à 2,0 Md€.",
        [("growth_rate", 4.2, 2025, None, "Global"), ("market_size", 2.0e9, 2025, None, "Global")],
    ),
    ("Le prix moyen d’une selle était de 38,50 € en 2024.", [("price", 38.5, 2024, None, "Global")]),
    (
        "À l’horizon 2030, le marché pourrait dépasser 2,5 milliards d’euros.",
        [("market_size", 2.5e9, 2030, None, "Global")],
    ),
    (
        "L’Allemagne et l’Italie représentent respectivement 22 % et 13 % du marché.",
        [("share", 22, None, None, "Germany"), ("share", 13, None, None, "Italy")],
    ),
    (
        "La part des selles en cuir est passée de 12 % en 2020 à 9 % en 2025.",
        [("share", 12, 2020, "selles en cuir", "Global"), ("share", 9, 2025, "selles en cuir", "Global")],
    ),
    ("Ce rapport de 212 pages est vendu 3 200 € HT.", []),
]
SPANISH = [
    (
        "El mercado mundial de sillines de bicicleta alcanzó los 1.900 millones de euros en 2024 y llegará a 2.800 millones de euros en 2031.",
        [("market_size", 1.9e9, 2024, None, "Global"), ("market_size", 2.8e9, 2031, None, "Global")],
    ),
    (
        "Se prevé que el mercado crezca a una tasa compuesta anual (CAGR) del 5,7 % entre 2024 y 2031.",
        [("cagr", 5.7, (2024, 2031), None, "Global")],
    ),
    (
        "Los sillines de gel acapararon el 34,5 % de las ventas en 2024.",
        [("share", 34.5, 2024, "sillines de gel", "Global")],
    ),
    (
        "Europa concentró el 41 % del mercado en 2024, seguida de América del Norte con un 27 %.",
        [("share", 41, 2024, None, "Europe"), ("share", 27, 2024, None, "North America")],
    ),
    ("En México, las ventas sumaron 210 millones de dólares en 2025.", [("market_size", 2.1e8, 2025, None, "Mexico")]),
    ("China crecerá un 8,1 % anual hasta 2031.", [("cagr", 8.1, (None, 2031), None, "China")]),
    (
        "En 2025 las ventas aumentaron un 4,2 %, hasta 2.000 millones de euros.",
        [("growth_rate", 4.2, 2025, None, "Global"), ("market_size", 2.0e9, 2025, None, "Global")],
    ),
    ("El precio medio de un sillín fue de 38,50 euros en 2024.", [("price", 38.5, 2024, None, "Global")]),
    (
        "La cuota de los sillines de cuero pasó del 12 % en 2020 al 9 % en 2025.",
        [("share", 12, 2020, "sillines de cuero", "Global"), ("share", 9, 2025, "sillines de cuero", "Global")],
    ),
    (
        "Alemania e Italia representan respectivamente el 22 % y el 13 % del mercado.",
        [("share", 22, None, None, "Germany"), ("share", 13, None, None, "Italy")],
    ),
    (
        "El tamaño del mercado se valoró en 1,9 mil millones de dólares en 2024.",
        [("market_size", 1.9e9, 2024, None, "Global")],
    ),
    ("El informe tiene 212 páginas y cuesta 3.200 euros.", []),
]
PORTUGUESE = [
    (
        "O mercado mundial de selins de bicicleta movimentou US$ 1,9 bilhão em 2024 e deve chegar a US$ 2,8 bilhões até 2031.",
        [("market_size", 1.9e9, 2024, None, "Global"), ("market_size", 2.8e9, 2031, None, "Global")],
    ),
    ("Os selins de gel responderam por 34,5% das vendas em 2024.", [("share", 34.5, 2024, "selins de gel", "Global")]),
    ("A Europa concentrou 41% do mercado em 2024.", [("share", 41, 2024, None, "Europe")]),
    ("Na Alemanha, as vendas somaram 410 milhões de euros em 2025.", [("market_size", 4.1e8, 2025, None, "Germany")]),
]
ITALIAN = [
    (
        "Il mercato globale delle selle per bicicletta valeva 1,9 miliardi di euro nel 2024 e raggiungerà 2,8 miliardi di euro entro il 2031.",
        [("market_size", 1.9e9, 2024, None, "Global"), ("market_size", 2.8e9, 2031, None, "Global")],
    ),
    (
        "Le selle in gel rappresentano il 34,5% delle vendite nel 2024.",
        [("share", 34.5, 2024, "selle in gel", "Global")],
    ),
    ("L’Europa detiene il 41% del mercato.", [("share", 41, None, None, "Europe")]),
    (
        "In Germania le vendite hanno raggiunto 410 milioni di euro nel 2025.",
        [("market_size", 4.1e8, 2025, None, "Germany")],
    ),
]
JAPANESE = [
    (
        "世界の自転車サドル市場規模は、2024年の19億米ドルから2031年には28億米ドルに達すると予測されます。",
        [("market_size", 1.9e9, 2024, None, "Global"), ("market_size", 2.8e9, 2031, None, "Global")],
    ),
    ("2024年から2031年までの年平均成長率は5.7%と見込まれます。", [("cagr", 5.7, (2024, 2031), None, "Global")]),
    ("素材別では、ゲルサドルが2024年に34.5%のシェアを占めました。", [("share", 34.5, 2024, "ゲルサドル", "Global")]),
    (
        "地域別では、北米が38%、欧州が27%を占めた。",
        [("share", 38, None, None, "North America"), ("share", 27, None, None, "Europe")],
    ),
    (
        "2024年度の国内市場規模は前年度比3.2%増の120億円となった。",
        [("growth_rate", 3.2, 2024, None, "Japan"), ("market_size", 1.2e10, 2024, None, "Japan")],
    ),
    ("中国は2031年まで年率8.1%で成長する見通しです。", [("cagr", 8.1, (None, 2031), None, "China")]),
    ("2025年の世界出荷台数は1,250万台であった。", [("volume", 12_500_000, 2025, None, "Global")]),
    (
        "北米、欧州、アジア太平洋のシェアはそれぞれ38%、27%、22%である。",
        [
            ("share", 38, None, None, "North America"),
            ("share", 27, None, None, "Europe"),
            ("share", 22, None, None, "Asia-Pacific"),
        ],
    ),
    ("平均価格は2024年に3,980円だった。", [("price", 3980, 2024, None, "Japan")]),
    ("本レポートは212ページ、価格は税込550,000円です。", []),
    ("革サドルは市場の約2割を占める。", [("share", 20, None, "革サドル", "Global")]),
    ("2024年の市場規模は1兆2,000億円と推定されます。", [("market_size", 1.2e12, 2024, None, "Japan")]),
]
CHINESE = [
    (
        "2024年全球自行车鞍座市场规模为19亿美元,预计2031年将达到28亿美元。",
        [("market_size", 1.9e9, 2024, None, "Global"), ("market_size", 2.8e9, 2031, None, "Global")],
    ),
    ("预计2025-2031年年均复合增长率为5.7%。", [("cagr", 5.7, (2025, 2031), None, "Global")]),
    ("按材料划分,凝胶鞍座占34.5%的市场份额。", [("share", 34.5, None, "凝胶鞍座", "Global")]),
    (
        "中国市场2024年规模达到45.6亿元,约占全球的33%。",
        [("market_size", 4.56e9, 2024, None, "China"), ("share", 33, 2024, None, "China")],
    ),
    (
        "北美、欧洲和亚太的份额分别为38%、27%和22%。",
        [
            ("share", 38, None, None, "North America"),
            ("share", 27, None, None, "Europe"),
            ("share", 22, None, None, "Asia-Pacific"),
        ],
    ),
    (
        "2025年全球出货量达1250万台,同比增长6.3%。",
        [("volume", 12_500_000, 2025, None, "Global"), ("growth_rate", 6.3, 2025, None, "Global")],
    ),
    ("2024年平均售价为每件128元。", [("price", 128, 2024, None, "Global")]),
    ("华东地区占国内市场的三成以上。", [("share", 30, None, None, "East China")]),
    ("皮革鞍座预计以8.1%的复合年增长率增长。", [("cagr", 8.1, None, "皮革鞍座", "Global")]),
    ("行业平均毛利率约为32.5%。", [("margin", 32.5, None, None, "Global")]),
    ("报告共212页,电子版价格为18000元。", []),
    ("到2030年,欧洲市场规模有望突破6亿欧元。", [("market_size", 6e8, 2030, None, "Europe")]),
]
ALL = {"de": GERMAN, "fr": FRENCH, "es": SPANISH, "pt": PORTUGUESE, "it": ITALIAN, "ja": JAPANESE, "zh": CHINESE}


@pytest.mark.parametrize(
    ("language", "text", "expected"), [(code, text, rows_) for code, table in ALL.items() for text, rows_ in table]
)
def test_a_sentence_is_read_with_time_part_area_and_market(language: str, text: str, expected: list[Row]) -> None:
    assert rows(language, text) == expected
