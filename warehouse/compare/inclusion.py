"""Parts against wholes across publishers: a segment above its market, a country above its region or the world.

Belongs here: inclusion within one market, by segment and by area, between independent sources. One document against
itself is in `warehouse/sql/40_sum_findings.sql`, one market inside another in `scope_conflicts.py` and `bridge_conflicts.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from sources.grammar.areas import WORLD_CODE as WORLD
from sources.metrics import facts_of
from warehouse.align.aligned_figures import Aligned
from warehouse.compare.scope_conflicts import agreed_basis
from warehouse.observe.value_bases import Bases
from warehouse.values.conflict_records import Conflict, Grounds, Place, severity_of, with_grounds
from warehouse.values.rounding_bands import EXACT
from warehouse.values.wording import listed, times


def inclusion_conflicts(
    figures: Sequence[Aligned],
    bases: Bases,
    membership: Mapping[str, Collection[str]],
    market_names: Mapping[str, str],
    area_labels: Mapping[str, str],
) -> Iterator[Conflict]:
    """Parts that are larger than every figure that others state for what holds them, beyond rounding.

    Two publishers may count differently, so this is likely; it is proven where both texts tell the same value basis and
    both figures are stated.

    Args:
        figures: aligned figures.
        bases: value bases.
        membership: areas that hold an area.
        market_names: market_id → name.
        area_labels: ref_area → name.

    Yields:
        segment_inclusion or area_inclusion, one per part and source.
    """
    by_place: defaultdict[Place, list[Aligned]] = defaultdict(list)
    for figure in figures:
        metric, place = facts_of(figure.place.metric), figure.place
        if metric.additive:
            by_place[replace(place, unit_measure=metric.series_unit(place.unit_measure))].append(figure)
    for place in sorted(by_place, key=repr):
        for part in by_place[place]:
            for wider in _wider(place, membership):
                others = [whole for whole in by_place.get(wider, ()) if _is_other(whole, part)]
                if others and all(whole.band.lies_below(part.band) for whole in others):
                    yield _conflict(part, max(others, key=_size), bases, market_names, area_labels)
                    break


def _is_other(whole: Aligned, part: Aligned) -> bool:
    return whole.cluster_id != part.cluster_id and not set(whole.publishers) & set(part.publishers)


def _size(figure: Aligned) -> tuple[object, ...]:
    return figure.value, figure.claim_ids


def _wider(place: Place, membership: Mapping[str, Collection[str]]) -> Iterator[Place]:
    """Places that hold a place, the nearest first."""
    areas = [place.ref_area, *sorted(membership.get(place.ref_area, ())), WORLD]
    for area in dict.fromkeys(areas):
        for segment in dict.fromkeys((place.segment_key, None)):
            wider = replace(place, segment_key=segment, ref_area=area)
            if wider != place:
                yield wider


def _conflict(
    part: Aligned,
    whole: Aligned,
    bases: Bases,
    market_names: Mapping[str, str],
    area_labels: Mapping[str, str],
) -> Conflict:
    verdict, basis = agreed_basis(
        bases.of(part.place.market_id, part.document_ids), bases.of(whole.place.market_id, whole.document_ids)
    )
    is_carried = part.status != "stated" or whole.status != "stated"
    if verdict == "conflict_proven" and is_carried:
        verdict = "conflict_likely"
    needs = [basis] if verdict == "conflict_likely" else []
    needs += ["each figure is what its publisher would state for this year"] if is_carried else []
    words = (
        f"{listed(part.publishers)} {part.words} for {_label(part, area_labels)} of "
        f"{market_names.get(part.place.market_id or '', part.place.market_id or '')} in {part.place.year}, more than the "
        f"{whole.words} that {listed(whole.publishers)} gives for {_label(whole, area_labels)}, which holds it: "
        f"{times(EXACT.divide(part.value, whole.value)) if whole.value > 0 else 'no ratio'}"
    )
    return Conflict(
        kind="part_above_whole",
        rule="segment_inclusion" if part.place.segment_key != whole.place.segment_key else "area_inclusion",
        verdict=verdict,
        severity=severity_of(verdict),
        place=part.place,
        a=whole.party,
        b=part.party,
        explanation=with_grounds(words, verdict, basis, needs),
        grounds=Grounds(bound_high=whole.band.high, assumptions="; ".join(needs) or None),
    )


def _label(figure: Aligned, area_labels: Mapping[str, str]) -> str:
    place = figure.place
    parts = [place.segment_key.partition(":")[2]] if place.segment_key else []
    parts += [area_labels.get(place.ref_area, place.ref_area)] if place.ref_area != WORLD else []
    return ", ".join(parts) or "the whole market"
