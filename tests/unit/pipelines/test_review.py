"""The review queue as people read it, and decisions as they take them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from pipelines.cli.review.question_lines import SHOWN, decision_lines, question_lines
from pipelines.cli.terminal.errors import UsageError
from pipelines.cli.terminal.options import day_of
from release.reading.open_questions import Question
from warehouse.decisions import FIELDS, Alias, ConfirmedClaim, Decisions

SIGNED: dict[str, Any] = {"author": "Ada", "date": date(2026, 11, 2), "reason": "seen"}


def question(number: int = 0, kind: str = "unsure_claim") -> Question:
    return Question(
        f"q{number}", kind, "open", "d.txt", "Acme", None, f"c{number}", None, None, 2.09e9, "USD 2.09 bn at stake",
        "share 20%, Cloud", "confidence 0.61", f"see `parallax explain c{number}`", "confirm|close", None,
    )  # fmt: skip


def text(lines: Any) -> str:
    return "\n".join(line.plain for line in lines)


def test_a_question_shows_what_why_its_worth_ids_and_answers_and_each_kind_what_to_do_once() -> None:
    shown = text(question_lines([question(1), question(2)], everything=False))
    assert shown.startswith(
        "open, most valuable first: 2 unsure claim\n  USD 2.09 bn  unsure claim: share 20%, Cloud  Acme · d.txt\n"
    )
    assert "    confidence 0.61\n    worth: USD 2.09 bn at stake\n" in shown
    assert "claim c1, question q1; answers: confirm, close" in shown and "claim c2, question q2" in shown
    assert shown.count("see `parallax explain CLAIM`") == 1


def test_of_many_questions_some_are_shown_and_the_rest_counted() -> None:
    many = [question(i) for i in range(SHOWN + 3)]
    assert "... and 3 more: --all" in text(question_lines(many, everything=False))
    everything = text(question_lines(many, everything=True))
    assert "more: --all" not in everything and f"question q{SHOWN + 2}" in everything


def test_no_question_is_said_too() -> None:
    assert text(question_lines([], everything=False)).strip() == "no open question"


def test_decisions_taken_are_listed_with_who_when_why_and_what_became_of_them() -> None:
    alias = Alias(kind="alias", name="Robot Arms", market="Industrial Robots", **SIGNED)
    confirmed = ConfirmedClaim(kind="confirmed_claim", claim_id="c1", **SIGNED)
    taken = Decisions(aliases=(alias,), confirmed_claims=(confirmed,))
    assert text(decision_lines(taken, {alias.decision_id: "source_changed"})).splitlines() == [
        "decisions taken: 2",
        "  alias Robot Arms  Ada, 2026-11-02: seen  source changed",
        "  confirmed_claim c1  Ada, 2026-11-02: seen  not yet in this release",
    ]


def test_every_kind_of_decision_is_listed() -> None:
    assert set(FIELDS.values()) == set(Decisions.model_fields)


def test_a_day_is_written_in_one_way() -> None:
    assert day_of("--expires", "2027-01-31") == date(2027, 1, 31)
    assert day_of("--expires", None) is None
    with pytest.raises(UsageError, match="--expires soon: no day"):
        day_of("--expires", "soon")
