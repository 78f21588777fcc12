"""The marts of the small world: dbt's report, the rows of the tables, and a failure of every data test."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from sources.metrics import metrics
from warehouse.connection import held_open, query
from warehouse.marts import PROJECT, MartReport, build_marts

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def rows(small_world: Any) -> Callable[[str], list[tuple[Any, ...]]]:
    """Rows of a query on the small world."""
    return lambda sql: query(small_world.database, sql).rows()


def test_every_model_and_data_test_passes(small_build: tuple[Any, MartReport]) -> None:
    report = small_build[1]
    assert {result.status for result in report.models} == {"success"}
    assert {result.status for result in report.tests} == {"pass"}


def test_schemas_are_named_core_and_marts_and_hold_tables_only(rows: Any) -> None:
    found = rows("select distinct table_schema, table_type from information_schema.tables order by all")
    assert found == [("core", "BASE TABLE"), ("marts", "BASE TABLE")]


def test_an_estimate_stands_with_its_scope_its_conflict_and_the_claims_behind_it(rows: Any) -> None:
    found = rows(
        "select market, scope, segment, area, time_period, estimate, low, high, n_claims, n_publishers, n_independent, "
        "verdict, n_conflicts, conflict_ids, claim_ids, other_claim_ids from marts.market_estimates "
        "where estimate_id = 'e1'"
    )
    # between Acme's 10.0 and Borealis' 8.8 x 1.13 = 9.944; the copy is a candidate and not counted
    scope = ("Widget", "product=widget", None, "World", "2025")
    assert found == [(*scope, 9.972e9, 9.944e9, 1e10, 3, 3, 2, "agree", 1, "k1", "c01|c08", "c10")]


def test_a_refusal_has_no_number_and_says_why(rows: Any) -> None:
    found = rows(
        "select estimate_id, estimate, status, verdict, reason, claim_ids, other_claim_ids from marts.market_estimates "
        "where status = 'refused'"
    )
    reason = "60 against 30 percent, ratio 2"
    assert found == [("e4", None, "refused", "conflict_likely", reason, None, "c04|c11")]


def test_claims_keep_superseded_ones_and_show_the_rate_they_were_converted_at(rows: Any) -> None:
    assert rows("select count(*), count(*) filter (where status = 'superseded') from marts.claims") == [(12, 1)]
    # 8.8 x 1.13 = 9.944
    found = rows(
        "select cast(obs_value as double), unit_measure, cast(obs_value_usd as double), fx_rule, fx_year, "
        "cast(usd_per_unit as double) from marts.claims where claim_id = 'c08'"
    )
    assert found == [(8.8e9, "EUR", 9.944e9, "year_mean", 2025, 1.13)]


def test_a_claim_that_counts_nowhere_says_why(rows: Any) -> None:
    found = rows(
        "select claim_id, estimate_ids, estimate_role, estimate_reason from marts.claims "
        "where estimate_ids is null order by claim_id"
    )
    assert found == [("c06", None, "excluded", "metric_not_estimated"), ("c07", None, "excluded", "superseded")]


def test_an_unstated_year_stays_null_and_the_reading_stands_beside_it(rows: Any) -> None:
    found = rows(
        "select time_period, time_period_year, time_period_inferred, inference_basis from marts.claims "
        "where claim_id = 'c12'"
    )
    assert found == [(None, None, 2025, "year of the sentence before")]


def test_a_vendor_figure_shows_what_was_printed_or_how_it_was_derived(rows: Any) -> None:
    found = rows(
        "select vendor_figure_id, publisher, time_period, status, currency_as_printed, value_as_printed, "
        "formula is not null, claim_ids from marts.vendor_figures where metric = 'market_size' order by 1"
    )
    assert found == [
        ("v1", "Acme Research", "2025", "stated", "USD", "USD 10.0 billion", False, "c01"),
        ("v2", "Acme Research", "2026", "derived", None, None, True, "c01|c02"),
        ("v3", "Acme Research", "2030", "stated", "USD", "USD 20.0 billion", False, "c02"),
        ("v4", "Borealis Insights", "2025", "stated", "EUR", "EUR 8.8 billion", False, "c08"),
        ("v5", "Copyhouse Wire", "2025", "stated", "USD", "USD 10.0 billion", False, "c10"),
    ]


def test_a_conflict_quotes_both_sides(rows: Any) -> None:
    found = rows(
        "select conflict_id, market, other_market, quote_a, quote_b, claim_ids_a from marts.conflicts "
        "order by conflict_id"
    )
    assert found == [
        ("k1", "Widget", "Smart Widget", "USD 10.0 billion | USD 10.0 billion", "USD 12.0 billion", "c01|c10"),
        ("k2", "Widget", None, "30%", "60%", "c11"),
    ]


def test_shares_say_whether_their_dimension_is_complete(rows: Any) -> None:
    found = rows(
        "select claim_id, share_of, cast(dimension_total_pct as double), is_complete from marts.segment_shares "
        "order by claim_id"
    )
    # Acme: cloud 60 + on-premises 40 = 100; Borealis: cloud 30 alone; Acme's North America 52 alone
    assert found == [
        ("c04", "segment", 100.0, True),
        ("c05", "segment", 100.0, True),
        ("c11", "segment", 30.0, False),
        ("c12", "area", 52.0, False),
    ]


def test_drivers_have_a_sign_and_never_add_up(rows: Any) -> None:
    found = rows(
        "select driver, cast(impact as double), sign, geography, additive from marts.drivers order by driver_id"
    )
    # the one with an impact takes its area from the claim, the other names none
    assert found == [("Automation", 2.5, "+", "Global", False), ("Report", None, "-", None, False)]


def test_definitions_and_technical_figures_keep_what_they_rest_on(rows: Any) -> None:
    assert rows("select term, includes, excludes, publisher, market from marts.definitions") == [
        ("widget market", "bolts|nuts", None, "Acme Research", "Widget")
    ]
    found = rows("select product, cast(obs_value as double), verdict, reference_source from marts.technical_claims")
    assert found == [("Foo", 4711.0, "contradicts", "foo.example data sheet")]
    found = rows("select property, terms, polarity, beside, publisher from marts.qualities")
    assert found == [("Automation", "automation", "grave", "wage cost", "Acme Research")]


def test_quarantined_companies_and_documents_stay_with_their_reason(rows: Any) -> None:
    assert rows("select company, status, reason from marts.companies order by 1") == [
        ("Bar AG", "quarantined", "other industry"),
        ("Foo Corp", "stated", None),
    ]
    assert rows("select name, reason from marts.quarantine") == [("empty.txt", "empty")]


def test_a_question_stands_with_its_publisher_and_market_and_a_decided_one_with_its_decision(rows: Any) -> None:
    assert rows("select question_id, state, publisher, market, decision from marts.review_queue order by 1") == [
        ("q1", "open", "Acme Research", "Widget", None),
        ("q2", "decided", None, None, "closed_question by Ada on 2026-06-02: known to be empty"),
    ]


def test_a_later_edition_shows_what_it_changed(rows: Any) -> None:
    # (10 - 9) / 9 = 11.11 %
    found = rows(
        "select edition, cast(previous_obs_value as double), change_pct, direction from marts.revisions "
        "order by edition"
    )
    assert found == [(1, None, None, "first_stated"), (2, 9e9, 11.1111111111, "raised")]


def test_a_market_names_the_scopes_around_it(rows: Any) -> None:
    found = rows(
        "select market_id, contains_market_ids, contained_in_market_ids, n_claims from marts.markets order by market_id"
    )
    # current claims: c09 of the smart one; of the other all twelve but c09 and the superseded c07
    assert found == [("smart-widget", None, "widget", 1), ("widget", "smart-widget", None, 10)]


def test_the_metrics_are_those_of_the_file_and_those_that_are_estimated_are_poolable(rows: Any) -> None:
    found = rows("select metric, unit, poolable, definition from marts.metrics order by metric")
    assert found == sorted((m.name, m.unit, m.estimated, m.definition) for m in metrics())


def test_tables_carry_their_descriptions_into_the_database(rows: Any) -> None:
    undescribed = rows(
        "select table_name, column_name from duckdb_columns() where schema_name = 'marts' and comment is null "
        "union all select table_name, null from duckdb_tables() where schema_name = 'marts' and comment is null"
    )
    assert undescribed == []


def test_rows_stand_by_market_and_then_by_key(small_world: Any, rows: Any) -> None:
    for table, *order in [
        ("claims", "market_id", "claim_id"),
        ("market_estimates", "market_id", "estimate_id"),
        ("evidence", "claim_id", "evidence_id"),
    ]:
        found = rows(f"select {', '.join(order)} from marts.{table}")
        assert found == sorted(found, key=lambda row: [(value is None, value) for value in row]), table


@pytest.mark.proof
def test_rows_of_core_in_another_order_give_the_same_marts(small_world: Any, tmp_path: Path, rows: Any) -> None:
    database = tmp_path / "shuffled.duckdb"
    shutil.copyfile(small_world.database, database)
    connection = duckdb.connect(str(database))
    connection.execute("drop schema marts cascade")
    tables = [name for (name,) in connection.execute("select table_name from duckdb_tables() order by 1").fetchall()]
    for name in tables:
        connection.execute(f"create temp table held as select * from core.{name}")
        connection.execute(f"delete from core.{name}")
        connection.execute(f"insert into core.{name} select * from held order by hash(held)")
        connection.execute("drop table held")
    connection.close()
    build_marts(database)
    with held_open(database):
        for (name,) in rows("select table_name from duckdb_tables() where schema_name = 'marts' order by 1"):
            statement = f"select * from marts.{name}"
            assert query(database, statement).rows() == rows(statement), name


# Each statement breaks one law in a built database; what it must be caught by.
BROKEN = {
    "insert into marts.areas select * from marts.areas limit 1": ["same_keys_as_areas"],
    "delete from marts.segments where segment = 'Cloud'": ["same_keys_as_segments"],
    "insert into marts.publishers select 'nobody', * exclude (publisher_id) from marts.publishers limit 1": [
        "same_keys_as_publishers"
    ],
    "insert into marts.quarantine select document_id, name, byte_length, 'odd', 'odd' from marts.documents "
    "where name = 'd_new.txt'": ["documents_are_landed_or_quarantined", "same_keys_as_quarantine"],
    "update marts.documents set n_candidates = 99 where name = 'd_old.txt'": ["candidates_are_claims_or_rejected"],
    "update marts.claims set estimate_reason = null where claim_id = 'c06'": ["claims_are_candidates_or_excused"],
    "update marts.claims set n_mentions = 5 where claim_id = 'c02'": ["claims_have_their_mentions"],
    "update marts.market_estimates set estimate = 45 where estimate_id = 'e4'": [
        "refusals_have_a_reason_and_no_number"
    ],
}


def test_every_unit_test_passes_and_every_kind_of_data_test_fails_on_a_law_that_is_broken(
    small_world: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dbt.cli.main import dbtRunner

    database = tmp_path / "broken.duckdb"
    shutil.copyfile(small_world.database, database)
    connection = duckdb.connect(str(database))
    for statement in BROKEN:
        connection.execute(statement)
    connection.close()
    monkeypatch.setenv("PARALLAX_BUILD", str(database))
    where = ["--project-dir", str(PROJECT), "--profiles-dir", str(PROJECT), "--target-path", str(tmp_path / "target")]
    quietly = ["--quiet", "--log-level", "none", "--log-path", str(tmp_path / "logs")]
    outcome: Any = dbtRunner().invoke([*quietly, "test", *where])
    of_code = [str(run.status) for run in outcome.result if run.node.resource_type == "unit_test"]
    assert of_code == ["pass"] * 21
    failed = {run.node.name for run in outcome.result if str(run.status) == "fail"}
    expected = {name for names in BROKEN.values() for name in names}
    # a generic test's name goes on with its arguments
    assert {next((e for e in expected if name.startswith(e)), name) for name in failed} == expected
    assert {Path(path).stem for path in (PROJECT / "tests").glob("*.sql")} <= expected
