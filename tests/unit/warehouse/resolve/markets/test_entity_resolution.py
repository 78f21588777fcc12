"""Which printed names are one market: pairs over a dozen industries, and the laws that hold for all names."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warehouse.resolve.markets.entity_resolution import resolve
from warehouse.resolve.words.tokens import resolution_key
from warehouse.resolve.words.vocabulary import packaged_aliases
from warehouse.step import BuildError

SAME = [
    # semiconductors and computing
    ("AI Training GPU Cluster", "global AI training GPU clusters market"),
    ("AI Training GPU Cluster", "GPU cluster for AI training"),
    ("GPU as a Service", "GPUaaS"),
    ("Data Centre GPU", "data center graphics processing units"),
    ("GPU as a Service Industry", "GPU-as-a-Service (GPUaaS)"),
    ("Silicon carbide power devices", "SiC Power Device"),
    ("High Bandwidth Memory (HBM)", "HBM market"),
    ("Edge AI hardware", "Edge Artificial Intelligence Hardware"),
    # energy
    ("Lithium-ion batteries", "Li-ion battery market"),
    ("Recycling of lithium-ion batteries", "Lithium-ion battery recycling market"),
    ("Solar photovoltaics", "solar PV industry"),
    ("Agri-photovoltaics", "Agrivoltaics Market"),
    ("Offshore wind turbines", "off-shore wind turbine market"),
    ("Battery Energy Storage Systems (BESS)", "battery energy storage system"),
    ("Industrial heat pump", "Industrial Heat Pumps Market Outlook 2025-2031"),
    # mobility
    ("Electric vehicles", "EVs"),
    ("Electric vehicle charging", "EV charging market"),
    ("Unmanned aerial vehicles", "UAV"),
    ("Winter tyres", "winter tires"),
    ("Advanced driver-assistance systems", "ADAS"),
    # health
    ("Tele-medicine", "telemedicine market"),
    ("In-vitro diagnostics", "IVD industry"),
    ("Paediatric orthopaedics", "pediatric orthopedics"),
    ("Electronic health records", "EHR market"),
    # food and farming
    ("Plant-based meat", "plant based meats"),
    ("Plant-based meat", "Plant-Based Meat Substitutes"),
    ("Food & beverage packaging", "food and beverage packaging market"),
    ("Gluten-free snacks", "gluten free snack industry"),
    ("Bioinsumos agrícolas", "agricultural biologicals"),
    # logistics
    ("Cold chain logistics", "Cold-Chain Logistics market"),
    ("Indian cold chain", "cold chain"),  # the area is an area, not a market
    # finance
    ("Buy now, pay later", "BNPL"),
    ("AI in banking", "banking AI market"),
    # consumer electronics and home
    ("Smart locks", "smart lock market in North America"),
    ("OLED displays", "organic light-emitting diode display"),
    ("E-bikes", "electric bicycles"),
    # materials and chemicals
    ("Aluminium foils", "aluminum foil"),
    ("Recycled PET", "recycled polyethylene terephthalate"),
    # software and telecom
    ("Cyber-security", "cybersecurity market"),
    ("Software as a Service", "SaaS"),
    ("Laboratory information management systems software", "LIMS software"),
    # construction, water, machinery
    ("Waste water treatment", "wastewater treatment"),
    ("Pre-fabricated houses", "prefabricated house"),
    ("Heating, ventilation and air conditioning", "HVAC"),
    # other languages
    ("Markt für Agri-Photovoltaik", "agrivoltaics"),
    ("世界の介護ロボット市場規模", "care robots"),
]

DIFFERENT = [
    # a name that contains the other is a part or the whole
    ("GPU cluster", "AI Training GPU Cluster"),
    ("AI training", "AI Training GPU Cluster"),
    ("Cold chain", "Cold chain logistics"),
    ("Data center cooling", "Data center liquid cooling"),
    ("Heat pumps", "Industrial heat pumps"),
    ("Wind services", "Onshore wind services"),
    ("GPU", "Data Center GPU"),
    ("Telehealth", "Telehealth software"),
    ("Smart lock", "Commercial smart lock"),
    ("Cement", "White cement"),
    ("Battery recycling", "Lithium-ion battery recycling"),
    ("Cloud gaming", "Cloud gaming infrastructure"),
    # one word apart, on two sides of a contrast
    ("AI training GPU cluster", "AI inference GPU cluster"),
    ("Onshore wind services", "Offshore wind services"),
    ("Residential heat pumps", "Industrial heat pumps"),
    ("Lead-acid batteries", "Lithium-ion batteries"),
    ("Passenger car tires", "Truck tires"),
    ("Used cars", "New cars"),
    ("Frozen bakery", "Fresh bakery"),
    ("Wired headphones", "Wireless headphones"),
    ("Adult diapers", "Baby diapers"),
    ("Life insurance", "Health insurance"),
    ("Medical robots", "Industrial robots"),
    ("Solar inverters", "Solar panels"),
    ("Green hydrogen", "Blue hydrogen"),
    ("Digital lending", "Digital payments"),
    # the same words, another thing sold
    ("Electric vehicle battery", "Battery electric vehicle"),
    ("Electric vehicles", "Electric vehicle charging"),
    ("Electric vehicle battery", "Electric vehicle battery recycling"),
    ("GPU", "GPU as a Service"),
    ("Drone", "Drone insurance"),
    ("Seed", "Seed treatment"),
    ("Semiconductor equipment", "Semiconductors"),
    ("Pharmaceuticals", "Pharmaceutical packaging"),
    ("Steel", "Steel recycling"),
    ("Mining equipment", "Equipment mining"),
    # likeness is no reason
    ("Telehealth", "Telemedicine"),
    ("Meat substitutes", "Plant-based meat"),
    ("AI accelerator cluster", "AI training GPU cluster"),
    ("Smart locks", "Smart clocks"),
    ("Hydrogen leak detection", "Hydrogen peak detection"),
    ("5G infrastructure", "6G infrastructure"),
    ("Biologics", "Biologicals"),
    ("Gas turbines", "Wind turbines"),
    ("Cold storage capacity", "Cold storage"),
    ("World trade (value)", "World trade (volume)"),
    # acronyms of two letters fit too much; an acronym that fits two markets stays as it is
    ("AR software", "Accounts receivable software"),
    ("IT market", "Ice tea market"),
]  # fmt: skip


def same(a: str, b: str, *others: str, aliases: dict[str, str] | None = None) -> bool:
    market_of = resolve([a, b, *others], aliases or {}).market_of
    return market_of[a] == market_of[b]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_two_names_of_one_market_are_one(a: Any, b: Any) -> None:
    assert same(a, b)


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_two_markets_stay_two_however_alike_their_names(a: Any, b: Any) -> None:
    assert not same(a, b)


def test_the_pairs_are_many_and_no_pair_stands_twice() -> None:
    pairs = {frozenset(pair) for pair in SAME + DIFFERENT}
    assert len(pairs) == len(SAME) + len(DIFFERENT) >= 60


def test_an_acronym_that_fits_two_markets_of_the_build_stays_as_it_is() -> None:
    long, other = "Battery management system software", "Building management system software"
    assert same("BMS software", long)
    assert not same("BMS software", long, other)
    assert not same("BMS software", other, long)


def test_an_acronym_that_a_name_explains_is_written_out_in_other_names() -> None:
    # two letters: initials alone would not do, the explanation does
    assert same("Thermal paste (TP)", "thermal paste")
    assert same("TP dispensers", "Thermal paste dispensers", "Thermal paste (TP)")
    assert not same("TP dispensers", "Thermal paste dispensers")


@pytest.mark.parametrize(
    ("a", "b", "others", "how"),
    [
        ("Cement", "Cement", (), "exact"),
        ("Cement", "the cement market", (), "normalised"),
        ("EVSE", "Electric Vehicle Supply Equipment", (), "acronym"),
        ("Agrivoltaics", "agrisolar", (), "alias"),
    ],
)
def test_a_market_says_by_what_means_its_names_met(a: Any, b: Any, others: Any, how: Any) -> None:
    (market,) = resolve([a, b, *others], {}).markets
    assert market.how == how


def test_a_decided_alias_joins_two_names_chains_and_overrides_the_packaged_one() -> None:
    assert same(
        "Heat movers", "Thermal pumps", aliases={"heat movers": "calor lifts", "Calor lifts market": "thermal pumps"}
    )
    assert not same("agrisolar", "agrivoltaics", aliases={"agrisolar": "farm solar panels"})


def test_aliases_in_a_circle_are_refused_with_what_to_do() -> None:
    with pytest.raises(BuildError, match=r"circle at 'heat mover'.*decisions of kind alias"):
        resolve(["heat movers"], {"heat movers": "calor lifts", "calor lifts": "heat movers"})


def test_words_in_another_order_are_one_market_only_with_the_same_last_word() -> None:
    assert resolution_key(("gpu", "ai", "cluster")) == resolution_key(("ai", "gpu", "cluster"))
    assert resolution_key(("ev", "battery")) != resolution_key(("battery", "ev"))
    assert resolution_key(("food", "and", "beverage")) == resolution_key(("beverage", "and", "food"))
    assert resolution_key(("food", "beverage")) != resolution_key(("beverage", "food"))


def test_a_name_without_a_market_resolves_to_none() -> None:
    resolution = resolve(["Market", "India", "", "Cement"], {})
    assert resolution.market_of == {"Cement": "cement"}


def test_the_area_of_a_name_is_kept_beside_its_market() -> None:
    resolution = resolve(["India battery recycling", "battery recycling"], {})
    assert resolution.market_of["India battery recycling"] == resolution.market_of["battery recycling"]
    assert resolution.area_of["India battery recycling"].code == "IND"
    assert "battery recycling" not in resolution.area_of


_NAMES = sorted({name for pair in SAME + DIFFERENT for name in pair})
_SOME = st.lists(st.sampled_from(_NAMES), min_size=1, max_size=12)


@settings(deadline=None)
@given(_SOME.flatmap(lambda names: st.tuples(st.just(names), st.permutations([*names, names[0]]))))
def test_order_and_repetition_of_names_change_nothing(both: Any) -> None:
    names, shuffled = both
    assert resolve(names, {}) == resolve(shuffled, {})


@settings(deadline=None)
@given(_SOME)
def test_resolving_what_was_resolved_changes_nothing(names: Any) -> None:
    once = resolve(names, {})
    again = resolve([" ".join(market.tokens) for market in once.markets], {})
    assert [market.market_id for market in again.markets] == [market.market_id for market in once.markets]


@settings(deadline=None)
@given(_SOME, st.sampled_from(["Zirconium wheelbarrows", "Quilted umbrellas", "Mustard kilns"]))
def test_an_unrelated_name_changes_no_id(names: Any, stranger: Any) -> None:
    before, after = resolve(names, {}).market_of, resolve([*names, stranger], {}).market_of
    assert {name: after[name] for name in before} == dict(before)


@settings(deadline=None)
@given(_SOME)
def test_every_market_has_an_id_of_its_own(names: Any) -> None:
    ids = [market.market_id for market in resolve(names, {}).markets]
    assert len(set(ids)) == len(ids)
    assert ids == sorted(ids)


def test_packaged_aliases_name_two_different_names_and_lead_nowhere_twice() -> None:
    for alias in packaged_aliases():
        for name in alias.names:
            assert (
                resolve([name, alias.market], {}).market_of[name] == resolve([alias.market], {}).market_of[alias.market]
            )
