"""Stated figures against the reference table; expected verdicts worked out by hand from the rows of hardware.yml."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from warehouse.resolve.statements.hardware_facts import hardware_facts

Make = Callable[..., dict[str, pl.DataFrame]]
Doc = Callable[[str], str]

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


def judged(make: Make, doc: Doc, **figure: Any) -> list[dict[str, Any]]:
    """Rows of core.technical_claims of one figure."""
    document = doc("d")
    row = {"document_id": document, "char_start": 0, "char_end": 6, "surface": "figure"} | figure
    tables = {"raw.technical": [row], "core.documents": [{"document_id": document}]}
    made = make(("quotes", "reference figures", "technical_claims"), tables, {document: "figure"})
    return made["core.technical_claims"].to_dicts()


@pytest.mark.parametrize(("measure", "value", "high", "comparator", "unit", "own", "before", "expected"), CASES)
def test_a_figure_is_tested_for_every_product_it_is_said_of(
    make: Make, doc: Doc, measure: str, value: str, high: str | None, comparator: str, unit: str, own: list[str],
    before: list[str], expected: dict[str | None, str],
) -> None:  # fmt: skip
    numbers = {"value": Decimal(value), "value_high": Decimal(high) if high else None}
    stated = {"measure": measure, "comparator": comparator, "unit": unit, "products": own, "context_products": before}
    found = judged(make, doc, **numbers, **stated)
    assert {one["product"]: one["verdict"] for one in found} == expected
    assert all(one["reason"] for one in found)
    assert all((one["reference_value"] is None) == (one["verdict"] == "unknown") for one in found)


@pytest.mark.parametrize(
    ("basis", "same"), [("per link", True), ("per GPU", False), ("between GPUs", None), (None, None)]
)
def test_figures_on_unlike_bases_are_told_apart(make: Make, doc: Doc, basis: str | None, same: bool | None) -> None:
    stated = {"measure": "interconnect_bandwidth", "value": Decimal(128), "unit": "GB/s", "basis": basis}
    (one,) = judged(make, doc, products=["Infinity Fabric"], **stated)
    assert (one["verdict"], one["same_basis"]) == ("consistent", same)
    assert one["reason"] == "reference for Infinity Fabric (MI300X): 128 GB/s per link"


@pytest.mark.parametrize(
    ("figure", "reason"),
    [
        ({"measure": "power", "products": ["KX 7"]}, "no reference figure for power of KX 7"),
        ({"measure": "power"}, "no reference figure for power"),
        (
            {"measure": "memory_capacity", "products": ["H200"], "unit": "percent"},
            "the reference figure is in another kind of unit than percent",
        ),
    ],
)
def test_a_figure_without_a_reference_says_why(make: Make, doc: Doc, figure: dict[str, Any], reason: str) -> None:
    (one,) = judged(make, doc, value=Decimal(5), **figure)
    assert (one["verdict"], one["reason"], one["reference_source"]) == ("unknown", reason, None)


def test_every_reference_figure_has_a_source_and_a_product_that_it_is_found_by() -> None:
    facts = {fact for group in hardware_facts().values() for fact in group}
    assert len(facts) >= 40
    assert all(fact.source and fact.product.lower() in hardware_facts() for fact in facts)
