"""What the files of the dbt project promise, checked without running it: contracts, words, portable SQL."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from warehouse.marts import PROJECT
from warehouse.schema import core_tables

MARTS = sorted((PROJECT / "models" / "marts").glob("*.sql"))
MODELS = {path.stem: yaml.safe_load(path.with_suffix(".yml").read_text())["models"][0] for path in MARTS}
COLUMNS = [(mart, column) for mart, model in MODELS.items() for column in model["columns"]]

# DESIGN.md, "Marts", and the columns it asks of marts.claims and marts.market_estimates.
PROMISED_MARTS = [
    "documents",
    "quarantine",
    "set_aside",
    "reading_choices",
    "claims",
    "evidence",
    "market_estimates",
    "vendor_figures",
    "conflicts",
    "growth_audit",
    "revisions",
    "vendor_scorecard",
    "segments",
    "segment_shares",
    "companies",
    "drivers",
    "markets",
    "publishers",
    "areas",
    "metrics",
    "review_queue",
    "decisions",
    "events",
    "rankings",
    "citations",
    "document_facts",
    "statement_evidence",
    "definitions",
    "technical_claims",
    "qualities",
    "audit_findings",
    "balance_constraints",
    "bridges",
    "conflict_components",
    "conflict_sides",
]
PROMISED_COLUMNS = {
    "claims": "claim_id document_id publisher market dimension segment ref_area metric obs_value obs_value_high "
    "comparator unit_measure time_period time_period_inferred inference_basis period_start period_end obs_status "
    "value_as_printed rule confidence status n_mentions",
    "market_estimates": "market scope dimension segment ref_area metric unit_measure time_period estimate low high level "
    "verdict n_claims n_publishers n_independent status method reason related_scopes n_conflicts conflict_ids",
}


def test_every_mart_that_the_design_names_is_there_with_one_yml_beside_each_query() -> None:
    assert set(PROMISED_MARTS) <= set(MODELS)
    assert {path.stem for path in (PROJECT / "models" / "marts").glob("*.yml")} == set(MODELS)
    assert [name for name, model in MODELS.items() if model["name"] != name] == []


@pytest.mark.parametrize("mart", sorted(PROMISED_COLUMNS))
def test_a_mart_has_the_columns_that_the_design_asks_for(mart: str) -> None:
    assert set(PROMISED_COLUMNS[mart].split()) <= {column["name"] for column in MODELS[mart]["columns"]}


def test_the_sentence_of_a_mart_ends_with_a_full_stop() -> None:
    assert [mart for mart, model in MODELS.items() if not model["description"].endswith(".")] == []


def test_types_are_those_that_parquet_csv_and_excel_hold() -> None:
    allowed = re.compile(r"varchar|integer|bigint|double|boolean|date|decimal\(\d+,\d+\)")
    assert [(mart, column) for mart, column in COLUMNS if not allowed.fullmatch(column["data_type"])] == []


def test_the_suffix_of_a_derived_column_is_its_unit() -> None:
    units = {"_usd": "USD", "_pct": "percent"}
    suffixed = [column for _, column in COLUMNS if column["name"][-4:] in units]
    assert {(column["name"][-4:], column["config"]["meta"]["unit"]) for column in suffixed} == set(units.items())


def test_marts_hold_no_clock_of_ours() -> None:
    ours = {"received_at", "first_seen_at", "last_seen_at", "known_from", "known_to", "batch_id", "run_id"}
    assert [(mart, column["name"]) for mart, column in COLUMNS if column["name"] in ours] == []
    assert [(mart, column["name"]) for mart, column in COLUMNS if column["data_type"].startswith("timestamp")] == []


def test_a_mart_column_that_is_required_in_core_and_taken_as_it_is_stays_required() -> None:
    # market_id of a claim may be unknown, claim_id never: the public contract is no weaker than the model's
    loosened = []
    for mart, column in COLUMNS:
        table = core_tables().get({"market_estimates": "core.estimates"}.get(mart, f"core.{mart}"))
        known = {c.name: c for c in table.columns} if table else {}
        held = known.get(column["name"])
        if held and held.required and {"type": "not_null"} not in column.get("constraints", []):
            loosened.append(f"{mart}.{column['name']}")
    # an empty list in core is null in the marts, whose lists are text
    assert sorted(loosened) == [
        "audit_findings.claim_ids",
        "bridges.definition_ids",
        "bridges.segment_keys",
        "citations.claim_ids",
        "conflict_sides.claim_ids",
        "conflict_sides.statement_ids",
        "conflicts.claim_ids_a",
        "conflicts.claim_ids_b",
        "conflicts.statement_ids_a",
        "conflicts.statement_ids_b",
        "conflicts.years",
        "decisions.claim_ids",
        "decisions.conflict_ids",
        "decisions.document_ids",
        "decisions.estimate_ids",
        "decisions.market_ids",
        "events.parties",
        "events.party_roles",
        "market_estimates.conflict_ids",
        "qualities.beside",
    ]


@pytest.mark.parametrize("path", [*MARTS, *sorted((PROJECT / "tests").glob("*.sql"))], ids=lambda p: p.stem)
def test_sql_keeps_to_the_portable_subset(path: Path) -> None:
    code = re.sub(r"--[^\n]*|\{#.*?#\}|'[^']*'", "", path.read_text().lower(), flags=re.DOTALL)
    found = re.findall(
        r"::|//|\bmad\(|\bexclude\b|\barg_m(?:ax|in)\(|\bstring_agg\(|\bunnest\(|\bqualify\b|\bfilter\b", code
    )
    assert found == []
