"""The figure of one series and year, and its columns in work.judgements.

Belongs here: the record and its form in a frame. What two such figures imply is decided in `warehouse/sql/60_scope_pairs.sql`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.values.arithmetic import stored
from warehouse.values.conflict_records import Place
from warehouse.values.wording import amount

PLACE = tuple(field.name for field in fields(Place))


@dataclass(frozen=True, slots=True)
class SeriesFigure:
    """The figure of one market, segment, area, metric and year, with what was stated for it.

    Attributes:
        place: where it lies.
        market: the market's name.
        center: estimate, or the median of what was stated where that was refused; None where only bounds are stated.
        low: lowest figure.
        high: highest figure.
        floor: lowest value that the words of any figure leave open; None where a side is open.
        ceiling: highest value that they leave open; None where a side is open.
        is_refused: there is no estimate.
        is_derived: all figures are derived.
        publishers: who states it.
        claim_ids: claims behind it.
    """

    place: Place
    market: str
    center: Decimal | None
    low: Decimal
    high: Decimal
    floor: Decimal | None
    ceiling: Decimal | None
    is_refused: bool
    is_derived: bool
    publishers: tuple[str, ...]
    claim_ids: tuple[str, ...]

    @property
    def words(self) -> str:
        """The figure in words; of a refusal, its range."""
        unit = self.place.unit_measure
        if self.is_refused and self.low == self.high:
            return f"refused, {amount(self.low, unit)}"
        if self.is_refused:
            return f"refused, {amount(self.low, unit)} to {amount(self.high, unit)}"
        value = self.low if self.center is None else self.center
        return f"{amount(value, unit)}{', derived' if self.is_derived else ''}"


# What scope conflicts compare: sizes of whole markets.
IS_WHOLE_SIZE = (pl.col("metric") == "market_size") & pl.col("segment_key").is_null()


def as_row(figure: SeriesFigure) -> dict[str, Any]:
    """The columns of a figure without those of its place."""
    shown = figure.low if figure.center is None else figure.center
    values = {"shown": shown, "center": figure.center, "floor": figure.floor, "ceiling": figure.ceiling}
    return {
        "market": figure.market,
        **{name: None if value is None else stored(value) for name, value in values.items()},
        "is_derived": figure.is_derived,
        "publishers": figure.publishers,
        "claim_ids": figure.claim_ids,
    }
