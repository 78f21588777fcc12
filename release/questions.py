"""The review queue of one release, in the order in which a person should go through it. Reading only."""

from __future__ import annotations

from dataclasses import dataclass

from release.record import Release
from warehouse.connection import query

# What keeps most out of the marts comes first.
_ORDER = ("unreadable_document", "unread_layout", "unresolved_market", "unsure_claim", "quarantined_company")


@dataclass(frozen=True, slots=True)
class Question:
    """One row of marts.review_queue, as far as a reader needs it."""

    question_id: str
    kind: str
    state: str
    document: str
    publisher: str | None
    market: str | None
    claim_id: str | None
    subject: str
    why: str
    what_to_do: str
    decision: str | None


def questions(release: Release) -> tuple[Question, ...]:
    """Every question of a release: by kind, unsure claims with the least confidence first, then by document and subject.

    Args:
        release: a release whose marts hold a review queue.
    """
    rows = query(
        release.database,
        "SELECT question_id, kind, state, document, publisher, market, claim_id, subject, why, what_to_do, decision "
        "FROM marts.review_queue ORDER BY coalesce(confidence, 0), document, subject, question_id",
    )
    found = [Question(*row) for row in rows.iter_rows()]
    return tuple(sorted(found, key=lambda question: _ORDER.index(question.kind)))
