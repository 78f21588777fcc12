"""The date of a page and the tenses of verbs. Years of figures: `tests/forms/years.yml`."""

from __future__ import annotations

import pytest

from sources.extract.facts.page_dates import page_date, without_datelines
from sources.extract.time.tenses import tenses
from sources.grammar.language import grammar


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


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Dublin, Ireland -- 4 June 2026 -- The moss market grew in Peru.", "-- The moss market grew in Peru."),
        (
            "# Moss\n\nPUNE, India, May 12, 2026 (WIRELINE) -- The moss market",
            "# Moss\n\n (WIRELINE) -- The moss market",
        ),
        ("München, 3. März 2026 – Der Markt", "– Der Markt"),
        (
            "The market in Ireland, as of 4 June 2026 -- it grew.",
            "The market in Ireland, as of 4 June 2026 -- it grew.",
        ),
        ("Ireland: sales of 4 June 2026", "Ireland: sales of 4 June 2026"),
    ],
)
def test_where_a_report_was_written_is_blanked_and_nothing_moves(text: str, rest: str) -> None:
    found = without_datelines(text)
    assert len(found) == len(text)
    assert found.split() == rest.split()
