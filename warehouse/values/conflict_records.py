"""Two sides in disagreement in one year: the rule, both sides with their claims, and the explanation in words.

Belongs here: the form that every rule fills in. The rule of one scope is in `same_scope.py`, all others are in `warehouse/sql`;
rows of core.conflicts, one per cause, are made of these in `causes.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from warehouse.values.arithmetic import stored
from warehouse.values.distances import Verdict
from warehouse.values.keys import digest, published
from warehouse.values.rounding_bands import EXACT

Kind = Literal["same_scope", "part_above_whole", "related_scope", "own_arithmetic", "bridge", "comparison"]
Rule = Literal[
    "bounds_disjoint",
    "same_scope_ratio",
    "contested",
    "part_above_whole",
    "parts_above_whole",
    "share_mismatch",
    "restated_differently",
    "growth_mismatch",
    "volume_times_price",
    "related_scope",
    "scope_inclusion",
    "bridge",
    "bridge_inclusion",
    "area_inclusion",
    "segment_inclusion",
    "share_across_markets",
    "rank_across_markets",
    "horizon",
    "growth_convention",
    "regions_differ",
    "technical_across",
    "quality_opposed",
    "inclusion_pairs",
    "per_piece_across",
    "size_bands_across",
    "scale",
    "funding_against_market",
    "single_source",
    "entity_names",
    "vintage",
    "domains_across",
    "value_basis_differs",
    "price_basis_differs",
    "vintage_differs",
]
Severity = Literal["low", "medium", "high"]


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a disagreement: what it says, who says it, on which claims, in words."""

    value: Decimal
    publishers: tuple[str, ...]
    claim_ids: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a conflict lies."""

    market_id: str | None
    segment_key: str | None
    ref_area: str
    metric: str
    unit_measure: str
    year: int | None
    value_basis: str | None = None
    price_basis: str | None = None


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a conflict rests on beside its claims.

    Attributes:
        bridge_id: the bridge that makes the scopes comparable.
        bound_low: lowest value that the figure could have, in the conflict's unit.
        bound_high: highest value that it could have.
        assumptions: what must hold for the verdict, in words.
        statement_ids_a: definitions, rankings, technical claims and other statements on side a.
        statement_ids_b: on side b.
    """

    bridge_id: str | None = None
    bound_low: Decimal | None = None
    bound_high: Decimal | None = None
    assumptions: str | None = None
    statement_ids_a: tuple[str, ...] = ()
    statement_ids_b: tuple[str, ...] = ()

    @property
    def identity(self) -> tuple[str, ...]:
        """What tells two conflicts with equal claims apart."""
        bridge = (self.bridge_id,) if self.bridge_id else ()
        return (*bridge, *self.statement_ids_a, *self.statement_ids_b)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two sides in disagreement in one year, or of scopes that must not be compared. The smaller value comes first."""

    kind: Kind
    rule: Rule
    verdict: Verdict
    severity: Severity
    place: Place
    a: Party
    b: Party
    explanation: str
    other_market_id: str | None = None
    grounds: Grounds = Grounds()
    pair_id: str = field(init=False)

    def __post_init__(self) -> None:
        """Sets the id and checks the order of sides."""
        if (self.b.value, self.b.claim_ids) < (self.a.value, self.a.claim_ids):
            raise ValueError(f"{self.rule}: the smaller side comes first, got {self.a.value} and {self.b.value}")
        place = (self.place.market_id, self.place.segment_key, self.place.ref_area, self.place.metric, self.place.year)
        members = (self.a.claim_ids, self.b.claim_ids)
        more = (self.grounds.identity,) if self.grounds.identity else ()
        object.__setattr__(self, "pair_id", digest(self.rule, *place, self.other_market_id, *members, *more))

    @property
    def claim_ids(self) -> frozenset[str]:
        """Claims of both sides."""
        return frozenset((*self.a.claim_ids, *self.b.claim_ids))

    def row(self) -> dict[str, Any]:
        """The conflict as a row of the pairs that `causes.py` takes."""
        return {
            "pair_id": self.pair_id,
            "kind": self.kind,
            "rule": self.rule,
            "verdict": self.verdict,
            "severity": self.severity,
            "market_id": self.place.market_id,
            "other_market_id": self.other_market_id,
            "segment_key": self.place.segment_key,
            "ref_area": self.place.ref_area,
            "metric": self.place.metric,
            "unit_measure": self.place.unit_measure,
            "year": self.place.year,
            "value_a": stored(self.a.value),
            "value_b": stored(self.b.value),
            "ratio": published(EXACT.divide(self.b.value, self.a.value)) if self.a.value > 0 else None,
            "words_a": self.a.words,
            "words_b": self.b.words,
            "publishers_a": "|".join(self.a.publishers),
            "publishers_b": "|".join(self.b.publishers),
            "claim_ids_a": list(self.a.claim_ids),
            "claim_ids_b": list(self.b.claim_ids),
            "explanation": self.explanation,
            "bridge_id": self.grounds.bridge_id,
            "bound_low": None if self.grounds.bound_low is None else stored(self.grounds.bound_low),
            "bound_high": None if self.grounds.bound_high is None else stored(self.grounds.bound_high),
            "assumptions": self.grounds.assumptions,
            "statement_ids_a": list(self.grounds.statement_ids_a),
            "statement_ids_b": list(self.grounds.statement_ids_b),
        }


def in_order(a: Party, b: Party) -> tuple[Party, Party]:
    """Two parties, the smaller value first."""
    return (a, b) if (a.value, a.claim_ids) <= (b.value, b.claim_ids) else (b, a)
