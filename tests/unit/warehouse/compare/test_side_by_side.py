"""Rows that set unlike measures side by side: a scope under several things in it, a piece alone and in a whole, bands of size."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from warehouse.compare.inclusion_pairs import inclusion_pairs
from warehouse.schema import core_tables
from warehouse.values.conflict_records import Conflict, Grounds, Party, Place

D = Decimal
WIDE, NARROW, OTHER = "training-infrastructure", "training-robot", "robot-system"
PLACE = Place(WIDE, None, "001", "market_size", "USD", 2025)
WHOLE = Party(D(12), ("T",), ("c1",), "USD 12")
NAMES = {WIDE: "Training infrastructure", NARROW: "Training robot", OTHER: "Robot system"}


def narrower(verdict: Any = "conflict_likely") -> Conflict:
    b = Party(D(20), ("Q",), ("c2",), "USD 20")
    return Conflict("related_scope", "scope_inclusion", verdict, "medium", PLACE, WHOLE, b, "", NARROW)


def bridged() -> Conflict:
    b = Party(D(25), ("M",), ("c3",), "bound")
    return Conflict(
        "bridge", "bridge_inclusion", "conflict_likely", "high", PLACE, WHOLE, b, "", OTHER, Grounds("b2", D(25))
    )


def bridges(*rows: dict[str, Any]) -> pl.DataFrame:
    shared = {
        "market_id": OTHER,
        "year": 2025,
        "cluster_id": "m",
        "publishers": "M",
        "method": "share",
        "claim_ids": ["c3"],
    }
    schema = core_tables()["core.bridges"].polars_schema()
    return pl.DataFrame([shared | row for row in rows], schema=schema)


TRAINING = {"bridge_id": "b1", "segment_keys": ["use:training"], "segments": "Training", "value_point": D(40)}
JOINT = {
    "bridge_id": "b2", "segment_keys": ["kind:arm", "use:training"], "segments": "Arm and Training", "method": "frechet",
    "value_point": D(30), "other_market_id": WIDE, "lies": "inside",
}  # fmt: skip
ARM = {"bridge_id": "b3", "segment_keys": ["kind:arm"], "segments": "Arm", "value_point": D(50)}


def test_one_row_names_every_thing_that_lies_in_a_scope_and_is_larger() -> None:
    (row,) = inclusion_pairs([narrower(), bridged()], bridges(TRAINING, JOINT, ARM), NAMES)
    assert (row.verdict, row.a, row.b.value, row.b.publishers) == ("conflict_likely", WHOLE, D(40), ("M", "Q"))
    # 12 / 20 and 12 / 40; the arm part is not what the scope is named by
    assert "USD 20 (Q), of which the whole is 0.60x" in row.explanation
    assert "USD 40 (M), of which the whole is 0.30x" in row.explanation
    assert "Arm part" not in row.explanation
    assert row.grounds.assumptions and "all of the Training part" in row.grounds.assumptions


@pytest.mark.parametrize("conflicts", [[narrower()], [bridged()], [narrower("not_comparable"), bridged()]])
def test_a_single_pair_is_told_by_its_own_rule(conflicts: list[Conflict]) -> None:
    assert list(inclusion_pairs(conflicts, bridges(TRAINING, JOINT), NAMES)) == []


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
