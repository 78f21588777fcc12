"""The conversation of `parallax review walk`: what is shown, asked, written at once, and never asked again."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest
from typer.testing import CliRunner

from pipelines.cli.review.review_command import app
from tests.unit.small_world import SmallWorld
from warehouse.decisions import (
    AcceptedConflict,
    ClosedQuestion,
    ConfirmedClaim,
    Decision,
    ExpectedClaim,
    Override,
    read_decisions,
)
from warehouse.rulings.taking import take

pytestmark = pytest.mark.slow

QUESTIONS = (
    "'k-question' as question_id, 'conflict' as kind, 'k2' as conflict_id, 'accept|close' as answers, 9e9 as at_stake_usd, "
    "'share: 30 against 60' as subject",
    "'unsure-1' as question_id, 'unsure_claim' as kind, 'c08' as claim_id, 'confirm|reject|override|close' as answers, "
    "5e9 as at_stake_usd, 'market_size EUR 8.8 billion' as subject",
)  # and q1, worth nothing


@pytest.fixture(scope="module")
def database(small_world: SmallWorld, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("walk") / "warehouse.duckdb"
    shutil.copyfile(small_world.database, path)
    with duckdb.connect(str(path)) as con:
        for replaced in QUESTIONS:
            con.execute(
                f"insert into marts.review_queue select * replace ({replaced}) from marts.review_queue where question_id = 'q1'"
            )
    return path


Walk = Callable[..., Any]


@pytest.fixture
def walk(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Walk:
    """Runs the command on typed lines; the end of the lines is as if the terminal were closed."""
    release = SimpleNamespace(database=database, release_id="r000001")
    monkeypatch.setattr("release.catalogue.find", lambda home, wanted: release)

    def _walk(*typed: str, options: tuple[str, ...] = ()) -> Any:
        lines = "".join(f"{line}\n" for line in typed)
        return CliRunner().invoke(app, ["walk", "--home", str(tmp_path), *options], input=lines)

    return _walk


def taken(home: Path) -> list[Decision]:
    return list(read_decisions(home))


SIGN = ("Ada", "read on the page", "")


def test_every_open_question_is_asked_with_its_evidence_and_the_answers_are_written(walk: Walk, tmp_path: Path) -> None:
    found = walk(*SIGN, "accept", "override", "8900000000", "close")
    assert found.exit_code == 0
    assert found.output.index("[1/3]") < found.output.index("share: 30 against 60") < found.output.index("[2/3]")
    both = [line.strip() for line in found.output.splitlines() if line.endswith(("30%", "60%"))]
    assert len(both) == 2 and all(": " in line for line in both), found.output  # who says it, and the words
    assert "d_other.txt: " in found.output and "[EUR 8.8 billion]" in found.output  # within its sentence
    assert found.output.count("who decides") == found.output.count("\nwhy: ") == 1
    assert "3 decisions taken; `parallax run` applies them" in found.output
    (override, conflict, closed) = taken(tmp_path)
    assert (
        isinstance(override, Override) and isinstance(conflict, AcceptedConflict) and isinstance(closed, ClosedQuestion)
    )
    assert {(one.author, one.reason, one.date, one.expires) for one in (override, conflict, closed)} == {
        ("Ada", "read on the page", datetime.now(UTC).date(), None)
    }
    now = ExpectedClaim(value_as_printed="EUR 8.8 billion", quote="EUR 8.8 billion", document="d_other.txt")
    assert (override.claim_id, override.obs_value, override.expect) == ("c08", Decimal(8_900_000_000), now)
    assert (conflict.conflict_id, closed.question_id) == ("k2", "q1")


@pytest.mark.parametrize("end", [("q",), ()], ids=["quit", "the terminal is closed"])
def test_whatever_ends_it_an_answer_that_was_given_stands_and_is_not_asked_again(
    walk: Walk, tmp_path: Path, end: tuple[str, ...]
) -> None:
    first = walk(*SIGN, "accept", *end)
    assert first.exit_code == 0 and "1 decision taken" in first.output
    assert [one.kind for one in taken(tmp_path)] == ["accepted_conflict"]
    again = walk(*SIGN, "s", "s")
    assert "2 open questions; 1 answered since the release" in again.output
    assert "share: 30 against 60" not in again.output and "0 decisions taken" in again.output


def test_an_answer_that_does_not_hold_is_told_and_asked_again(walk: Walk, tmp_path: Path) -> None:
    found = walk(*SIGN, "s", "perhaps", "override", "much", "confirm", "q")
    assert "perhaps: no answer to this question" in found.output and "obs_value" in found.output
    (confirmed,) = taken(tmp_path)
    assert isinstance(confirmed, ConfirmedClaim) and confirmed.claim_id == "c08"


def test_who_why_and_the_end_can_be_given_and_changed_on_the_way(walk: Walk, tmp_path: Path) -> None:
    options = ("--author", "Ada", "--reason", "seen", "--expires", "2999-01-01")
    found = walk("accept", "w", "Bo", "", "soon", "2998-01-01", "reject", "q", options=options)
    assert "end soon: no day" in found.output
    ends = [(one.author, one.reason, one.expires) for one in taken(tmp_path)]
    assert ends == [("Bo", "seen", date(2998, 1, 1)), ("Ada", "seen", date(2999, 1, 1))]


def test_questions_of_one_kind_and_none_left(walk: Walk, tmp_path: Path) -> None:
    kind = ("--kind", "quarantined_company")
    assert "[1/1]" in walk(*SIGN, "close", options=kind).output
    left = walk(options=kind)  # nothing is asked, not even who
    assert left.exit_code == 0 and "0 open questions; 1 answered since the release" in left.output


def test_what_was_decided_by_hand_since_the_release_is_not_asked(walk: Walk, tmp_path: Path) -> None:
    fields = {"kind": "confirmed_claim", "claim_id": "c08", "author": "Bo", "date": "2026-01-01", "reason": "r"}
    take(tmp_path, ConfirmedClaim.model_validate(fields))
    found = walk(*SIGN, "s", "s")
    assert "2 open questions; 1 answered since the release" in found.output and "EUR 8.8" not in found.output
    assert [one.author for one in taken(tmp_path)] == ["Bo"]
