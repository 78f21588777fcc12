"""`judge` on a good build, on a build with parts missing, and what it costs to load."""

from __future__ import annotations

import json
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
from quality.check import Expect
from quality.gx import ExpectationError, validate
from warehouse.schema import core_tables


def test_a_good_build_passes_every_planned_check_in_order(small_world: Any) -> None:
    results = judge(small_world.database, small_world.text_of, date(2026, 11, 20))
    assert [result for result in results if not result.passed] == []
    told = [(result.name, result.layer, result.table, result.severity) for result in results]
    assert told == [(check.name, check.layer, check.table, check.severity) for check in planned_checks()]


def test_names_are_unique_per_table_and_every_table_has_a_contract_check() -> None:
    planned = [(check.table, check.name) for check in planned_checks()]
    assert len(planned) == len(set(planned))
    assert {table for table, name in planned if name == "contract"} >= set(core_tables())


def test_results_hold_what_was_seen_and_json_can_carry_them(small_world: Any) -> None:
    results = judge(small_world.database, small_world.text_of)
    conserved = next(result for result in results if result.name == "document_conservation")
    # four texts and an empty file; one text came twice
    assert conserved.metadata["observed"] == [
        {
            "n_documents": 5,
            "n_accounted": 5,
            "n_receipts": 6,
            "n_duplicate": 1,
            "n_landed": 4,
            "n_quarantined": 1,
            "n_pending": 0,
        }
    ]
    for result in results:
        json.dumps([list(result.failing_rows), dict(result.metadata)], allow_nan=False)


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
    contract = failed["contract", "marts.documents"]
    assert contract.failing_rows[0]["expected"] == "a table"
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


def test_failing_rows_are_those_that_break_an_expectation() -> None:
    frame = pl.DataFrame({"word": ["a", "b", "c", None], "n": [1, 5, None, 9]})
    in_set = Expect("ExpectColumnValuesToBeInSet", {"column": "word", "value_set": ["a", "c"]})
    at_most = Expect("ExpectColumnValuesToBeBetween", {"column": "n", "max_value": 8})
    verdict = validate(frame, (in_set, at_most))
    # row 1 says b, row 3 says 9; nulls are passed over
    assert (verdict.passed, verdict.rows) == (False, (1, 3))
    assert verdict.unmet == ("expect_column_values_to_be_between(n)", "expect_column_values_to_be_in_set(word)")
    assert validate(frame.head(0), (in_set, at_most)).passed


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        (Expect("ExpectColumnValuesToBeBetween", {"column": "nowhere", "max_value": 8}), "nowhere"),
        (Expect("ExpectTheImpossible", {}), "ExpectTheImpossible"),
    ],
)
def test_an_expectation_that_cannot_be_evaluated_is_an_error_and_no_pass(expect: Expect, said: str) -> None:
    with pytest.raises(ExpectationError, match=said):
        validate(pl.DataFrame({"n": [1]}), (expect,))
