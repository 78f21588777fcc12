"""The figure of one series and year, and its comparable neighbours.

Belongs here: the record and its grouping by place. What two such figures imply is decided in `scope_conflicts.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from warehouse.values.conflict_records import Place
from warehouse.values.wording import amount


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


def whole_market_sizes(sized: Sequence[SeriesFigure]) -> list[SeriesFigure]:
    """Figures that scope conflicts compare: sizes of whole markets."""
    return [figure for figure in sized if figure.place.metric == "market_size" and figure.place.segment_key is None]
