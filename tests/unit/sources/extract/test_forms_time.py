"""Forms of time: base, end and growth in their orders, windows from elsewhere, relative years, fiscal and short years."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import Stated, agrees, cagr, share, size, stated

Case = tuple[str, str, list[Stated]]


def _table(*cases: Case) -> pytest.MarkDecorator:
    """Rows of market, text and what it states."""
    return pytest.mark.parametrize(("market", "text", "expected"), cases)


@_table(
    ("Heat Sealer", "The heat sealer market was valued at USD 2.3 billion in 2024 and is projected to reach USD 3.6 billion by 2032, at a CAGR of 5.8% from 2025 to 2032.", [size("2.3bn", 2024, status="historical"), size("3.6bn", 2032, status="forecast"), cagr("5.8", 2025, 2032, period_inferred=False)]),
    ("Pet Stroller", "With a CAGR of 7.1% between 2024 and 2030, the pet stroller market will climb from USD 640 million in 2024 to USD 966 million in 2030.", [cagr("7.1", 2024, 2030), size("640m", 2024, status="historical"), size("966m", 2030, status="forecast")]),
    ("Aluminium Foam", "Expanding at 9.4% CAGR, the aluminium foam market, worth USD 88 million in 2023, should exceed USD 165 million by 2030.", [cagr("9.4", 2023, 2030), size("88m", 2023, status="historical"), size("165m", 2030, status="forecast", comparator=">")]),
    ("Hair Transplant", "The hair transplant market size is estimated at USD 6.1 billion in 2025, and is expected to reach USD 10.4 billion by 2030, at a CAGR of 11.26% during the forecast period (2025-2030).", [size("6.1bn", 2025), size("10.4bn", 2030), cagr("11.26", 2025, 2030, period_inferred=False)]),
)  # fmt: skip
def test_base_end_and_growth_stand_in_one_sentence(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Rail Grinder", "The rail grinder market was worth USD 1.2 billion in 2024. It is forecast to reach USD 1.9 billion by 2033, growing at a CAGR of 5.2% over 2025-2033.", [size("1.2bn", 2024, status="historical"), size("1.9bn", 2033, status="forecast"), cagr("5.2", 2025, 2033)]),
    ("Olive Pit", "In 2023, the olive pit market generated USD 310 million. By 2031 revenue is expected to hit USD 495 million. The market is set to expand at a CAGR of 6.0% from 2024 to 2031.", [size("310m", 2023), size("495m", 2031), cagr("6.0", 2024, 2031)]),
    ("Bread Maker", "The bread maker market stood at EUR 0.8 billion in 2024. Analysts expect EUR 1.3 billion in 2032.", [size("0.8bn", 2024, "EUR"), size("1.3bn", 2032, "EUR", status="forecast")]),
)  # fmt: skip
def test_base_end_and_growth_stand_in_several_sentences(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Tug Boat", "The tug boat market is anticipated to reach USD 3.3 billion by 2031, up from USD 2.2 billion in 2024.", [size("3.3bn", 2031, status="forecast"), size("2.2bn", 2024, status="historical")]),
    ("Deep Fryer", "By 2030, the deep fryer market will be worth USD 740 million, compared with USD 560 million in 2024.", [size("740m", 2030), size("560m", 2024, status="historical")]),
    ("Ice Rink", "The ice rink market is expected to hit USD 1.4 billion in 2033 from USD 0.9 billion in 2023, at a 4.5% CAGR.", [size("1.4bn", 2033), size("0.9bn", 2023), cagr("4.5", 2023, 2033)]),
)  # fmt: skip
def test_the_end_may_stand_before_the_base(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Bike Rack", "The bike rack market was valued at USD 1.5 billion in 2023. The market is projected to grow from USD 1.6 billion in 2024 to USD 2.4 billion by 2031, exhibiting a CAGR of 6.0% during the forecast period.", [size("1.5bn", 2023), size("1.6bn", 2024), size("2.4bn", 2031), cagr("6.0", 2024, 2031)]),
    ("Rice Cooker", "The rice cooker market size was USD 4.0 billion in 2024, will reach USD 4.2 billion in 2025 and is set to hit USD 6.1 billion by 2032, a CAGR of 5.5% from 2025 to 2032.", [size("4.0bn", 2024), size("4.2bn", 2025, status="forecast"), size("6.1bn", 2032), cagr("5.5", 2025, 2032)]),
    ("Fog Cannon", "The fog cannon market, USD 210 million in 2022, grew to USD 224 million in 2023 and is expected to continue growing at a CAGR of 6.9% to USD 357 million by 2030.", [size("210m", 2022), size("224m", 2023), cagr("6.9", 2023, 2030), size("357m", 2030)]),
)  # fmt: skip
def test_of_three_points_the_growth_starts_from_the_second(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Moth Trap", "Forecast period: 2025-2033\n\nThe moth trap market is expected to grow at a CAGR of 4.4% during the forecast period.", [cagr("4.4", 2025, 2033, period_inferred=True)]),
    ("Cargo Net", "The cargo net market is set to grow at a CAGR of 5.1% over the forecast period.\n\nThis study covers the forecast period from 2024 to 2030.", [cagr("5.1", 2024, 2030, period_inferred=True)]),
    ("Gel Pen", "The gel pen market was worth USD 2.0 billion in 2024 and will reach USD 2.6 billion by 2030.\n\nRefill pens are likely to grow at a CAGR of 5.6% during the forecast period.", [size("2.0bn", 2024), size("2.6bn", 2030), cagr("5.6", None, None)]),
    ("Jute Bag", "The jute bag market is set to grow at a CAGR of 8.1% over the forecast period.", [cagr("8.1", None, None)]),
)  # fmt: skip
def test_the_forecast_period_is_resolved_from_elsewhere_or_left_open(
    market: str, text: str, expected: list[Stated]
) -> None:
    agrees(text, expected, market)


@_table(
    ("Ear Thermometer", "Published 12 March 2025\n\nThe ear thermometer market was worth USD 1.1 billion last year.", [size("1.1bn", 2024, time_period=None, period_inferred=True)]),
    ("Ear Thermometer", "Published 12 March 2025\n\nThe ear thermometer market is worth USD 1.2 billion this year.", [size("1.2bn", 2025, time_period=None, period_inferred=True)]),
    ("Golf Cart", "The golf cart market was worth USD 2.4 billion last year.", [size("2.4bn", None)]),
    ("Golf Cart", "The golf cart market should reach USD 2.6 billion this year.", [size("2.6bn", None)]),
    ("Golf Cart", "The golf cart market is set to grow at a CAGR of 6.3% over the next five years.", [cagr("6.3", None, None)]),
    ("Golf Cart", "Published 4 June 2024\n\nThe golf cart market is set to grow at a CAGR of 6.3% over the next five years.", [cagr("6.3", None, None)]),
)  # fmt: skip
def test_relative_years_hold_against_the_documents_date_or_stay_null(
    market: str, text: str, expected: list[Stated]
) -> None:
    agrees(text, expected, market)


@_table(
    ("Ozone Cleaner", "The ozone cleaner market was worth USD 120 million in FY2024.", [size("120m", 2024, time_period="FY2024")]),
    ("Ozone Cleaner", "Revenue in the ozone cleaner market touched INR 450 crore in FY24 and may hit INR 610 crore by FY27.", [size("4500m", 2024, "INR", time_period="FY2024"), size("6100m", 2027, "INR", time_period="FY2027", status="forecast")]),
    ("Ozone Cleaner", "The ozone cleaner market was worth USD 31 million in Q3 2024.", [size("31m", 2024, time_period="2024-Q3")]),
    ("Ozone Cleaner", "The ozone cleaner market was worth USD 58 million in the first half of 2025.", [size("58m", 2025, time_period="2025-H1")]),
    ("Ozone Cleaner", "The ozone cleaner market was worth USD 30 million in 2Q25.", [size("30m", 2025, time_period="2025-Q2")]),
    ("Ozone Cleaner", "The ozone cleaner market was worth USD 118 million in 2023-24.", [size("118m", 2023, time_period="2023-24")]),
    ("Ozone Cleaner", "The ozone cleaner market: USD 118 million in 2024A, USD 131 million in 2025E and USD 190 million in 2030F.", [size("118m", 2024, status="historical"), size("131m", 2025), size("190m", 2030, status="forecast")]),
    ("Ozone Cleaner", "CAGR 2025E-2030F: 7.9%\n", [cagr("7.9", 2025, 2030)]),
    ("Ozone Cleaner", "CAGR '24-'30: 7.4%\n", [cagr("7.4", 2024, 2030)]),
    ("Ozone Cleaner", "The ozone cleaner market will grow at a CAGR of 7.4% in 2024–30.", [cagr("7.4", 2024, 2030)]),
)  # fmt: skip
def test_fiscal_years_quarters_halves_and_short_years_keep_their_print(
    market: str, text: str, expected: list[Stated]
) -> None:
    agrees(text, expected, market)


@_table(
    ("Truck Scale", "Global: $1.8B (2024) → $2.9B (2032) [6.1% CAGR]", [size("1.8bn", 2024, status="historical"), size("2.9bn", 2032, status="forecast"), cagr("6.1", 2024, 2032)]),
    ("Truck Scale", "Truck scale market size: USD 1.8 billion (2024) -> USD 2.9 billion (2032)", [size("1.8bn", 2024), size("2.9bn", 2032)]),
    ("Truck Scale", "Portable scales: USD 410 million in 2024 ➜ USD 690 million in 2032", [size("410m", 2024, segment="Portable scales"), size("690m", 2032, segment="Portable scales")]),
)  # fmt: skip
def test_arrows_lead_from_the_base_to_the_end(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Bath Salt", "Market size in 2024\nUSD 930 million\n\nMarket size in 2032\nUSD 1.5 billion\n\nCAGR (2025-2032)\n6.2%\n", [size("930m", 2024, status="historical"), size("1.5bn", 2032, status="forecast"), cagr("6.2", 2025, 2032)]),
    ("Bath Salt", "Study period: 2019-2030\nBase year: 2024\nMarket size (2024): USD 930 million\nMarket size (2030): USD 1.3 billion\nCAGR (2024-2030): 5.7%\n", [size("930m", 2024), size("1.3bn", 2030, status="forecast"), cagr("5.7", 2024, 2030)]),
    ("Bath Salt", "USD 930 million\nMarket size in 2024\n\nUSD 1.5 billion\nMarket size in 2032\n", [size("930m", 2024), size("1.5bn", 2032)]),
    ("Bath Salt", "- Base year value: USD 930 million (2024)\n- Forecast value: USD 1.5 billion (2032)\n- Growth rate: 6.2% CAGR (2025-2032)\n", [size("930m", 2024), size("1.5bn", 2032), cagr("6.2", 2025, 2032)]),
    ("Bath Salt", "2024 Market Size: USD 930 Million\n2030 Market Size: USD 1,300 Million\nCAGR: 5.7%\nForecast Period: 2025-2030\n", [size("930m", 2024), size("1300m", 2030, status="forecast"), cagr("5.7", 2025, 2030)]),
)  # fmt: skip
def test_snapshot_lists_and_labels_on_lines_of_their_own(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Grain Dryer", "Sales volume in the grain dryer market will grow at a CAGR of 3.1% from 2024 to 2030, while value will grow at a CAGR of 5.4%.", [cagr("3.1", 2024, 2030), cagr("5.4", 2024, 2030)]),
    ("Grain Dryer", "The grain dryer market will grow by 43% between 2024 and 2030.", [stated("growth_rate", 43, unit="percent", period_start=2024, period_end=2030)]),
    ("Grain Dryer", "Over the six years to 2030 the grain dryer market is expected to expand by a total of 38%.", [stated("growth_rate", 38, period_end=2030)]),
    ("Grain Dryer", "Cumulative growth in the grain dryer market amounted to 26% from 2018 to 2023.", [stated("growth_rate", 26, period_start=2018, period_end=2023, status="historical")]),
    ("Grain Dryer", "The grain dryer market grew 4.8% year-on-year in 2024.", [stated("growth_rate", "4.8", year=2024, status="historical")]),
)  # fmt: skip
def test_growth_that_is_not_compound_is_no_cagr(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Sleep Mask", "The sleep mask market posted a CAGR of 4.1% between 2018 and 2023.\nBase year: 2023\n", [cagr("4.1", 2018, 2023, status="historical")]),
    ("Sleep Mask", "The sleep mask market will advance at a CAGR of 6.6% through 2031.", [cagr("6.6", None, 2031, status="forecast")]),
    ("Sleep Mask", "From 2019 to 2024 the sleep mask market grew at a CAGR of 3.9%; from 2025 to 2032 a CAGR of 6.5% is expected.", [cagr("3.9", 2019, 2024), cagr("6.5", 2025, 2032)]),
    ("Sleep Mask", "Silk masks held 31% of the sleep mask market in 2024 and will hold 36% in 2031.", [share(31, year=2024, status="historical"), share(36, year=2031, status="forecast")]),
)  # fmt: skip
def test_each_growth_and_share_keeps_its_own_time(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)
