"""Technical figures in several industries: measure, value, unit, basis and the products they are said of."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.unit.sources.extract.reading import read

HEAD = "Battery Storage Market Report\n\n"
CASES = [
    ("The Voltek VX300 module stores 5.2 kWh per module.", [("energy", "5.2", "kWh", "per module")]),
    ("Cells reach an energy density of 280 Wh/kg today.", [("energy_density", "280", "Wh/kg", None)]),
    ("The Orca A70 carries a TDP of 450 watts.", [("thermal_design_power", "450", "W", None)]),
    ("Each inverter is rated at 2.5 MW and runs at 98.6% efficiency.", [("power", "2.5", "MW", "rated"), ("efficiency", "98.6", "percent", None)]),
    ("The scanner resolves 1,200 dpi.", [("print_resolution", "1200", "dpi", None)]),
    ("Links run at 112 Gb/s per lane.", [("link_rate", "112", "Gb/s", "per lane")]),
    ("The pump works at temperatures up to 180 °C.", [("temperature", "180", "°C", None)]),
    ("The Kite Q5 card offers 48 gigabytes of memory and 1.6 TB/s of memory bandwidth.", [("memory_capacity", "48", "GB", None), ("memory_bandwidth", "1.6", "TB/s", None)]),
    ("Round trips take less than 15 ms on average.", [("latency", "15", "ms", None)]),
    ("Ethernet switches with 800G ports came first, 400G transceivers remain.", [("link_rate", "800", "Gb/s", None), ("link_rate", "400", "Gb/s", None)]),
    ("A printer with 12,000 nozzles is on show.", [("unit_count", "12000", "nozzles", None)]),
    ("Rigs hold four to eight accelerators each.", [("unit_count", "4", "accelerators", "each")]),
    ("The Orca A70 (2023) and the Orca A90, released in 2025, support FP4 and INT8.", [
        ("release_year", "2023", "year", None), ("release_year", "2025", "year", None),
        ("numeric_precision", "4", "bit", None), ("numeric_precision", "8", "bit", None)]),
]  # fmt: skip
SUBJECTS = [
    ("Pumps that deliver more than 120 °C remain rare.", "Pumps"),
    ("Pumps that also deliver more than 120 °C remain rare.", "Pumps"),
]
NOTHING = [
    "The market was valued at USD 4.2 billion in 2025.",
    "About 61% of respondents prefer rental.",
    "Batteries hold a 34% share of revenue in 2025.",
    "Prices fell by 12% in 2025.",
    "The report has 240 pages and 95 tables.",
    "Call +44 20 7946 0958 for a sample.",
    "The model Orca A70 sells well.",
    "Fund 3 reports an IRR of 28% despite lower efficiency.",
    "Sales grew at a CAGR of 9% from 2025 to 2031.",
    "Phase 2 begins in 2027.",
]


def found(text: str) -> list[tuple[str, str, str, str | None]]:
    return [(t.measure, format(t.value.normalize(), "f"), t.unit, t.basis) for t in read(HEAD + text).technical]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:32] for text, _ in CASES])
def test_figures_of_technology_with_their_unit_and_basis(text: str, expected: list[object]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize("text", NOTHING)
def test_figures_of_business_are_none(text: str) -> None:
    assert found(text) == []


PRODUCTS = [
    ("The link carries 900 GB/s over Fastlink or 128 GB/s over Meshport.", [(), ()]),
    ("It carries 900 GB/s FastLink or 128 GB/s MeshPort between boards.", [("FastLink",), ("MeshPort",)]),
    ("The KX70 (2022) and KX90 (2024) cards deliver up to 7.8 TB/s of memory bandwidth.", [("KX70",), ("KX90",), ("KX90", "KX70")]),
    ("The KX70 has 40 GB of memory, the KX90 has 80 GB of memory.", [("KX70",), ("KX90",)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), PRODUCTS, ids=[text[:32] for text, _ in PRODUCTS])
def test_products_are_those_of_a_figures_own_part_of_the_sentence(text: str, expected: list[tuple[str, ...]]) -> None:
    assert [t.products for t in read(HEAD + text).technical] == expected


def test_products_named_above_a_list_are_context() -> None:
    text = "Deliveries of the KX70 and RM55 began. These cards hold:\n- Memory: 141 GB per card of new stacks\n- Power: 700 W each\n"
    assert [set(t.context_products) for t in read(HEAD + text).technical] == [{"KX70", "RM55"}, {"KX70", "RM55"}]


def test_hedges_and_who_says_it_are_kept() -> None:
    (one,) = read(HEAD + "Voltek Power stated that its VX300 rack draws around 118 kW in steady use.").technical
    assert (one.measure, one.comparator, one.claimant, one.value) == ("rack_power", "~", "Voltek Power", Decimal(118))


@pytest.mark.parametrize(("text", "subject"), SUBJECTS, ids=[text[:24] for text, _ in SUBJECTS])
def test_the_subject_ends_before_its_clause(text: str, subject: str) -> None:
    assert [t.subject for t in read(HEAD + text).technical] == [subject]
