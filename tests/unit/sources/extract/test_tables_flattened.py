"""Snapshot boxes and tables as tools that flatten pages leave them: labels under values, cells run together, heads cut short."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import Stated, agrees, cagr, share, size, stated

BRASS = {"segment": "Brass", "geography": "Global"}


def growth(value: str | int, year: int | None, **attributes: object) -> Stated:
    return stated("growth_rate", value, year=year, unit="percent", **attributes)


def volume(value: str | int, year: int | None, **attributes: object) -> Stated:
    return stated("volume", value, year=year, **attributes)


def of_company(value: str | int, year: int | None) -> Stated:
    return stated("other_numeric", value, year=year)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The corvex valve market is surveyed here.\n512.3 Million\n2025 Market Size (USD)\n890.6 Million\n2030 Market Size (USD)\n"
            "11.7 %\nCAGR (2025-2030)\nTop Material\n38.15 %\nvalue share, Brass, 2024\nBrass is easy to cast.\nFastest growing End User\n"
            "9.4 %\nProjected CAGR, Hospitals, 2025-2030\nLeading Company\n6.85 %\nmarket share, Torvane Co. Ltd, 2023\n",
            [size("512.3m", 2025, segment=None), size("890.6m", 2030), cagr("11.7", 2025, 2030), share("38.15", year=2024, **BRASS),
             cagr("9.4", 2025, 2030, segment="Hospitals"), share("6.85", year=2023, segment=None)],
        ),
        (
            "Corvex Valve Market\n\n$4.2B\nMarket Size 2024\n\n$9.8B\nProjected Market Size 2033\n\n8.9%\nCAGR 2025-2033\n\n41.2%\nNorth America Market Share 2024\n",
            [size("4.2bn", 2024), size("9.8bn", 2033), cagr("8.9", 2025, 2033), share("41.2", year=2024, geography="North America")],
        ),
        (
            "Le marché mondial des vannes corvex est étudié ici.\n512,3 millions\nTaille du marché 2025 (USD)\n890,6 millions\nTaille du marché 2030 (USD)\n"
            "Plus grande part par type\n38,15 %\npart en valeur, Laiton, 2024\nLe laiton se coule facilement.\nPays à la croissance la plus rapide\n9,4 %\nTCAC projeté, Inde, 2025-2030\n",
            [size("512.3m", 2025), size("890.6m", 2030), share("38.15", year=2024, segment="Laiton"), cagr("9.4", 2025, 2030, geography="India")],
        ),
        (
            "Der Weltmarkt für Corvexventile wird hier untersucht.\n512,3 Millionen\nMarktgröße 2025 (USD)\n4,37 %\nCAGR (2025-2030)\n"
            "Größtes Segment nach Werkstoff\n38,15 %\nWertanteil, Messing, 2024\nMessing lässt sich gut gießen.\n",
            [size("512.3m", 2025), cagr("4.37", 2025, 2030), share("38.15", year=2024, segment="Messing")],
        ),
        (
            "O mercado mundial de válvulas corvex é estudado aqui.\n512,3 milhões\nTamanho do mercado em 2025 (USD)\nMaior segmento por material\n"
            "38,15 %\nparticipação em valor, Latão, 2024\nO latão é fácil de fundir.\n",
            [size("512.3m", 2025), share("38.15", year=2024, segment="Latão")],
        ),
        (
            "El mercado mundial de válvulas corvex se estudia aquí.\n842.6 M\nTamaño en 2025 (USD)\n1.2 B\nTamaño en 2030 (USD)\nPaís más grande\n58.27 %\ncuota de valor, Brasil, 2023\n",
            [size("842.6m", 2025, segment=None), size("1.2bn", 2030), share("58.27", year=2023, geography="Brazil")],
        ),
        (
            "世界のコルベックスバルブ市場を調査した。\n512.3百万\n2025年の市場規模(米ドル)\n4.37 %\nCAGR(2025-2030年)\n材料別最大セグメント\n38.15 %\n金額シェア、真鍮、2024年\n真鍮は加工しやすい。\n",
            [size("512.3m", 2025), cagr("4.37", 2025, 2030, segment=None), share("38.15", year=2024, segment="真鍮")],
        ),
        (
            "全球科维克阀门市场研究。\n5.12亿\n2025年市场规模(美元)\n4.37 %\n复合年增长率(2025-2030)\n增长最快的国家\n9.4 %\n预计复合年增长率,印度,2025-2030\n",
            [size("512m", 2025), cagr("4.37", 2025, 2030), cagr("9.4", 2025, 2030, geography="India")],
        ),
    ],
)  # fmt: skip
def test_a_label_under_its_value_says_what_it_is(text: str, expected: list[Stated]) -> None:
    agrees(text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Corvex Valve Market Key Figures\nAsia Pacific Market Share (2024)\n34.5%\nU.S. CAGR (2025-2032)\n6.1%\nBrass Segment Share (2024)\n41.0%\n",
            [share("34.5", year=2024, geography="Asia-Pacific"), cagr("6.1", 2025, 2032, geography="United States"), share("41.0", year=2024, segment="Brass")],
        ),
        (
            "Corvex Valve Market\nValue (2024)\n6.41 USD billion\nValue (2034)\n11.86 USD billion\nCAGR\n6.3%\n",
            [size("6.41bn", 2024), size("11.86bn", 2034), cagr("6.3", 2024, 2034)],  # the years of the values beside it
        ),
        (
            "Corvex Valve Statistics\n\n- $5.2 billion: size of the global corvex valve market in 2024\n- **37%** – Europe's share of the market\n- 7.2% | projected CAGR from 2025 to 2032\n",
            [size("5.2bn", 2024), share("37", geography="Europe"), cagr("7.2", 2025, 2032)],
        ),
        (
            "Corvex Valve Market\nMarket Size 2024\nMarket Size 2033\nCAGR\nUSD 4.2 Bn\nUSD 9.1 Bn\n9.2%\n",
            [size("4.2bn", 2024), size("9.1bn", 2033), cagr("9.2", 2024, 2033)],
        ),
        (
            "Corvex Valve Market\nBase year: 2024\nYoY growth 2024-2025 (%): 5.1\n",
            [growth("5.1", 2025, period_start=None)],
        ),
        (
            "Corvex Valve Market Size, 2023-2026 (USD Billion)\n2023\n4.0\n2024\n4.2\n2025\n4.6\n",
            [size("4.0bn", 2023), size("4.2bn", 2024), size("4.6bn", 2025)],
        ),
        (
            "Corvex Valve Market Size, 2023-2026 (USD Billion)\n2023 4.0\n2024 4.2\n2025 4.6\n",
            [size("4.0bn", 2023), size("4.2bn", 2024), size("4.6bn", 2025)],
        ),
        (
            "世界のコルベックスバルブ市場を調査した。\n\n国別の成長率(2025~2035年)\n・タイ:20.4%\n・オランダ:17.9%\n",
            [cagr("20.4", 2025, 2035, geography="Thailand"), cagr("17.9", 2025, 2035, geography="Netherlands")],
        ),
    ],
)  # fmt: skip
def test_labels_over_before_and_behind_values(text: str, expected: list[Stated]) -> None:
    agrees(text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Corvex Valves: Outlook\nAttribute | Detail |\n---|---|\nEstimated Size (2025E) | USD 4.6 billion |\nProjected Value (2035F) | USD 7.1 billion |\n"
            "Country | CAGR, 2025 to 2035 |\n---|---|\nIndia | 6.1% |\nChina | 5.5% |\n",
            [size("4.6bn", 2025), size("7.1bn", 2035), cagr("6.1", 2025, 2035, geography="India"), cagr("5.5", 2025, 2035, geography="China")],
        ),
        (
            "Corvex Valves: Outlook\nAttribute | Detail |\nProjected Value (2035F) | USD 7.1 billion |\nCountry | CAGR, 2025 to 2035 |\nIndia | 6.1% |\nChina | 5.5% |\n",
            [size("7.1bn", 2035), cagr("6.1", 2025, 2035, geography="India"), cagr("5.5", 2025, 2035, geography="China")],
        ),
        (
            "Worldwide Corvex Spending (M$)\n2024 Spending (M$) | 2024 Growth (%)\nData Systems | 333,372 | 40.3\nDevices | 734,162 | 6.0\nTotal | 1,067,534 | 14.7\n",
            [size("333372m", 2024, segment="Data Systems"), growth("40.3", 2024, segment="Data Systems"), size("734162m", 2024, segment="Devices"),
             growth("6.0", 2024, segment="Devices"), size("1067534m", 2024, segment=None), growth("14.7", 2024, segment=None)],
        ),
        (
            "Die Hersteller von Corvexventilen haben mehr Geräte ausgeliefert als je zuvor, teilte der Verband mit.\n\n"
            "Geräteabsatz Deutschland (Stück) | Veränderung (in Prozent) | |\n2020 | 268.000 | 9,8 |\n2021 | 301.000 | 12,3 |\n",
            [volume("268000", 2020, geography="Germany", segment=None), growth("9.8", 2020), volume("301000", 2021), growth("12.3", 2021)],
        ),
        (
            "Corvex Valve Market Size\n|\n|\nStudy Period | 2018 - 2030 |\n|\n|\nMarket Volume (2025) | USD 842.6 Million |\n|\n|\nCAGR (2025 - 2030) | 8.03 % |\n||\n",
            [size("842.6m", 2025), cagr("8.03", 2025, 2030)],
        ),
        (
            "Top Companies, Corvex Valves, Worldwide, 3Q25 (Shipments in Millions)\nCompany | 3Q25 Shipments | 3Q25 Market Share | Change\n"
            "1. Arvane | 2.7 | 40.3% | 42.1%\n2. Torvane | 2.1 | 31.3% | -8.7%\nOthers | 1.9 | 28.4% | 8.3%\nTotal | 6.7 | 100.0% | 13.6%\n",
            [of_company("2700000", 2025), share("40.3", year=2025), of_company("42.1", 2025), of_company("2100000", 2025), share("31.3", year=2025),
             of_company("-8.7", 2025), of_company("1900000", 2025), share("28.4", year=2025), of_company("8.3", 2025), volume("6700000", 2025), growth("13.6", 2025)],
        ),
        (
            "Corvex shipments keep growing, the agency says.\nCategory | 2025 Spending (M$) | Growth (%) |\n---|---|---|\nData systems | 472,610 | +41.9 |\nTotal | 1,233,850 | +17.1 |\n",
            [size("472610m", 2025, segment="Data systems"), growth("41.9", 2025), size("1233850m", 2025, segment=None), growth("17.1", 2025)],
        ),
        (
            "Corvex valves: it depends on whom you ask:\n\n| Who | Now | Later | CAGR |\n|---|---|---|---|\n| Orrin & Vale | $4.8bn (2025) | $19.4bn (2032) | 22.1% |\n",
            [size("4.8bn", 2025, segment=None, publisher="Orrin & Vale"), size("19.4bn", 2032), cagr("22.1", 2025, 2032, publisher="Orrin & Vale")],
        ),
        (
            "国内のコルベックスバルブ市場に関する調査結果を発表した。\n年度 | 市場規模(億円) | 前年比(%)\n2022年度 | 1,204 | 102.1\n2023年度 | 1,310 | 108.8\n",
            # 102.1 % of the year before is a growth of 2.1 %; 1,204 × 100 million yen
            [size("120400m", 2022, "JPY"), growth("2.1", 2022), size("131000m", 2023, "JPY"), growth("8.8", 2023)],
        ),
        (
            "2024年全球科维克阀门厂商出货量(单位:万台)\n厂商 | 2024年出货量 | 2024年市场份额\n阿凡 | 270 | 57.4%\n托凡 | 200 | 42.6%\n合计 | 470 | 100.0%\n",
            [of_company("2700000", 2024), share("57.4", year=2024), of_company("2000000", 2024), share("42.6", year=2024), volume("4700000", 2024)],
        ),
        (
            "El mercado de válvulas corvex crecerá en los próximos años.\nAtributo | Detalles\n---|---\nPrevisión de ingresos para 2032 | USD 9.100 millones\n"
            "Tasa de crecimiento | CAGR del 7,2 % de 2025 a 2032\nRegión líder | Europa (37,4 %)\n",
            [size("9100m", 2032), cagr("7.2", 2025, 2032), share("37.4", geography="Europe")],
        ),
        (
            "Corvex Valve Market Report Scope\n| Base Year: | 2024 | Forecast Period: | 2025 to 2033 |\n|---|---|---|---|\n| Historical Data: | 2019 to 2023 | Market Size in 2025: | USD 4.6 Bn |\n"
            "| Forecast Period 2025 to 2033 CAGR: | 9.2% | 2033 Value Projection: | USD 9.1 Bn |\n",
            [size("4.6bn", 2025), cagr("9.2", 2025, 2033), size("9.1bn", 2033)],
        ),
        (
            "Corvex Valve Market\nReport Coverage | Details\nPage number | 210\nBase year | 2024\nForecast period | 2025-2029\nGrowth momentum & CAGR | Accelerate at a CAGR of 5.4%\n"
            "Market growth 2025-2029 | USD 1.4 billion\nMarket structure | Fragmented\nYoY growth 2024-2025 (%) | 5.1\nPerforming market contribution | APAC at 41%\n",
            [cagr("5.4", 2025, 2029), stated("other_numeric", 1_400_000_000), growth("5.1", 2025, period_end=None), stated("other_numeric", 41, geography="Asia-Pacific")],
        ),
        (
            "Corvex Valve Market\nMarket Size 2024 | Market Size 2033 | CAGR\nUSD 4.2 Bn | USD 9.1 Bn | 9.2%\n",
            [size("4.2bn", 2024), size("9.1bn", 2033), cagr("9.2", 2024, 2033)],
        ),
        (
            "Il mercato delle valvole corvex crescerà nei prossimi anni.\nParametro | Dettagli\n---|---\nDimensione del mercato nel 2024 | 4,2 miliardi di USD\nCAGR (2025-2032) | 7,2%\n",
            [size("4.2bn", 2024), cagr("7.2", 2025, 2032)],
        ),
    ],
)  # fmt: skip
def test_tables_of_pipes_with_heads_cut_short_or_two_in_a_row(text: str, expected: list[Stated]) -> None:
    agrees(text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Corvex Semiconductor Revenue, Worldwide (Millions of U.S. Dollars)\n\n 2024 20252026\nRevenue ($M)73,120 96,300 120,280\n",
            [size("73120m", 2024), size("96300m", 2025), size("120280m", 2026)],
        ),
        (
            "Corvex valve market by region, 2024-2030 ($ millions)\nRegion 2024 2030 CAGR% 2025-2030\nNorth America 1,204.5 1,870.0 7.4\nTotal 3,684.6 5,870.9 7.8\n",
            [size("1204.5m", 2024, geography="North America"), size("1870.0m", 2030), cagr("7.4", 2025, 2030, geography="North America"),
             size("3684.6m", 2024, geography="Global", segment=None), size("5870.9m", 2030), cagr("7.8", 2025, 2030)],
        ),
        (
            "Corvex valve shares\n2023 2024\nBrass 41.2%39.0%\nSteel 35.0%37.0%\nPlastic 23.8%24.0%\n",
            [share("41.2", year=2023, segment="Brass"), share("39.0", year=2024), share("35.0", year=2023, segment="Steel"), share("37.0", year=2024),
             share("23.8", year=2023), share("24.0", year=2024, segment="Plastic")],
        ),
        (
            "Corvex Valve Market\nMarket Size in 2024USD 5.2 BillionMarket Size by 2032USD 9.1 BillionCAGR7.2%\n",
            [size("5.2bn", 2024), size("9.1bn", 2032), cagr("7.2", 2024, 2032)],
        ),
        (
            "Corvex Valve Market Report Scope\nMarket size value in 2025USD 4.6 billion\nRevenue forecast in 2035USD 7.1 billion\nGrowth rateCAGR of 4.4% from 2025 to 2035\n",
            [size("4.6bn", 2025), size("7.1bn", 2035), cagr("4.4", 2025, 2035)],
        ),
        (
            "Taille du marché des vannes corvex et prévisions du rapport\nTaille du marché en 2024USD 5,2 milliardsTaille du marché en 2032USD 9,1 milliardsTCAC7,2%\n",
            [size("5.2bn", 2024), size("9.1bn", 2032), cagr("7.2", 2024, 2032)],
        ),
    ],
)  # fmt: skip
def test_cells_that_ran_together_are_told_apart(text: str, expected: list[Stated]) -> None:
    agrees(text, expected)


@pytest.mark.parametrize(
    "text",
    [
        "In the years 2019 2020 2021 sales fell.\nSales of the model iPhone15 rose.\n",
        "Home | News | Reports\nContact | Imprint\n",
        "2023 Spring Street\n2024 Autumn Road\n",
    ],
)
def test_prose_and_menus_are_no_tables(text: str) -> None:
    agrees(text, [])
