"""Reader of human decisions: reviewed files that survive every rebuild. Their kinds are in `decision_kinds.py`.

Files are `decisions/*.yml` of PARALLAX_HOME and the packaged `warehouse/decisions/*.yml`; each holds a list of
decisions. Every decision has an author, a date and a reason, perhaps an end (`expires`) and what the source said when
it was taken (`expect`). Which of them hold in a build is found in `warehouse/rulings`; steps apply those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from warehouse.decision_expectations import (
    ExpectedClaim,
    ExpectedConflict,
    ExpectedDocument,
    ExpectedNames,
    ExpectedQuestion,
)
from warehouse.decision_kinds import (
    FILE,
    AcceptedConflict,
    Alias,
    AnyDecision,
    ClosedQuestion,
    ConfirmedClaim,
    ContainedScope,
    Decision,
    DifferentScope,
    Figure,
    Override,
    RejectedClaim,
    Retraction,
    SameScope,
    ScopeFacets,
)
from warehouse.reviewed import ReviewedFileError, read_reviewed

__all__ = [
    "FIELDS",
    "FILE",
    "PACKAGED",
    "AcceptedConflict",
    "Alias",
    "AnyDecision",
    "ClosedQuestion",
    "ConfirmedClaim",
    "ContainedScope",
    "Decision",
    "Decisions",
    "DifferentScope",
    "ExpectedClaim",
    "ExpectedConflict",
    "ExpectedDocument",
    "ExpectedNames",
    "ExpectedQuestion",
    "Figure",
    "Override",
    "RejectedClaim",
    "Retraction",
    "SameScope",
    "ScopeFacets",
    "gathered",
    "read_decisions",
    "refuse_contradictions",
]

PACKAGED = Path(__file__).with_name("decisions")


class Decisions(BaseModel):
    """Decisions by kind, each kind in a total order (by subject, date and id): order of files changes nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    aliases: tuple[Alias, ...] = ()
    same_scopes: tuple[SameScope, ...] = ()
    different_scopes: tuple[DifferentScope, ...] = ()
    contained_scopes: tuple[ContainedScope, ...] = ()
    scope_facets: tuple[ScopeFacets, ...] = ()
    overrides: tuple[Override, ...] = ()
    rejected_claims: tuple[RejectedClaim, ...] = ()
    retractions: tuple[Retraction, ...] = ()
    accepted_conflicts: tuple[AcceptedConflict, ...] = ()
    confirmed_claims: tuple[ConfirmedClaim, ...] = ()
    closed_questions: tuple[ClosedQuestion, ...] = ()

    def __iter__(self) -> Iterator[Decision]:  # type: ignore[override]
        """Every decision, kind by kind."""
        return chain.from_iterable(getattr(self, name) for name in FIELDS.values())


# Kind → field of Decisions.
FIELDS: Mapping[str, str] = {
    "alias": "aliases",
    "same_scope": "same_scopes",
    "different_scope": "different_scopes",
    "contained_scope": "contained_scopes",
    "scope_facets": "scope_facets",
    "override": "overrides",
    "rejected_claim": "rejected_claims",
    "confirmed_claim": "confirmed_claims",
    "retraction": "retractions",
    "accepted_conflict": "accepted_conflicts",
    "closed_question": "closed_questions",
}


def read_decisions(home: Path | None, packaged: Path = PACKAGED) -> Decisions:
    """Reads the packaged decisions and those of a data home, expired ones too.

    Args:
        home: PARALLAX_HOME; None for the packaged decisions alone.
        packaged: folder of the packaged decisions.

    Returns:
        All decisions, equal ones once, ordered.

    Raises:
        ReviewedFileError: a file is not what it should be, or two decisions contradict each other and neither had
            expired when the later one was taken.
    """
    folders = [packaged] if home is None else [packaged, home / "decisions"]
    files = sorted(path for folder in folders if folder.is_dir() for path in folder.glob("*.yml"))
    entries: list[tuple[Decision, Path]] = []
    for path in files:
        entries.extend((decision, path) for decision in read_reviewed(path, FILE) or [])
    refuse_contradictions(entries)
    return gathered(decision for decision, _ in entries)


def gathered(decisions: Iterable[Decision]) -> Decisions:
    """Decisions in their total order, equal ones once."""
    by_field: dict[str, dict[str, Decision]] = {}
    for decision in decisions:
        by_field.setdefault(FIELDS[decision.kind], {})[decision.decision_id] = decision
    return Decisions.model_validate(
        {
            field: tuple(sorted(distinct.values(), key=lambda one: (one.subject, one.date, one.decision_id)))
            for field, distinct in by_field.items()
        }
    )


def refuse_contradictions(entries: Iterable[tuple[Decision, Path]]) -> None:
    """Refuses two decisions that answer one thing differently.

    Where the earlier one has an end, and the later one was taken on that day or after it, they do not meet.

    Raises:
        ReviewedFileError: names both, their files, and what to do.
    """
    said: dict[tuple[str, str], list[tuple[Decision, str, Path]]] = {}
    for decision, path in sorted(entries, key=lambda pair: (pair[0].date, pair[0].decision_id, str(pair[1]))):
        for topic, answer in decision.answers.items():
            for before, before_answer, before_path in said.get(topic, ()):
                has_ended = before.expires is not None and before.expires <= decision.date
                if before_answer != answer and not has_ended:
                    raise ReviewedFileError(
                        f"{path}: {decision.kind} {decision.subject!r} ({decision.author}, {decision.date}) contradicts "
                        f"{before.kind} {before.subject!r} ({before.author}, {before.date}) in {before_path}: "
                        f"{answer} against {before_answer}; keep one of them, or give the earlier one an `expires` "
                        f"no later than {decision.date}"
                    )
            said.setdefault(topic, []).append((decision, answer, path))
