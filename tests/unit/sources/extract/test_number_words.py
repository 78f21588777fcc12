"""Numbers in words become figures where print makes them figures, and stay silent elsewhere."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import figures, read

HEAD = "Pet Food Market Report\n\n"


@pytest.mark.parametrize(
    ("text", "surface", "value", "unit"),
    [
        ("The market reached two billion dollars in 2024.", "two billion dollars", 2_000_000_000, "USD"),
        ("The market is worth half a billion dollars.", "half a billion dollars", 500_000_000, "USD"),
        ("Dry food makes up half of revenue.", "half", 50, "percent"),
        ("Dry food makes up nearly three quarters of sales.", "three quarters", 75, "percent"),
        ("Twenty-five per cent of volume is dry food.", "Twenty-five per cent", 25, "percent"),
        ("One in five owners buys online.", "One in five", 20, "percent"),
        ("Der Markt für Tierfutter erreichte 2024 zwei Milliarden Euro und wird von den Haltern getragen.", "zwei Milliarden Euro", 2_000_000_000, "EUR"),
        ("Die Hälfte des Umsatzes entfällt auf den Markt für die Hunde und die Katzen.", "Hälfte", 50, "percent"),
        ("La mitad de las ventas del mercado es de los perros y de los gatos.", "mitad", 50, "percent"),
        ("ペットフード市場の売上の半分は犬用が占め、残りは猫用とその他である。", "半分", 50, "percent"),
        ("犬粮的销售额占整个宠物食品市场的四分之三，其余为猫粮和其他产品。", "四分之三", 75, "percent"),
    ],
)  # fmt: skip
def test_a_number_in_words_is_read_at_its_value(text: str, surface: str, value: float, unit: str) -> None:
    found = [m for m in figures(HEAD + text) if m.surface == surface]
    assert [(float(m.value), m.unit) for m in found] == [(float(value), unit)]


@pytest.mark.parametrize(
    "text", ["The first half of 2025 was slow.", "Four brands lead.", "It is one of the two firms."]
)
def test_words_that_count_nothing_a_market_knows_are_silent(text: str) -> None:
    assert figures(HEAD + text) == []


def test_a_third_has_no_exact_value_and_is_set_aside_by_name() -> None:
    found = read(HEAD + "A third of the market is wet food.")
    assert [(r.surface, r.rule) for r in found.rejections] == [("A third", "inexact_fraction")]
    assert found.mentions == ()
