"""The inventory's evidence mentions against what is read of them: each is covered by a record, or listed here with a reason.

Kinds that other tests answer for (events, ranks, citations, facts of documents) are left out. Ids and reasons only: no wording.
"""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from sources.extract import extract
from sources.ingest import receive
from sources.parse import parse
from sources.records import Extraction
from tests.shared.conftest import Published

Facts = list[dict[str, Any]]
ELSEWHERE = frozenset({"development", "case_study", "rank", "citation", "meta"})
STATEMENT = "qualitative statement without a figure: no kind of the design"
BOILERPLATE = "the report's own terms of sale or table of contents: rejected as boilerplate"
# fact → which of its evidence mentions (from 0) no record covers, and why
LISTED: dict[str, tuple[tuple[int, ...], str]] = {
    "QY-037": ((0,), "a duration in words; " + STATEMENT),
    "QY-056": ((0,), STATEMENT),
    "QY-057": ((0,), "template text on another industry; defines nothing of the market"),
    "MI-048": ((5,), "says that the order of the list is no rank: held by rank = null"),
    "MI-049": ((0,), STATEMENT),
    "MI-050": ((0,), STATEMENT),
    "MI-066": ((1,), STATEMENT),
    "MI-067": ((0,), STATEMENT),
    "MI-071": ((0, 1), STATEMENT),
    "MI-072": ((0,), STATEMENT),
    "MI-073": ((0,), STATEMENT),
    "TX-040": ((0, 1), "a link to another report: no kind of the design"),
    "TX-041": ((1, 2), BOILERPLATE),
    "TX-042": ((0, 1), BOILERPLATE),
    "TX-043": ((0, 1), BOILERPLATE),
    "AW-022": ((0,), STATEMENT),
    "AW-023": ((0, 1), STATEMENT),
    "AW-024": ((0, 1), STATEMENT),
    "AW-025": ((0, 1), STATEMENT),
    "AW-026": ((0,), STATEMENT),
    "AW-027": ((0, 1), STATEMENT),
}


@pytest.fixture(scope="module")
def read(shared: Path) -> dict[str, Extraction]:
    """Each seed's extraction by file name."""
    found = {}
    for path in sorted((shared / "seeds").glob("*.txt")):
        (arrival,) = receive(path)
        found[path.name] = extract(parse(arrival.content))
    return found


def spans(extraction: Extraction) -> list[tuple[int, int]]:
    """Spans of every record of a document."""
    kinds = ("mentions", "rejections", "players", "segments", "facts", "definitions", "drivers", "technical")
    return [(record.char_start, record.char_end) for kind in kinds for record in getattr(extraction, kind)]


def uncovered(fact: dict[str, Any], held: list[tuple[int, int]]) -> tuple[int, ...]:
    """Indices of the fact's evidence mentions that no span overlaps."""
    return tuple(
        at for at, e in enumerate(fact["evidence"]) if not any(a < e["end"] and b > e["start"] for a, b in held)
    )


def test_every_evidence_mention_is_covered_by_a_record_or_listed_with_its_reason(
    facts: Facts, read: dict[str, Extraction]
) -> None:
    held = {name: spans(extraction) for name, extraction in read.items()}
    missing = {f["id"]: gaps for f in facts if f["kind"] not in ELSEWHERE and (gaps := uncovered(f, held[f["doc"]]))}
    assert missing == {fact: gaps for fact, (gaps, _) in LISTED.items()}


def test_no_fact_with_a_figure_is_only_listed(facts: Facts) -> None:
    # those of the vendor's own shop apart; a year in words about memory (MI-066) has no unit
    numbered = [f["id"] for f in facts if f["id"] in LISTED and f["unit"] and any(c.isdigit() for c in str(f["value"]))]
    assert set(numbered) <= {"TX-041", "TX-042", "TX-043", "MI-048"}


@pytest.mark.parametrize(
    ("kind", "records"),
    [
        ("driver", ("drivers",)),
        ("restraint", ("drivers",)),
        ("technology", ("drivers",)),
        ("definition", ("definitions",)),
        ("value_chain", ("definitions",)),
        ("hardware", ("technical",)),
        ("power", ("technical",)),
        ("segment_tree", ("segments",)),
        ("players", ("players",)),
    ],
)
def test_a_kind_s_own_records_cover_its_evidence(
    kind: str, records: tuple[str, ...], facts: Facts, read: dict[str, Extraction]
) -> None:
    wrong = {}
    for fact in facts:
        if fact["kind"] != kind:
            continue
        own = [(r.char_start, r.char_end) for name in records for r in getattr(read[fact["doc"]], name)]
        gaps = set(uncovered(fact, own)) - set(LISTED.get(fact["id"], ((), ""))[0])
        if gaps:
            wrong[fact["id"]] = gaps
    assert wrong == {}


def test_driver_items_are_as_many_as_the_inventory_lists(facts: Facts, read: dict[str, Extraction]) -> None:
    wrong = []
    for fact in facts:
        items = str(fact["value"]).split(" | ")
        if (
            fact["kind"] not in ("driver", "restraint")
            or len(items) < 2
            or len(fact["evidence"]) not in (1, len(items))
        ):
            continue
        inside = [
            d for d in read[fact["doc"]].drivers if any(e["start"] <= d.char_start < e["end"] for e in fact["evidence"])
        ]
        if len(inside) != len(items):
            wrong.append((fact["id"], len(inside), len(items)))
    assert wrong == []


