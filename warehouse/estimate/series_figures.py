"""The figure of one series and year, its columns in work.judgements, and its comparable neighbours.

Belongs here: the record, its form in a frame and its grouping by place. What two such figures imply is decided in `scope_conflicts.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from sys import intern
from typing import Any

import polars as pl

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


def beside(sized: Iterable[SeriesFigure]) -> Mapping[Place, Mapping[str, SeriesFigure]]:
    """Figures that lie beside each other: all but the market equal.

    Args:
        sized: figures, each market at most once per place.

    Returns:
        place without market → market → figure. Where one market has several series in a place (growth over different
        periods), the first by claims stands for it.
    """
    by_place: defaultdict[Place, dict[str, SeriesFigure]] = defaultdict(dict)
    for figure in sorted(sized, key=lambda figure: figure.claim_ids):
        place = figure.place
        by_place[replace(place, market_id=None)].setdefault(place.market_id or "", figure)
    return by_place


# What scope conflicts compare: sizes of whole markets.
IS_WHOLE_SIZE = (pl.col("metric") == "market_size") & pl.col("segment_key").is_null()
_EXACT = ("center", "low", "high", "floor", "ceiling")


def as_row(figure: SeriesFigure) -> dict[str, Any]:
    """The columns of a figure without those of its place; Decimals as text, for some have more digits than NUM."""
    values = (figure.center, figure.low, figure.high, figure.floor, figure.ceiling)
    return {
        "market": figure.market,
        **{f"exact_{name}": None if value is None else str(value) for name, value in zip(_EXACT, values, strict=True)},
        "is_refused": figure.is_refused,
        "is_derived": figure.is_derived,
        "publishers": figure.publishers,
        "claim_ids": figure.claim_ids,
    }


def series_figures(judgements: pl.DataFrame) -> Iterator[SeriesFigure]:
    """The figures of rows of work.judgements, in their order."""
    columns = [
        *PLACE,
        *("market", "is_refused", "is_derived", "publishers", "claim_ids"),
        *(f"exact_{name}" for name in _EXACT),
    ]
    for row in judgements.select(columns).iter_rows(named=True):
        values = {name: None if (text := row[f"exact_{name}"]) is None else Decimal(text) for name in _EXACT}
        yield SeriesFigure(
            place=Place(**{name: row[name] for name in PLACE}),
            market=row["market"],
            center=values["center"],
            low=Decimal(row["exact_low"]),
            high=Decimal(row["exact_high"]),
            floor=values["floor"],
            ceiling=values["ceiling"],
            is_refused=row["is_refused"],
            is_derived=row["is_derived"],
            publishers=tuple(row["publishers"]),
            claim_ids=tuple(map(intern, row["claim_ids"])),
        )
