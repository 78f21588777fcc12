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
from quality.gx import Verdict, validate
from quality.known_verdicts import KnownVerdicts
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
    """Every (name, table) that `judge` reports on, in its order: for those who must announce checks before they run."""
    return tuple(
        PlannedCheck(check.name, check.layer, table, check.severity, check.description, check.on_failure)
        for check in (*core_suite(), *marts_suite())
        for table in check.tables
    )


def judge(
    database: Path,
    text_of: Callable[[str], str],
    as_of: date | None = None,
    layers: Sequence[Layer] = ("core", "marts"),
    expected: Expected | None = None,
    known: KnownVerdicts | None = None,
) -> tuple[CheckResult, ...]:
    """Judges a build.

    Args:
        database: the built DuckDB file; read only.
        text_of: canonical text by document_id; raises KeyError where there is none.
        as_of: the day that freshness is measured against; None leaves it unmeasured. No clock is read.
        layers: layers to judge.
        expected: what is expected of publishers; None expects nothing.
        known: verdicts of earlier builds; every frame is made, and Great Expectations judges those that are new. None judges all.

    Returns:
        One result per check and table, in the order of `planned_checks`. A check that could not be run has not passed
        and blocks, whatever its severity: what was not checked is not known to hold.
    """
    suites = {"core": core_suite, "marts": marts_suite}
    checks = [check for layer in ("core", "marts") if layer in layers for check in suites[layer]()]
    connection = connect(database)  # one for all: opening the file costs more than most of the queries
    try:
        reading = Reading(lambda sql: connection.execute(sql).pl(), text_of, as_of, expected)
        results = tuple(result for check in checks for result in run(check, reading, known))
    finally:
        connection.close()
    if known is not None:
        known.keep()
    return results


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
        return tuple(result for check in EXPECTED for result in run(check, reading))
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


def run(check: Check, reading: Reading, known: KnownVerdicts | None = None) -> tuple[CheckResult, ...]:
    """Runs one check.

    Args:
        check: the rule.
        reading: what its frame is made from.
        known: verdicts of earlier builds.

    Returns:
        One result per table of the check, in its order.
    """
    try:
        frame = frame_of(check, reading)
        if frame is None:
            return tuple(
                _result(check, table, True, [], {"skipped": "no day to measure against"}) for table in check.tables
            )
        verdict = _verdict(frame, check, known)
        offending: list[Row] = [] if verdict.passed else _offenders(check, frame, verdict.rows, reading)
    except Exception as error:  # whatever it is, a check that cannot be run must be reported, and the others must run
        reason = f"{type(error).__name__}: {error}"
        return tuple(_result(check, table, False, [], {"error": reason}, severity="error") for table in check.tables)
    return _by_table(check, frame, verdict.passed, offending)


def _verdict(frame: pl.DataFrame, check: Check, known: KnownVerdicts | None) -> Verdict:
    if known is None:
        return validate(frame, check.expectations)
    if known.passed(frame, check.expectations):
        return Verdict(True, (), ())
    verdict = validate(frame, check.expectations)
    if verdict.passed:
        known.add(frame, check.expectations)
    return verdict


def frame_of(check: Check, reading: Reading) -> pl.DataFrame | None:
    """The frame that a check is judged on; None where the check does not apply."""
    return reading.query(check.frame) if isinstance(check.frame, str) else check.frame(reading)


def _offenders(check: Check, frame: pl.DataFrame, numbers: Sequence[int], reading: Reading) -> list[Row]:
    failing = frame[list(numbers)]
    if check.offenders is not None:
        listed = reading.query(check.offenders)
        # Totals that differ although no single row stands out are shown themselves: a failure never goes without rows.
        failing = listed if listed.height else failing
    return _rows(failing)


def _by_table(check: Check, frame: pl.DataFrame, passed: bool, offending: list[Row]) -> tuple[CheckResult, ...]:
    if len(check.tables) == 1:
        return (_result(check, check.tables[0], passed, offending, {"observed": _rows(frame.head(SHOWN_ROWS))}),)
    parts: dict[str, list[Row]] = {table: [] for table in check.tables}
    for row in offending:
        parts.get(str(row.get("table_name")), parts[check.tables[0]]).append(row)
    seen: dict[str, list[Row]] = {table: [] for table in check.tables}
    for row in _rows(frame):
        seen.get(str(row.get("table_name")), seen[check.tables[0]]).append(row)
    return tuple(
        _result(check, table, not parts[table], parts[table], {"observed": seen[table][:SHOWN_ROWS]})
        for table in check.tables
    )


def _result(
    check: Check,
    table: str,
    passed: bool,
    offending: list[Row],
    metadata: dict[str, Value | list[Row]],
    *,
    severity: Severity | None = None,
) -> CheckResult:
    return CheckResult(
        name=check.name,
        layer=check.layer,
        table=table,
        passed=passed,
        severity=severity or check.severity,
        description=check.description,
        n_failing=len(offending),
        failing_rows=tuple(offending[:SHOWN_ROWS]),
        metadata=metadata,
    )


def _rows(frame: pl.DataFrame) -> list[Row]:
    return [{name: _plain(value) for name, value in row.items()} for row in frame.iter_rows(named=True)]


def _plain(value: object) -> Value:
    """A value that JSON can hold; decimals, dates and numbers that are not finite become text."""
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)
