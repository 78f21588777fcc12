"""A whole build under decisions, and without them again: nothing of a decision outlives it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from warehouse.build import build
from warehouse.connection import queries
from warehouse.decisions import Override, read_decisions
from warehouse.fingerprint import fingerprint
from warehouse.ledger import Ledger
from warehouse.policy import read_policy
from warehouse.rulings.taking import take
from warehouse.schema import core_tables

pytestmark = pytest.mark.slow

TEXTS = ["Robots are worth USD 12 in 2025.", "Robots: USD 7, then USD 9."]


def tables(database: Path) -> dict[str, pl.DataFrame]:
    return queries(database, {name: f"SELECT * FROM {table.sql_name}" for name, table in core_tables().items()})


@pytest.fixture
def ledger(tmp_path: Path, fill: Any) -> Ledger:
    """A ledger that holds the texts."""
    found: Ledger = fill(tmp_path / "ledger", TEXTS)
    return found


@pytest.fixture
def print_of(tmp_path: Path, ledger: Ledger) -> Callable[..., str]:
    """The fingerprint of a build under the decisions that stand in the home now."""
    return lambda day=None: fingerprint(ledger, read_policy(), read_decisions(tmp_path), day)


@pytest.fixture
def built(tmp_path: Path, ledger: Ledger, print_of: Callable[..., str]) -> Callable[..., Any]:
    """Builds the same ledger under the decisions that stand in the home now: all tables, and the fingerprint."""
    numbers = iter(range(9))

    def _built(day: date | None = None) -> tuple[dict[str, pl.DataFrame], str]:
        decisions = read_decisions(tmp_path)
        report = build(ledger, tmp_path / f"b{next(numbers)}", read_policy(), decisions, as_of_day=day)
        return tables(report.database), print_of(day)

    return _built


def test_a_decision_that_is_taken_and_removed_leaves_every_table_as_it_was(
    tmp_path: Path, built: Any, print_of: Callable[..., str]
) -> None:
    before, first = built()
    claim_id = before["core.claims"]["claim_id"].sort()[0]
    fields = {
        "kind": "override",
        "claim_id": claim_id,
        "obs_value": "99",
        "author": "Ada",
        "date": "2026-11-02",
        "reason": "r",
    }
    file = take(tmp_path, Override.model_validate(fields | {"expires": "2026-12-01"}))
    during, second = built()
    assert during["core.claims"].filter(pl.col("status") == "overridden")["claim_id"].to_list() == [claim_id]
    assert during["core.decisions"]["state"].to_list() == ["applied"]
    assert first != second
    # expired, it is told and touches nothing; days on which the same decisions hold are one to the fingerprint
    ended, third = built(date(2026, 12, 1))
    assert ended["core.decisions"]["state"].to_list() == ["expired"]
    assert ended["core.claims"].equals(before["core.claims"])
    assert print_of(date(2027, 3, 1)) == third != print_of(date(2026, 11, 30))
    file.unlink()
    after, last = built()
    assert last == first
    assert [name for name in before if not before[name].equals(after[name])] == []
