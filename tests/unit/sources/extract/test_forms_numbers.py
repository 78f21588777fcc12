"""Forms of figures: how vendors print numbers, scales, currencies, ranges and units."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import Stated, agrees, cagr, share, size, stated

Case = tuple[str, str, list[Stated]]


def _table(*cases: Case) -> pytest.MarkDecorator:
    """Rows of market, text and what it states."""
    return pytest.mark.parametrize(("market", "text", "expected"), cases)


@_table(
    ("Bamboo Flooring", "The bamboo flooring market was worth US$ 1,360 million in 2024.", [size("1360m", 2024)]),
    ("Dental Laser", "The dental laser market stood at USD 412.6 Mn in 2023.", [size("412.6m", 2023)]),
    ("Smart Kettle", "The smart kettle market reached USD 3.40 Bn in 2025.", [size("3.40bn", 2025)]),
    ("Peat Substitute", "The peat substitute market was valued at EUR 0.9 bn in 2024.", [size("0.9bn", 2024, "EUR")]),
    ("Rowing Machine", "The rowing machine market was worth 2.75 billion USD in 2024.", [size("2.75bn", 2024)]),
    ("Cat Litter", "In 2024 the cat litter market was worth 14 million dollars.", [size("14m", 2024)]),
    ("Oat Drink", "Sales in the oat drink market came to £2.1bn in 2024.", [size("2.1bn", 2024, "GBP")]),
    ("Ceiling Fan", "The ceiling fan market was valued at INR 9,450 crore in 2024.", [size("94500m", 2024, "INR")]),
    ("Two-Wheeler Loan", "The two-wheeler loan market stood at ₹1,20,000 crore in 2025.", [size("1.2tn", 2025, "INR")]),
    ("Express Parcel", "The express parcel market was worth RMB 1.3 trillion in 2024.", [size("1.3tn", 2024, "CNY")]),
    ("Vending Machine", "The vending machine market was worth ¥300 billion in 2023.", [size("300bn", 2023, "JPY")]),
    ("Drone Show", "The drone show market was valued at US$640 M in 2024.", [size("640m", 2024)]),
)  # fmt: skip
def test_money_is_read_however_code_sign_and_scale_stand(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Algae Feed", "The algae feed market will be worth USD 400 million to USD 1.1 billion by 2030.", [size("400m", 2030, value_high=1_100_000_000)]),
    ("Micro-Inverter", "The micro-inverter market is forecast to be worth $10-12 billion by 2031.", [size("10bn", 2031, value_high=12_000_000_000)]),
    ("Hop Extract", "Aroma hops hold 20-30% of the hop extract market.", [share(20, value_high=30, segment="Aroma hops")]),
    ("Hop Extract", "Bitter hops hold 60–70% of the hop extract market.", [share(60, value_high=70, segment="Bitter hops")]),
    ("Road Salt", "The road salt market is to grow at a CAGR of between 3% and 4% from 2025 to 2030.", [cagr(3, 2025, 2030, value_high=4)]),
)  # fmt: skip
def test_a_range_keeps_both_ends(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Cork Stopper", "The cork stopper market grew 7.5 per cent in 2024.", [stated("growth_rate", "7.5", unit="percent", year=2024)]),
    ("Cork Stopper", "Natural stoppers accounted for 61 pct of the cork stopper market in 2024.", [share(61, segment="Natural stoppers", year=2024)]),
    ("Mobility Scooter", "The share of three-wheelers in the mobility scooter market fell by 4.5 percentage points in 2024.", [stated("other_numeric", "4.5", unit="percentage points")]),
    ("Floor Heating", "Operating margins in the floor heating market widened by 150 basis points in 2024.", [stated("other_numeric", 150, unit="basis points")]),
    ("Air Ticket", "Web portals held 44 percent of the air ticket market in 2023.", [share(44, segment="Web portals", year=2023)]),
)  # fmt: skip
def test_percent_is_read_in_its_spellings_and_points_are_no_percent(
    market: str, text: str, expected: list[Stated]
) -> None:
    agrees(text, expected, market)


@_table(
    ("Salt Cavern", "The salt cavern market was worth USD 1,044.92 billion in 2024.", [size("1044.92bn", 2024)]),
    ("Gold Leaf", "The gold leaf market was valued at USD 1,212.4 million in 2023 and will reach USD 2.05 billion by 2031.", [size("1212.4m", 2023), size("2.05bn", 2031)]),
    ("Card Payment", "The card payment market handled revenue of USD 2,310 billion in 2024.", [size("2310bn", 2024)]),
    ("Desk Lamp", "The desk lamp market is forecast to grow from USD 870 million in 2024 to USD 1,130 million in 2030.", [size("870m", 2024), size("1130m", 2030)]),
)  # fmt: skip
def test_a_figure_may_cross_its_scale_without_the_next_scale_word(
    market: str, text: str, expected: list[Stated]
) -> None:
    agrees(text, expected, market)


@_table(
    ("Pool Robot", "The pool robot market was valued at USD 1.9billion in 2024.", [size("1.9bn", 2024)]),
    ("Pool Robot", "The pool robot market is set to hit USD4.4Bn by 2033.", [size("4.4bn", 2033)]),
    ("Wood Pellet", "The wood pellet market stood at €12.8bn in 2024.", [size("12.8bn", 2024, "EUR")]),
    ("Blood Bag", "The blood bag market was worth $455million in 2025.", [size("455m", 2025)]),
    ("Ski Lift", "The ski lift market was worth CHF 730Mio in 2024.", [size("730m", 2024, "CHF")]),
)  # fmt: skip
def test_scale_words_may_be_glued_to_the_figure(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Sea Buckthorn", "The sea buckthorn market was valued at USD 3.2 billion[4] in 2024.", [size("3.2bn", 2024)]),
    ("Sea Buckthorn", "The sea buckthorn market was valued at USD 3.2 billion¹ in 2024.", [size("3.2bn", 2024)]),
    ("Water Meter", "Smart meters held 38.5%² of the water meter market in 2024.", [share("38.5", segment="Smart meters")]),
    ("Water Meter", "The water meter market is growing at a CAGR of 6.4%[12] from 2024 to 2030.", [cagr("6.4", 2024, 2030)]),
    ("Water Meter", "The water meter market was worth USD 5.1 billion3 in 2024.", [size("5.1bn", 2024)]),
)  # fmt: skip
def test_footnote_digits_glued_to_a_figure_are_left_out(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("", "Marktbericht Wärmepumpen\n\nDer Markt für Wärmepumpen hatte 2024 ein Volumen von 7,35 Mrd. Euro und soll bis 2030 auf 11,2 Mrd. Euro wachsen.", [size("7.35bn", 2024, "EUR"), size("11.2bn", 2030, "EUR")]),
    ("", "Marktbericht Fahrradanhänger\n\nDer Markt für Fahrradanhänger wuchs 2024 auf 485 Mio. Euro. Die jährliche Wachstumsrate (CAGR) beträgt 5,4 % von 2024 bis 2030.", [size("485m", 2024, "EUR"), cagr("5.4", 2024, 2030)]),
    ("", "Le marché des capteurs de lumière\n\nLe marché des capteurs de lumière était estimé à 3,6 Md€ en 2024 et devrait atteindre 5,9 Md€ en 2030.", [size("3.6bn", 2024, "EUR"), size("5.9bn", 2030, "EUR")]),
    ("", "Le marché du chanvre\n\nLe marché du chanvre a atteint 1,25 milliard d'euros en 2023.", [size("1.25bn", 2023, "EUR")]),
    ("", "Mercado de aceite de coco\n\nEl mercado de aceite de coco alcanzó 2.340 millones de dólares en 2024 y llegará a 3.910 millones de dólares en 2031.", [size("2340m", 2024), size("3910m", 2031)]),
    ("", "Mercado de paneles solares\n\nEl mercado de paneles solares fue de 5 mil millones de euros en 2024.", [size("5bn", 2024, "EUR")]),
    ("", "Mercado de la miel\n\nEl mercado de la miel alcanzó US$ 1.120,5 millones en 2023, con una tasa anual compuesta del 4,8% entre 2024 y 2030.", [size("1120.5m", 2023), cagr("4.8", 2024, 2030)]),
)  # fmt: skip
def test_decimal_commas_dots_and_scale_words_of_europe(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("", "電動シャッター市場レポート\n\n電動シャッター市場規模は2024年に38億5,000万米ドルでした。", [size("3850m", 2024)]),
    ("", "電動シャッター市場レポート\n\n電動シャッター市場は2033年までに1兆2,000億円に達すると予測されています。", [size("1.2tn", 2033, "JPY", status="forecast")]),
    ("", "冷链物流市场报告\n\n2024年冷链物流市场规模为5361亿元,预计2030年将达到9000亿元。", [size("536.1bn", 2024, "CNY"), size("900bn", 2030, "CNY")]),
    ("", "智能门锁市场报告\n\n2025年全球智能门锁市场规模为4.5万亿元。", [size("4.5tn", 2025, "CNY")]),
    ("", "智能門鎖市場報告\n\n2025年全球智能門鎖市場規模為62億美元。", [size("6.2bn", 2025)]),
)  # fmt: skip
def test_east_asian_scale_characters_are_read(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Cumin Seed", "The cumin seed market was worth Rs. 4,250 crore in FY2024.", [size("42500m", 2024, "INR")]),
    ("Cumin Seed", "The cumin seed market sold 6,50,000 tonnes in 2024.", [stated("volume", 650_000, unit="tonnes", year=2024)]),
    ("Tractor Tyre", "The tractor tyre market is valued at ₹ 85,000 lakh in 2025.", [size("8500m", 2025, "INR")]),
    ("Gold Loan", "The gold loan market reached Rs 7.1 lakh crore in 2024.", [size("7.1tn", 2024, "INR")]),
    ("Solar Pump", "The solar pump market stood at INR 12,34,56,000 in 2023.", [size(123_456_000, 2023, "INR")]),
)  # fmt: skip
def test_indian_grouping_and_scales_are_read(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Steel Drum", "The steel drum market was worth USD\u00a012\u202f450\u00a0million in 2024.", [size("12450m", 2024)]),
    ("Steel Drum", "The steel drum market was worth USD\u00a03.1\u00a0billion in 2024.", [size("3.1bn", 2024)]),
    ("Steel Drum", "The steel drum market sold 1\u2009250\u2009000 units in 2024.", [stated("volume", 1_250_000, unit="units")]),
    ("Steel Drum", "Open-head drums held 41\u202f% of the steel drum market in 2024.", [share(41, segment="Open-head drums")]),
    ("", "Le marché du liège\n\nLe marché du liège a atteint 1\u202f850\u00a0millions d’euros en 2024.", [size("1850m", 2024, "EUR")]),
)  # fmt: skip
def test_no_break_and_thin_spaces_inside_a_figure(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Night Train", "Half of the night train market's revenue came from sleeper cars in 2024.", [share(50, segment="sleeper cars", year=2024)]),
    ("Yoga Mat", "Two fifths of yoga mat market revenue came from online stores in 2024.", [share(40, segment="online stores")]),
    ("Violin String", "A quarter of the violin string market's revenue came from gut strings in 2023.", [share(25, segment="gut strings", year=2023)]),
    ("Chess Clock", "The chess clock market was worth two billion dollars in 2024.", [size("2bn", 2024)]),
    ("Toll Tag", "The toll tag market should reach five hundred million dollars by 2030.", [size("500m", 2030)]),
)  # fmt: skip
def test_numbers_in_words_are_figures(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Barge", "The barge market was valued at 4.6 billion in 2024.", [size("4.6bn", 2024, None)]),
    ("Barge", "The barge market size is projected to reach 7.9 billion by 2032.", [size("7.9bn", 2032, None)]),
    ("Cheese Rind", "Market size (2024): 312 million\n", [size("312m", 2024, None)]),
    ("Road Marking", "The road marking market is to grow at a CAGR of 5.8 from 2024 to 2030.", [stated("cagr", "5.8", period_start=2024, period_end=2030, unit=None)]),
    ("Road Marking", "CAGR (2025-2032): 6.3\n", [stated("cagr", "6.3", period_start=2025, period_end=2032, unit=None)]),
)  # fmt: skip
def test_a_missing_currency_or_percent_sign_is_reported_as_missing(
    market: str, text: str, expected: list[Stated]
) -> None:
    agrees(text, expected, market)


@_table(
    ("Tile Adhesive", "The tile adhesive market was worth EUR 2.0 billion (USD 2.2 billion) in 2024.", [size("2.0bn", 2024, "EUR"), size("2.2bn", 2024)]),
    ("Tile Adhesive", "The tile adhesive market was worth ₹ 830 crore (US$ 99.6 million) in 2024.", [size("8300m", 2024, "INR"), size("99.6m", 2024)]),
    ("Ferry", "The ferry market was valued at £1.4 billion, or $1.8 billion, in 2023.", [size("1.4bn", 2023, "GBP"), size("1.8bn", 2023)]),
)  # fmt: skip
def test_one_value_in_two_currencies_is_two_figures(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Soda Ash", "The soda ash market consumed 68.4 million tonnes in 2024.", [stated("volume", 68_400_000, unit="tonnes", year=2024)]),
    ("Soda Ash", "Consumption in the soda ash market stood at 64,200 MT in 2024.", [stated("volume", 64_200, unit="MT", year=2024)]),
    ("Soda Ash", "Output of the soda ash market reached 64.2 Mt in 2024.", [stated("volume", 64_200_000, unit="tonnes", year=2024)]),
    ("Lead Ingot", "The lead ingot market volume was 940 kilotons in 2024.", [stated("volume", 940_000, unit="tonnes", year=2024)]),
    ("Lead Ingot", "The lead ingot market volume reached 3.2 million MT in 2024.", [stated("volume", 3_200_000, unit="MT", year=2024)]),
)  # fmt: skip
def test_tonnes_keep_their_scale_and_a_bare_mt_its_print(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Lift Cable", "The lift cable market was worth more than USD 2 billion in 2024.", [size("2bn", 2024, comparator=">")]),
    ("Lift Cable", "The lift cable market is expected to be worth nearly USD 3 billion by 2030.", [size("3bn", 2030, comparator="~")]),
    ("Lift Cable", "Steel cables hold at least 70% of the lift cable market.", [share(70, comparator=">=")]),
    ("Lift Cable", "Carbon cables hold less than 5% of the lift cable market.", [share(5, comparator="<")]),
    ("Lift Cable", "Steel cables account for up to 80% of the lift cable market.", [share(80, comparator="<=")]),
    ("Lift Cable", "Steel cables account for ~72% of the lift cable market.", [share(72, comparator="~")]),
)  # fmt: skip
def test_hedges_stand_as_comparators(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)
