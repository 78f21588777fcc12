"""Conventions by which CAGRs count their periods: recomputation under each, findings, and the convention of a publisher.

Belongs here: the arithmetic over one CAGR and one publisher's figures. Reading them from tables is done in `growth_audit.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, get_args

from warehouse.policy import GrowthAudit
from warehouse.values.arithmetic import compound_growth_pct
from warehouse.values.rounding_bands import Band

Convention = Literal["from_base_year", "from_first_forecast_year", "label_years", "label_years_plus_one"]
Finding = Literal["consistent", "rounding", "mismatch_low", "mismatch_high", "doubtful"]
FITS: tuple[Finding, ...] = ("consistent", "rounding")

CONVENTIONS: tuple[Convention, ...] = get_args(Convention)


@dataclass(frozen=True, slots=True)
class YearFigure:
    """A publisher's figure of one year, in its own currency."""

    claim_id: str
    year: int
    year_is_stated: bool
    value: Decimal
    band: Band


@dataclass(frozen=True, slots=True)
class StatedGrowth:
    """A stated CAGR, percent, with the period as it is labelled."""

    claim_id: str
    period_start: int | None
    period_end: int
    value: Decimal
    band: Band
    unit: Decimal  # one unit of the last printed digit


@dataclass(frozen=True, slots=True)
class Recomputation:
    """A stated CAGR recomputed under one convention; percent."""

    convention: Convention
    start: YearFigure
    end: YearFigure
    periods: int
    pct: Decimal
    band: Band
    delta_pp: Decimal
    is_consistent: bool
    finding: Finding


def recompute(
    stated: StatedGrowth, figures: Iterable[YearFigure], base_year: int | None, policy: GrowthAudit
) -> tuple[Recomputation, ...]:
    """Recomputes one stated CAGR under each convention that its publisher's figures allow.

    With V the figures, B the base year, S to E the period as labelled, F the first forecast year (S where it lies
    behind B, else the year after B), growth is (V_end / V_start) ^ (1 / n) - 1 (see `compound_growth_pct`):

    - from_base_year: V_B to V_E, n = E - B
    - from_first_forecast_year: V_F to V_E, n = E - F, where V_F is stated
    - label_years: V_B to V_E, n = E - S
    - label_years_plus_one: V_B to V_E, n = E - S + 1

    B is the base year that the document states, where it has a figure and does not lie behind S; else the latest year
    before S with a figure, else S, else (no S) the earliest year. Conventions that come down to the same figures and
    the same n are one: the first in this order stands for them.

    Args:
        stated: the CAGR.
        figures: figures of the same document, publisher, market, segment, area, metric and currency.
        base_year: base year that the document states.
        policy: tolerances.

    Returns:
        One row per convention, in the order above; empty where end or start figure is missing.
    """
    by_year = _one_per_year(figures)
    end = by_year.get(stated.period_end)
    base = _base(stated, by_year, base_year, policy.base_gap_years)
    if end is None or base is None:
        return ()
    by_start: dict[tuple[int, int], Recomputation] = {}
    for convention, start, periods in _paths(stated, base, by_year):
        if periods >= 1 and start.year < end.year and (start.year, periods) not in by_start:
            by_start[start.year, periods] = _recomputed(stated, convention, start, end, periods, policy)
    return tuple(by_start.values())


def nearest(recomputations: Sequence[Recomputation]) -> Recomputation:
    """The recomputation nearest to the stated figure; the earlier convention where two are equally near."""
    return min(recomputations, key=lambda row: (abs(row.delta_pp), CONVENTIONS.index(row.convention)))


def prevailing_convention(audits: Iterable[Sequence[Recomputation]]) -> Convention | None:
    """The convention that most of one publisher's CAGRs keep.

    Args:
        audits: the recomputations of each of its CAGRs.

    Returns:
        The convention consistent with most of them; None where none is, or where two are equally often (inconclusive).
    """
    counts = Counter(row.convention for rows in audits for row in rows if row.is_consistent).most_common(2)
    if not counts or (len(counts) > 1 and counts[0][1] == counts[1][1]):
        return None
    return counts[0][0]


def _one_per_year(figures: Iterable[YearFigure]) -> Mapping[int, YearFigure]:
    """The best figure of each year: a stated year before an inferred one, the finest print, the smaller value."""
    chosen: dict[int, YearFigure] = {}
    usable = [figure for figure in figures if not figure.band.is_one_sided and figure.band.low and figure.band.low > 0]
    for figure in sorted(usable, key=lambda f: (not f.year_is_stated, f.band.fineness(f.value), f.value, f.claim_id)):
        chosen.setdefault(figure.year, figure)
    return chosen


def _base(
    stated: StatedGrowth, by_year: Mapping[int, YearFigure], base_year: int | None, gap_years: int
) -> YearFigure | None:
    label = stated.period_start
    latest = stated.period_end - 1 if label is None else label
    if base_year is not None and base_year <= latest and base_year in by_year:
        candidates = [base_year]
    elif label is None:
        candidates = sorted(year for year in by_year if year <= latest)
    else:
        candidates = [*sorted((year for year in by_year if year < label), reverse=True), label]
    for year in candidates:
        if year in by_year and (label is None or label - year <= gap_years):
            return by_year[year]
    return None


def _paths(
    stated: StatedGrowth, base: YearFigure, by_year: Mapping[int, YearFigure]
) -> Iterator[tuple[Convention, YearFigure, int]]:
    label, end = stated.period_start, stated.period_end
    yield "from_base_year", base, end - base.year
    first = label if label is not None and label > base.year else base.year + 1
    if first in by_year:
        yield "from_first_forecast_year", by_year[first], end - first
    if label is not None:
        yield "label_years", base, end - label
        yield "label_years_plus_one", base, end - label + 1


def _recomputed(
    stated: StatedGrowth, convention: Convention, start: YearFigure, end: YearFigure, periods: int, policy: GrowthAudit
) -> Recomputation:
    start_low, start_high, end_low, end_high = start.band.low, start.band.high, end.band.low, end.band.high
    if (
        start_low is None or start_high is None or end_low is None or end_high is None
    ):  # only two-sided figures come here
        raise ValueError(f"bounds without a figure cannot be recomputed: {start.claim_id}, {end.claim_id}")
    pct = compound_growth_pct(start.value, end.value, periods)
    band = Band(
        compound_growth_pct(start_high, end_low, periods),
        compound_growth_pct(start_low, end_high, periods),
    )
    delta = pct - stated.value
    finding: Finding
    if stated.band.holds(pct):
        finding = "consistent"
    elif stated.band.meets(band) or abs(delta) <= policy.rounding_units * stated.unit:
        finding = "rounding"
    else:
        finding = "mismatch_low" if abs(delta) < policy.mismatch_high_pp else "mismatch_high"
    return Recomputation(convention, start, end, periods, pct, band, delta, stated.band.meets(band), finding)
