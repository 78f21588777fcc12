"""Two camps on one series and year: several voices that agree with each other against several others that do as well.

Belongs here: finding the camps and weighing them. One voice that stands alone is an outlier (`verdicts.py`); who counts
as one voice is decided in `independence.py`. Statistics cannot tell a lie that many agreed on from the truth
(docs/security.md), so this module only keeps such a lie from passing unseen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import inf, log, sqrt
from statistics import fmean, median

from warehouse.estimate.independence import Source
from warehouse.policy import Contest, Distance
from warehouse.values.distances import compared
from warehouse.values.rounding_bands import Band


@dataclass(frozen=True, slots=True)
class ContestedGroups:
    """Two camps in conflict.

    Attributes:
        leading: voices of the camp with the most votes.
        rival: voices of the other that agree with each other.
        share: votes on the rival's side, as a share of all.
        is_settled: whether the leading camp's figure stands all the same.
        why: what settles it, or why nothing does, in words.
    """

    leading: tuple[Source, ...]
    rival: tuple[Source, ...]
    share: Fraction
    is_settled: bool
    why: str


def contested_groups(sources: Sequence[Source], distance: Distance, contest: Contest) -> ContestedGroups | None:
    """Finds two camps among voices that are in conflict.

    Camps are parted by a gap: no voice of the one is within the compatible distance of the nearest of the other. Honest
    voices scatter without such gaps. Who fills the gap with voices of its own gains nothing: where a third of the votes
    (`refused_from_share`) lies beyond the compatible distance on one side of the median (of the reviewed voices, where they
    are a camp), that side is a camp as well. A camp takes `camp_from_voices` voices: fewer are outliers. And camps lie
    `separated_by` standard deviations of their own voices apart, at least: honest voices that scatter widely have gaps as well.

    Where as many voices are of reviewed publishers, all others together have at most as many votes as these: names are
    cheap, a review is not. The leading camp's figure stands where the other side holds less than `refused_from_share`
    of the votes, or where it alone has reviewed voices, `camp_from_voices` of them at least.

    Args:
        sources: independent voices of one series and year, in ascending order of value.
        distance: the metric's thresholds.
        contest: the policy's.

    Returns:
        The camps; None where there are no two.
    """
    least, limit = contest.camp_from_voices, Fraction(contest.refused_from_share)
    if len(sources) < 2 * least:
        return None
    weight = _votes(sources, least)
    everyone = _sum(sources, weight)
    found = [camp for camp in _parted(sources, distance) if len(camp) >= least]
    if len(found) < 2:
        reviewed = [source for source in sources if source.is_reviewed]
        middle = median(source.value for source in (reviewed if len(reviewed) >= least else sources))
        found = [camp for camp in _one_sided(sources, middle, distance, weight, limit) if len(camp) >= least]
    found.sort(key=lambda camp: (-_sum(camp, weight), -_reviewed(camp), camp[0].value))
    if len(found) < 2:
        return None
    leading, rival = found[:2]
    if _separation(leading, rival, distance) < contest.separated_by:
        return None
    is_above = rival[0].value > leading[-1].value
    center = median(source.value for source in leading)
    opposed = [source for source in sources if _conflicts(source, center, distance)]
    share = _sum([source for source in opposed if (source.value > leading[-1].value) == is_above], weight) / everyone
    if _reviewed(leading) >= least and not _reviewed(rival):
        why = f"{_reviewed(leading)} of the leading voices are of reviewed publishers, none of the others"
        return ContestedGroups(leading, rival, share, True, why)
    if share < limit:
        return ContestedGroups(leading, rival, share, True, f"{len(rival)} voices are too few to stop it")
    return ContestedGroups(leading, rival, share, False, "nothing in the figures tells which camp is right")


def _separation(a: Sequence[Source], b: Sequence[Source], distance: Distance) -> float:
    """The distance of two camps' means in pooled standard deviations within them (d' of signal detection, Cohen 1969)."""
    is_ratio = distance.measure == "ratio"
    one, two = ([log(source.value) if is_ratio else float(source.value) for source in camp] for camp in (a, b))
    squares = sum((value - fmean(camp)) ** 2 for camp in (one, two) for value in camp)
    apart = abs(fmean(one) - fmean(two))
    return apart / sqrt(squares / (len(one) + len(two) - 2)) if squares > 0 else inf


def _parted(sources: Sequence[Source], distance: Distance) -> list[tuple[Source, ...]]:
    """Runs of voices between gaps wider than the compatible distance; nothing where there is no gap."""
    runs: list[list[Source]] = [[sources[0]]]
    for before, source in pairwise(sources):
        if compared(before.value, before.band, source.value, source.band, distance) == "conflict_likely":
            runs.append([])
        runs[-1].append(source)
    return [tuple(run) for run in runs]


def _one_sided(
    sources: Sequence[Source], middle: Decimal, distance: Distance, votes: Mapping[str, Fraction], limit: Fraction
) -> list[tuple[Source, ...]]:
    """Those around the middle and those far off on one side of it, where these hold the limit's share of the votes."""
    far = [source for source in sources if _conflicts(source, middle, distance)]
    near = tuple(source for source in sources if source not in far)
    below = tuple(source for source in far if source.value < middle)
    above = tuple(source for source in far if source.value > middle)
    side = max(below, above, key=lambda camp: _sum(camp, votes))
    return [near, side] if _sum(side, votes) >= limit * _sum(sources, votes) else []


def _conflicts(source: Source, middle: Decimal, distance: Distance) -> bool:
    """Whether a voice is in conflict with a middle."""
    return compared(source.value, source.band, middle, Band(middle, middle), distance) == "conflict_likely"


def _votes(sources: Sequence[Source], least: int) -> dict[str, Fraction]:
    """Votes by voice."""
    reviewed = _reviewed(sources)
    others = len(sources) - reviewed
    capped = Fraction(min(others, reviewed), others) if others and reviewed >= least else Fraction(1)
    return {source.voice: Fraction(1) if source.is_reviewed else capped for source in sources}


def _sum(sources: Sequence[Source], votes: Mapping[str, Fraction]) -> Fraction:
    return sum((votes[source.voice] for source in sources), Fraction(0))


def _reviewed(sources: Sequence[Source]) -> int:
    return sum(source.is_reviewed for source in sources)
