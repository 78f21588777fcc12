"""The evidence behind two sides of a disagreement: figures, conversions, growth, editions, and the relation of their scopes.

Belongs here: the records. They are gathered in `components.py`; what they tell of a distance is in `effects.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.values.wording import listed


@dataclass(frozen=True, slots=True)
class Conversion:
    """A figure printed in another currency: the rate in use, and the one that the document itself gives.

    Attributes:
        currency: as printed.
        usd_per_unit: rate in use.
        rate_words: its year and rule.
        printed_usd_per_unit: the document's own figure in USD over its figure in the currency; None where it prints none.
        claim_ids: claims of both prints.
    """

    currency: str
    usd_per_unit: Decimal
    rate_words: str
    printed_usd_per_unit: Decimal | None
    claim_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Growth:
    """A publisher's own stated growth, and the figure of its own that it starts from."""

    rate_pct: Decimal
    start_year: int
    start: Decimal
    claim_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """The same figure in an earlier edition."""

    value: Decimal
    dated: date
    claim_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """What one side of a disagreement rests on.

    Attributes:
        names: who says it.
        value: its figure, in the conflict's unit.
        claim_ids: its claims.
        status: stated, inferred or derived.
        currencies: currencies that its figure is printed in; empty where it is no money.
        conversion: where it was converted.
        growth: its own growth, where its figure is derived and it states one.
        past: year → (value, claims) of its path where it is no forecast.
        area: ref_area.
        basis: its value basis; None where untold.
        dated: latest day that its figures can be of; None where untold.
        editions: the same figure in earlier editions, the latest first.
    """

    names: tuple[str, ...]
    value: Decimal
    claim_ids: tuple[str, ...]
    status: str
    currencies: tuple[str, ...] = ()
    conversion: Conversion | None = None
    growth: Growth | None = None
    past: Mapping[int, tuple[Decimal, tuple[str, ...]]] | None = None
    area: str = WORLD
    basis: str | None = None
    dated: date | None = None
    editions: tuple[Edition, ...] = ()

    @property
    def who(self) -> str:
        """Its publishers in words."""
        return listed(self.names)


@dataclass(frozen=True, slots=True)
class Spanned:
    """A share that makes one side's scope the other's.

    Attributes:
        wide_is_b: the share is of side b's scope.
        point: the share as a fraction, under independence where there are several.
        low: its lower bound.
        high: its upper bound.
        claim_ids: claims of the shares.
        words: the bridge in words.
    """

    wide_is_b: bool
    point: Decimal
    low: Decimal
    high: Decimal
    claim_ids: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Question:
    """Two sides and what lies between their scopes.

    Attributes:
        a: smaller side.
        b: larger side.
        metric: metric.
        unit: unit.
        year: year; None for none.
        same_scope: both are of one market and segment.
        scope_reason: how the scopes relate.
        spanned: a share of one side's scope that makes it the other's.
        inside_bridge: one side is itself a bridge to the other's scope, with what the overlap leaves open:
            (low / point, high / point) of the bridged side.
        bridge_is_b: that side is b.
        area_share: share of the smaller area in the larger one, where the areas differ.
    """

    a: Side
    b: Side
    metric: str
    unit: str
    year: int | None
    same_scope: bool
    scope_reason: str
    spanned: Spanned | None = None
    inside_bridge: tuple[Decimal, Decimal] | None = None
    bridge_is_b: bool = False
    area_share: Spanned | None = None
