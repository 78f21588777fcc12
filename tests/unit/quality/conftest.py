"""A good build to break: an open copy of the small world in which a test plants one failure and takes it back."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

import duckdb
import polars as pl
import pytest

from quality.check import Check, Reading
from quality.expectations import Drop, Expectation, Expectations, Expected, Range
from quality.judge import results_of, rows_against
from quality.result import CheckResult
from quality.suites import core_suite, marts_suite
from tests.unit.small_world import SmallWorld

AS_OF = date(2026, 11, 20)
SAID: dict[str, Any] = {"author": "Ada", "date": date(2026, 11, 1), "reason": "counted by hand in the small world"}
# Documents in use: one each; claims in use: Acme 7, Borealis 3, Copyhouse 1; Acme's newest is of 2026-03-01, 264 days old.
EXPECTED = Expected(
    Expectations(
        Drop(max_drop_pct=50, counts_from=5),
        (
            Expectation(publisher="acme", documents=Range(min=1), newest_within_days=300, blocking=True, **SAID),
            Expectation(publisher="borealis", documents=Range(min=1, max=2), claims=Range(min=3, max=9), **SAID),
        ),
    ),
    {"acme": 7, "borealis": 3, "copyhouse": 1},
)


TABLE = re.compile(r"\b(?:core|marts)\.[a-z0-9_]+")


class Breakable:
    """A copy of the small world: `judge_with(sql)` plants a failure, judges what can see it, and takes the failure back.

    What a check is judged on follows from the tables that its questions name. Questions that name no changed table are answered
    with what they gave on the good build, and checks that ask no others are as they were.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, world: SmallWorld) -> None:
        self.connection = connection
        self.reading = Reading(lambda sql: connection.execute(sql).pl(), world.text_of, AS_OF, EXPECTED)
        self.checks = (*core_suite(), *marts_suite())
        self._answers: dict[str, pl.DataFrame] = {}
        self._good: dict[tuple[str, str], pl.DataFrame | str | None] = {}
        self._reads: dict[tuple[str, str], frozenset[str]] = {}
        for check in self.checks:
            asked: list[str] = []
            key = check.layer, check.name
            self._good[key] = self._rows(check, replace(self.reading, query=partial(self._noted, asked)))
            self._reads[key] = frozenset(TABLE.findall(" ".join(asked)))
            assert self._reads[key], f"{key} reads no table"

    def judge_with(self, *statements: str, **changes: Any) -> tuple[CheckResult, ...]:
        """Results of the checks whose rows the planted failure changes; the others found what they found before.

        Args:
            statements: SQL that breaks the build.
            changes: fields of the reading to replace, such as `text_of`.
        """
        changed = frozenset(TABLE.findall(" ".join(statements)))
        reading = replace(self.reading, query=partial(self._answered, changed), **changes)
        self.connection.execute("begin")
        try:
            for statement in statements:
                self.connection.execute(statement)
            return results_of(
                [
                    check
                    for check in self.checks
                    if self._reads[check.layer, check.name] & changed or (changes and callable(check.against))
                    if not self._equal(self._rows(check, reading), self._good[check.layer, check.name])
                ],
                reading,
            )
        finally:
            self.connection.execute("rollback")

    def _noted(self, asked: list[str], sql: str) -> pl.DataFrame:
        asked.append(sql)
        self._answers[sql] = self.reading.query(sql)
        return self._answers[sql]

    def _answered(self, changed: frozenset[str], sql: str) -> pl.DataFrame:
        if sql in self._answers and not changed & frozenset(TABLE.findall(sql)):
            return self._answers[sql]
        return self.reading.query(sql)

    @staticmethod
    def _rows(check: Check, reading: Reading) -> pl.DataFrame | str | None:
        try:
            return rows_against(check, reading)
        except (duckdb.Error, pl.exceptions.PolarsError) as error:
            return str(error)

    @staticmethod
    def _equal(one: pl.DataFrame | str | None, other: pl.DataFrame | str | None) -> bool:
        if isinstance(one, pl.DataFrame) and isinstance(other, pl.DataFrame):
            return one.equals(other)
        return one is None and other is None


@pytest.fixture(scope="session")
def breakable(small_world: SmallWorld, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Breakable]:
    """An open copy of the small world."""
    database = tmp_path_factory.mktemp("breakable") / "small.duckdb"
    shutil.copyfile(small_world.database, database)
    connection = duckdb.connect(str(database))
    # A planted null or a wider type needs room that the contract does not give.
    for (table,) in connection.execute(
        "select table_schema || '.' || table_name from information_schema.tables where table_type = 'BASE TABLE'"
    ).fetchall():
        connection.execute(f"create or replace table {table} as select * from {table}")
    yield Breakable(connection, small_world)
    connection.close()
