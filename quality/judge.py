"""Runs the checks on a build and returns their results. One public verb; `suites/` has the checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from math import isfinite
from pathlib import Path

import polars as pl

from quality.check import Check, OnFailure, Reading
from quality.expectations import Expected
from quality.gx import broken
from quality.result import SHOWN_ROWS, CheckResult, Layer, Row, Severity, Value
from quality.suites import core_suite, marts_suite
from quality.suites.expected import CLAIMS_IN_USE, EXPECTED
from warehouse.connection import connect


@dataclass(frozen=True, slots=True)
class PlannedCheck:
    """A check that `judge` will report on, known without a build and without Great Expectations."""

    name: str
    layer: Layer
    table: str
    severity: Severity
    description: str
    on_failure: OnFailure


def planned_checks() -> tuple[PlannedCheck, ...]:
    """Every check that `judge` reports on, in its order: for those who must announce checks before they run."""
    return tuple(
        PlannedCheck(check.name, check.layer, check.table, check.severity, check.description, check.on_failure)
        for check in (*core_suite(), *marts_suite())
    )


def judge(
    database: Path,
    text_of: Callable[[str], str],
    as_of: date | None = None,
    layers: Sequence[Layer] = ("core", "marts"),
    expected: Expected | None = None,
) -> tuple[CheckResult, ...]:
    """Judges a build.

    Args:
        database: the built DuckDB file; read only.
        text_of: canonical text by document_id; raises KeyError where there is none.
        as_of: the day that freshness is measured against; None leaves it unmeasured. No clock is read.
        layers: layers to judge.
        expected: what is expected of publishers; None expects nothing.

    Returns:
        One result per check, in the order of `planned_checks`. A check that could not be run has not passed
        and blocks, whatever its severity: what was not checked is not known to hold.
    """
    suites = {"core": core_suite, "marts": marts_suite}
    connection = connect(database)  # one for all: opening the file costs more than most of the queries
    try:
        reading = Reading(lambda sql: connection.execute(sql).pl(), text_of, as_of, expected)
        return tuple(
            result for layer in ("core", "marts") if layer in layers for result in results_of(suites[layer](), reading)
        )
    finally:
        connection.close()


def judge_expected(database: Path, as_of: date | None, expected: Expected) -> tuple[CheckResult, ...]:
    """Judges a database by what is expected of publishers alone: a release that stands goes stale without a new build.

    Args:
        database: with schema core; read only.
        as_of: the day of the run.
        expected: what is expected; `claims_before` is not needed.
    """
    connection = connect(database)
    try:
        reading = Reading(lambda sql: connection.execute(sql).pl(), _no_text, as_of, expected)
        return results_of(EXPECTED, reading)
    finally:
        connection.close()


def missing_in_words(results: Iterable[CheckResult]) -> tuple[str, ...]:
    """What is not as people expect it of publishers, a line for each failing row of those checks; other checks say nothing here."""
    names = {check.name for check in EXPECTED}
    return tuple(
        f"{result.name}: " + ", ".join(f"{name} {value}" for name, value in row.items() if value is not None)
        for result in results
        if result.name in names and not result.passed
        for row in result.failing_rows
    )


def claims_by_publisher(database: Path) -> dict[str, int]:
    """Claims in use by publisher, of a release or a build, for `Expected.claims_before`."""
    connection = connect(database)
    try:
        return dict(connection.execute(CLAIMS_IN_USE).pl().iter_rows())
    finally:
        connection.close()


def _no_text(document_id: str) -> str:
    raise KeyError(document_id)


def results_of(checks: Sequence[Check], reading: Reading) -> tuple[CheckResult, ...]:
    """Runs checks of one layer, and judges by how many rows each has found.

    Args:
        checks: the rules.
        reading: what their rows are asked of.

    Returns:
        One result per check, in their order.
    """
    found = [_found(check, reading) for check in checks]
    if not found:
        return ()
    frame = pl.DataFrame(
        {
            "rule": [one.check.name for one in found],
            "table": [one.check.table for one in found],
            "severity": [one.check.severity for one in found],
            "n_failing": [None if one.error else len(one.rows) for one in found],
        },
        schema_overrides={"n_failing": pl.Int64},
    )
    fails = broken(frame)
    return tuple(_result(one, passed=number not in fails) for number, one in enumerate(found))


@dataclass(frozen=True, slots=True)
class _Found:
    """What one check has found: the rows against it, or why it was not run."""

    check: Check
    rows: Sequence[Row] = ()
    skipped: bool = False
    error: str = ""


def _found(check: Check, reading: Reading) -> _Found:
    try:
        frame = rows_against(check, reading)
        return _Found(check, skipped=True) if frame is None else _Found(check, _rows(frame))
    except Exception as error:  # whatever it is, a check that cannot be run must be reported, and the others must run
        return _Found(check, error=f"{type(error).__name__}: {error}")


def rows_against(check: Check, reading: Reading) -> pl.DataFrame | None:
    """The rows against a check; None where it does not apply."""
    return reading.query(check.against) if isinstance(check.against, str) else check.against(reading)


def _result(found: _Found, *, passed: bool) -> CheckResult:
    check, reason = found.check, {"skipped": "no day to measure against"} if found.skipped else {}
    return CheckResult(
        name=check.name,
        layer=check.layer,
        table=check.table,
        passed=passed,
        severity="error" if found.error else check.severity,
        description=check.description,
        n_failing=len(found.rows),
        failing_rows=tuple(found.rows[:SHOWN_ROWS]),
        metadata={"error": found.error} if found.error else reason,
    )


def _rows(frame: pl.DataFrame) -> list[Row]:
    return [{name: _plain(value) for name, value in row.items()} for row in frame.iter_rows(named=True)]


def _plain(value: object) -> Value:
    """A value that JSON can hold; decimals, dates and numbers that are not finite become text."""
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)
