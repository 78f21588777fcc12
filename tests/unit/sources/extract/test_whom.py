"""Whom an English figure is said of: verbs of every kind, appositions, areas, agents and the market itself."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import Stated, agrees, cagr, share, size, stated

Case = tuple[str, str, list[Stated]]


def _table(*cases: Case) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("market", "text", "expected"), cases)


@_table(
    ("Lamp Oil", "LED lamps held 40% of revenue in 2024.", [share(40, segment="LED lamps")]),
    ("Stack Cell", "Lead-acid batteries held 30% of revenue in 2024.", [share(30, segment="Lead-acid batteries")]),
    ("Signal Box", "Set-top boxes accounted for 20% of revenue.", [share(20, segment="Set-top boxes")]),
    ("Tin Lining", "Can coatings held 12% of revenue.", [share(12, segment="Can coatings")]),
    ("Tin Lining", "Beverage can liners took 8% of revenue.", [share(8, segment="Beverage can liners")]),
    ("Tent Peg", "Ready-made kits held 5% of revenue.", [share(5, segment="Ready-made kits")]),
    ("Tent Peg", "Residential use accounted for 44% of revenue.", [share(44, segment="Residential")]),
)  # fmt: skip
def test_a_noun_that_looks_like_a_verb_stays_in_the_name(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Tent Peg", "Steel pegs rang up $1.2 billion in 2024.", [size("1.2bn", 2024, segment="Steel pegs")]),
    ("Tent Peg", "Steel pegs took in $1.2 billion in 2024.", [size("1.2bn", 2024, segment="Steel pegs")]),
    ("Tent Peg", "Steel pegs fetched $1.2 billion in 2024.", [size("1.2bn", 2024, segment="Steel pegs")]),
    ("Tent Peg", "Wooden pegs gave 41% of revenue in 2024.", [share(41, segment="Wooden pegs")]),
    ("Tent Peg", "Wooden pegs still bring 41% of revenue.", [share(41, segment="Wooden pegs")]),
    ("Tent Peg", "- Plastic pegs to post a CAGR of 7.9% from 2025 to 2030.", [cagr("7.9", 2025, 2030, segment="Plastic pegs")]),
    ("Tent Peg", "- Europe to touch USD 180.2 million by 2032.", [size("180.2m", 2032, geography="Europe")]),
    ("Tent Peg", "Steel pegs are to be worth $1.9 billion in 2030.", [size("1.9bn", 2030, segment="Steel pegs")]),
    ("Tent Peg", "Japan builds 54% of revenue.", [share(54, geography="Japan")]),
)  # fmt: skip
def test_verbs_of_every_kind_have_a_subject(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Tent Peg", "Japan held 30% of revenue in 2024; even so, US demand will rise 5.6 percent per year through 2030.", [share(30, geography="Japan"), cagr("5.6", None, 2030, geography="United States", segment=None)]),
    ("Tent Peg", "In North America steel pegs held 14% of revenue in 2024.", [share(14, segment="steel pegs", geography="North America")]),
    ("Tent Peg", "Pegs sold well in Asia in 2024. In it China took 46% of revenue.", [share(46, geography="China")]),
    ("Tent Peg", "The United States, worth $33.4 million in 2023, is the largest national market, ahead of China ($24.9 million), Japan ($9.6 million) and Germany ($6.2 million).", [size("33.4m", 2023, geography="United States"), size("24.9m", None, geography="China"), size("9.6m", None, geography="Japan"), size("6.2m", None, geography="Germany")]),
    ("Tent Peg", "Titanium pegs, up 21.6%, remain shy of $40 million.", [stated("growth_rate", "21.6", segment="Titanium pegs"), size("40m", None, segment="Titanium pegs")]),
    ("Tent Peg", "The screw-in part, $35 million in 2023, is to hit $46 million in 2028.", [size("35m", 2023, segment="screw-in"), size("46m", 2028, segment="screw-in")]),
    ("Tent Peg", "Camping sites, the sort found in parks, held 44% of revenue in 2022.", [share(44, segment="Camping sites")]),
    ("Tent Peg", "India, only ninth, expands at a CAGR of 7.0% from 2024 to 2030.", [cagr("7.0", 2024, 2030, geography="India")]),
    ("Tent Peg", "Steel pegs have 44% of revenue, before plastic (17%) and wood (12%).", [share(44, segment="Steel pegs"), share(17, segment="plastic"), share(12, segment="wood")]),
    ("Tent Peg", "Steel pegs took $9.4 million in 2024. China alone expects USD 24.9 million by 2030.", [size("9.4m", 2024, segment="Steel pegs"), size("24.9m", 2030, geography="China", segment=None)]),
    ("Tent Peg", "Retail takes $9.4 million and online shops $2.6 million.", [size("9.4m", None, segment="Retail"), size("2.6m", None, segment="online shops")]),
    ("Tent Peg", "Screw-in pegs? $680.4 million in 2023, going to $1.5 billion in 2030.", [size("680.4m", 2023, segment="Screw-in pegs"), size("1.5bn", 2030, segment="Screw-in pegs")]),
)  # fmt: skip
def test_the_name_beside_a_figure_ends_the_one_before(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Tent Peg", "U.S. makers shipped 34.6 million units in 2023.", [stated("volume", 34600000, segment=None, geography="United States")]),
    ("Tent Peg", "Enterprises put $98.4 billion into tent pegs in 2024.", [size("98.4bn", 2024, segment=None)]),
    ("Tent Peg", "British campers spent £1.92 billion on tent pegs in 2024.", [size("1.92bn", 2024, "GBP", segment=None, geography="United Kingdom")]),
    ("Tent Peg", "Tent pegs as a whole are worth $2.27 billion.", [size("2.27bn", None, segment=None)]),
    ("Tent Peg", "Pegs as a whole are worth $2.27 billion.", [size("2.27bn", None, segment=None)]),
    ("Tent Peg", "Registrations of steel pegs came in at 10,312 units in 2024.", [stated("volume", 10312, segment="steel pegs")]),
    ("Tent Peg", "Sales of steel pegs reached $1.2 million in 2024.", [size("1.2m", 2024, segment="steel pegs")]),
    ("Tent Peg", "Output compounds at 6.2% over 2025-2029.", [cagr("6.2", 2025, 2029, segment=None)]),
    ("Greek Food", "Danish types alone took in $4.98 billion in 2024.", [size("4.98bn", 2024, segment="Danish", geography="Global")]),
    ("Tent Peg", "The bill was $363 billion in 2024.", [size("363bn", 2024, segment=None)]),
)  # fmt: skip
def test_whoever_buys_or_sells_the_whole_is_no_part(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Garden Hose", "Asia Pacific leads with 41% of revenue, North America follows on 29%.", [share(41, geography="Asia-Pacific"), share(29, geography="North America")]),
    ("Garden Hose", "EU demand will grow 4.1% a year through 2030.", [cagr("4.1", None, 2030, geography="EU", segment=None)]),
    ("Garden Hose", "The U.K. hose trade was worth £210 million in 2024.", [size("210m", 2024, "GBP", geography="United Kingdom", segment=None)]),
    ("Garden Hose", "Next comes retail, which took 22% of revenue in 2024.", [share(22, segment="retail")]),
    ("", "Garden Hose Market to Hit $3 Billion by 2030, North America to Dominate\n\nThe market was worth $2.1 billion in 2024.", [size("3bn", 2030, geography="Global"), size("2.1bn", 2024, geography="Global")]),
    ("", "US Garden Hose Market to Hit $3 Billion by 2030\n\nThe market was worth $2.1 billion in 2024.", [size("3bn", 2030, geography="United States"), size("2.1bn", 2024, geography="United States")]),
    ("", "Garden hoses sell well\n\nAmericans spent $2.1 billion on garden hoses in 2024. Vinyl took 30% of revenue. The United States imports most hoses from China.", [size("2.1bn", 2024, geography="United States", segment=None), share(30, segment="Vinyl", geography="United States")]),
    ("Garden Hose", "LED-lit hoses: $40 million in 2024, 6% of the market.", [size("40m", 2024, segment="LED-lit hoses"), share(6, segment="LED-lit hoses")]),
)  # fmt: skip
def test_areas_of_a_page_and_of_a_figure(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Tent Peg", "The tent peg market will reach USD 2 billion by 2030 and, according to Oslo Data, tents will grow by 3%.", [size("2bn", 2030, publisher=None), stated("growth_rate", 3, publisher="Oslo Data")]),
    ("Tent Peg", "The tent peg market reached USD 2 billion in 2024, according to Halden Insights.", [size("2bn", 2024, publisher="Halden Insights")]),
)  # fmt: skip
def test_who_is_named_behind_a_conjunction_says_only_what_follows(
    market: str, text: str, expected: list[Stated]
) -> None:
    agrees(text, expected, market)


@_table(
    ("Plant Pot", "- 1In 2021 plant pots brought in $3.90 billion\n- 2By 2029 sales of $7.20 billion look likely", [size("3.90bn", 2021), size("7.20bn", 2029)]),
)  # fmt: skip
def test_a_number_glued_to_an_item_and_the_words_of_the_name_itself_say_nothing(
    market: str, text: str, expected: list[Stated]
) -> None:
    agrees(text, expected, market)


@_table(
    ("Tent Peg", "In big EU camping shops titanium pegs fill a 15% share of the shelf.", [share(15, geography="EU")]),
)  # fmt: skip
def test_an_area_that_tells_which_shops_is_where_the_figure_belongs(
    market: str, text: str, expected: list[Stated]
) -> None:
    agrees(text, expected, market)


@_table(
    ("Box Kite", "Samsung saw an 8.6% increase in second-quarter revenue, reaching $4.53 billion.", [stated("other_numeric", "8.6"), stated("other_numeric", 4_530_000_000)]),
    ("Box Kite", "Samsung held 40% of sales in 2024, and its share fell to 38%.", [share(40, segment=None), share(38, segment=None)]),
    ("Box Kite", "Samsung expects the market to reach USD 9 billion in 2030.", [size("9bn", 2030)]),
)  # fmt: skip
def test_what_a_firm_earns_is_not_the_market_s_but_its_share_is(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Box Kite", "Electric kites took USD 1.2 billion in 2022, or 66.9% of the total; wind kites accounted for 20%, with paper kites taking another 9%.", [size("1.2bn", 2022, segment="Electric kites"), share("66.9", segment="Electric kites"), share(20, segment="wind kites"), share(9, segment="paper kites")]),
    ("Box Kite", "Europe is the largest buyer with 36% of revenue. In Asia-Pacific annual growth of 9% is foreseen.", [share(36, geography="Europe"), stated("growth_rate", 9, geography="Asia-Pacific")]),
    ("Box Kite", "Tier 3 kites accounted for 68% of revenue in 2024; Tier 4 is poised to grow at a 5% CAGR through 2030.", [share(68, segment="Tier 3 kites"), cagr(5, None, 2030, segment="Tier 4")]),
    ("BKT", "Sales of box-kite threads (BKT) will climb from $3.6 billion in 2023 to $8 billion in 2030.", [size("3.6bn", 2023, segment=None), size("8bn", 2030, segment=None)]),
    ("Box Kite", "Coated sails — such as the waxed ones — captured 91% of spending.", [share(91, segment="Coated sails")]),
    ("Box Kite", "The record quarter signals a shift, and waxed kites continue to dominate sales with 60%.", [share(60, segment="waxed kites")]),
)  # fmt: skip
def test_general_grammar_tells_whose_figure_it_is(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)


@_table(
    ("Tent Peg", "Samsung held 40% of sales in 2024, and Nvidia 20%.", [share(40, subject="Samsung", segment=None), share(20, subject="Nvidia", segment=None)]),
    ("Tent Peg", "Sony's share was 9% in 2024.", [share(9, subject="Sony", segment=None)]),
    ("Tent Peg", "Steel pegs held 30% of revenue in 2024.", [share(30, subject=None, segment="Steel pegs")]),
)  # fmt: skip
def test_a_firms_share_keeps_its_holder_and_is_of_no_part(market: str, text: str, expected: list[Stated]) -> None:
    agrees(text, expected, market)
