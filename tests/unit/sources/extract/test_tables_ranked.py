"""Rankings, tables that lost their rules, cards with a change beside the value, and lists that open with the percentage."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import Stated, agrees, cagr, share, size, stated


def growth(value: str | int, year: int | None, **attributes: object) -> Stated:
    return stated("growth_rate", value, year=year, unit="percent", **attributes)


def volume(value: str | int, year: int | None, **attributes: object) -> Stated:
    return stated("volume", value, year=year, **attributes)


def of_company(value: str | int) -> Stated:
    return stated("other_numeric", value)


def of_firm(value: str | int, year: int | None) -> Stated:
    return share(value, year=year, segment=None)


LOCKS = "Smart Lock Market\n\nSmart lock shipments by vendor, Q2 2025 (in thousand units)\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            LOCKS + "Rank | Brand | Q2 2025 | Q2 2024 | Growth | Market share\n1 | Lokra | 612 | 540 | 13.3% | 42.4%\n2 | Fermo | 498 | 505 | -1.4% | 34.5%\n"
            "| Others | 334 | 302 | 10.6% | 23.1%\n| Total | 1,444 | 1,347 | 7.2% | 100.0%\n",
            [of_company(612000), of_company(540000), of_company("13.3"), of_firm("42.4", 2025),
             of_company(498000), of_company(505000), of_company("-1.4"), of_firm("34.5", 2025),
             of_company(334000), of_company(302000), of_company("10.6"), of_firm("23.1", 2025),
             volume(1444000, 2025), volume(1347000, 2024), growth("7.2", 2025, segment=None)],
        ),
        (
            "Der Markt für Wallboxen in Deutschland\n\nTabelle: Absatz von Wallboxen nach Hersteller (in Tausend Stück)\n"
            "Rang | Hersteller | 2023 | 2024 | Marktanteil\n1 | Ladex | 88 | 71 | 24,1 %\n2 | Voltano | 60 | 58 | 19,7 %\n | Sonstige | 190 | 166 | 56,2 %\n | Gesamt | 338 | 295 | 100 %\n",
            [of_company(88000), of_company(71000), of_firm("24.1", None), of_company(60000), of_company(58000), of_firm("19.7", None),
             of_company(190000), of_company(166000), of_firm("56.2", None), volume(338000, 2023), volume(295000, 2024)],
        ),
        (
            "Mercado de bicicletas eléctricas en España\n\nRanking de marcas 2024 (ventas en miles de unidades)\n"
            "Puesto | Marca | Ventas 2023 | Ventas 2024 | Cuota\n1 | Orbeta | 31,2 | 33,8 | 15,1%\n2 | Mondril | 28,0 | 26,4 | 11,8%\n | Otras | 150,3 | 163,6 | 73,1%\n",
            [of_company(31200), of_company(33800), of_firm("15.1", 2024), of_company(28000), of_company(26400), of_firm("11.8", 2024),
             of_company(150300), of_company(163600), of_firm("73.1", 2024)],
        ),
        (
            "2024年全球扫地机器人市场\n\n2024年全球扫地机器人厂商出货量排名(单位:万台)\n排名 | 厂商 | 2024年出货量 | 市场份额\n1 | 石头 | 330 | 54.3%\n2 | 科沃斯 | 278 | 45.7%\n | 合计 | 2060 | 100%\n",
            [of_company(3300000), of_firm("54.3", 2024), of_company(2780000), of_firm("45.7", 2024), volume(20600000, 2024)],
        ),
        (
            "Espresso machine market\n\nTop 3 suppliers of espresso machines, 2024 (sales in millions of euros) | | |\nSupplier | 2023 | 2024 | Share |\n"
            "Brevia | 410 | 452 | 54.9% |\nCaldana | 388 | 371 | 45.1% |\nTotal | 798 | 823 | 100% |\n",
            [of_company(410000000), of_company(452000000), of_firm("54.9", 2024), of_company(388000000), of_company(371000000), of_firm("45.1", 2024),
             size("798m", 2023, "EUR"), size("823m", 2024, "EUR")],
        ),
    ],
)  # fmt: skip
def test_a_ranking_names_its_rows_in_the_column_behind_the_ranks(text: str, expected: list[Stated]) -> None:
    agrees(text, expected)


TV = [
    of_company(37200000), of_company(36100000), of_company("-3.0"), of_firm("58.2", 2024),
    of_company(25900000), of_company(25900000), of_company("0.1"), of_firm("41.8", 2024),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Smart TV shipments by brand, 2024 (million units)\nBrand 2023 2024 Change Share\nSamson 37.2 36.1 -3.0% 58.2%\nHisen 25.9 25.9 0.1% 41.8%\nTotal 63.1 62.0 -1.7% 100%\n",
            [*TV, volume(63100000, 2023), volume(62000000, 2024), growth("-1.7", 2024)],
        ),
        (
            "Smart TV shipments by brand, 2024 (million units) Brand 2023 2024 Change Share Samson 37.2 36.1 -3.0% 58.2% Hisen 25.9 25.9 0.1% 41.8% Total 63.1 62.0 -1.7% 100% Source: Marketgauge\n",
            [*TV, volume(63100000, 2023), volume(62000000, 2024), growth("-1.7", 2024)],
        ),
        (
            "The foundry market grew again.\n\nRanking Company Revenue Market share 4Q24 3Q24 QoQ 4Q24 3Q24 1 Tasmo 26,854 23,527 14.1% 67.1% 64.7% 2 Samson 13,260 13,305 -1.4% 8.1% 9.1% 3 Semic 12,207 12,172 1.7% 5.5% 6.0%\n",
            [of_company(26854), of_company(23527), of_company("14.1"), of_firm("67.1", 2024), of_firm("64.7", 2024), of_company(13260), of_company(13305), of_company("-1.4"),
             of_firm("8.1", 2024), of_firm("9.1", 2024), of_company(12207), of_company(12172), of_company("1.7"), of_firm("5.5", 2024), of_firm("6.0", 2024)],
        ),
        (
            "2024年三季度全球PC出货量(单位:万台)\n24Q3 23Q3 增减\n商用 1651 1606 2.8%\n家用 1356 1350 0.4%\n合计 3007 2956 1.7%\n",
            [volume(16510000, 2024, segment="商用"), volume(16060000, 2023, segment="商用"), growth("2.8", 2024, segment="商用"), volume(13560000, 2024, segment="家用"),
             volume(13500000, 2023, segment="家用"), growth("0.4", 2024, segment="家用"), volume(30070000, 2024, segment=None), volume(29560000, 2023), growth("1.7", 2024)],
        ),
        (
            "Cloud services market\n\nTable 1. Cloud services spending (millions of US dollars)\n2020 |\n2021 |\n|\nBusiness process services |\n46,066 |\n51,027 |\nTotal |\n313,853 |\n396,126 |\nSource: Gartwell\n",
            [size(46066000000, 2020, segment="Business process services"), size(51027000000, 2021, segment="Business process services"),
             size(313853000000, 2020, segment=None), size(396126000000, 2021)],
        ),
        (
            "Wind turbine market\n\nRegion\n2024\n2034\nCAGR\nNorth America\n12.4\n21.8\n5.8%\nEurope\n18.1\n30.2\n5.3%\nAfrica\n35.0\n71.9\n7.5%\nAll values in USD billion.\n",
            [size("12.4bn", 2024, geography="North America"), size("21.8bn", 2034), cagr("5.8", 2024, 2034, geography="North America"), size("18.1bn", 2024, geography="Europe"),
             size("30.2bn", 2034), cagr("5.3", 2024, 2034), size("35bn", 2024, geography="Africa"), size("71.9bn", 2034), cagr("7.5", 2024, 2034)],
        ),
        (
            "Online dating in Brazil\n\nRevenue of the online dating market in million US$\n2023 2024 2025\n106.5 112.2 118.0\n",
            [size("106.5m", 2023, geography="Brazil"), size("112.2m", 2024), size("118m", 2025)],
        ),
    ],
)  # fmt: skip
def test_tables_without_rules_are_told_by_rows_of_one_shape(text: str, expected: list[Stated]) -> None:
    agrees(text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Bottled water market in Italy\n\nRevenue (2025)\n+3.1% yoy\n€4.12bn\nAverage price (2025)\n€0.61\n+1.4% vs. 2024\nVolume (2025)\n6.7bn L\n+1.7% yoy\n",
            [growth("3.1", 2025), size("4.12bn", 2025, "EUR"), stated("price", "0.61", year=2025), stated("growth_rate", "1.4"), volume(6700000000, 2025), growth("1.7", 2025)],
        ),
        (
            "E-scooter market\n\nMarket size 2024\nUSD 37.1 bn\n▲ 9.4% YoY\nForecast 2030\nUSD 78.6 bn\n",
            [size("37.1bn", 2024), growth("9.4", 2024), size("78.6bn", 2030, segment=None)],
        ),
        (
            "Le marché français de la trottinette électrique est étudié ici par le cabinet.\n\nUnités vendues (2025)\n740 000\n-3,1 % sur un an\n",
            [volume(740000, 2025), growth("-3.1", 2025)],
        ),
        (
            "国内ドローン市場の概要\n\n市場規模(2024年)\n4,371億円\n前年比+13.4%\n2030年予測\n1兆195億円\n",
            [size(437100000000, 2024, "JPY"), growth("13.4", 2024), size(1019500000000, 2030, "JPY")],
        ),
        (
            "Crowdlending market in Kenya\n\nTransaction value in 2025\nUS$88.4m\n",
            [size("88.4m", 2025)],
        ),
    ],
)  # fmt: skip
def test_a_card_names_a_value_and_how_it_has_changed(text: str, expected: list[Stated]) -> None:
    agrees(text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Paddle tennis earned $1.2 billion in 2023 and $1.4 billion in 2024. Of the 2023 money:\n- 39% was sponsorship, an impressive $468 million.\n"
            "- 33% came out of media rights, or $396 million.\n- 28% was everything else.\n",
            [share(39, year=2023, segment="sponsorship"), size("468m", 2023, segment="sponsorship"), share(33, year=2023, segment="media rights"),
             size("396m", 2023, segment="media rights"), share(28, year=2023, segment="everything else")],
        ),
        (
            "Der deutsche Fahrradmarkt wächst nicht mehr.\n\nVom Umsatz des Jahres 2024 entfielen:\n- 54 % auf E-Bikes\n- 31 % auf klassische Fahrräder\n- 15 % auf Zubehör und Teile\n",
            [share(54, year=2024, segment="E-Bikes"), share(31, year=2024, segment="klassische Fahrräder"), share(15, year=2024, segment="Zubehör und Teile")],
        ),
        (
            "Le marché du jouet en France\n\nRépartition des ventes 2024 :\n- 44 % pour les grandes surfaces\n- 32 % pour Internet\n- 24 % pour les hypermarchés\n",
            [share(44, year=2024, segment="grandes surfaces"), share(32, year=2024, segment="Internet"), share(24, year=2024, segment="hypermarchés")],
        ),
        (
            "Il mercato italiano del vino: i canali nel 2024\n- 41% grande distribuzione\n- 34% ristorazione\n- 25% enoteche\n",
            [share(41, segment="grande distribuzione"), share(34, segment="ristorazione"), share(25, segment="enoteche")],
        ),
        (
            "Mushroom coffee market\n\nBy channel: Online retail (52.4% share; 12.3% CAGR to 2030), Supermarkets (33.1%; 8.8% CAGR), Others (14.5%)\n",
            [share("52.4", year=None, segment="Online retail"), cagr("12.3", None, 2030, segment="Online retail"), share("33.1", year=None, segment="Supermarkets"),
             cagr("8.8", None, 2030, segment="Supermarkets"), share("14.5", year=None, segment="Others")],
        ),
        (
            "Yoga mat market\n\nBy material, sales were made up as follows:\n1. PVC – 60.5%\n2. Rubber – 27.3%\n3. Cork, jute and others – 12.2%\n",
            [share("60.5", segment="PVC"), share("27.3", segment="Rubber"), share("12.2", segment="Cork, jute and others")],
        ),
        (
            "El mercado de la cerveza en México crece otra vez y las marcas se reparten las ventas.\n\nOtras marcas se quedaron con esta parte de la cuota de mercado:\n"
            "- Altura con un 8.4%,\n- Brisa con un 7.7%,\n- Cima con un 3.5%.\n",
            [share("8.4", segment=None), share("7.7", segment=None), share("3.5", segment=None)],
        ),
    ],
)  # fmt: skip
def test_a_list_may_open_with_the_percentage_or_link_it_to_its_name(text: str, expected: list[Stated]) -> None:
    found = [e for e in expected if e["metric"] != "skip"]
    lead = [size("1.2bn", 2023), size("1.4bn", 2024)] if text.startswith("Paddle") else []
    agrees(text, [*lead, *found])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Headphones market\n\nHeadphones shipments by type, 2024 (million units)\nTrue wireless – 284.1\nOver-ear – 121.3\nTotal – 405.4\n",
            [volume(284100000, 2024, segment="True wireless"), volume(121300000, 2024, segment="Over-ear"), volume(405400000, 2024, segment=None)],
        ),
        (
            "Cheese market\n\nRevenue by type, 2024 (EUR million):\n- Gouda: 812\n- Edam: 244\n- Others: 97\n",
            [size("812m", 2024, "EUR", segment="Gouda"), size("244m", 2024, "EUR", segment="Edam"), size("97m", 2024, "EUR", segment="Others")],
        ),
        (
            "Hearing protection market\n\nCAGR 2025-2030 by country (%)\nIndia: 9.8\nChina: 8.1\nGermany: 5.4\n",
            [cagr("9.8", 2025, 2030, geography="India"), cagr("8.1", 2025, 2030, geography="China"), cagr("5.4", 2025, 2030, geography="Germany")],
        ),
    ],
)  # fmt: skip
def test_bare_numbers_beside_names_take_the_unit_above_them(text: str, expected: list[Stated]) -> None:
    agrees(text, expected)


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("+/-", growth("8.3", 2024, segment="Sales tools")),
        ("Δ %", growth("8.3", 2024, segment="Sales tools")),
        ("2024 vs 2023", growth("8.3", 2024, segment="Sales tools")),
        ("Growth", growth("8.3", 2024, segment="Sales tools")),
    ],
)
def test_a_head_names_a_change_with_a_sign_and_a_part_may_have_a_metrics_word(head: str, expected: Stated) -> None:
    table = f"Segment | 2023 (USD bn) | 2024 (USD bn) | {head}\nSales tools | 12.1 | 13.1 | 8.3%\nPumps | 9.1 | 10.0 | 9.9%\n"
    part = {"segment": "Sales tools"}
    pumps = [size("9.1bn", 2023, segment="Pumps"), size("10bn", 2024, segment="Pumps"), growth("9.9", 2024)]
    agrees(table, [size("12.1bn", 2023, **part), size("13.1bn", 2024, **part), expected, *pumps], "Corvex Valve")


@pytest.mark.parametrize(
    "text",
    [
        "Chapters\n\nIntroduction – 12\nMethods – 14\nResults – 31\n",
        "Ages asked\n18-24: few\n25-34: more\n35-44: most\n",
        "Table of teams Rank Team Wins Losses 1 Lions 12 4 2 Bears 11 5 3 Foxes 9 7 and so the season went on.\n",
    ],
)
def test_rows_of_other_things_state_nothing_of_the_market(text: str) -> None:
    agrees(text, [])
