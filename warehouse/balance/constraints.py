"""Constraints of one owner's figures: sums, shares, growth, and derived figures that follow their neighbours.

Belongs here: which constraints there are, with the reason of each. Completeness is judged in `part_groups.py`; whether a
constraint is kept is judged in `constraint_tests.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import log

from warehouse.balance.balance_records import Constraint, Figure, Kind, StatedGrowth
from warehouse.balance.figure_variances import widest_areas
from warehouse.balance.part_groups import WHOLE_PCT, Known, Parts, completeness, divisions
from warehouse.policy import Balance

_ON_PATH = 1e-6  # a derived figure nearer to its neighbours' path than this share of it was taken from it


def constraints_of(
    figures: Sequence[Figure],
    growths: Iterable[StatedGrowth],
    listed: Mapping[tuple[str, str], frozenset[str]],
    partitions: Sequence[Sequence[str]],
    known: Known,
    policy: Balance,
) -> list[Constraint]:
    """All constraints of one owner's figures.

    Args:
        figures: one owner's figures.
        growths: its stated growth rates.
        listed: market_id, dimension → members that it lists.
        partitions: regions that do not overlap, by how vendors divide the world.
        known: sets of parts that are known to be complete from elsewhere.
        policy: tolerances.

    Returns:
        Sums first, then shares, then growth, then paths, each in the order of its place: where one follows from others,
        the later one is the one that says nothing new.
    """
    widest = widest_areas(figures)
    groups = list(divisions(figures, widest, partitions))
    all_known = _together(known, _complete_sets(groups, listed, partitions, policy))
    sums: list[Constraint] = []
    shares: list[Constraint] = []
    for parts in groups:
        if all(figure.status == "derived" for figure in (*parts.figures, *([parts.whole] if parts.whole else []))):
            is_complete = all_known.get(parts.place, {}).get(parts.members) is not None
            if not is_complete:
                continue  # a bound between paths says nothing that their ends do not say
        is_complete, reason = completeness(parts, _listed(parts, listed), partitions, all_known, policy)
        # Parts of no named dimension may be of several: no sum of them is a bound, each alone is.
        is_mixed = not parts.is_by_area and not parts.dimension and not is_complete
        alone = [replace(parts, figures=(figure,)) for figure in parts.figures] if is_mixed else [parts]
        for one in alone:
            if one.whole is not None:
                sums.append(_sum(one, is_complete, reason))
            elif len(one.figures) > 1 or one.missing > 0:  # else one share of 100 %
                shares.append(_sum(one, is_complete, reason))
    links = list(_shares_of_wholes(figures, widest))
    rates = list(_growth(figures, growths))
    tied = {figure_id for found in (*sums, *shares, *links, *rates) for figure_id in found.coefficients}
    return [*sums, *shares, *links, *rates, *_paths(figures, tied, policy)]


def known_complete(
    figures: Sequence[Figure],
    listed: Mapping[tuple[str, str], frozenset[str]],
    partitions: Sequence[Sequence[str]],
    policy: Balance,
) -> Known:
    """Sets of parts that one owner's figures show to be complete, for figures of the same whole elsewhere.

    Args:
        figures: one owner's figures.
        listed: as in `constraints_of`.
        partitions: as in `constraints_of`.
        policy: tolerances.
    """
    return _complete_sets(divisions(figures, widest_areas(figures), partitions), listed, partitions, policy)


def _complete_sets(
    groups: Iterable[Parts],
    listed: Mapping[tuple[str, str], frozenset[str]],
    partitions: Sequence[Sequence[str]],
    policy: Balance,
) -> Known:
    found: defaultdict[tuple[str, str, str], dict[frozenset[str], str]] = defaultdict(dict)
    for parts in sorted(groups, key=lambda parts: (parts.figures[0].year, parts.figures[0].metric)):
        is_complete, reason = completeness(parts, _listed(parts, listed), partitions, {}, policy)
        if is_complete:
            first = parts.figures[0]
            words = f"complete: the same parts are all of it in the {first.metric} of {first.year}"
            found[parts.place].setdefault(parts.members, f"{words} ({reason.removeprefix('complete: ')})")
    return found


def _together(one: Known, other: Known) -> Known:
    return {place: {**one.get(place, {}), **other.get(place, {})} for place in {*one, *other}}


def _listed(parts: Parts, listed: Mapping[tuple[str, str], frozenset[str]]) -> frozenset[str]:
    return frozenset() if parts.is_by_area else listed.get((parts.figures[0].market_id, parts.dimension), frozenset())


def _sum(parts: Parts, is_complete: bool, reason: str) -> Constraint:
    coefficients = dict.fromkeys((figure.figure_id for figure in parts.figures), 1.0)
    if parts.whole is not None:
        coefficients[parts.whole.figure_id] = -1.0
    kind: Kind
    if parts.whole is None:
        kind = "shares_of_areas" if parts.is_by_area else "shares_of_segments"
    else:
        kind = "areas_of_whole" if parts.is_by_area else "segments_of_whole"
    return Constraint(
        kind=kind,
        owner=parts.figures[0].owner,
        coefficients=coefficients,
        whole_id=None if parts.whole is None else parts.whole.figure_id,
        target=WHOLE_PCT if parts.whole is None else 0.0,
        is_log=False,
        is_upper=not is_complete,
        slack=0.0,
        dimension=parts.dimension or None,
        area=parts.area,
        basis=reason,
    )


def _shares_of_wholes(figures: Sequence[Figure], widest: Mapping[str, str]) -> Iterator[Constraint]:
    """Share times whole is part: ln part - ln whole - ln share = -ln 100.

    The share of a segment is of the whole market in its area, the share of an area of the whole market. Left out where
    a text may mean either: a segment within an area that is not all of the report.
    """
    sizes = {
        (figure.market_id, figure.year, figure.segment_key, figure.ref_area): figure
        for figure in figures
        if figure.metric == "market_size" and figure.value > 0
    }
    for share in sorted(figures, key=lambda figure: figure.figure_id):
        is_of_segment, is_of_area = share.segment_key is not None, share.ref_area != widest[share.market_id]
        if share.metric != "share" or share.value <= 0 or is_of_segment == is_of_area:
            continue
        part = sizes.get((share.market_id, share.year, share.segment_key, share.ref_area))
        whole = sizes.get((share.market_id, share.year, None, widest[share.market_id]))
        if part is None or whole is None:
            continue
        yield Constraint(
            kind="share_of_whole",
            owner=share.owner,
            coefficients={part.figure_id: 1.0, share.figure_id: -1.0, whole.figure_id: -1.0},
            whole_id=whole.figure_id,
            target=-log(WHOLE_PCT),
            is_log=True,
            is_upper=False,
            slack=0.0,
            dimension=share.dimension or None,
            area=share.ref_area,
            basis="the share is of the whole market in value, as the text gives no other whole",
        )


def _growth(figures: Sequence[Figure], growths: Iterable[StatedGrowth]) -> Iterator[Constraint]:
    """Stated compound growth: ln end - ln start - n ln (1 + g / 100) = drift of the currency."""
    by_id = {figure.figure_id: figure for figure in figures}
    by_year = {(figure.series_id, figure.year): figure for figure in figures if figure.value > 0 and figure.is_size}
    for growth in sorted(growths, key=lambda growth: (growth.rate_id, growth.start_year, growth.end_year)):
        start, end = (by_year.get((growth.series_id, year)) for year in (growth.start_year, growth.end_year))
        rate = by_id.get(growth.rate_id)
        if start is None or end is None or rate is None or rate.value <= -WHOLE_PCT:
            continue
        yield Constraint(
            kind="growth",
            owner=rate.owner,
            coefficients={end.figure_id: 1.0, start.figure_id: -1.0, rate.figure_id: -float(growth.periods)},
            whole_id=end.figure_id,
            target=growth.currency_drift,
            is_log=True,
            is_upper=False,
            slack=0.0,
            dimension=None,
            area=rate.ref_area,
            basis=growth.basis,
            is_refused=not growth.is_explained,
        )


def _paths(figures: Sequence[Figure], tied: set[str], policy: Balance) -> Iterator[Constraint]:
    """Derived figures on the path of constant growth between their neighbours, where these are tied to others."""
    series: defaultdict[str, list[Figure]] = defaultdict(list)
    for figure in figures:
        if figure.is_size and figure.value > 0:
            series[figure.series_id].append(figure)
    for series_id in sorted(series):
        ordered = sorted(series[series_id], key=lambda figure: figure.year)
        points = [figure for figure in ordered if figure.status != "derived"]
        for figure in ordered:
            before = next((point for point in reversed(points) if point.year < figure.year), None)
            after = next((point for point in points if point.year > figure.year), None)
            if figure.status != "derived" or before is None or after is None:
                continue
            if tied.isdisjoint((figure.figure_id, before.figure_id, after.figure_id)):
                continue
            way = (figure.year - before.year) / (after.year - before.year)
            if abs(log(figure.value) - (1 - way) * log(before.value) - way * log(after.value)) > _ON_PATH:
                continue
            yield Constraint(
                kind="path",
                owner=figure.owner,
                coefficients={figure.figure_id: 1.0, before.figure_id: way - 1, after.figure_id: -way},
                whole_id=figure.figure_id,
                target=0.0,
                is_log=True,
                is_upper=False,
                slack=float(policy.path_variation) ** 2,
                dimension=None,
                area=figure.ref_area,
                basis="derived along the path of constant growth between its neighbours",
            )
