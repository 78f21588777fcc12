"""Amounts as pages print them in several scripts: steps of ten thousand, odd decimal marks, units that a neighbour has."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.unit.sources.extract.reading import figures

Read = tuple[str, str | None]


def _read(text: str) -> list[Read]:
    return [(format(m.value.normalize(), "f"), m.unit) for m in figures(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 2 x 10,000 + 7 x 1,000 + 90
        ("올해 수입 자전거 판매량은 2만7천90대였다.", [("27090", "대")]),
        ("11월 전기 자전거 판매량은 3천187대였다.", [("3187", "대")]),
        # 3 x 10^12 + 2000 x 10^8: four digits before a scale sign are no year
        ("2021년 국내 두부 시장 규모는 3조2000억원이다.", [("3200000000000", "KRW")]),
        ("세계 두부 시장은 2022년 2054억2000만달러로 커진다.", [("205420000000", "USD")]),
        ("2017年の国内の文具市場は2076億円だった。", [("207600000000", "JPY")]),
        ("到2025年豆腐市场规模将达到2015亿元。", [("201500000000", "CNY")]),
        ("2016年软包装市场规模为1630多亿美元。", [("163000000000", "USD")]),
        # 6 x 10^8 + 8100 x 10^4, blanks at every sign
        ("2022年の豆腐市場の規模は6 億 8,100 万米ドルだった。", [("681000000", "USD")]),
    ],
)  # fmt: skip
def test_steps_of_one_number_are_one_amount(text: str, expected: list[Read]) -> None:
    assert _read(text) == expected


def test_a_share_behind_an_amount_is_no_step_of_it() -> None:
    found = _read("기능별로는 면역 제품 시장이 8,717억 원 17.4%를 차지했다.")
    assert ("17.4", "percent") in found
    assert ("871700000000", "KRW") in found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("電子版の売上の比率は2017年に41・7%だった。", [("41.7", "percent")]),
        ("文具の出荷額は前年比14・3%増の5510億円だった。", [("14.3", "percent"), ("551000000000", "JPY")]),
        ("The oil press market was worth US$7, 03 billion in 2021.", [("7030000000", "USD")]),
        ("In 2012 in the US 7% of all pumps were sold online.", [("7", "percent")]),
        ("Demand for copper pipes is to rise 4.2pc in 2024.", [("4.2", "percent")]),
        ("Il mercato dei bottoni vale 1,01 trilioni di dollari nel 2024.", [("1010000000000", "USD")]),
        ("Der Markt für Büromöbel erreichte 2017 rund 200 Mia. CHF.", [("200000000000", "CHF")]),
        ("Der Markt für Büromöbel erreichte 2017 einer Mrd. Euro.", [("1000000000", "EUR")]),
    ],
)
def test_odd_marks_and_words_of_a_number_are_read(text: str, expected: list[Read]) -> None:
    assert _read(text) == expected


def test_two_figures_that_are_told_of_each_are_no_range() -> None:
    text = "Preços e descontos dos livros tiveram em fevereiro altas de 0,7% e 2,3%, respectivamente."
    assert [(str(m.value), m.value_high) for m in figures(text)] == [("0.7", None), ("2.3", None)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The market share of e-bikes rose from 28 to 29% in 2019.", ["28", "29"]),
        ("Die Bäder kamen 2021 auf Anteile von 10,5 bzw. 10,1 Prozent am Umsatz.", ["10.5", "10.1"]),
        ("Der Markt für Babykost soll von 73 auf 107 Milliarden Dollar im Jahr 2027 steigen.", ["73000000000", "107000000000"]),
        ("As exportações de cortiça passaram de 600 para 700 milhões de euros em 2004.", ["600000000", "700000000"]),
    ],
)  # fmt: skip
def test_a_bare_number_has_the_unit_of_the_figure_that_it_moves_to(text: str, expected: list[str]) -> None:
    assert [m.value for m in figures(text)] == [Decimal(value) for value in expected]


def test_a_bare_number_far_from_the_amount_behind_it_keeps_no_scale() -> None:
    found = figures("The maker moved from 3 to 900 million units in 2021.")
    assert Decimal(3_000_000) not in [m.value for m in found]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("Volume in the container market came to 24 million TEUs in 2020.", 24_000_000, "TEU"),
        ("Cement production in the country reached 26.5 Mt/a in 2021.", 26_500_000, "tonnes"),
        ("Sales volume in the essential oil market reached 160.0 kilo tons in 2014.", 160_000, "tonnes"),
        ("El mercado de la televisión cayó en 2025 de 1.142,7 millones de euros a 1.042,4 millones ahora.", 1_042_400_000, "EUR"),
        ("ACQUE E BIBITE, un mercato da 2.800 MILIARDI SGORGA DALLE FONTI", 2_800_000_000_000, None),
    ],
)  # fmt: skip
def test_a_unit_is_a_unit_and_no_word_that_happens_to_follow(text: str, value: int, unit: str | None) -> None:
    assert (Decimal(value), unit) in [(m.value, m.unit) for m in figures(text)]


def test_a_markets_size_without_a_currency_has_that_of_its_sentence() -> None:
    found = figures("The chip tray market size stood at 31.2 billion in 2024 and is to touch USD 90 billion by 2030.")
    assert [(int(m.value), m.unit) for m in found] == [(31_200_000_000, "USD"), (90_000_000_000, "USD")]


def test_the_price_of_a_product_that_a_report_speaks_of_is_no_price_of_the_report() -> None:
    found = figures(
        "Watches got cheaper, the report says: a watch sold at $111 on average in the third quarter of 2020."
    )
    assert [(int(m.value), m.unit) for m in found] == [(111, "USD")]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("調査に使われた金は米国($47,136)が最大で、英国($6,449)が続く。(単位:百万ドル)", [(47_136_000_000, "USD"), (6_449_000_000, "USD")]),
        ("调查支出中美国为$47,136，英国为$6,449（单位：百万美元）。", [(47_136_000_000, "USD"), (6_449_000_000, "USD")]),
        ("調査に使われた金は米国($47,136)が最大で、英国($6,449)が続く。", [(47_136, "USD"), (6_449, "USD")]),
    ],
)  # fmt: skip
def test_a_note_of_the_unit_holds_for_the_amounts_of_its_paragraph(text: str, amounts: list[tuple[int, str]]) -> None:
    assert [(int(m.value), m.unit) for m in figures(text)] == amounts


@pytest.mark.parametrize(
    ("text", "rates"),
    [
        # 110.7 - 100 and 98.3 - 100
        ("おもな数字は次のとおり(いずれも対前年度比)。\n- 犬小屋の出荷額 110.7%\n- 猫砂の出荷額 98.3%", ["10.7", "-1.7"]),
        ("犬小屋の出荷額は前の年度に比べ110.1%となった。", ["10.1"]),
        ("犬小屋の出荷額は前年に比べ60.1%増えた。", ["60.1"]),
    ],
)  # fmt: skip
def test_an_index_of_the_year_before_is_growth(text: str, rates: list[str]) -> None:
    assert [str(m.value) for m in figures(text) if m.metric == "growth_rate"] == rates
