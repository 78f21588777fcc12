"""Forms in which reports say when a figure holds, in each language: values, rates and the status of both."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import figures

EN = "Winch market holds up\n\nBy Ada Molen, 4 September 2025\n\n"
U = "Winch Market\n\n"
D = "Windenmarkt\n\nVeröffentlicht: 3. Mai 2025\n\n"
F = "Marché des treuils\n\nPublié le 3 mai 2025\n\n"
S = "Mercado de cabrestantes\n\nPublicado el 3 de mayo de 2025\n\n"
P = "Mercado de guinchos\n\nPublicado em 3 de maio de 2025\n\n"
IT = "Mercato dei verricelli\n\nPubblicato il 3 maggio 2025\n\n"
J = "ウインチ市場\n発行日:2025年5月3日\n\n"
Z = "绞车市场\n发布日期:2025-05-03\n\n"

Years = int | None | tuple[int | None, ...]


@pytest.mark.parametrize(
    ("text", "surface", "year", "start", "end", "status"),
    [
        (EN + "In the 52 weeks ending Oct. 5, 2025, winch sales came to $312 million.", "$312", 2025, None, None, "historical"),
        (EN + "Winch sales hit $312 million in 3Q25.", "$312", 2025, None, None, "historical"),
        (EN + "The winch market reached $312 million in Q3 FY26.", "$312", 2026, None, None, None),
        (EN + "For the first half of 2025, winch sales were $150 million.", "$150", 2025, None, None, "historical"),
        (EN + "In the year to June 2024, the winch market was worth £398 million.", "398", 2024, None, None, "historical"),
        (EN + "The winch market (2024: $3.1bn) will be $4.4bn in 2030.", "$3.1", 2024, None, None, "historical"),
        (EN + "The winch market, worth $3.1bn in 2024, is headed for $4.4bn by the end of 2030.", "$4.4", 2030, None, None, "forecast"),
        (EN + "From $3.1bn in 2024 the winch market is forecast to climb to $4.4bn in 2030, a CAGR of 6.0%.", "6.0%", None, 2024, 2030, "forecast"),
        (EN + "Between 2019 and 2024 the winch market grew at a CAGR of 3.6%. It is set to grow at a CAGR of 6.0% between 2025 and 2032.", "3.6%", None, 2019, 2024, "historical"),
        (EN + "Between 2019 and 2024 the winch market grew at a CAGR of 3.6%. It is set to grow at a CAGR of 6.0% between 2025 and 2032.", "6.0%", None, 2025, 2032, "forecast"),
        (EN + "Next year, the winch market should pass $3.4 billion.", "$3.4", 2026, None, None, "forecast"),
        (EN + "The winch market will be worth $3.4 billion in 2027, the firm says, after $2.9 billion in 2024.", "$2.9", 2024, None, None, "historical"),
        (EN + "Looking ahead to 2030, Molen sees the winch market at $4.4 billion.", "$4.4", 2030, None, None, "forecast"),
        (EN + "By 2030, electric winches will account for 44% of the market, up from 31% in 2024.", "31%", 2024, None, None, "historical"),
        (EN + "By 2030, electric winches will account for 44% of the market, up from 31% in 2024.", "44%", 2030, None, None, "forecast"),
        (EN + "Electric winches made up 31% of the market in 2024 and could reach 44% by the end of the forecast period.", "31%", 2024, None, None, "historical"),
        (EN + "Winch sales are up 9.8% in 2025.", "9.8%", 2025, None, None, None),
        (EN + "Winch sales fell 3.1% in 2023 and 2.2% in 2024.", "2.2%", 2024, None, None, "historical"),
        (EN + "Winch sales fell 3.1% in 2023 and 2.2% in 2024.", "3.1%", 2023, None, None, "historical"),
        (U + "The winch market size was USD 3.1 billion in 2023, is calculated at USD 3.3 billion in 2024, and is expected to reach around USD 5.9 billion by 2034, expanding at a CAGR of 6.0%.", "6.0%", None, 2024, 2034, "forecast"),
        (U + "The winch market is projected to attain USD 5.9 billion by 2034, from USD 3.1 billion in 2023.", "5.9", 2034, None, None, "forecast"),
        (U + "The winch market accounted for USD 3.1 billion in 2023 and USD 3.3 billion in 2024.", "3.3", 2024, None, None, "historical"),
        (U + "The winch market, estimated at USD 3.1 billion in 2025, looks set to top USD 5 billion by 2032.", "USD 5", 2032, None, None, "forecast"),
        (U + "Base year: 2024\n\nThe winch market was valued at USD 3.1 billion in 2024. Asia held 40% of the market. Europe will grow at a CAGR of 4% through 2032.", "40%", (None, 2024), None, None, "historical"),
        (D + "Der Markt für Winden soll von 3,1 Mrd. Euro im Jahr 2024 auf 4,4 Mrd. Euro im Jahr 2030 wachsen, das entspricht einer CAGR von 6,0 %.", "6,0", None, 2024, 2030, "forecast"),
        (D + "Für 2025 rechnet das Institut mit 3,3 Mrd. Euro Umsatz im Markt für Winden.", "3,3", 2025, None, None, "forecast"),
        (D + "Im Jahr 2024 setzten die Hersteller im Markt für Winden 3,1 Mrd. Euro um, 5 % mehr als im Vorjahr.", "5 %", 2024, None, None, "historical"),
        (D + "Der Markt für Winden wird auf 3,1 Mrd. Euro geschätzt.", "3,1", None, None, None, "historical"),
        (F + "Le marché des treuils est passé de 2,4 milliards d'euros en 2019 à 3,1 milliards d'euros en 2024.", "2,4", 2019, None, None, "historical"),
        (F + "Le marché des treuils est passé de 2,4 milliards d'euros en 2019 à 3,1 milliards d'euros en 2024.", "3,1", 2024, None, None, "historical"),
        (F + "D'ici 2030, le marché des treuils devrait frôler 4,4 milliards d'euros, soit un TCAC de 6,0 % entre 2024 et 2030.", "6,0", None, 2024, 2030, "forecast"),
        (F + "D'ici 2030, le marché des treuils devrait frôler 4,4 milliards d'euros, soit un TCAC de 6,0 % entre 2024 et 2030.", "4,4", 2030, None, None, "forecast"),
        (F + "En 2024, les treuils électriques détenaient 31 % du marché ; ils en tiendront 44 % en 2030.", "44", 2030, None, None, "forecast"),
        (F + "Le marché des treuils a progressé de 5 % en 2024 pour atteindre 3,1 milliards d'euros.", "3,1", 2024, None, None, "historical"),
        (S + "El mercado de cabrestantes pasará de 3.100 millones de euros en 2024 a 4.400 millones de euros en 2030, con una TCAC del 6,0 %.", "6,0", None, 2024, 2030, "forecast"),
        (S + "El mercado de cabrestantes pasará de 3.100 millones de euros en 2024 a 4.400 millones de euros en 2030, con una TCAC del 6,0 %.", "3.100", 2024, None, None, "historical"),
        (S + "Para 2030 se prevé que el mercado de cabrestantes alcance los 4.400 millones de euros.", "4.400", 2030, None, None, "forecast"),
        (S + "Los cabrestantes eléctricos acapararon el 31 % del mercado en 2024.", "31", 2024, None, None, "historical"),
        (P + "O mercado de guinchos deve saltar de R$ 3,1 bilhões em 2024 para R$ 4,4 bilhões em 2030, a uma taxa composta anual de 6,0%.", "6,0", None, 2024, 2030, "forecast"),
        (P + "Em 2024, o mercado de guinchos movimentou R$ 3,1 bilhões, alta de 5% sobre 2023.", "5%", 2024, None, None, "historical"),
        (IT + "Il mercato dei verricelli passerà da 3,1 miliardi di euro nel 2024 a 4,4 miliardi di euro nel 2030, con un CAGR del 6,0%.", "6,0", None, 2024, 2030, "forecast"),
        (IT + "Nel 2024 il mercato dei verricelli valeva 3,1 miliardi di euro, +5% sul 2023.", "5%", 2024, None, None, "historical"),
        (J + "2024年度のウインチの国内市場規模は前年度比5.4%増の310億円であった。2025年度は330億円を見込む。", "5.4", 2024, None, None, "historical"),
        (J + "2024年度のウインチの国内市場規模は前年度比5.4%増の310億円であった。2025年度は330億円を見込む。", "330", 2025, None, None, "forecast"),
        (J + "ウインチ市場は2025年の33億米ドルから2032年には59億米ドルに達し、年平均成長率8.5%で拡大すると予測されています。", "8.5", None, 2025, 2032, "forecast"),
        (J + "ウインチ市場は2025年の33億米ドルから2032年には59億米ドルに達し、年平均成長率8.5%で拡大すると予測されています。", "33", 2025, None, None, None),
        (Z + "预计2025-2031年期间,绞车市场年复合增长率为6.0%。", "6.0", None, 2025, 2031, "forecast"),
        (Z + "2020年至2024年,绞车市场规模由20亿元增长至31亿元,年复合增长率为11.6%。", "11.6", None, 2020, 2024, "historical"),
        (Z + "2020年至2024年,绞车市场规模由20亿元增长至31亿元,年复合增长率为11.6%。", "31", 2024, None, None, "historical"),
        (Z + "2020年至2024年,绞车市场规模由20亿元增长至31亿元,年复合增长率为11.6%。", "20", 2020, None, None, "historical"),
        (Z + "2024年绞车市场规模同比增长5.2%,达到31亿元。", "5.2", 2024, None, None, "historical"),
        (EN + "The winch market grew 9.8% in 2024 to $206 million.", "$206", 2024, None, None, "historical"),
        (EN + "The winch market grew 9.8% in 2024, reaching $206 million.", "$206", 2024, None, None, "historical"),
        (EN + "Winch exports rose by 12% in 2023 to hit $88 million.", "$88", 2023, None, None, "historical"),
        (D + "Der Markt für Winden wuchs 2024 um 5 Prozent auf 3,1 Mrd. Euro.", "3,1", 2024, None, None, "historical"),
        (D + "Der Markt für Winden legte im Jahr 2024 um 5 Prozent zu und kam auf 3,1 Mrd. Euro.", "3,1", 2024, None, None, "historical"),
        (F + "Le marché des treuils a progressé de 5 % en 2024 pour atteindre 3,1 milliards d'euros.", "3,1", 2024, None, None, "historical"),
        (S + "El mercado de cabrestantes creció un 5 % en 2024 hasta los 3.100 millones de euros.", "3.100", 2024, None, None, "historical"),
        (P + "O mercado de guinchos cresceu 5% em 2024, para R$ 3,1 bilhões.", "3,1", 2024, None, None, "historical"),
        (IT + "Il mercato dei verricelli è cresciuto del 5% nel 2024 a 3,1 miliardi di euro.", "3,1", 2024, None, None, "historical"),
        (EN + "Molen raised its forecast for the winch market to $3.4 billion in 2026 from $3.2 billion.", "$3.4", 2026, None, None, "forecast"),
        (EN + "The U.S. winch market was worth $1.1 billion in 2024 and is poised to grow 6% annually to 2030.", "$1.1", 2024, None, None, "historical"),
        (EN + "The U.S. winch market was worth $1.1 billion in 2024 and is poised to grow 6% annually to 2030.", "6%", None, (2024, None), 2030, "forecast"),
        (EN + "North America led the winch market with a 38% share in 2024.", "38%", 2024, None, None, "historical"),
        (EN + "Electric winches hold 60% of the market today.", "60%", (None, 2025), None, None, "historical"),
        (EN + "Electric winches hold 60% of the market; hydraulic ones will grow at 7.1% through 2032.", "60%", (None, 2024, 2025), None, None, "historical"),
        (EN + "Asia is the fastest-growing region, with a CAGR of 7.1% over 2025-2032, while Europe holds 24%.", "24%", (None, 2024, 2025), None, None, "historical"),
        (EN + "In 2032 the winch market will have reached $5.2 billion.", "$5.2", 2032, None, None, "forecast"),
        (EN + "The winch market totaled $3.0 billion and $3.1 billion in 2023 and 2024, respectively.", "$3.0", 2023, None, None, "historical"),
        (EN + "The winch market totaled $3.0 billion and $3.1 billion in 2023 and 2024, respectively.", "$3.1", 2024, None, None, "historical"),
        (EN + "Winch Market to Surpass USD 5.9 Billion by 2034, Growing at 6.1% CAGR", "5.9", 2034, None, None, "forecast"),
        (U + "Winch Market Size to Hit USD 5.9 Bn by 2034\n\nThe global winch market size was evaluated at USD 3.1 billion in 2024 and is predicted to gain around USD 5.9 billion by 2034 with a solid CAGR of 6.6%.", "6.6%", None, 2024, 2034, "forecast"),
        (U + "The winch market is expected to grow by USD 1.2 billion at a CAGR of 5.1% between 2024 and 2029.", "5.1%", None, 2024, 2029, "forecast"),
        (U + "Forecast period: 2025-2033. Asia is set to record a CAGR of 7%.", "7%", None, 2025, 2033, "forecast"),
        (U + "Forecast period: 2025-2033\n\nEurope grew 4% in 2023.", "4%", 2023, None, None, "historical"),
        (F + "Prévisions 2025-2032. Le segment électrique affichera un TCAC de 7 %.", "7 %", None, 2025, 2032, "forecast"),
        (P + "Período de previsão: 2025-2033\n\nO segmento elétrico crescerá a um CAGR de 7%.", "7%", None, 2025, 2033, "forecast"),
        (IT + "Periodo di previsione: 2025-2033\n\nIl segmento elettrico crescerà con un CAGR del 7%.", "7%", None, 2025, 2033, "forecast"),
        (S + "Período de pronóstico 2025-2033\n\nEl segmento eléctrico crecerá a una TCAC del 7%.", "7%", None, 2025, 2033, "forecast"),
        (D + "Prognosezeitraum: 2025-2033\n\nDas Elektrosegment wächst mit einer CAGR von 7 %.", "7 %", None, 2025, 2033, "forecast"),
        (J + "予測期間:2025年~2033年\n\n電動セグメントは7%のCAGRで成長すると予測される。", "7%", None, 2025, 2033, "forecast"),
        (Z + "预测期:2025-2033年\n\n电动绞车的CAGR预计为7%。", "7%", None, 2025, 2033, "forecast"),
        (Z + "绞车市场2024年销售额为31亿元,预计2031年将达到45亿元, 2025至2031年间复合增长率为5.6%。", "5.6%", None, 2025, 2031, "forecast"),
        (J + "2030年度には420億円まで拡大すると予測する。", "420", 2030, None, None, "forecast"),
        (J + "ウインチ市場規模は、2030年までに420億円に達すると見込まれており、CAGRは6%です。", "6%", None, (None, 2024, 2025), 2030, "forecast"),
    ],
)  # fmt: skip
def test_a_figure_has_the_time_that_its_words_give(
    text: str, surface: str, year: Years, start: Years, end: int | None, status: str | None
) -> None:
    found = next(m for m in figures(text) if surface in m.surface)
    assert found.year in (year if isinstance(year, tuple) else (year,))
    assert found.period_start in (start if isinstance(start, tuple) else (start,))
    assert found.period_end == end
    assert status in (None, found.status)
