"""A bridge as a record and as a row: a publisher's total times its shares, with bounds, formula and assumptions.

Belongs here: the numbers and words of one bridge. Which bridges there are is in `bridges.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from warehouse.align.aligned_figures import Aligned
from warehouse.bridge.bridged_scopes import Match
from warehouse.bridge.stated_shares import Leg
from warehouse.values.arithmetic import stored
from warehouse.values.frechet_bounds import Joint
from warehouse.values.keys import digest, published
from warehouse.values.rounding_bands import EXACT
from warehouse.values.wording import amount, plain

YearBasis = Literal["stated", "inferred", "carried", "unstated"]


@dataclass(frozen=True, slots=True)
class Reached:
    """A market that a part reaches, and how the two relate."""

    market_id: str
    match: Match


@dataclass(frozen=True, slots=True)
class Bridge:
    """A publisher's total of one year times one or several of its shares.

    Attributes:
        whole: the total.
        legs: the shares, by dimension.
        shared: bounds on the joint share.
        year_basis: how the shares come to be of the total's year.
        assumptions: what must hold for it, in words.
        reached: the market it reaches; None where it stands for itself.
    """

    whole: Aligned
    legs: tuple[Leg, ...]
    shared: Joint
    year_basis: YearBasis
    assumptions: tuple[str, ...]
    reached: Reached | None

    def row(self) -> dict[str, Any]:
        """The bridge as a row of core.bridges."""
        place, keys = self.whole.place, [leg.segment_key for leg in self.legs if leg.segment_key]
        area = next((leg.ref_area for leg in self.legs if leg.segment_key is None), place.ref_area)
        reached = self.reached
        low, point, high = (self._times(self.whole.value, share) for share in self._printed)
        floor = self._times(self.whole.band.low or self.whole.value, self.shared.floor)
        ceiling = self._times(self.whole.band.high or self.whole.value, self.shared.ceiling)
        claim_ids = sorted({*self.whole.claim_ids, *(claim_id for leg in self.legs for claim_id in leg.claim_ids)})
        target = None if reached is None else reached.market_id
        return {
            "bridge_id": digest(
                self.whole.series_id, place.year, self.whole.cluster_id, published_text(self.whole.value), keys, area,
                target,
            ),
            "market_id": place.market_id,
            "segment_keys": keys,
            "segments": " and ".join(leg.segment for leg in self.legs),
            "ref_area": area,
            "metric": place.metric,
            "unit_measure": place.unit_measure,
            "value_basis": place.value_basis,
            "price_basis": place.price_basis,
            "year": place.year,
            "publishers": "|".join(self.whole.publishers),
            "document_ids": list(self.whole.document_ids),
            "cluster_id": self.whole.cluster_id,
            "whole_value": stored(self.whole.value),
            "whole_status": self.whole.status,
            "share_pcts": " x ".join(f"{plain(leg.pct)} %" for leg in self.legs),
            "share_low_pct": stored(self.shared.low * 100),
            "share_point_pct": stored(self.shared.point * 100),
            "share_high_pct": stored(self.shared.high * 100),
            "value_low": stored(low),
            "value_point": stored(point),
            "value_high": stored(high),
            "value_floor": stored(floor),
            "value_ceiling": stored(ceiling),
            "method": "share" if len(self.legs) == 1 else "frechet",
            "formula": self._formula(low, point, high),
            "share_year_basis": self.year_basis,
            "assumptions": "; ".join(self.assumptions) or None,
            "other_market_id": target,
            "lies": None if reached is None else reached.match.lies,
            "lies_reason": None if reached is None else reached.match.reason,
            "definition_ids": [] if reached is None else list(reached.match.definition_ids),
            "claim_ids": claim_ids,
        }  # fmt: skip

    @property
    def _printed(self) -> tuple[Decimal, Decimal, Decimal]:
        return self.shared.low, self.shared.point, self.shared.high

    @staticmethod
    def _times(value: Decimal, share: Decimal) -> Decimal:
        return EXACT.multiply(value, share)

    def _formula(self, low: Decimal, point: Decimal, high: Decimal) -> str:
        unit = self.whole.place.unit_measure
        whole = amount(self.whole.value, unit)
        shares = [plain(leg.pct) for leg in self.legs]
        if len(shares) == 1:
            return f"{whole} x {shares[0]} % = {amount(point, unit)}"
        return (
            f"joint share of {' and '.join(f'{share} %' for share in shares)} between max(0, {' + '.join(shares)} - "
            f"{100 * (len(shares) - 1)}) = {plain(self.shared.low * 100)} % and min = "
            f"{plain(self.shared.high * 100)} % (Fréchet), {plain(self.shared.point * 100)} % under independence; "
            f"{whole} x joint share = {amount(low, unit)} to {amount(high, unit)}, {amount(point, unit)} under independence"
        )


def published_text(value: Decimal) -> str:
    """A value as part of an id: 12 significant digits."""
    return repr(published(value))
