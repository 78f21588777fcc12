"""When a figure holds: the page's own date, years told by distance, tenses, counted years and periods settled by arithmetic."""

from __future__ import annotations

import pytest

from sources.extract.page_dates import page_date
from sources.extract.tenses import tenses
from sources.grammar.language import grammar
from tests.unit.sources.extract.reading import figures


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("Crane sales dip\n\nBy Ada Molen, Senior Editor, Friday, 07 November 2025 10:00\n\nSales fell 3% in 2024.", 2025),
        ("OSLO, Norway, March 4, 2025 /Wireline/ -- The crane market will grow.", 2025),
        ("HAMBURG, 12. August 2025 – Der Markt wächst.", 2025),
        ("Kräne legen zu\nMärkte & Zahlen | 14.04.2025\n\nAuf 4 Milliarden Euro", 2025),
        ("Des grues\n\nAda Molin, publié le 06 Février 2024\n\nLe marché", 2024),
        ("Mercado de gruas\n\nÚltima atualização: 04 February 2026\nAno base: 2025", 2026),
        ("起重机市场\n来源:某研究院 发布日期:2025-05-23 10:14\n正文", 2025),
        ("クレーン市場\n発刊日:2025年6月30日\n体裁:A4", 2025),
        ("Crane headlines (伦敦2026年4月8日讯)市场研究机构今日表示", 2026),
        ("Cranes\nDate: 5/14/2025 9:14:33 AM\nText follows here", 2025),
        ("Cranes | Vol. 12 No. 3 | December 2025\n\nText", 2025),
        ("Cranes\n\nText.\n\n© 2023-2026 Molen Insights. All rights reserved.", 2026),
        # Dates within sentences are not the page's own.
        ("Crane sales\n\nIn the 52 weeks to 28 December 2024 sales came to £3m.", None),
        ("Crane sales\n\nOn March 20, 2025, Molen said that sales rose 3%.", None),
        ("Crane sales\n\nIn September 2021 Molen opened a plant.", None),
    ],
)  # fmt: skip
def test_a_page_is_dated_by_its_byline_label_or_dateline(text: str, year: int | None) -> None:
    found = page_date(text)
    assert (found.year if found else None) == year


@pytest.mark.parametrize(
    ("language", "words", "leads"),
    [
        ("en", "The market is valued at USD 4 bn in 2025 and on its way to ", "forecast"),
        ("en", "Winches are to be worth ", "forecast"),
        ("en", "Output to grow by ", "forecast"),
        ("en", "The firm has the crane market growing ", "forecast"),
        ("en", "Sales rose by 4% to reach ", "historical"),
        ("en", "Shipments headed for ", "forecast"),
        ("en", "The business had stood at ", "historical"),
        ("en", "which would make the trade worth ", "forecast"),
        ("de", "Der Umsatz könnte auf ", "forecast"),
        ("de", "Die Analysten trauen dem Segment ", "forecast"),
        ("de", "Der Absatz sank auf ", "historical"),
        ("de", "Der Markt schrumpfte auf ", "historical"),
        ("fr", "Le marché doublera pour valoir ", "forecast"),
        ("fr", "Il pèserait ainsi ", "forecast"),
        ("fr", "Les ventes ont bondi à ", "historical"),
        ("fr", "Le segment captait ", "historical"),
        ("es", "El sector rozará los ", "forecast"),
        ("es", "La previsión apunta a ", "forecast"),
        ("es", "Las ventas cayeron hasta ", "historical"),
        ("es", "El negocio rozó los ", "historical"),
        ("pt", "O setor movimentará ", "forecast"),
        ("pt", "As vendas caíram para ", "historical"),
        ("pt", "O mercado deve chegar a ", "forecast"),
        ("it", "Il comparto sfiorerà i ", "forecast"),
        ("it", "Le vendite sono scese a ", "historical"),
        ("it", "Il valore dovrebbe salire a ", "forecast"),
        ("ja", "市場規模は2024年に", ""),
        ("ja", "2030年には拡大すると予測され、", "forecast"),
        ("zh", "届时市场规模有望突破", "forecast"),
        ("zh", "销售额已达", "historical"),
    ],
)  # fmt: skip
def test_verbs_put_a_figure_ahead_or_behind(language: str, words: str, leads: str) -> None:
    assert tenses(words, grammar(language)).leads == leads


def _read(text: str, surface: str) -> tuple[int | None, int | None, int | None, str]:
    found = [m for m in figures(text) if surface in m.surface]
    assert found, [m.surface for m in figures(text)]
    return found[0].year, found[0].period_start, found[0].period_end, found[0].status


