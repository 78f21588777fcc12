"""The review queue as people read it."""

from __future__ import annotations

from datetime import date
from typing import Any

from pipelines.cli.review import _SUBJECTS, SHOWN, decision_lines, question_lines
from release.questions import Question
from warehouse.decisions import Alias, ConfirmedClaim, Decisions

SIGNED: dict[str, Any] = {"author": "Ada", "date": date(2026, 11, 2), "reason": "seen"}


def question(number: int = 0, kind: str = "unsure_claim") -> Question:
    return Question(
        f"q{number}", kind, "open", "d.txt", "Acme", None, f"c{number}", "share 20%, Cloud", "confidence 0.61",
        f"see `parallax explain c{number}`", None,
    )  # fmt: skip


def text(lines: Any) -> str:
    return "\n".join(line.plain for line in lines)


def test_a_question_shows_what_why_where_and_both_ids_and_its_kind_the_answer_once() -> None:
    shown = text(question_lines([question(1), question(2)], everything=False))
    assert shown.startswith("unsure claim: 2 open\n  share 20%, Cloud  Acme · d.txt\n    confidence 0.61\n")
    assert "claim c1, question q1" in shown and "claim c2, question q2" in shown
    assert shown.count("what to do: see `parallax explain CLAIM`") == 1


def test_of_many_questions_some_are_shown_and_the_rest_counted() -> None:
    many = [question(i) for i in range(SHOWN + 3)]
    assert "... and 3 more: --all" in text(question_lines(many, everything=False))
    everything = text(question_lines(many, everything=True))
    assert "more: --all" not in everything and f"question q{SHOWN + 2}" in everything


def test_no_question_is_said_too() -> None:
    assert text(question_lines([], everything=False)).strip() == "no open question"


def test_decisions_taken_are_listed_with_who_when_and_why() -> None:
    taken = Decisions(
        aliases=(Alias(kind="alias", name="Robot Arms", market="Industrial Robots", **SIGNED),),
        confirmed_claims=(ConfirmedClaim(kind="confirmed_claim", claim_id="c1", **SIGNED),),
    )
    assert text(decision_lines(taken)).splitlines() == [
        "decisions taken: 2",
        "  alias Robot Arms  Ada, 2026-11-02: seen",
        "  confirmed_claim c1  Ada, 2026-11-02: seen",
    ]


def test_every_kind_of_decision_is_listed() -> None:
    assert set(_SUBJECTS) == set(Decisions.model_fields)
