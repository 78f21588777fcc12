"""`judge` on a good build, on a build with parts missing, and what it costs to load."""

from __future__ import annotations

import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from quality import CheckResult, judge, planned_checks
from quality.check import Reading, equal
from quality.gx import ExpectationError, broken
from quality.judge import results_of


def test_a_good_build_passes_every_planned_check_in_order(small_world: Any) -> None:
    results = judge(small_world.database, small_world.text_of, date(2026, 11, 20))
    assert [result for result in results if not result.passed] == []
    told = [(result.name, result.layer, result.table, result.severity) for result in results]
    assert told == [(check.name, check.layer, check.table, check.severity) for check in planned_checks()]


def test_names_are_unique_per_table() -> None:
    planned = [(check.table, check.name) for check in planned_checks()]
    assert len(planned) == len(set(planned))


def test_one_layer_can_be_judged_alone(small_world: Any) -> None:
    results = judge(small_world.database, small_world.text_of, layers=("core",))
    assert {result.layer for result in results} == {"core"}


def test_a_check_that_cannot_be_run_blocks_and_the_others_still_report(small_world: Any, tmp_path: Path) -> None:
    database = tmp_path / "small.duckdb"
    shutil.copyfile(small_world.database, database)
    connection = duckdb.connect(str(database))
    connection.execute("drop table marts.documents")
    connection.close()
    results = judge(database, small_world.text_of, date(2026, 11, 20))
    assert len(results) == len(planned_checks())
    failed = {(result.name, result.table): result for result in results if not result.passed}
    # freshness only warns where it runs; where it cannot, nothing is known
    freshness = failed["freshness", "marts.documents"]
    assert freshness.blocks
    assert "marts.documents" in str(freshness.metadata["error"]) or "does not exist" in str(freshness.metadata["error"])
    assert all(result.passed for result in results if result.layer == "core")


def test_only_a_failed_error_blocks() -> None:
    def result(*, passed: bool, severity: Any) -> CheckResult:
        return CheckResult("n", "core", "core.claims", passed, severity, "d", 0, (), {})

    assert result(passed=False, severity="error").blocks
    assert not result(passed=False, severity="warning").blocks
    assert not result(passed=True, severity="error").blocks


def test_judging_leaves_the_build_untouched(small_world: Any) -> None:
    before = small_world.database.read_bytes()
    judge(small_world.database, small_world.text_of)
    assert small_world.database.read_bytes() == before
    assert not small_world.database.with_name("small.duckdb.wal").exists()


def test_planning_checks_loads_neither_great_expectations_nor_duckdb() -> None:
    code = (
        "import sys, quality; n = len(quality.planned_checks()); "
        "print(n, [m for m in ('great_expectations', 'pandas', 'duckdb', 'dbt') if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == f"{len(planned_checks())} []"


def test_a_rule_holds_where_it_has_found_no_row_and_was_run() -> None:
    assert broken(pl.DataFrame({"rule": ["a", "b", "c"], "n_failing": [0, 2, None]})) == {1, 2}
    assert broken(pl.DataFrame({"rule": ["a"], "n_failing": [0]})) == set()


def test_a_frame_that_cannot_be_judged_is_an_error_and_no_pass() -> None:
    with pytest.raises(ExpectationError):
        broken(pl.DataFrame({"rule": ["a"]}))


def test_totals_that_differ_are_shown_where_no_row_stands_out(small_world: Any) -> None:
    law = equal("law", "core.claims", "error", "Totals are equal.", totals="select 1 as a, 2 as b", pair=("a", "b"),
                offenders="select 1 as a where false")  # fmt: skip
    (found,) = results_of([law], Reading(lambda sql: duckdb.sql(sql).pl(), small_world.text_of, None))
    assert (found.passed, found.n_failing, found.failing_rows) == (False, 1, ({"a": 1, "b": 2},))
