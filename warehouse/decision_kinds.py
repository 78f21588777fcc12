"""The kinds of human decisions: content and subject of each. No file, no effect; expectations: `decision_expectations.py`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, StringConstraints, TypeAdapter, model_validator

from warehouse.decision_expectations import (
    Expect,
    ExpectedClaim,
    ExpectedConflict,
    ExpectedDocument,
    ExpectedNames,
    ExpectedQuestion,
    Frozen,
    Words,
)
from warehouse.facets import Facet

ID_LENGTH = 24  # hex digits: 96 bits, as ids of claims and estimates


Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
FacetValue = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([_-][a-z0-9]+)*$")]

Answers = Mapping[tuple[str, str], str]
Day: TypeAlias = date  # within a class whose field is called date


class Decision(Frozen):
    """What every kind of decision has.

    `expires` is the first day on which it no longer applies.
    """

    kind: str
    author: Words
    date: Day
    reason: Words
    expires: Day | None = None
    expect: Expect | None = None

    @model_validator(mode="after")
    def _ends_after_it_begins(self) -> Self:
        if self.expires is not None and self.expires <= self.date:
            raise ValueError(f"expires on {self.expires}, not after its date {self.date}; give a later day")
        return self

    @property
    def decision_id(self) -> str:
        """A short id of all that it says: equal decisions are one, whatever files they stand in."""
        fields = self.model_dump(mode="json")
        if fields.get("figure") is None:  # decisions taken before figures were kept have their ids without the field
            fields.pop("figure", None)
        said = json.dumps(fields, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(said.encode()).hexdigest()[:ID_LENGTH]

    @property
    def subject(self) -> str:
        """What it is about, in one line."""
        return self._subject()

    def _subject(self) -> str:
        raise NotImplementedError

    @property
    def answers(self) -> Answers:
        """What it says on what: two decisions with other answers to one thing contradict each other."""
        return self._answers()

    def _answers(self) -> Answers:
        return {}

    @property
    def in_words(self) -> str:
        """Kind, author, date and reason, for rows of the marts."""
        return f"{self.kind} by {self.author} on {self.date.isoformat()}: {self.reason}"

    def is_expired(self, day: Day | None) -> bool:
        """Whether it no longer applies on a day; never without a day."""
        return self.expires is not None and day is not None and day >= self.expires


class Figure(Frozen):
    """The figure that a decision is about, as it stood in its document; by it the decision finds a claim with another id.

    Attributes:
        document_id: the document, by the sha256 of its bytes.
        char_start: where the figure begins, in code points of the canonical text.
        char_end: where it ends, exclusive.
        quote: the figure as printed.
        before: characters before it, at most 40.
        behind: characters behind it, at most 40.
    """

    document_id: Sha256
    char_start: Annotated[int, Field(ge=0)]
    char_end: Annotated[int, Field(gt=0)]
    quote: Annotated[str, StringConstraints(min_length=1)]
    before: str = ""
    behind: str = ""


class _OnClaim(Decision):
    claim_id: Words
    figure: Figure | None = None
    expect: ExpectedClaim | None = None

    def _subject(self) -> str:
        return self.claim_id


class _OnNames(Decision):
    expect: ExpectedNames | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Market names that it speaks of and that texts print."""
        return self._names()

    def _names(self) -> tuple[str, ...]:
        raise NotImplementedError

    def _subject(self) -> str:
        return " | ".join(self.names)


class Alias(_OnNames):
    """A market name as printed means another market name."""

    kind: Literal["alias"]
    name: Words  # as printed
    market: Words  # the name it resolves to

    def _names(self) -> tuple[str, ...]:
        return (self.name,)

    def _answers(self) -> Answers:
        return {("name", self.name): f"means {self.market}", _pair(self.name, self.market): "same"}


class SameScope(_OnNames):
    """Two market names are one market; it goes by the first of them in alphabetical order."""

    kind: Literal["same_scope"]
    a: Words
    b: Words

    def _names(self) -> tuple[str, ...]:
        return _in_order(self.a, self.b)

    def _answers(self) -> Answers:
        return {_pair(self.a, self.b): "same"}


class DifferentScope(_OnNames):
    """Two market names are two markets that have nothing in common: never pooled, never one inside the other."""

    kind: Literal["different_scope"]
    a: Words
    b: Words

    def _names(self) -> tuple[str, ...]:
        return _in_order(self.a, self.b)

    def _answers(self) -> Answers:
        return {_pair(self.a, self.b): "different"}


class ContainedScope(_OnNames):
    """One market lies inside another."""

    kind: Literal["contained_scope"]
    part: Words
    whole: Words

    def _names(self) -> tuple[str, ...]:
        return self.part, self.whole

    def _answers(self) -> Answers:
        return {_pair(self.part, self.whole): f"{self.whole} contains {self.part}"}


class ScopeFacets(_OnNames):
    """Facets of a market as a person reads them; an empty list says that a facet is unknown."""

    kind: Literal["scope_facets"]
    market: Words
    facets: dict[Facet, tuple[FacetValue, ...]] = Field(min_length=1)

    def _names(self) -> tuple[str, ...]:
        return (self.market,)

    def _answers(self) -> Answers:
        facets = {facet: "|".join(sorted(values)) or "unknown" for facet, values in sorted(self.facets.items())}
        return {(f"facet {facet}", self.market): f"{facet} is {values}" for facet, values in facets.items()}


class Override(_OnClaim):
    """A claim's value is replaced in what is reconciled; the printed value stays in the claim."""

    kind: Literal["override"]
    obs_value: Decimal = Field(max_digits=38, decimal_places=9)

    def _answers(self) -> Answers:
        return {("claim", self.claim_id): f"counts as {format(self.obs_value.normalize(), 'f')}"}


class RejectedClaim(_OnClaim):
    """A claim that must not count."""

    kind: Literal["rejected_claim"]

    def _answers(self) -> Answers:
        return {("claim", self.claim_id): "must not count"}


class ConfirmedClaim(_OnClaim):
    """A claim that was read with little confidence and is right as it stands: it counts."""

    kind: Literal["confirmed_claim"]

    def _answers(self) -> Answers:
        return {("claim", self.claim_id): "is right as it stands"}


class Retraction(Decision):
    """A document version that is taken back: its rows leave the marts, its history stays."""

    kind: Literal["retraction"]
    document_id: Sha256
    expect: ExpectedDocument | None = None

    def _subject(self) -> str:
        return self.document_id


class AcceptedConflict(Decision):
    """A conflict that was looked at and stays."""

    kind: Literal["accepted_conflict"]
    conflict_id: Words
    expect: ExpectedConflict | None = None

    def _subject(self) -> str:
        return self.conflict_id


class ClosedQuestion(Decision):
    """A question of the review queue that was looked at and needs nothing more."""

    kind: Literal["closed_question"]
    question_id: Words
    expect: ExpectedQuestion | None = None

    def _subject(self) -> str:
        return self.question_id


AnyDecision = Annotated[
    Alias
    | SameScope
    | DifferentScope
    | ContainedScope
    | ScopeFacets
    | Override
    | RejectedClaim
    | ConfirmedClaim
    | Retraction
    | AcceptedConflict
    | ClosedQuestion,
    Field(discriminator="kind"),
]
FILE = TypeAdapter(list[AnyDecision] | None)


def _in_order(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a <= b else (b, a)


def _pair(a: str, b: str) -> tuple[str, str]:
    return "pair", " | ".join(_in_order(a, b))
