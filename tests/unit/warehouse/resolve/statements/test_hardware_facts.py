"""Stated figures against the reference table; expected verdicts worked out by hand from the rows of hardware.yml."""

from __future__ import annotations

from decimal import Decimal

import pytest

from warehouse.resolve.statements.hardware_facts import Stated, findings, hardware_facts

# measure, value, upper end, comparator, unit, own names, names before → verdict by product
CASES = [
    ("memory_capacity", "141", None, "=", "GB", ["HBM3e"], ["MI300X", "H200"], {"AMD Instinct MI300X": "contradicts", "NVIDIA H200": "consistent"}),
    ("memory_capacity", "0.192", None, "=", "TB", ["MI300X"], [], {"AMD Instinct MI300X": "consistent"}),  # 192 GB
    ("memory_bandwidth", "7.8", None, "<=", "TB/s", ["H200", "H100"], [], {"NVIDIA H200": "contradicts", "NVIDIA H100": "contradicts"}),
    ("memory_bandwidth", "7.8", None, "=", "TB/s", ["H100 NVL"], [], {"NVIDIA H100 NVL": "consistent"}),  # 2 x 3.9
    ("memory_bandwidth", "3400", None, "=", "GB/s", ["NVIDIA H100"], [], {"NVIDIA H100": "consistent"}),  # 3.35 + 1.5 %
    ("memory_bandwidth", "3.6", None, "=", "TB/s", ["H100"], [], {"NVIDIA H100": "contradicts"}),  # 3.35 + 7.5 %
    ("memory_bandwidth", "3.6", None, "~", "TB/s", ["H100"], [], {"NVIDIA H100": "consistent"}),  # "about": 10 %
    ("memory_bandwidth", "4", None, ">", "TB/s", ["H200"], [], {"NVIDIA H200": "consistent"}),  # 4.8 is more than 4
    ("memory_bandwidth", "5", None, ">", "TB/s", ["H200"], [], {"NVIDIA H200": "contradicts"}),
    ("thermal_design_power", "350", None, "=", "W", ["H100"], [], {"NVIDIA H100": "consistent"}),  # the PCIe card
    ("link_rate", "400", None, "<=", "Gb/s", ["HDR", "NDR"], [], {"InfiniBand HDR": "contradicts", "InfiniBand NDR": "consistent"}),
    ("utilization", "41", None, "=", "percent", ["MFU"], [], {"training MFU at scale": "consistent"}),
    ("utilization", "85", "90", "=", "percent", ["MFU"], [], {"training MFU at scale": "contradicts"}),
    ("utilization", "45", "60", "=", "percent", ["MFU"], [], {"training MFU at scale": "consistent"}),  # overlaps 38-50
    ("release_year", "2021", None, "=", "year", ["H100"], [], {"NVIDIA H100": "contradicts"}),
    ("power", "7", None, "~", "MW", ["H100"], [], {"H100": "unknown"}),
    ("power", "5", None, "=", "kW", [], ["H100"], {None: "unknown"}),
    ("memory_capacity", "141", None, "=", "percent", ["H200"], [], {"NVIDIA H200": "unknown"}),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "value", "high", "comparator", "unit", "own", "before", "expected"), CASES)
def test_a_figure_is_tested_for_every_product_it_is_said_of(
    measure: str, value: str, high: str | None, comparator: str, unit: str, own: list[str], before: list[str],
    expected: dict[str | None, str],
) -> None:  # fmt: skip
    stated = Stated(measure, Decimal(value), Decimal(high) if high else None, comparator, unit, None)
    found = findings(stated, own, before)
    assert {one.product: one.verdict for one in found} == expected
    assert all(one.reason for one in found)
    assert all((one.fact is None) == (one.verdict == "unknown") for one in found)


@pytest.mark.parametrize(
    ("basis", "same"), [("per link", True), ("per GPU", False), ("between GPUs", None), (None, None)]
)
def test_figures_on_unlike_bases_are_told_apart(basis: str | None, same: bool | None) -> None:
    stated = Stated("interconnect_bandwidth", Decimal(128), None, "=", "GB/s", basis)
    (one,) = findings(stated, ["Infinity Fabric"], [])
    assert (one.verdict, one.same_basis) == ("consistent", same)


def test_every_reference_figure_has_a_source_and_a_product_that_it_is_found_by() -> None:
    facts = {fact for group in hardware_facts().values() for fact in group}
    assert len(facts) >= 40
    assert all(fact.source and fact.product.lower() in hardware_facts() for fact in facts)
