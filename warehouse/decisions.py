"""Human decisions: reviewed files that survive every rebuild. Their shapes and their reading; not their effect.

Files are `decisions/*.yml` of PARALLAX_HOME and the packaged `warehouse/decisions/*.yml`; each holds a list of
decisions. Every decision has an author, a date and a reason. Steps of the build apply them and show them in the marts.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from warehouse.reviewed import ReviewedFileError, read_reviewed

PACKAGED = Path(__file__).with_name("decisions")

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class _Decision(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=False)

    author: Words
    date: date
    reason: Words


class Alias(_Decision):
    """A market name as printed means another market name."""

    kind: Literal["alias"]
    name: Words  # as printed
    market: Words  # the name it resolves to


class Override(_Decision):
    """A claim's value is replaced in what is reconciled; the printed value stays in the claim."""

    kind: Literal["override"]
    claim_id: Words
    obs_value: Decimal = Field(max_digits=38, decimal_places=9)


class RejectedClaim(_Decision):
    """A claim that must not count."""

    kind: Literal["rejected_claim"]
    claim_id: Words


class Retraction(_Decision):
    """A document version that is taken back: its rows leave the marts, its history stays."""

    kind: Literal["retraction"]
    document_id: Sha256


class AcceptedConflict(_Decision):
    """A conflict that was looked at and stays."""

    kind: Literal["accepted_conflict"]
    conflict_id: Words


class ConfirmedClaim(_Decision):
    """A claim that was read with little confidence and is right as it stands: it counts."""

    kind: Literal["confirmed_claim"]
    claim_id: Words


class ClosedQuestion(_Decision):
    """A question of the review queue that was looked at and needs nothing more."""

    kind: Literal["closed_question"]
    question_id: Words


Decision = Annotated[
    Alias | Override | RejectedClaim | Retraction | AcceptedConflict | ConfirmedClaim | ClosedQuestion,
    Field(discriminator="kind"),
]
D = TypeVar("D", bound=_Decision)

_FILE = TypeAdapter(list[Decision] | None)


class Decisions(BaseModel):
    """All decisions in force, each kind in a total order (by its subject): order of files changes nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    aliases: tuple[Alias, ...] = ()
    overrides: tuple[Override, ...] = ()
    rejected_claims: tuple[RejectedClaim, ...] = ()
    retractions: tuple[Retraction, ...] = ()
    accepted_conflicts: tuple[AcceptedConflict, ...] = ()
    confirmed_claims: tuple[ConfirmedClaim, ...] = ()
    closed_questions: tuple[ClosedQuestion, ...] = ()


def read_decisions(home: Path | None, packaged: Path = PACKAGED) -> Decisions:
    """Reads the packaged decisions and those of a data home.

    Args:
        home: PARALLAX_HOME; None for the packaged decisions alone.
        packaged: folder of the packaged decisions.

    Returns:
        All decisions, deduplicated and ordered.

    Raises:
        ReviewedFileError: a file is not what it should be, or two decisions on one subject contradict each other.
    """
    folders = [packaged] if home is None else [packaged, home / "decisions"]
    files = sorted(path for folder in folders if folder.is_dir() for path in folder.glob("*.yml"))
    found: list[tuple[_Decision, Path]] = []
    for path in files:
        found.extend((decision, path) for decision in read_reviewed(path, _FILE) or [])
    return Decisions(
        aliases=_settle(found, Alias, "name"),
        overrides=_settle(found, Override, "claim_id"),
        rejected_claims=_settle(found, RejectedClaim, "claim_id"),
        retractions=_settle(found, Retraction, "document_id"),
        accepted_conflicts=_settle(found, AcceptedConflict, "conflict_id"),
        confirmed_claims=_settle(found, ConfirmedClaim, "claim_id"),
        closed_questions=_settle(found, ClosedQuestion, "question_id"),
    )


def _settle(found: Iterable[tuple[_Decision, Path]], kind: type[D], subject: str) -> tuple[D, ...]:
    """One decision per subject: equal ones collapse to the first by date, author, reason; unequal ones are refused."""
    chosen: dict[str, tuple[D, Path]] = {}
    of_kind = [(decision, path) for decision, path in found if isinstance(decision, kind)]
    of_kind.sort(key=lambda pair: (pair[0].date, pair[0].author, pair[0].reason, str(pair[1])))
    for decision, path in of_kind:
        name = getattr(decision, subject)
        if name not in chosen:
            chosen[name] = (decision, path)
            continue
        before, before_path = chosen[name]
        if _effect(before) != _effect(decision):
            raise ReviewedFileError(
                f"{path}: {decision.kind} {name!r} contradicts the one in {before_path}; keep one of them"  # type: ignore[attr-defined]
            )
    return tuple(chosen[name][0] for name in sorted(chosen))


def _effect(decision: _Decision) -> dict[str, object]:
    return decision.model_dump(exclude={"author", "date", "reason"})
