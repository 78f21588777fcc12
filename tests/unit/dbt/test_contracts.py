"""What the files of the dbt project promise, checked without running it: contracts, words, portable SQL."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from quality.contract import ContractError, read_mart
from warehouse.marts import PROJECT
from warehouse.schema import core_tables

MARTS = sorted((PROJECT / "models" / "marts").glob("*.sql"))
STAGING = sorted((PROJECT / "models" / "staging").glob("*.sql"))
MODELS = {path.stem: yaml.safe_load(path.with_suffix(".yml").read_text())["models"][0] for path in MARTS}
COLUMNS = [(mart, column) for mart, model in MODELS.items() for column in model["columns"]]
RENAMED = {"year": "time_period_year", "excluded": "excluded_reason"}
LIST = re.compile(r"\{\{ list_to_text\('(\w+)'\) \}\}")

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


def test_the_marts_are_those_that_the_design_names_with_one_yml_beside_each() -> None:
    assert sorted(MODELS) == sorted(PROMISED_MARTS)
    assert {path.stem for path in (PROJECT / "models" / "marts").glob("*.yml")} == set(MODELS)
    assert [name for name, model in MODELS.items() if model["name"] != name] == []


@pytest.mark.parametrize("mart", sorted(PROMISED_COLUMNS))
def test_a_mart_has_the_columns_that_the_design_asks_for(mart: str) -> None:
    assert set(PROMISED_COLUMNS[mart].split()) <= {column["name"] for column in MODELS[mart]["columns"]}


@pytest.mark.parametrize("mart", sorted(MODELS))
def test_a_mart_says_its_grain_and_its_key_and_tests_that_key(mart: str) -> None:
    model = MODELS[mart]
    meta = model["config"]["meta"]
    assert model["description"].endswith(".")
    assert meta["grain"]
    tested = [test["unique_key"]["arguments"]["columns"] for test in model["data_tests"] if "unique_key" in test]
    assert tested == [meta["key"]]


@pytest.mark.parametrize(("mart", "column"), COLUMNS, ids=[f"{mart}.{column['name']}" for mart, column in COLUMNS])
def test_a_column_has_a_description_and_a_type_and_a_unit_where_it_is_a_number(
    mart: str, column: dict[str, Any]
) -> None:
    assert len(column["description"]) > 2
    assert re.fullmatch(r"varchar|integer|bigint|double|boolean|date|decimal\(\d+,\d+\)", column["data_type"])
    is_number = re.match("integer|bigint|double|decimal", column["data_type"]) is not None
    unit = column.get("config", {}).get("meta", {}).get("unit")
    assert (unit is not None) == is_number
    # the suffixes are for derived helper columns, and say their unit truly
    if column["name"].endswith("_usd"):
        assert unit == "USD"
    if column["name"].endswith("_pct"):
        assert unit == "percent"


def test_marts_hold_no_clock_of_ours() -> None:
    ours = {"received_at", "first_seen_at", "last_seen_at", "known_from", "known_to", "batch_id", "run_id"}
    assert [(mart, column["name"]) for mart, column in COLUMNS if column["name"] in ours] == []
    assert [(mart, column["name"]) for mart, column in COLUMNS if column["data_type"].startswith("timestamp")] == []


@pytest.mark.parametrize("path", STAGING, ids=[path.stem for path in STAGING])
def test_staging_takes_every_column_of_its_core_table_and_only_renames_and_casts(path: Path) -> None:
    table = core_tables()[f"core.{path.stem.removeprefix('stg_')}"]
    head, _, tail = path.read_text().partition("\nfrom ")
    assert tail == f"{{{{ source('core', '{table.bare_name}') }}}}\n"
    taken = {}
    for item in head.removeprefix("select").split(",\n"):
        expression, _, alias = item.strip().partition(" as ")
        as_list = LIST.fullmatch(expression)
        column = as_list[1] if as_list else expression
        taken[column] = alias or column
        assert (as_list is not None) == (next(c.type for c in table.columns if c.name == column) == "VARCHAR[]")
    assert taken == {name: RENAMED.get(name, name) for name in table.column_names}


def test_sources_and_staging_describe_core_tables_in_the_words_of_core_yml() -> None:
    folder = PROJECT / "models" / "staging"
    source = yaml.safe_load((folder / "sources.yml").read_text())["sources"][0]
    staged = {path.stem.removeprefix("stg_") for path in STAGING}
    docs = {table.bare_name: table.doc for table in core_tables().values() if table.bare_name in staged}
    assert {table["name"]: table["description"] for table in source["tables"]} == docs
    models = yaml.safe_load((folder / "staging.yml").read_text())["models"]
    assert {model["name"].removeprefix("stg_"): model["description"] for model in models} == docs


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


@pytest.mark.parametrize("path", [*STAGING, *MARTS, *sorted((PROJECT / "tests").glob("*.sql"))], ids=lambda p: p.stem)
def test_sql_keeps_to_the_portable_subset(path: Path) -> None:
    code = re.sub(r"--[^\n]*|\{#.*?#\}|'[^']*'", "", path.read_text().lower(), flags=re.DOTALL)
    found = re.findall(
        r"::|//|\bmad\(|\bexclude\b|\barg_m(?:ax|in)\(|\bstring_agg\(|\bunnest\(|\bqualify\b|\bfilter\b", code
    )
    assert found == []


def test_the_exposure_of_parquet_exports_names_every_mart() -> None:
    exposures = yaml.safe_load((PROJECT / "models" / "exposures.yml").read_text())["exposures"]
    named = {exposure["name"]: exposure["depends_on"] for exposure in exposures}
    assert named["parquet_exports"] == [f"ref('{mart}')" for mart in sorted(MODELS)]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("models: [{name: other, columns: []}]", "holds no model"),
        ("models: [{name: odd, config: {meta: {key: [a]}}, columns: [{name: a}]}]", "without data_type: a"),
        ("models: [{name: odd, columns: [{name: a, data_type: date}]}]", "config.meta.key"),
        ("models: [{name: odd, config: {meta: {key: [b]}}, columns: [{name: a, data_type: date}]}]", "config.meta.key"),
    ],
)
def test_a_mart_without_contract_is_refused_with_the_file_and_what_to_add(
    tmp_path: Path, content: str, said: str
) -> None:
    path = tmp_path / "odd.yml"
    path.write_text(content)
    with pytest.raises(ContractError, match=re.escape(said)) as caught:
        read_mart(path)
    assert str(path) in str(caught.value)
