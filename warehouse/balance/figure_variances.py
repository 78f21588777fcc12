"""The variances of figures: their covariance, relative to their size, from metric, role, status and print.

Belongs here: variances. Every number comes from the policy. Equal absolute weights are worse than no balancing at all
(`docs/balance.md`), so nothing here is absolute but the rounding of prints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.balance.balance_records import CAGR, Figure
from warehouse.policy import Balance
from warehouse.resolve.areas.area_members import is_country


def covariance(
    figures: Sequence[Figure], widest: Mapping[str, str], followers: frozenset[str], policy: Balance
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Variances of the figures of one component, with the errors that figures of one series share.

    A size of n independent sources has the standard deviation c = v x value / sqrt(n), v by its role. Of its variance
    the policy's share is an error of the whole series' level, common to its years; the rest is the year's own, wider
    where the year is inferred or the figure derived. What the print leaves open is added, taken as uniform (half width
    squared over three). Where all figures rest on one source, its figures are parts of one calculation: the policy's
    share of the standard deviations is left. Rates have the width of their print, pooled ones the policy's points.

    Args:
        figures: figures of a component.
        widest: market_id → area that counts as the whole (`widest_areas`).
        followers: derived figures that follow their neighbours' path: next to nothing is known of them beside it.
        policy: reliabilities.

    Returns:
        (n,) own variances and (n, k) shared errors, k series with two figures or more. Growth rates as factors.
    """
    scale = scale_of(figures, policy)
    is_one_voice = scale != 1.0
    variances = np.zeros(len(figures))
    levels = np.zeros(len(figures))
    for number, figure in enumerate(figures):
        rounding = (figure.half_width or 0.0) ** 2 / 3
        factor = _factor(figure, policy)
        if figure.is_rate:
            pooled = policy.pooled_points["rate" if figure.metric == CAGR else "share"]
            points = 0.0 if is_one_voice else float(pooled)
            least = float(policy.least_half_width_points) ** 2 / 3
            variance = points**2 / figure.n_independent + max(rounding, least)
            variances[number] = variance * factor**2 / (100**2 if figure.metric == CAGR else 1)
        elif figure.figure_id in followers:
            variances[number] = (float(policy.derived_variation) * figure.value) ** 2
        else:
            variation = float(policy.variation[role(figure, widest)]) * scale / np.sqrt(figure.n_independent)
            total = (variation * figure.value) ** 2
            common = float(policy.level_share) * total
            levels[number] = np.sqrt(common)
            variances[number] = (total - common) * factor**2 + rounding
    series = Counter(figure.series_id for figure, level in zip(figures, levels, strict=True) if level > 0)
    shared = [series_id for series_id, count in sorted(series.items()) if count > 1]
    common_errors = np.zeros((len(figures), len(shared)))
    for number, figure in enumerate(figures):
        if levels[number] > 0 and series[figure.series_id] > 1:
            common_errors[number, shared.index(figure.series_id)] = levels[number]
        else:
            variances[number] += levels[number] ** 2
    return variances, common_errors


def rounding(figures: Sequence[Figure], followers: frozenset[str], policy: Balance) -> NDArray[np.float64] | None:
    """Variances of what prints leave open and nothing else; None where a figure that follows no path has no print.

    Args:
        figures: figures of a component.
        followers: as in `covariance`.
        policy: reliabilities.
    """
    variances = np.zeros(len(figures))
    for number, figure in enumerate(figures):
        if figure.figure_id in followers:
            variances[number] = (float(policy.derived_variation) * figure.value) ** 2
        elif figure.half_width:
            variances[number] = figure.half_width**2 / 3 / (100**2 if figure.metric == CAGR else 1)
        else:
            return None
    return variances


def scale_of(figures: Sequence[Figure], policy: Balance) -> float:
    """The policy's share of standard deviations where all figures rest on one source, else 1."""
    voices = {figure.voice for figure in figures}
    return float(policy.one_source_share) if len(voices) == 1 and None not in voices else 1.0


def role(figure: Figure, widest: Mapping[str, str]) -> Literal["whole", "segment", "area"]:
    """What a size is of its market: area, segment or whole; a segment within an area counts as an area."""
    if figure.ref_area != widest.get(figure.market_id, WORLD):
        return "area"
    return "whole" if figure.segment_key is None else "segment"


def widest_areas(figures: Iterable[Figure]) -> Mapping[str, str]:
    """The area whose whole market a market's figures are parts of.

    Args:
        figures: one owner's figures.

    Returns:
        market_id → the world where any figure is of it, else the only region, else the only country, else the world.
    """
    areas: dict[str, set[str]] = {}
    for figure in figures:
        areas.setdefault(figure.market_id, set()).add(figure.ref_area)
    return {market: _widest(of_market) for market, of_market in areas.items()}


def _widest(areas: Collection[str]) -> str:
    regions = [area for area in areas if area.isdigit()]
    countries = [area for area in areas if is_country(area)]
    if WORLD in areas:
        return WORLD
    return next((group[0] for group in (regions, countries) if len(group) == 1), WORLD)


def _factor(figure: Figure, policy: Balance) -> float:
    factors = {"inferred": float(policy.inferred_factor), "derived": float(policy.derived_factor)}
    return factors.get(figure.status, 1.0)
