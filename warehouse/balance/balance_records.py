"""The records of balancing: figures, stated growth, constraints. Data only; values as floats, in the figure's own unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sources.metrics import facts_of

CAGR = "cagr"

Kind = Literal[
    "segments_of_whole", "areas_of_whole", "shares_of_segments", "shares_of_areas", "share_of_whole", "growth", "path"
]


def is_size(metric: str) -> bool:
    """Whether parts of the metric add up to the whole."""
    return facts_of(metric).additive


def is_balanced(metric: str) -> bool:
    """Whether figures of the metric keep a sum or a growth, so that they can be balanced."""
    return is_size(metric) or facts_of(metric).is_share or metric == CAGR


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure that may be balanced.

    Attributes:
        figure_id: unique.
        owner: whose figures may be tied to each other: one publisher's of one document, or the estimates'.
        market_id: market.
        segment_key: "dimension:member"; None for the whole market.
        is_nested: the segment is part of another segment.
        ref_area: area.
        metric: market_size, volume, share, cagr or another.
        unit: USD, percent or a counted noun.
        year: year; end of the period of a rate.
        series_id: series.
        value: in its unit; not negative for sizes and shares.
        half_width: half the width of what its print leaves open; None where nothing is printed.
        status: stated, inferred or derived.
        voice: the one source it rests on; None where several were pooled.
        n_independent: independent sources pooled.
        claim_ids: claims it rests on.
        basis: level of the trade and money of which years, of sizes in money; empty for others.
    """

    figure_id: str
    owner: str
    market_id: str
    segment_key: str | None
    is_nested: bool
    ref_area: str
    metric: str
    unit: str
    year: int
    series_id: str
    value: float
    half_width: float | None
    status: str
    voice: str | None
    n_independent: int
    claim_ids: tuple[str, ...]
    basis: str = ""

    @property
    def is_size(self) -> bool:
        """Parts of it add up to the whole."""
        return is_size(self.metric)

    @property
    def is_share(self) -> bool:
        """Percent that a part has of a whole."""
        return facts_of(self.metric).is_share

    @property
    def is_rate(self) -> bool:
        """A share, or the growth that joins two sizes."""
        return self.is_share or self.metric == CAGR

    @property
    def dimension(self) -> str | None:
        """The segment's dimension; empty where the text names none, None for the whole market."""
        return None if self.segment_key is None else self.segment_key.partition(":")[0]


@dataclass(frozen=True, slots=True)
class StatedGrowth:
    """A stated compound growth rate and what it joins.

    Attributes:
        rate_id: the figure of the rate.
        series_id: series of the sizes.
        start_year: year it starts from.
        end_year: year it ends at.
        periods: compounding periods.
        currency_drift: ln of the rate of exchange of the end over that of the start; 0 where both are one rate.
        basis: why these years and periods.
        is_explained: years and periods agree with the rate within what is printed.
    """

    rate_id: str
    series_id: str
    start_year: int
    end_year: int
    periods: int
    currency_drift: float
    basis: str
    is_explained: bool = True


@dataclass(frozen=True, slots=True)
class Constraint:
    """What figures must keep: sum of coefficient times figure (or its logarithm) equals a target, or is at most that.

    A rate enters as its growth factor 1 + g / 100.

    Attributes:
        kind: what it is; a path is ours (a derived figure follows its neighbours) and no statement of anybody.
        owner: whose figures.
        coefficients: figure_id → coefficient, in the order of the ids.
        whole_id: the figure that the others add up to or grow into; None where that is 100 %.
        target: right-hand side.
        is_log: in natural logarithms.
        is_upper: at most, not equal.
        slack: variance by which it may be missed, before scaling.
        dimension: dimension or partition of the world that its parts are of.
        area: area that is divided or grows.
        basis: why it holds, or why it is only a bound.
        is_refused: shown with what it misses, and never met: how its figures belong together is unknown.
    """

    kind: Kind
    owner: str
    coefficients: Mapping[str, float]
    whole_id: str | None
    target: float
    is_log: bool
    is_upper: bool
    slack: float
    dimension: str | None
    area: str
    basis: str
    is_refused: bool = False