def test_ten_impacts_have_areas_timeline_caveat_and_are_not_additive(published: Published) -> None:
    rows = published.rows("select * from marts.drivers where impact is not null")
    assert Counter(r["sign"] for r in rows) == {"+": 6, "-": 4}
    assert {r["additive"] for r in rows} == {False}
    assert all(r["caveat"] and r["geographies"] and r["timeline"] and r["years_to"] for r in rows)
    by_sign = {sign: sum(Decimal(r["impact"]) for r in rows if r["sign"] == sign) for sign in "+-"}
    assert by_sign == {"+": Decimal("15.9"), "-": Decimal("-5.0")}  # A15
    # four of the ten have no text of their own (MI-T04)
    assert sum(r["narrative_start"] is None for r in rows) == 4


def test_region_lists_are_split_by_areas_and_middle_east_is_no_middle_east_and_africa(published: Published) -> None:
    rows = published.rows("select geographies, ref_areas from marts.drivers where impact is not null")
    assert Counter(r["geographies"] for r in rows) == {
        "Global": 5,
        "North America|Asia-Pacific": 2,
        "North America|Europe": 2,
        "Asia-Pacific|Middle East": 1,
    }


def test_hardware_figures_are_tested_against_the_reference_table(published: Published) -> None:
    rows = published.rows(
        "select d.name as document, t.* from marts.technical_claims as t join marts.documents as d using (document_id)"
    )
    verdicts = {
        (r["document"][:3], r["measure"], r["product"], float(r["obs_value"])): r["verdict"]
        for r in rows
        if r["reference_value"] is not None
    }
    assert verdicts["000", "memory_capacity", "NVIDIA H200", 141.0] == "consistent"  # QY-T07
    assert verdicts["000", "memory_capacity", "AMD Instinct MI300X", 141.0] == "contradicts"
    assert verdicts["003", "memory_capacity", "AMD Instinct MI300X", 192.0] == "consistent"
    assert verdicts["003", "memory_bandwidth", "NVIDIA H100", 7.8] == "contradicts"  # AW-T01
    assert verdicts["003", "memory_bandwidth", "NVIDIA H200", 7.8] == "contradicts"
    assert verdicts["003", "link_rate", "InfiniBand HDR", 400.0] == "contradicts"  # AW-T02
    assert verdicts["003", "link_rate", "InfiniBand NDR", 400.0] == "consistent"
    assert verdicts["003", "thermal_design_power", "NVIDIA H100", 700.0] == "consistent"
    assert {v for k, v in verdicts.items() if k[1] == "utilization"} == {"contradicts"}  # QY-T10
    assert sum(k[1] == "utilization" for k in verdicts) == 2
    bases = {r["product"]: r["reference_basis"] for r in rows if r["measure"] == "interconnect_bandwidth"}
    assert bases == {"NVLink": "per GPU aggregate", "Infinity Fabric": "per link"}  # QY-T08: never ranked together
    claimants = {float(r["obs_value"]): r["claimant"] for r in rows if r["document"].startswith("001")}
    assert (claimants[132.0], claimants[14000.0]) == ("NVIDIA", "Huawei")  # MI-T20


def test_companies_have_owner_and_one_name_and_off_topic_ones_say_how_they_were_found(published: Published) -> None:
    rows = published.rows("select * from marts.companies")
    by_name = {r["company"]: r for r in rows}
    assert {r["method"] for r in rows if r["status"] == "quarantined"} == {"sector_words"}
    assert (by_name["AWS"]["canonical"], by_name["AWS"]["parent"]) == ("Amazon Web Services", "Amazon")
    assert (by_name["Determined AI"]["level"], by_name["Determined AI"]["parent_since"]) == ("subsidiary", "2021")
    assert by_name["Weights and Biases"]["canonical"] == "Weights & Biases"
    ids = {r["company_id"] for r in rows if r["canonical"] in ("AMD", "NVIDIA", "Intel")}
    assert len(ids) == 3  # two spellings each, one company


def test_definitions_carry_facets_and_stages_of_the_value_chain(published: Published) -> None:
    rows = published.rows(
        "select d.name as document, f.* from marts.definitions as f join marts.documents as d using (document_id)"
    )
    stages = [r for r in rows if r["defines"] == "value_chain"]
    assert sorted(r["layer"] for r in stages) == ["downstream", "midstream", "upstream"]
    assert len(next(r for r in stages if r["layer"] == "downstream")["includes"].split("|")) == 6  # QY-019
    markets = {r["document"][:3] for r in rows if r["defines"] in ("market", "term")}
    assert markets == {"000", "001", "002", "003"}
    wide = next(r for r in rows if r["document"].startswith("002"))
    assert (wide["workload"], wide["deployment"]) == ("training", "cloud")
    assert len(wide["includes"].split("|")) == 6  # TX-006


def test_size_bands_have_numeric_bounds_and_the_comma_error_is_one_member(published: Published) -> None:
    rows = published.rows(
        "select d.name as document, s.* from marts.segments as s join marts.documents as d using (document_id)"
    )
    bands = [(r["bound_low"], r["bound_high"]) for r in rows if r["dimension"] == "Cluster Size"]
    assert sorted(bands, key=str) == sorted([(None, 256), (257, 2048), (2049, 16384), (16385, None)], key=str)  # MI-T08
    users = [r for r in rows if r["dimension"] == "End User" and r["document"].startswith("001")]
    assert (len(users), [r["repair"] for r in users].count("comma")) == (5, 1)  # MI-T07
    glued = [r for r in rows if r["document"].startswith("002")]
    assert {r["repair"] for r in glued} == {"glued"}  # TX-T04
    assert len(glued) == 22
