"""Rows that set unlike measures side by side: a scope under several things in it, a piece alone and in a whole, bands of size."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from warehouse.build import run_step
from warehouse.decisions import Decisions
from warehouse.policy import read_policy
from warehouse.schema import empty_frame, table_of
from warehouse.step import BuildContext
from warehouse.steps import all_steps

D = Decimal
WIDE, NARROW, OTHER = "training-infrastructure", "training-robot", "robot-system"
STEPS = {step.name: step for step in all_steps()}


def pair(number: int, rule: str, **fields: Any) -> dict[str, Any]:
    """T says USD 12 of the wide market in 2025, which is less than what lies in it."""
    shared = {
        "pair_id": f"p{number}", "rule": rule, "verdict": "conflict_likely", "market_id": WIDE, "ref_area": "001", "metric": "market_size",
        "unit_measure": "USD", "year": 2025, "value_a": D(12), "publishers_a": "T", "claim_ids_a": ["c1"], "words_a": "USD 12",
    }  # fmt: skip
    return shared | fields


def narrower(verdict: str = "conflict_likely") -> dict[str, Any]:
    q = {"other_market_id": NARROW, "value_b": D(20), "publishers_b": "Q", "claim_ids_b": ["c2"]}
    return pair(1, "scope_inclusion", verdict=verdict, **q)


def bridged() -> dict[str, Any]:
    m = {"other_market_id": OTHER, "value_b": D(25), "publishers_b": "M", "claim_ids_b": ["c3"], "bridge_id": "b2"}
    return pair(2, "bridge_inclusion", bound_low=D(25), **m)


TRAINING = {"bridge_id": "b1", "segment_keys": ["use:training"], "segments": "Training", "value_point": D(40)}
JOINT = {
    "bridge_id": "b2", "segment_keys": ["kind:arm", "use:training"], "segments": "Arm and Training", "method": "frechet",
    "value_point": D(30), "other_market_id": WIDE, "lies": "inside",
}  # fmt: skip
ARM = {"bridge_id": "b3", "segment_keys": ["kind:arm"], "segments": "Arm", "value_point": D(50)}


def included(pairs: list[dict[str, Any]], *bridges: dict[str, Any]) -> list[dict[str, Any]]:
    shared = {
        "market_id": OTHER,
        "year": 2025,
        "cluster_id": "m",
        "publishers": "M",
        "method": "share",
        "claim_ids": ["c3"],
    }
    markets = {WIDE: "Training infrastructure", NARROW: "Training robot", OTHER: "Robot system"}
    rows: dict[str, list[dict[str, Any]]] = {
        "core.bridges": [shared | row for row in bridges],
        "core.markets": [{"market_id": key, "market": market} for key, market in markets.items()],
        "work.scope_pairs": [row for row in pairs if row["rule"] == "scope_inclusion"],
        "work.bridge_pairs": [row for row in pairs if row["rule"] == "bridge_inclusion"],
    }
    context = BuildContext(read_policy(), Decisions(), text_of=lambda _: "")
    frames = {
        table: pl.DataFrame(rows[table], schema=table_of(table).polars_schema())
        if table in rows
        else empty_frame(table_of(table))
        for name in ("names_compared", "inclusion_pairs")
        for table in STEPS[name].reads
    }
    frames |= run_step(STEPS["names_compared"], frames, context)
    return run_step(STEPS["inclusion_pairs"], frames, context)["work.inclusion_pairs"].to_dicts()


def test_one_row_names_every_thing_that_lies_in_a_scope_and_is_larger() -> None:
    (row,) = included([narrower(), bridged()], TRAINING, JOINT, ARM)
    assert (row["verdict"], row["severity"], row["value_a"], row["words_a"]) == (
        "conflict_likely",
        "high",
        D(12),
        "USD 12",
    )
    assert (row["value_b"], row["publishers_b"], row["claim_ids_b"]) == (D(40), "M|Q", ["c2", "c3"])
    # 12 / 20 and 12 / 40; the arm part is not what the scope is named by
    assert "USD 20 (Q), of which the whole is 0.60x" in row["explanation"]
    assert "USD 40 (M), of which the whole is 0.30x" in row["explanation"]
    assert "Arm part" not in row["explanation"]
    assert "all of the Training part" in row["assumptions"]


@pytest.mark.parametrize("pairs", [[narrower()], [bridged()], [narrower("not_comparable"), bridged()]])
def test_a_single_pair_is_told_by_its_own_rule(pairs: list[dict[str, Any]]) -> None:
    assert included(pairs, TRAINING, JOINT) == []


@pytest.fixture
def two(book: Any) -> Any:
    """A on one market and B on one that holds it."""
    for name, market in (("a", NARROW), ("b", WIDE)):
        book.document(name, name)
        book.claim(name, "USD 1 billion", "1000000000", market_id=market)
    book.relation(NARROW, WIDE, "b_contains_a")
    return book


def technical(book: Any, document: str, market: str, measure: str, value: str, unit: str, **fields: Any) -> None:
    number = len(book.rows.get("core.technical_claims", []))
    row = {
        "technical_id": f"t{number}", "document_id": document, "publisher_id": document, "market_id": market,
        "measure": measure, "obs_value": D(value), "comparator": "=", "unit_measure": unit, "verdict": "unknown",
        "reason": "r", "rule": "r", "status": "stated", "quote": value, "char_start": number, "char_end": number + 1,
    }  # fmt: skip
    book.row("core.technical_claims", **(row | fields))


def test_a_whole_is_divided_by_its_pieces_and_the_scope_of_either_side_is_said(two: Any) -> None:
    technical(two, "a", NARROW, "thermal_design_power", "500", "W", product="Orca A70", basis="per GPU")
    technical(two, "b", WIDE, "rack_power", "120", "kW", product="NVIDIA GB200 NVL72", basis="per rack")
    (row,) = two.build()["core.conflicts"].filter(rule="per_piece_across").to_dicts()
    # 120 kW / 72 = 1.667 kW; against 0.5 kW 3.33x
    assert (row["verdict"], row["unit_measure"], row["value_a"]) == ("not_comparable", "kW", D("0.5"))
    assert row["value_b"].quantize(D("0.001")) == D("1.667")
    assert "Orca A70 alone" in row["explanation"] and "within the whole" in row["explanation"]
    assert "3.33x" in row["explanation"]


def test_a_figure_of_no_piece_or_of_a_whole_of_unknown_size_gives_nothing_per_piece(two: Any) -> None:
    technical(two, "a", NARROW, "power", "30", "MW", product="Site", basis=None)
    technical(two, "b", WIDE, "rack_power", "120", "kW", product="Unknown Rack", basis="per rack")
    assert two.build()["core.conflicts"].filter(rule="per_piece_across").height == 0


def test_the_uppermost_band_stands_beside_sizes_of_what_it_counts(two: Any) -> None:
    two.segments("a", NARROW, "Fleet Size", "Above 5,000 Robots", bound_low=5001)
    two.segments("a", NARROW, "Fleet Size", "2,001-5,000 Robots", bound_low=2001, bound_high=5000)
    technical(two, "b", WIDE, "unit_count", "9000", "robots", subject="The largest fleet")
    technical(two, "b", WIDE, "unit_count", "40", "robots")  # too few: parts of a thing
    technical(two, "b", WIDE, "unit_count", "7000", "nozzles")
    (row,) = two.build()["core.conflicts"].filter(rule="size_bands_across").to_dicts()
    assert (row["verdict"], row["value_a"], row["value_b"]) == ("not_comparable", D(5001), D(9000))
    assert "9,000 robots (The largest fleet)" in row["explanation"]
    assert "nozzles" not in row["explanation"] and " 40 " not in row["explanation"]


def test_an_estimate_and_its_conflicts_read_one_relation_where_a_definition_tells_it(book: Any) -> None:
    # By their names the two overlap; the infrastructure's definition holds all layers, the GPU and the workload of the cluster.
    narrow, wide = "ai-training-gpu-cluster", "ai-training-infrastructure"
    for publisher, market, value in (("q", narrow, "21.66"), ("t", wide, "12.00")):
        book.document(publisher, publisher)
        book.claim(publisher, f"USD {value} billion", str(int(D(value) * 10**9)), market_id=market, market=market)
    book.relation(narrow, wide, "overlap")
    book.definition("q", narrow, layer="infrastructure")
    book.definition(
        "t", wide, technology="ai|asic|gpu", workload="training", layer="infrastructure|service|software"
    )  # fmt: skip
    frames = book.build()
    (conflict,) = frames["core.conflicts"].filter(rule="scope_inclusion").to_dicts()
    assert "Ai-Training-Infrastructure contains Ai-Training-Gpu-Cluster (by its definition" in conflict["explanation"]
    told = {row["market_id"]: row["related_scopes"] for row in frames["core.estimates"].to_dicts()}
    assert "(USD 12.00 bn; contains this scope)" in told[narrow]
    assert "(USD 21.66 bn; contained in this scope)" in told[wide]
