"""The review queue of one release, in the order in which a person should go through it. Reading only."""

from __future__ import annotations

from dataclasses import dataclass

from release.record import Release
from warehouse.connection import query
from warehouse.reconcile.questions import ANSWERS

# What is worth as much, or nobody knows how much, goes by what keeps most out of the marts.
_ORDER = tuple(ANSWERS)
_COLUMNS = (
    "question_id, kind, state, document, publisher, market, claim_id, conflict_id, decision_id, at_stake_usd, stake, "
    "subject, why, what_to_do, answers, decision"
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


def questions(release: Release) -> tuple[Question, ...]:
    """Every question of a release, most valuable first.

    Of questions worth alike, and of those whose worth nobody knows (they come behind what is worth something and before
    what is worth nothing), by kind, then unsure claims with the least confidence first, then document and subject.

    Args:
        release: a release whose marts hold a review queue.
    """
    rows = query(
        release.database,
        f"SELECT {_COLUMNS} FROM marts.review_queue "
        "ORDER BY coalesce(confidence, 0), coalesce(document, ''), subject, question_id",
    )
    found = [Question(*row) for row in rows.iter_rows()]
    return tuple(sorted(found, key=lambda one: (*_worth(one.at_stake_usd), _ORDER.index(one.kind))))


def _worth(usd: float | None) -> tuple[int, float]:
    if usd is None:
        return 1, 0.0
    return (0, -usd) if usd > 0 else (2, 0.0)


def decision_states(release: Release) -> dict[str, str]:
    """What became of each decision of a release, by decision_id."""
    return dict(query(release.database, "SELECT decision_id, state FROM marts.decisions").iter_rows())
