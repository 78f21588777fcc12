"""The review queue of one release, in the order in which a person should go through it. Reading only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from release.reading.claim_evidence import mentions_of
from release.record import Release
from warehouse.connection import query
from warehouse.decisions import Alias, Decision, Retraction
from warehouse.review.review_questions import ANSWERS

# What is worth as much, or nobody knows how much, goes by what keeps most out of the marts.
_ORDER = tuple(ANSWERS)
_COLUMNS = (
    "question_id, kind, state, document, publisher, market, claim_id, conflict_id, decision_id, at_stake_usd, stake, "
    "subject, why, what_to_do, answers, decision, other_market"
)


@dataclass(frozen=True, slots=True)
class Question:
    """One row of marts.review_queue, as far as a reader needs it. `at_stake_usd` orders; it is no figure of a market."""

    question_id: str
    kind: str
    state: str
    document: str | None
    publisher: str | None
    market: str | None
    claim_id: str | None
    conflict_id: str | None
    decision_id: str | None
    at_stake_usd: float | None
    stake: str
    subject: str
    why: str
    what_to_do: str
    answers: str
    decision: str | None
    other_market: str | None = None


def questions(release: Release) -> tuple[Question, ...]:
    """Every question of a release, most valuable first.

    Of questions worth alike, and of those whose worth nobody knows (they come behind what is worth something and before
    what is worth nothing), by kind, then unsure claims with the least confidence first, then document and subject.

    Args:
        release: a release whose marts hold a review queue.
    """
    found = query(release.database, f"SELECT {_COLUMNS}, confidence FROM marts.review_queue")
    ordered = sorted(found.iter_rows(named=True), key=most_valuable_first)
    return tuple(Question(**{name: row[name] for name in Question.__slots__}) for row in ordered)


def most_valuable_first(row: Mapping[str, Any]) -> tuple[object, ...]:
    """What a row of marts.review_queue is sorted by, a total order, see `questions`."""
    known = (row["confidence"] or 0, row["document"] or "", row["subject"], row["question_id"])
    return (*_worth(row["at_stake_usd"]), _ORDER.index(row["kind"]), *known)


def _worth(usd: float | None) -> tuple[int, float]:
    if usd is None:
        return 1, 0.0
    return (0, -usd) if usd > 0 else (2, 0.0)


def decision_states(release: Release) -> dict[str, str]:
    """What became of each decision of a release, by decision_id."""
    return dict(query(release.database, "SELECT decision_id, state FROM marts.decisions").iter_rows())


def evidence(release: Release, question: Question) -> tuple[str, ...]:
    """The words that a question rests on: those of its claim's first mentions, or of both sides of its conflict.

    Args:
        release: the release that the question stands in.
        question: one of its questions.

    Returns:
        One line per quote, with who says it; nothing where the question is about no claim and no conflict.
    """
    if question.conflict_id is not None:
        sides = query(
            release.database,
            "SELECT publishers_a, quote_a, publishers_b, quote_b FROM marts.conflicts WHERE conflict_id = ?",
            [question.conflict_id],
        )
        quoted = [pair for row in sides.iter_rows() for pair in (row[:2], row[2:])]
    elif question.claim_id is not None:
        mentions = mentions_of(release.database, [question.claim_id]).get(question.claim_id, [])
        quoted = [
            (row["name"], f"{row['prefix'] or ''}[{row['quote'] or ''}]{row['suffix'] or ''}") for row in mentions[:3]
        ]
    else:
        quoted = []
    return tuple(f"{who}: {' '.join((words or '(no quote)').split())}" for who, words in quoted)


def is_answered(question: Question, taken: Iterable[Decision]) -> bool:
    """Whether one of the decisions answers a question: it names its id, its claim, its conflict, its pair or its document."""
    own = {question.question_id, question.claim_id, question.conflict_id} - {None}
    pair = {question.market, question.other_market}
    for decision in taken:
        names = {*getattr(decision, "names", ()), *([decision.market] if isinstance(decision, Alias) else [])}
        expect = decision.model_dump().get("expect") or {}
        if decision.subject in own or f"{decision.kind} {decision.subject}" == question.subject:
            return True
        if question.kind == "scope_relation" and names == pair:
            return True
        if isinstance(decision, Alias) and question.kind == "unresolved_market":
            if question.document in (expect.get("documents") or ()):
                return True
        if isinstance(decision, Retraction) and question.kind in (
            "edition_order_unknown",
            "unread_layout",
            "set_aside",
        ):
            name = expect.get("name")
            if name and (name == question.document or name in question.subject.partition(": ")[2].split(", ")):
                return True
    return False