EN = "Winch market holds up\n\nBy Ada Molen, 4 September 2025\n\n"


@pytest.mark.parametrize(
    ("text", "surface", "year", "status"),
    [
        (EN + "The winch market will be worth $1.9 billion in 2027 against $812 million two years earlier.", "$812", 2025, None),
        (EN + "The winch market will come to $3.1bn this year, against $1.3bn last year.", "$1.3bn", 2024, "historical"),
        (EN + "The winch market will come to $3.1bn this year, against $1.3bn last year.", "$3.1bn", 2025, "forecast"),
        (EN + "The winch market was worth $3.1bn in 2024, up from $2.9bn a year earlier.", "$2.9bn", 2023, "historical"),
        (EN + "The winch market was worth $3.1bn in 2024, compared with $2.2bn three years before.", "$2.2bn", 2021, "historical"),
        (EN + "The winch market was worth $3.1bn in 2024; a decade earlier it had been $1.1bn.", "$1.1bn", 2014, "historical"),
        (EN + "The winch market stood at $2.5 billion five years ago.", "$2.5", 2020, "historical"),
        (EN + "Twelve months ago the winch market was worth $2.6 billion.", "$2.6", 2024, "historical"),
        (EN + "Asia had $2 billion of the winch market in 2024. Europe made up $0.8 billion in the same year.", "$0.8", 2024, "historical"),
        (EN + "Sales of winches reached $129.0 billion in 2024 (2023: $168.5 billion).", "$168.5", 2023, "historical"),
        (EN + "Sales of winches reached $129.0 billion in 2024 (2023: $168.5 billion).", "$129.0", 2024, "historical"),
        (EN + "The winch market is valued at $4.6 billion in 2025 and on its way to $7.1 billion by 2035.", "$7.1", 2035, "forecast"),
        (EN + "The winch market is valued at $4.6 billion, thanks to Vision 2030.", "$4.6", None, "historical"),
        (EN + "Nobody is expecting a return to the winch market's $2.3 billion of 2022 before long.", "$2.3", 2022, "historical"),
        (EN + "Winch sales are headed for $6.5 billion in 2031.", "$6.5", 2031, "forecast"),
        ("Windenmarkt\n\nVeröffentlicht: 3. Mai 2025\n\nDer Markt für Winden lag 2024 bei 3,1 Mrd. Euro, nach 2,8 Mrd. Euro im Vorjahr.", "2,8", 2023, "historical"),
        ("Windenmarkt\n\nVeröffentlicht: 3. Mai 2025\n\nDer Markt für Winden lag 2024 bei 3,1 Mrd. Euro, gegenüber 2,2 Mrd. Euro vor drei Jahren.", "2,2", 2022, "historical"),
        ("Windenmarkt\n\nPrognosezeitraum: 2025 bis 2030\n\nDer Markt für Winden wächst um 5 % CAGR und kommt am Ende des Prognosezeitraums auf 4,4 Mrd. Euro.", "4,4", 2030, "forecast"),
        ("Windenmarkt\n\nVeröffentlicht: 3. Mai 2025\n\nBis 2030 klettert der Markt für Winden auf 4,9 Mrd. Euro.", "4,9", 2030, "forecast"),
        ("Marché des treuils\n\nPublié le 3 mai 2025\n\nLe marché des treuils a atteint 3,1 milliards d'euros en 2024, contre 2,9 milliards d'euros un an plus tôt.", "2,9", 2023, "historical"),
        ("Marché des treuils\n\nPublié le 3 mai 2025\n\nLe marché des treuils vaudra 4,2 milliards d'euros à l'horizon 2030.", "4,2", 2030, "forecast"),
        ("Marché des treuils\n\nPublié le 3 mai 2025\n\nLe marché des treuils pesait 2,4 milliards d'euros il y a cinq ans.", "2,4", 2020, "historical"),
        ("Mercado de cabrestantes\n\nPublicado el 3 de mayo de 2025\n\nEl mercado de cabrestantes sumó 3.100 millones de euros en 2024, frente a 2.900 millones de euros dos años antes.", "2.900", 2022, "historical"),
        ("Mercado de cabrestantes\n\nPublicado el 3 de mayo de 2025\n\nEl mercado de cabrestantes rozará los 4.200 millones de euros hacia 2030.", "4.200", 2030, "forecast"),
        ("Mercado de guinchos\n\nPublicado em 3 de maio de 2025\n\nO mercado de guinchos somou R$ 3,1 bilhões em 2024, ante R$ 2,9 bilhões no ano anterior.", "2,9", 2023, "historical"),
        ("Mercado de guinchos\n\nPublicado em 3 de maio de 2025\n\nO mercado de guinchos chegará a R$ 4,2 bilhões até 2030.", "4,2", 2030, "forecast"),
        ("Mercato dei verricelli\n\nPubblicato il 3 maggio 2025\n\nIl mercato dei verricelli ha toccato 3,1 miliardi di euro nel 2024, contro 2,9 miliardi di euro l'anno precedente.", "2,9", 2023, "historical"),
        ("Mercato dei verricelli\n\nPubblicato il 3 maggio 2025\n\nIl mercato dei verricelli varrà 4,2 miliardi di euro entro il 2030.", "4,2", 2030, "forecast"),
        ("ウインチ市場\n発行日:2025年5月3日\n\n2024年のウインチ市場規模は310億円であった。2030年までに420億円に達する見通しである。", "420", 2030, "forecast"),
        ("绞车市场\n发布日期:2025-05-03\n\n2024年绞车市场规模为31亿元,2025年将达33亿元,到2030年有望突破42亿元。", "33", 2025, "forecast"),
        ("绞车市场\n发布日期:2025-05-03\n\n2024年绞车市场规模为31亿元,2025年将达33亿元,到2030年有望突破42亿元。", "42", 2030, "forecast"),
        ("绞车市场\n发布日期:2025-05-03\n\n2024年绞车市场规模为31亿元,2025年将达33亿元。", "31", 2024, "historical"),
    ],
)  # fmt: skip
def test_a_value_has_the_year_and_the_status_that_its_words_give(
    text: str, surface: str, year: int | None, status: str | None
) -> None:
    read = _read(text, surface)
    assert read[0] == year
    assert status in (None, read[3])


