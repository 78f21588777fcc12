"""No decision of a person stops a release, and each kind survives a reading that gives claims other ids."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.integration.conftest import Published, parallax
from trials.drawn_decisions import drawn_decisions
from trials.supervised import DAY
from warehouse.build import build
from warehouse.connection import query
from warehouse.decisions import Decision, Decisions, gathered, read_decisions
from warehouse.ledger import open_ledger
from warehouse.policy import read_policy
from warehouse.rulings.taking import take

GATHERED = 12  # decisions of one run; `make chaos FAMILIES=decisions` builds with a hundred, one by one


@pytest.fixture(scope="module")
def taken(samples: Published) -> tuple[Decision, ...]:
    """One decision after another of every kind, drawn on the released samples."""
    return drawn_decisions(samples.home, 100, "tests of decisions")


def test_a_run_with_a_dozen_more_decisions_publishes(
    samples: Published, taken: tuple[Decision, ...], tmp_path: Path
) -> None:
    home = shutil.copytree(samples.home, tmp_path / "home", symlinks=True)
    for one in of_kinds(taken)[:GATHERED]:
        take(home, one)
    done = parallax("run", "--as-of-day", DAY, home=home)
    assert done.returncode == 0, done.stderr


def of_kinds(taken: tuple[Decision, ...]) -> list[Decision]:
    """The first decision of each kind, then the others; none that speaks of what one before it decides."""
    first = {one.kind: one for one in reversed(taken)}
    chosen: list[Decision] = []
    for one in (*first.values(), *taken):
        if not any(set(one.answers) & set(other.answers) or one.subject == other.subject for other in chosen):
            chosen.append(one)
    return chosen


def test_every_kind_of_decision_is_in_force_or_asked_again_after_a_reading_that_gives_claims_other_ids(
    samples: Published, taken: tuple[Decision, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decisions = gathered([*read_decisions(samples.home), *of_kinds(taken)])
    before = standing(samples.home, tmp_path / "before", decisions)
    load_raw = build.__globals__["load_raw"]

    def otherwise(con: duckdb.DuckDBPyConnection, *arguments: Any) -> Any:
        loaded = load_raw(con, *arguments)
        for table in con.sql(
            "select table_name from duckdb_columns() where schema_name = 'raw' and column_name = 'claim_id'"
        ).fetchall():
            con.execute(f"update raw.{table[0]} set claim_id = md5(claim_id)[:16] where claim_id is not null")
        return loaded

    monkeypatch.setitem(build.__globals__, "load_raw", otherwise)
    after = standing(samples.home, tmp_path / "after", decisions)
    assert {one.kind for one in decisions} == {kind for kind, *_ in after.values()}
    for decision_id, (kind, state, in_force, is_asked, subject) in after.items():
        if before[decision_id][2]:
            assert in_force or is_asked, f"{kind} {subject}: {state}"
        if kind in ("rejected_claim", "override", "confirmed_claim"):
            assert (state, in_force) == before[decision_id][1:3], subject


def standing(home: Path, target: Path, decisions: Decisions) -> dict[str, tuple[str, str, bool, bool, str]]:
    """Kind, state, whether it is in force, whether it is asked again, and the subject of each decision of a build."""
    report = build(open_ledger(home), target, read_policy(), decisions, as_of_day=date.fromisoformat(DAY))
    rows = query(
        report.database,
        "select decision_id, kind, state, in_force, decision_id in (select decision_id from core.review_queue where state = 'open' "
        "and decision_id is not null), subject from core.decisions",
    ).rows()
    return {row[0]: row[1:] for row in rows}
