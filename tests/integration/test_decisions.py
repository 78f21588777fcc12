"""No decision of a person stops a release, and each kind survives a reading that gives claims other ids."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

from quality import judge
from release.making.judgement import blocking_failures
from tests.integration.conftest import Published
from trials.drawn_decisions import DAY, drawn_decisions
from warehouse.build import build
from warehouse.connection import query
from warehouse.decisions import Decision, Decisions, gathered, read_decisions
from warehouse.ledger import open_ledger
from warehouse.ledger.texts import texts_of
from warehouse.marts import build_marts
from warehouse.policy import read_policy


@pytest.fixture(scope="module")
def taken(samples: Published) -> tuple[Decision, ...]:
    """One decision after another of every kind, drawn on the released samples."""
    return drawn_decisions(samples.home, 100, "tests of decisions")


@dataclass(frozen=True)
class Built:
    """A build with all of them, and what became of each: kind, state, whether it is in force, whether it is asked again, its subject."""

    database: Path
    decisions: Decisions
    standing: dict[str, tuple[str, str, bool, bool, str]]


@pytest.fixture(scope="module")
def built(samples: Published, taken: tuple[Decision, ...], tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The samples with the decisions of every kind that speak of different things."""
    decisions = gathered([*read_decisions(samples.home), *of_kinds(taken)])
    return build_with(samples.home, tmp_path_factory.mktemp("decided") / "build", decisions)


def test_no_blocking_check_fails_on_a_build_with_decisions_of_every_kind(samples: Published, built: Built) -> None:
    """`make chaos FAMILIES=decisions` builds with a hundred, one by one."""
    build_marts(built.database)
    judged = judge(built.database, texts_of(open_ledger(samples.home)), date.fromisoformat(DAY))
    assert [(one.table, one.name) for one in blocking_failures(judged)] == []


def of_kinds(taken: tuple[Decision, ...]) -> list[Decision]:
    """The first decision of each kind, then the others; none that speaks of what one before it decides."""
    first = {one.kind: one for one in reversed(taken)}
    chosen: list[Decision] = []
    for one in (*first.values(), *taken):
        if not any(set(one.answers) & set(other.answers) or one.subject == other.subject for other in chosen):
            chosen.append(one)
    return chosen


def test_every_kind_of_decision_is_in_force_or_asked_again_after_a_reading_that_gives_claims_other_ids(
    samples: Published, built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decisions, before = built.decisions, built.standing
    load_raw = build.__globals__["load_raw"]

    def otherwise(con: duckdb.DuckDBPyConnection, *arguments: Any) -> Any:
        loaded = load_raw(con, *arguments)
        for table in con.sql(
            "select table_name from duckdb_columns() where schema_name = 'raw' and column_name = 'claim_id'"
        ).fetchall():
            con.execute(f"update raw.{table[0]} set claim_id = md5(claim_id)[:16] where claim_id is not null")
        return loaded

    monkeypatch.setitem(build.__globals__, "load_raw", otherwise)
    after = build_with(samples.home, tmp_path / "after", decisions).standing
    assert {one.kind for one in decisions} == {kind for kind, *_ in after.values()}
    for decision_id, (kind, state, in_force, is_asked, subject) in after.items():
        if before[decision_id][2]:
            assert in_force or is_asked, f"{kind} {subject}: {state}"
        if kind in ("rejected_claim", "override", "confirmed_claim"):
            assert (state, in_force) == before[decision_id][1:3], subject


def build_with(home: Path, target: Path, decisions: Decisions) -> Built:
    """Builds the core tables of a home with decisions."""
    report = build(open_ledger(home), target, read_policy(), decisions, as_of_day=date.fromisoformat(DAY))
    rows = query(
        report.database,
        "select decision_id, kind, state, in_force, decision_id in (select decision_id from core.review_queue where state = 'open' "
        "and decision_id is not null), subject from core.decisions",
    ).rows()
    return Built(report.database, decisions, {row[0]: row[1:] for row in rows})