@pytest.mark.parametrize(
    ("text", "surface", "period"),
    [
        # 2.1175 * 1.095 ** 8 = 4.376, and 1.9338 * 1.095 ** 9 = 4.376 as well: the nearer pair counts.
        (EN + "The winch market was worth $1,933.8 million in 2024, will pass to $2,117.5 million in 2025 and exceed $4,376.46 million by 2033, at a CAGR of 9.5%.", "9.5%", (2025, 2033)),
        # 31.8 * 1.0319 ** 5 = 37.2
        (EN + "Winch demand was 31.8 million tonnes in 2023. It will be 37.2 million tonnes in 2028. That is a CAGR of 3.2%.", "3.2%", (2023, 2028)),
        # 197.3 / 152.6 - 1 = 29.3 %
        (EN + "Winch sales could be worth $197.3 million in 2030 against $152.6 million in 2024, total growth of 29%.", "29%", (2024, 2030)),
        (EN + "The winch market should be worth £2.61 billion in 2028, a rise of 15% over the five years.", "15%", (2023, 2028)),
        (EN + "The winch market is set to reach $6.1 billion in 2030, a five-year compound annual growth rate of 7.8%.", "7.8%", (2025, 2030)),
    ],
)  # fmt: skip
def test_a_rate_runs_over_the_years_that_give_it(text: str, surface: str, period: tuple[int, int]) -> None:
    read = _read(text, surface)
    assert read[1:3] == period


@pytest.mark.parametrize(
    ("text", "surface", "year"),
    [
        (EN + "Winch demand was worth $121.4 million in 2024, +2.7% y/y.", "+2.7%", 2024),
        (EN + "The winch market came to $206.5 million in 2024 (+13%).", "+13%", 2024),
        (EN + "The winch market was worth $206 million in 2024, up 9.8% on the year.", "9.8%", 2024),
        (EN + "In 2024, the winch market grew 9.8% to $206 million.", "9.8%", 2024),
        (EN + "Winch sales grew 4% last year.", "4%", 2024),
    ],
)  # fmt: skip
def test_growth_from_one_year_to_the_next_has_a_year_and_no_period(text: str, surface: str, year: int) -> None:
    assert _read(text, surface)[:3] == (year, None, None)


def test_a_table_of_the_year_that_the_page_forecasts_is_a_forecast() -> None:
    text = (
        EN
        + "Winch sales will total $3.1 billion in 2025.\n\n| Type | 2025 sales ($M) |\n|---|---|\n| Electric | 1,900 |\n| Hand | 1,200 |\n"
    )
    assert {m.status for m in figures(text)} == {"forecast"}


def test_a_verb_in_the_past_keeps_a_figure_of_the_pages_own_year_behind() -> None:
    text = (
        EN
        + "Winch sales will total $3.1 billion in 2025, and exports $0.9 billion. In the first half of 2025 winch imports came to $0.4 billion."
    )
    assert figures(text)[-1].status == "historical"
