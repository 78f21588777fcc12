"""The information value of an answer: money at stake × how far the answer could move a published figure.

The stake is the figure in question in USD; for shares and rates, and for figures without money, the largest size of the
market. The swing is between 0 and 1: 1 where an answer turns a refusal, or nothing, into an estimate or the other way
round (for percentages the percentage itself); else the distance by which one figure can move the estimate, |ln(a / b)| for figures in proportion and points / 100
for percentages, divided by the figures that it joins, itself among them, or by those that are left where it goes. It orders questions and is no figure of the market.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.values.keys import BASE_CURRENCY, published
from warehouse.values.rounding_bands import EXACT
from warehouse.values.wording import amount

Row = Mapping[str, Any]
SIZE = "market_size"
PERCENT = frozenset({"percent", "percentage points"})


@dataclass(frozen=True, slots=True)
class InformationValue:
    """What an answer may be worth, and why.

    Attributes:
        usd: stake × swing, USD, 12 significant digits; None where the money at stake is unknown.
        words: stake and swing for people.
    """

    usd: float | None
    words: str


def information_value(stake: Decimal | None, swing: float, why: str) -> InformationValue:
    """Stake times swing.

    Args:
        stake: USD; None where unknown.
        swing: 0 to 1.
        why: what the swing rests on.
    """
    if stake is None:
        return InformationValue(None, f"no money is known to hang on it; {why}")
    share = Decimal(str(round(min(max(swing, 0.0), 1.0), 4)))
    product = EXACT.multiply(abs(stake), share)
    return InformationValue(
        published(product), f"{amount(abs(stake), BASE_CURRENCY)} at stake x {share.normalize():f}: {why}"
    )


def distance(a: Decimal | None, b: Decimal | None, unit: str | None) -> float:
    """How far two figures lie apart as a part of the whole: points / 100, else |ln(a / b)|; 1 where there is no ratio."""
    if a is None or b is None:
        return 1.0
    if unit in PERCENT:
        return abs(float(a) - float(b)) / 100
    return abs(math.log(float(a) / float(b))) if a > 0 and b > 0 else 1.0


def _whole(value: Decimal, unit: str | None) -> float:
    """The swing between an estimate and none: all of it for a figure in proportion, the percentage itself for a rate."""
    return abs(float(value)) / 100 if unit in PERCENT else 1.0


class Stakes:
    """What a build's figures put at stake."""

    def __init__(self, observations: pl.DataFrame, estimates: pl.DataFrame) -> None:
        """`observations`, `estimates`: of core."""
        sizes = observations.filter(
            pl.col("metric") == SIZE, pl.col("unit_measure") == BASE_CURRENCY, pl.col("market_id").is_not_null()
        )
        self._largest: dict[str, Decimal] = dict(sizes.group_by("market_id").agg(pl.col("obs_value").max()).iter_rows())
        self._observations = observations
        self._estimates = estimates
        self._at: dict[tuple[str, int], Row] | None = None
        self._sizes: dict[str, dict[tuple[str, int], Decimal]] | None = None

    def market(self, market_id: str | None) -> Decimal | None:
        """The largest size that anyone states of a market or a part of it, USD."""
        return self._largest.get(market_id or "")

    def of_claim(self, observation: Row, chance: float = 1.0) -> InformationValue:
        """What it is worth to know whether one figure counts.

        Args:
            observation: its row of core.observations.
            chance: that the answer changes anything; below 1 where the figure counts already and is probably right: then the
                estimate rests on it, and on one figure less beside it.
        """
        doubt = "" if chance == 1 else f"; a claim of its kind is wrong in {chance:.0%}"
        value, unit = observation["obs_value"], observation["unit_measure"]
        is_size = observation["metric"] == SIZE and unit == BASE_CURRENCY
        stake = value if is_size else self.market(observation["market_id"])
        known = self._estimate(observation["series_id"], observation["year"])
        counts = chance < 1
        beside = 0 if known is None or known["estimate"] is None else known["n_independent"] - counts
        if known is None or not beside:
            return information_value(stake, _whole(value, unit) * chance, f"no estimate exists without it{doubt}")
        center = Decimal(str(known["estimate"]))
        # A mean moves by this much when a figure joins the others, or leaves them.
        moved = distance(value, center, unit) / (beside if counts else beside + 1)
        figures = "figure" if beside == 1 else "figures"
        why = f"the estimate {amount(center, unit)} rests on {beside} {figures} beside it{doubt}"
        return information_value(stake, moved * chance, why)

    def of_conflict(self, conflict: Row, is_refused: bool) -> InformationValue:
        """What it is worth to settle a conflict.

        Args:
            conflict: its row of core.conflicts.
            is_refused: an estimate that it touches is refused.
        """
        unit = conflict["unit_measure"]
        is_size = conflict["metric"] == SIZE and unit == BASE_CURRENCY
        stake = conflict["value_b"] if is_size else self.market(conflict["market_id"])
        if is_refused:
            return information_value(
                stake, _whole(conflict["value_b"], unit), "an answer may turn a refusal into an estimate"
            )
        apart = distance(conflict["value_a"], conflict["value_b"], unit)
        return information_value(stake, apart / 2, "the middle of the two sides moves by half their distance")

    def of_pair(self, market_id: str, other_market_id: str, likeness: float) -> InformationValue:
        """The value of knowing how two markets relate.

        Args:
            market_id: one market.
            other_market_id: the other.
            likeness: share of words in common, 0 to 1: the likelier they are one, the more an answer may change.
        """
        if self._sizes is None:
            self._sizes = self._world_sizes()
        a, b = self._sizes.get(market_id, {}), self._sizes.get(other_market_id, {})
        shared = sorted(set(a) & set(b), key=lambda place: (-place[1], place[0]))
        if not shared:
            return information_value(Decimal(0), 0.0, "no figures of the two lie beside each other")
        place = max(shared, key=lambda one: (min(a[one], b[one]), one))
        small, large = sorted((a[place], b[place]))
        apart = distance(small, large, BASE_CURRENCY) / 2
        sizes = f"{amount(small, BASE_CURRENCY)} against {amount(large, BASE_CURRENCY)} in {place[1]}"
        return information_value(small, apart * likeness, f"{sizes}, names alike to {likeness:.2f}")

    def refused(self) -> frozenset[str]:
        """Conflicts that touch a refusal."""
        rows = self._estimates.filter(pl.col("estimate").is_null())["conflict_ids"].explode().drop_nulls()
        return frozenset(rows.to_list())

    def _estimate(self, series_id: str | None, year: int | None) -> Row | None:
        if self._at is None:
            columns = ("series_id", "year", "estimate", "n_independent")
            rows = self._estimates.select(columns).iter_rows(named=True)
            self._at = {(row["series_id"], row["year"]): row for row in rows}
        return self._at.get((series_id or "", year or 0))

    def _world_sizes(self) -> dict[str, dict[tuple[str, int], Decimal]]:
        """Largest stated size of each whole market by area and year."""
        by_market: dict[str, dict[tuple[str, int], Decimal]] = {}
        rows = self._observations.filter(
            pl.col("metric") == SIZE,
            pl.col("unit_measure") == BASE_CURRENCY,
            pl.col("segment_key").is_null(),
            pl.col("excluded").is_null(),
        )
        for market_id, area, year, value in rows.select("market_id", "ref_area", "year", "obs_value").iter_rows():
            of_market = by_market.setdefault(market_id, {})
            of_market[area, year] = max(value, of_market.get((area, year), value))
        return by_market
