"""Disagreement within one scope: the voices that agree, and the row with all sides.

Belongs here: sides of one series and year. The verdict itself is decided in `verdicts.py`; years of one disagreement are
brought together in `causes.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from statistics import median

from warehouse.estimate.independence import Voices
from warehouse.estimate.verdicts import Judgement, party
from warehouse.policy import Distance
from warehouse.values.conflict_records import Conflict, Party, Place
from warehouse.values.distances import apart
from warehouse.values.wording import amount, listed


def same_scope(place: Place, judgement: Judgement, spoken: Voices, distance: Distance) -> Iterator[Conflict]:
    """The conflict among publishers on one series and year, the lowest side against each of the others.

    Args:
        place: series and year.
        judgement: the verdict on it.
        spoken: the voices that it judges.
        distance: the metric's thresholds.

    Yields:
        bounds_disjoint (proven), contested (two camps) or same_scope_ratio (likely; compatible where figures are far apart,
        yet no further than honest publishers scatter): one row for each side but the lowest, all with the same words;
        `causes.py` makes one row of them.
    """
    if not judgement.opposed:
        return
    is_proven = judgement.verdict == "conflict_proven"
    is_conflict = judgement.verdict.startswith("conflict")
    lowest, *others = sides_of(judgement, spoken, place.unit_measure, distance)
    far = apart(lowest.value, others[-1].value, distance)
    is_severe = is_proven or far is None or far > distance.severe
    outcome = "the estimate is refused" if judgement.estimate is None else "the estimate is their robust mean"
    why = "the stated bounds exclude each other" if is_proven else judgement.reason
    each = " against ".join(f"{listed(side.publishers)} {side.words}" for side in (lowest, *others))
    for other in others:
        yield Conflict(
            kind="same_scope",
            rule="bounds_disjoint" if is_proven else "contested" if judgement.is_contested else "same_scope_ratio",
            verdict=judgement.verdict,
            severity=("high" if is_severe else "medium") if is_conflict else "low",
            place=place,
            a=lowest,
            b=other,
            explanation=f"{each}: {why}; {outcome}",
        )


def sides_of(judgement: Judgement, spoken: Voices, unit: str, distance: Distance) -> Sequence[Party]:
    """The sides of a disagreement, in ascending order of value, two at least.

    Parties that the judgement opposes are never on one side; of the others, those within the compatible distance of all of a
    side hold together with it. A voice that no pair of the judgement names joins the only side that it lies near, is a side of
    its own where it lies near none, and takes no side where it lies between two. Where bounds exclude each other, only
    those who state bounds take sides.

    Args:
        judgement: a verdict with pairs of opposed parties.
        spoken: the voices that it judges.
        unit: unit, for the words.
        distance: the metric's thresholds.
    """
    named = {_key(side): side for pair in judgement.opposed for side in pair}
    opposed = {frozenset((_key(a), _key(b))) for a, b in judgement.opposed}
    groups: list[list[Party]] = []
    for one in sorted(named.values(), key=_key):
        held = groups and all(
            _is_near(one, other, distance) and frozenset((_key(one), _key(other))) not in opposed
            for other in groups[-1]
        )
        groups = [*groups[:-1], [*groups[-1], one]] if held else [*groups, [one]]
    heard = {claim_id for side in named.values() for claim_id in side.claim_ids}
    for source in () if judgement.verdict == "conflict_proven" else spoken.sources:
        voice = party(source, unit)
        if heard.isdisjoint(voice.claim_ids):
            touched = [group for group in groups if any(_is_near(voice, other, distance) for other in group)]
            if not touched:
                groups.append([voice])
            elif len(touched) == 1 and all(_is_near(voice, other, distance) for other in touched[0]):
                touched[0].append(voice)
    return sorted((_joined(group, unit) for group in groups), key=_key)


def _key(side: Party) -> tuple[Decimal, tuple[str, ...]]:
    return side.value, side.claim_ids


def _is_near(one: Party, other: Party, distance: Distance) -> bool:
    far = apart(one.value, other.value, distance)
    return far is not None and far <= distance.compatible


def _joined(group: Sequence[Party], unit: str) -> Party:
    """Parties that hold together as one side: the median of their values."""
    if len(group) == 1:
        return group[0]
    values = sorted(side.value for side in group)
    return Party(
        median(values),
        tuple(sorted({name for side in group for name in side.publishers})),
        tuple(sorted({claim_id for side in group for claim_id in side.claim_ids})),
        f"{amount(values[0], unit)} to {amount(values[-1], unit)}",
    )
