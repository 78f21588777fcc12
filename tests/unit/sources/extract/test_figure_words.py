"""Figures whose meaning the way of an English sentence tells: growth by any verb, falls, shares of any whole, amounts of others."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from sources.grammar.figure_words import figure_words_of
from tests.unit.sources.extract.reading import figures

HEAD = "# Camp Stove Market\n\nThe global camp stove market was worth USD 4.2 billion in 2024.\n\n"
Told = list[tuple[str, str]]


def told(text: str) -> Told:
    """Core metrics of a sentence behind the head, with their values as printed in base units."""
    read = [(m.metric, f"{m.value:f}") for m in figures(HEAD + text) if m.metric != "other_numeric"]
    assert read[0] == ("market_size", "4200000000.0")
    return [(metric, plain(value)) for metric, value in read[1:]]


def plain(value: str) -> str:
    """A value without trailing zeros."""
    return f"{Decimal(value).normalize():f}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sales of gas stoves leapt 14% in 2024.", [("growth_rate", "14")]),
        ("Alcohol stoves soared 21% in 2023.", [("growth_rate", "21")]),
        ("Demand for wood stoves plunged 9% in 2020.", [("growth_rate", "-9")]),
        ("Unit sales crept up 1.2% last year.", [("growth_rate", "1.2")]),
        ("The market inched ahead 0.8% in 2023.", [("growth_rate", "0.8")]),
        ("Revenue swelled by almost a fifth in 2021.", [("growth_rate", "20")]),
        ("Canister stoves posted a 6.4% sales gain in 2024.", [("growth_rate", "6.4")]),
        (
            "Canister stoves put on 5.5% to reach $800 million in 2024.",
            [("growth_rate", "5.5"), ("market_size", "800000000")],
        ),
        ("After two flat years 2024 brought a 3.1% uptick in camp stove sales.", [("growth_rate", "3.1")]),
        (
            "Camp stove sales slipped 2.4% to $4.2 billion in 2024.",
            [("growth_rate", "-2.4"), ("market_size", "4200000000")],
        ),
        ("Volumes were off 3% in 2023.", [("growth_rate", "-3")]),
        ("Volumes were down 3% in 2023 and a further 2% in 2024.", [("growth_rate", "-3"), ("growth_rate", "-2")]),
        ("In 2024 Germany lost 4% and France gained 2%.", [("growth_rate", "-4"), ("growth_rate", "2")]),
        ("The category is tipped to rise 5% in 2025 and 6% in 2026.", [("growth_rate", "5"), ("growth_rate", "6")]),
        ("Shipments of 3.4 million units were 8% above the 2023 level.", [("volume", "3400000"), ("growth_rate", "8")]),
        (
            "Makers shipped 3.4 million stoves in 2024, 8% more than a year earlier.",
            [("volume", "3400000"), ("growth_rate", "8")],
        ),
        (
            "Makers shipped 3.4 million stoves in 2024, 8% fewer than in 2023.",
            [("volume", "3400000"), ("growth_rate", "-8")],
        ),
        (
            "At $4.2 billion, 2024 sales were 7% higher than in 2023.",
            [("market_size", "4200000000"), ("growth_rate", "7")],
        ),
        (
            "At $4.2 billion, takings fell 7% short of the year before.",
            [("market_size", "4200000000"), ("growth_rate", "-7")],
        ),
        ("The institute pencils in another 4.5% for 2026.", [("growth_rate", "4.5")]),
        ("The institute expects growth of 3% in 2025 and 4% in 2026.", [("growth_rate", "3"), ("growth_rate", "4")]),
        ("Sales growth slowed to 3% in 2024 (2023: 5%).", [("growth_rate", "3"), ("growth_rate", "5")]),
        ("Sales contracted by 4.4% year on year.", [("growth_rate", "-4.4")]),
        ("Europe's stove market shrank 4.4 per cent, its first fall in ten years.", [("growth_rate", "-4.4")]),
        ("A drop of 6% is forecast for 2025.", [("growth_rate", "-6")]),
        ("Ultralight stoves are the quickest mover, ahead 12% on the year.", [("growth_rate", "12")]),
        (
            "Sales in Japan rebounded 9% in 2024 after an 11% slide in 2023.",
            [("growth_rate", "9"), ("growth_rate", "-11")],
        ),
        (
            "Stove dollars jumped 15% year over year to $900 million.",
            [("growth_rate", "15"), ("market_size", "900000000")],
        ),
        ("Stove sales are seen 2-3% lower in 2025.", [("growth_rate", "-3")]),
        ("Gas stoves took 46 percent of units in 2024.", [("share", "46")]),
        ("Gas stoves hold 61% of the category.", [("share", "61")]),
        ("Own label made up 18% of U.S. stove sales.", [("share", "18")]),
        ("Germany was good for 12% of all stoves sold.", [("share", "12")]),
        ("Online shops ring up 31% of the money.", [("share", "31")]),
        ("The three largest makers have 55% of the world between them.", [("share", "55")]),
        (
            "Europe has 38% of sales, North America 29% and Asia 21%.",
            [("share", "38"), ("share", "29"), ("share", "21")],
        ),
        ("Europe accounted for 38% of sales in 2024 and North America for 29%.", [("share", "38"), ("share", "29")]),
        ("Hikers bring in 44% of revenue, families 23%.", [("share", "44"), ("share", "23")]),
        (
            "Hikers stand for 44% of demand, before families (23%) and scouts (9%).",
            [("share", "44"), ("share", "23"), ("share", "9")],
        ),
        ("Gas stoves account for 54% of the additions, against 49% a year before.", [("share", "54"), ("share", "49")]),
        (
            "Alcohol stoves were worth $1.4 billion in 2024, or 11.2% of the category.",
            [("market_size", "1400000000"), ("share", "11.2")],
        ),
        ("Retail chains sell 63% of the volume, outdoor shops the remaining 37%.", [("share", "63"), ("share", "37")]),
        ("Every second stove is bought online: the web's slice is 52%.", [("share", "52")]),
        (
            "Cooker Co leads with 22%, ahead of Flamerix on 15% and Torrin on 9%.",
            [("share", "22"), ("share", "15"), ("share", "9")],
        ),
        (
            "Banks hold 82% of the book, lenders the remaining 18% (FY2021: 22%).",
            [("share", "82"), ("share", "18"), ("share", "22")],
        ),
        ("Gas stoves took 44% of sales in 2012 (2007: 27%).", [("share", "44"), ("share", "27")]),
        ("Gas stoves should reach 48% of sales by 2030, up from 41% in 2024.", [("share", "48"), ("share", "41")]),
        ("Stainless steel stoves lead at 58% by value.", [("share", "58")]),
        ("China installs 54% of the world's new stoves.", [("share", "54")]),
        ("Some 40% of sales come from repeat buyers.", [("share", "40")]),
    ],
)
def test_growth_and_shares_are_read_however_the_sentence_tells_them(text: str, expected: Told) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Stoves rang up $3.9 billion in 2023.", [("market_size", "3900000000")]),
        ("Gas stoves alone took in $2.1 billion in 2024.", [("market_size", "2100000000")]),
        ("Alcohol stoves fetched $310 million in 2024.", [("market_size", "310000000")]),
        ("Hikers laid out $1.1 billion on camp stoves in 2023.", [("market_size", "1100000000")]),
        ("Campers put $98 million into camp stoves last year.", [("market_size", "98000000")]),
        (
            "Spending on camp stoves in Scouting Land Networks stood at $840 million in 2024.",
            [("market_size", "840000000")],
        ),
        ("Brightway is more cautious, with $3.6 billion for 2024.", [("market_size", "3600000000")]),
        ("How big is the camp stove market?\nAbout $4.2 billion in 2024.", [("market_size", "4200000000")]),
        ("How much will stoves be worth in 2030?\nSome $6 billion.", [("market_size", "6000000000")]),
        ("Sales were $4.2 billion in 2024, $300 million more than in 2023.", [("market_size", "4200000000")]),
        (
            "Sales were $4.2 billion, $0.3 billion or 7% up on 2023.",
            [("market_size", "4200000000"), ("growth_rate", "7")],
        ),
        ("Burns cost hospitals $310 million a year.", []),
        ("Fires cost the state nearly $2.3 billion in 2024.", []),
        ("A new line costs $85-110 million.", []),
        ("It would cost the exchequer $1.2 trillion over ten years.", []),
        ("Torrin Ltd reported revenue of $640 million in 2024.", []),
        ("We recorded revenue of $612 million in 2024 and EBITDA of $23 million.", []),
        ("Listed maker Torrin (FY25 sales: $612 million) plans a plant.", []),
        ("Torrin put $346 million into its Jeddah works.", []),
        ("The government set aside $470 million for camp sites.", []),
        ("Average revenue per shop hit $14 million in March, against $10 million two years ago.", []),
        ("China exported tents for $38 billion in 2024.", []),
        ("The agency puts compliance at $1.5 billion a year.", []),
        ("Its pre-tax profit was $210 million.", []),
        ("A stove went for $42.85 on average.", [("price", "42.85")]),
        ("A canister cost hikers $5.32 on average in 2023.", [("price", "5.32")]),
        ("Steel was $935/t last week, $15 lower.", [("price", "935")]),
        ("Stoves sell at $35 a piece.", [("price", "35")]),
        ("The mean price was $41 in 2024 against $38 in 2023.", [("price", "41"), ("price", "38")]),
        ("The market recorded revenue of $4.4 billion in 2025.", [("market_size", "4400000000")]),
        ("Europe posted sales of $1.4 billion in 2024.", [("market_size", "1400000000")]),
        ("The gas segment recorded revenue of $2.4 billion in 2024.", [("market_size", "2400000000")]),
    ],
)
def test_amounts_are_a_market_size_a_price_or_neither(text: str, expected: Told) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Makers sent out 6.7 million folding stoves in 2025, against 5.9 million twelve months before.",
            [("volume", "6700000"), ("volume", "5900000")],
        ),
        ("Unit sales advanced 5.1% to 4.37 million.", [("growth_rate", "5.1"), ("volume", "4370000")]),
        ("Tent heaters did better with around 480 sold.", [("volume", "480")]),
        (
            "Stove makers shipped 34.6 million units in 2023, down from 37.6 million.",
            [("volume", "34600000"), ("volume", "37600000")],
        ),
        ("World Camp Stove Use to Hit 15.1 Million Pieces in 2029.", [("volume", "15100000")]),
        ("Output came to 2.4 million Square Meters in 2024.", [("volume", "2400000")]),
        (
            "Full-year shipments are seen at 6 million pieces, up from a previous call of 5.8 million.",
            [("volume", "6000000"), ("volume", "5800000")],
        ),
        ("27.1 GWh of batteries went in during 2024.", [("volume", "27.1")]),
        ("Factories turned out 1.2 million stoves in 2024.", [("volume", "1200000")]),
        ("In 2024, 2.3 million stoves found a buyer.", [("volume", "2300000")]),
        ("The line does up to 200 bags per minute.", []),
        ("The maker plans to deploy 6 GW of chargers.", []),
        ("The maker delivered 900 workers to the site.", []),
        (
            "In volume terms the rise was 2 percent, to 1.46 million pounds.",
            [("growth_rate", "2"), ("volume", "1460000")],
        ),
        ("China exported 11% more tents in the same quarter of 2024.", []),
    ],
)
def test_counts_are_a_volume_only_where_goods_were_sold(text: str, expected: Told) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Consumers bought $2.9 billion worth of camp stoves in 2024.", [("market_size", "2900000000")]),
        ("The trade is now a $4.4 billion a year affair.", [("market_size", "4400000000")]),
        (
            "Camp stoves are a $4.2 billion market, and gas stoves make up $2.4 billion of it.",
            [("market_size", "4200000000"), ("market_size", "2400000000")],
        ),
        ("Total outlay on stoves ran to $4.3 billion in 2025.", [("market_size", "4300000000")]),
        ("In 2030 the market will be two and a half times as large.", []),
        ("By 2030 it could be a $6 billion to $7 billion market.", [("market_size", "6000000000")]),
        ("The market will add $1.5 billion between 2024 and 2030.", []),
        ("Torrin's sales of $120 million make it the number three.", []),
        ("Torrin, with turnover of $120 million, employs 900.", []),
        ("Venture funds have poured $230 million into stove start-ups since 2020.", []),
        ("A survey of 1,200 campers found that 61% own a stove.", []),
        ("Just 19% of campers use wood.", []),
        ("Two thirds of hikers, 66%, boil water only.", []),
        ("Fuel use drops by 30% with a windscreen.", []),
        ("The new burner is 25% lighter.", []),
        ("Efficiency rises to 85% with a heat exchanger.", []),
        ("Torrin's shares rose 12% on Tuesday.", []),
        ("Steel prices rose 14% in 2024.", [("growth_rate", "14")]),
        ("Inflation stood at 3.4% in 2024.", []),
        ("A tariff of 25% applies to imports from China.", []),
        ("The VAT rate is 20%.", []),
        ("Gross margins run at 34%.", [("margin", "34")]),
        ("Retail margins slipped from 36% to 34%.", [("margin", "36"), ("margin", "34")]),
        ("A third of sales, worth $1.4 billion, is made in Europe.", [("market_size", "1400000000")]),
        (
            "Europe's stoves were worth $1.3 billion, Asia's $1.1 billion and America's $1.5 billion.",
            [("market_size", "1300000000"), ("market_size", "1100000000"), ("market_size", "1500000000")],
        ),
        (
            "The US is the largest market at $1.1 billion, ahead of Germany ($410 million) and Japan ($390 million).",
            [("market_size", "1100000000"), ("market_size", "410000000"), ("market_size", "390000000")],
        ),
        (
            "Gas stoves, at $2.4 billion, dwarf alcohol stoves ($310 million).",
            [("market_size", "2400000000"), ("market_size", "310000000")],
        ),
        (
            "Sales will climb from $4.2 billion to between $5.8 and $6.1 billion in 2030.",
            [("market_size", "4200000000"), ("market_size", "5800000000")],
        ),
        ("The market is put at $5.8-6.1 billion in 2030.", [("market_size", "5800000000")]),
        ("It is set to compound at 5-6% to 2030.", [("cagr", "5")]),
        ("Growth will run at 5.5% a year to 2030.", [("cagr", "5.5")]),
        ("The market should expand by 5.5% annually through 2030.", [("cagr", "5.5")]),
        ("Annual growth of 5.5% is expected until 2030.", [("cagr", "5.5")]),
        ("Sales have risen by 5.5% a year since 2018.", [("cagr", "5.5")]),
        ("From 2018 to 2023 the market gained 4.1% a year on average.", [("cagr", "4.1")]),
        ("Between 2024 and 2030 sales will be up 38% in all.", [("growth_rate", "38")]),
        ("The market will more than double to $9 billion by 2032.", [("market_size", "9000000000")]),
        ("Stove sales tripled in ten years to $4.2 billion.", [("market_size", "4200000000")]),
        ("The total is $400 million short of the 2022 peak of $4.6 billion.", [("market_size", "4600000000")]),
        ("Prices range from $25 to $310.", [("price", "25")]),
        ("The cheapest stove is $12.50, the dearest $640.", [("price", "12.5"), ("price", "640")]),
        ("Household penetration reached 34% in 2024.", []),
        ("Ownership stands at 41% of households.", []),
        (
            "The stove market is up from $3.8 billion in 2022 to $4.2 billion.",
            [("market_size", "3800000000"), ("market_size", "4200000000")],
        ),
        ("North America contributed $1.5 billion, or just over 35%.", [("market_size", "1500000000"), ("share", "35")]),
        (
            "In 2024, gas stoves made $2.4 billion, that is 58 per cent of the pie.",
            [("market_size", "2400000000"), ("share", "58")],
        ),
        ("Two brands share 48% of sales.", [("share", "48")]),
        ("A 12% slice goes to scouts.", [("share", "12")]),
        ("Scouts buy one stove in eight.", []),
        ("Nine in ten stoves sold run on gas.", []),
        ("Stove makers face costs 8% higher than in 2023.", []),
        ("The euro lost 4% against the dollar.", []),
        ("Torrin's stove sales grew 11% in 2024.", [("growth_rate", "11")]),
        ("Brightwater cut its workforce by 15%.", []),
        ("Growth eased from 7% in 2022 to 4% in 2024.", [("growth_rate", "7"), ("growth_rate", "4")]),
        ("Its CAGR is 5.2%, against 6.8% in Asia.", [("cagr", "5.2"), ("cagr", "6.8")]),
        ("Gas stoves grow at 5.2% a year to 2030, alcohol stoves at 2.1%.", [("cagr", "5.2"), ("cagr", "2.1")]),
        ("Asia is the fastest riser with 8.1%.", [("cagr", "8.1")]),
        ("Prices fell 2% in 2024.", [("growth_rate", "-2")]),
        ("The price of butane fell 22% to $640 a tonne.", [("growth_rate", "-22"), ("price", "640")]),
        ("Stoves accounted for a 4.1% share of outdoor spending.", [("share", "4.1")]),
        ("Half of all sales are made in summer.", [("share", "50")]),
        ("The top five hold three fifths of the market.", [("share", "60")]),
        ("Gas stoves dominate (58%).", [("share", "58")]),
        ("The Gulf is small: $90 million, 2% of the whole.", [("market_size", "90000000"), ("share", "2")]),
        ("Flamerix lifted revenue 18% to $90 million.", []),
    ],
)
def test_what_sentences_of_all_kinds_tell_of_the_market_and_of_others(text: str, expected: Told) -> None:
    assert told(text) == expected


def test_a_word_list_with_an_unknown_key_is_refused_by_name(tmp_path: Path) -> None:
    bad = tmp_path / "figure_words.yml"
    bad.write_text("wholes: [market]\nhues: [red]\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"figure_words\.yml: (?:hues|other_subjects)"):
        figure_words_of(bad)
