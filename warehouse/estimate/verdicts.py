"""The verdict on the independent sources of one series and year: their agreement, and whether a value follows.

Belongs here: verdicts, the estimate or its refusal, who opposes whom, and the reason in words. No frames, no statistics:
`verdict_thresholds.py` defines how far apart is too far.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations
from statistics import median
from typing import Literal

from warehouse.estimate.contested_series import ContestedGroups, contested_groups
from warehouse.estimate.independence import Figure, Source, Voices
from warehouse.estimate.verdict_thresholds import Dispersion, VerdictThresholds
from warehouse.policy import Distance
from warehouse.values.conflict_records import Party
from warehouse.values.distances import Verdict, apart, compared
from warehouse.values.rounding_bands import Band
from warehouse.values.wording import amount, counted, listed, plain, times

Method = Literal["robust_mean_of_independent", "median_of_independent", "single_figure", "none"]

A_PAIR = 2


@dataclass(frozen=True, slots=True)
class Interval:
    """What an estimate leaves open.

    Attributes:
        low: lower end for the centre of independent publishers on its scope, not for what all get wrong alike; None
            with a single publisher, which gives no centre.
        high: its upper end.
        predicted_low: lower end for the figure that the next independent publisher would state.
        predicted_high: its upper end.
        level: probability of covering that centre, and of covering that figure.
        n: independent sources behind it; 1 where only the spread of the class is known.
    """

    low: Decimal | None
    high: Decimal | None
    predicted_low: Decimal
    predicted_high: Decimal
    level: float
    n: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """What follows from the voices on one series and year.

    Attributes:
        verdict: how the two relate.
        estimate: the value; None where it is refused.
        low: lowest figure that counts; of a refusal, the lowest stated.
        high: highest figure that counts; of a refusal, the highest stated.
        center: median of all sources, also of a refusal; None where only bounds are stated.
        outliers: voices that the estimate leaves out: the rivals of a camp whose figure is settled.
        method: how the estimate was made.
        reason: why, in words with numbers.
        opposed: who contradicts whom, the smaller value first; empty where nobody does.
        interval: what the estimate leaves open; None before it is known, and of a refusal.
        is_contested: two camps of several voices each oppose each other; they are the first pair in `opposed`.
        gross: voices that are more likely gross errors than not, with that probability; they keep a small say.
    """

    verdict: Verdict
    estimate: Decimal | None
    low: Decimal
    high: Decimal
    center: Decimal | None
    outliers: frozenset[str]
    method: Method
    reason: str
    opposed: tuple[tuple[Party, Party], ...] = ()
    interval: Interval | None = None
    is_contested: bool = False
    gross: tuple[tuple[str, float], ...] = ()


def judge(spoken: Voices, unit: str, thresholds: VerdictThresholds, dispersion: Dispersion) -> Judgement:
    """Judges one series and year.

    One source gives its own figure. Several agree, are compatible or conflict by their dispersion (`Yardstick.verdict`). In
    conflict, two sources are refused, for no majority decides; three or more give an estimate only where more than half
    lie within the compatible distance of their median, and where camps contest each other (`contested_series.py`) only where that is
    settled, and then without the other camp. Nothing else is left out of an estimate: its robust mean bounds the pull of
    gross errors. Stated bounds that exclude each other are a proven conflict, and refused.

    Args:
        spoken: at least one source or bound.
        unit: unit, for the words.
        thresholds: what distances of the metric mean.
        dispersion: how improbable it is that honest sources lie so far apart.

    Returns:
        The judgement; the estimate is the median until `estimation.py` puts the robust mean in its place.
    """
    proven = _excluding_each_other(spoken, unit)
    if proven:
        lower, higher = proven[0]
        return _refused(
            "conflict_proven",
            spoken,
            f"refused: the words of {listed(lower.publishers)} ({lower.words}) and of {listed(higher.publishers)} "
            f"({higher.words}) exclude each other",
            proven,
        )
    if not spoken.sources:
        stated = "; ".join(f"{bound.figure.publisher} {in_words(bound.figure, unit)}" for bound in spoken.bounds)
        return _refused("insufficient", spoken, f"refused: only bounds are stated, no figure: {stated}")
    broken = _outside_a_bound(spoken, unit, thresholds.distance)
    if broken:
        lower, higher = broken[0]
        reason = (
            f"refused: {listed(lower.publishers)} ({lower.words}) against {listed(higher.publishers)} ({higher.words})"
        )
        return _refused("conflict_likely", spoken, reason, broken)
    held = f"; {counted(len(spoken.bounds), 'stated bound')} kept" if spoken.bounds else ""
    if len(spoken.sources) == 1:
        return _single(spoken.sources[0], unit, held)
    return _several(spoken, unit, thresholds, dispersion, held)


def _excluding_each_other(spoken: Voices, unit: str) -> tuple[tuple[Party, Party], ...]:
    """Pairs of different voices whose words give bounds that exclude each other.

    Both sides must be ranges or comparators: a rounding band is no bound in words.
    """
    stated = [(source.voice, figure) for source in spoken.sources for figure in source.figures]
    stated += [(bound.voice, bound.figure) for bound in spoken.bounds]
    explicit = sorted(
        ((voice, figure) for voice, figure in stated if figure.band.is_explicit),
        key=lambda pair: (pair[1].value, pair[1].vendor_figure_id),
    )
    return tuple(
        _in_order(_party_of(a, unit), _party_of(b, unit))
        for (a_voice, a), (b_voice, b) in combinations(explicit, 2)
        if a_voice != b_voice and not a.band.meets(b.band)
    )


def _outside_a_bound(spoken: Voices, unit: str, distance: Distance) -> tuple[tuple[Party, Party], ...]:
    return tuple(
        _in_order(party(source, unit), _party_of(bound.figure, unit))
        for bound in spoken.bounds
        for source in spoken.sources
        if source.voice != bound.voice
        and compared(source.value, source.band, bound.figure.value, bound.figure.band, distance) == "conflict_likely"
    )


def _single(source: Source, unit: str, held: str) -> Judgement:
    names = source.names
    values = [figure.value for figure in source.counted]
    middle = f", median of {len(values)} figures" if len(values) > 1 else ""
    origin = "" if source.status == "stated" else f", {source.status}"
    said = f"{amount(source.value, unit)}{middle}{origin}{_reprinted([source], unit)}{held}"
    if source.reprints:
        reason = f"{counted(len(names), 'publisher')} of one figure count as one source: {said}"
    elif len(names) == 1:
        reason = f"one publisher on this scope: {names[0]}, {said}"
    else:
        reason = f"one independent source: {len(names)} publishers that count as one ({listed(names)}), {said}"
    low, high = _range([source])
    return Judgement("single_source", source.value, low, high, source.value, frozenset(), "single_figure", reason)


def _reprinted(sources: Sequence[Source], unit: str) -> str:
    """Which publishers may be one source, in words."""
    groups = [f"{listed(source.names)} print {amount(source.value, unit)}" for source in sources if source.reprints]
    return f"; possibly one source: {'; '.join(groups)}" if groups else ""


def _several(spoken: Voices, unit: str, thresholds: VerdictThresholds, dispersion: Dispersion, held: str) -> Judgement:
    sources, distance = spoken.sources, thresholds.distance
    center = median(source.value for source in sources)
    verdict = thresholds.verdict(sources, dispersion)
    names = {name for source in sources for name in source.names}
    who = f"{len(sources)} independent of {counted(len(names), 'publisher')} {_spread(sources, unit, distance)}"
    who += _reprinted(sources, unit)
    opposed = contested_groups(sources, distance, thresholds.contest)
    if opposed is not None:
        return _contested(spoken, opposed, who, unit, distance, held)
    extremes = (party(sources[0], unit), party(sources[-1], unit))
    if verdict != "conflict_likely":
        # A wide gap is no conflict where honest publishers scatter as widely; what it consists of is worth a row all the same.
        of_ends = compared(extremes[0].value, sources[0].band, extremes[1].value, sources[-1].band, distance)
        sides: tuple[tuple[Party, Party], ...] = (extremes,) if of_ends == "conflict_likely" else ()
        rarity = f", further apart than {_rarity(dispersion.probability)} of honest markets" if sides else ""
        return _median_of(sources, center, verdict, f"{who}{rarity}{held}", sides)
    who += f", further apart than {_rarity(dispersion.probability)} of honest markets"
    center = _without_the_far(sources, center, distance)
    far = [source for source in sources if _is_far(source, center, distance)]
    near = [source for source in sources if source not in far]
    if len(sources) > A_PAIR and 2 * len(near) > len(sources):
        around = _joint(near, center, unit)
        beyond = f", beyond them: {_each(far, unit)}" if far else ""
        reason = f"{who}; {len(near)} of them lie around the median {amount(center, unit)}{beyond}{held}"
        against = tuple(_in_order(party(source, unit), around) for source in far)
        return _median_of(sources, center, verdict, reason, against or (extremes,))
    why = "no majority decides" if len(sources) == A_PAIR else "no majority lies around the median"
    return _refused("conflict_likely", spoken, f"refused: {who}; {why}: {_each(sources, unit)}", (extremes,))


def _rarity(probability: float) -> str:
    """The share of honest markets that lie closer together, in words: "97.3 %"."""
    return f"{min(1 - probability, 0.999):.1%}".replace("%", " %")


def _without_the_far(sources: Sequence[Source], center: Decimal, distance: Distance) -> Decimal:
    """The median of those no further from a median than two that are compatible with a third: far off, one wild figure
    would still shift the middle by a rank, and with it who is near.
    """
    limit = distance.compatible**2 if distance.measure == "ratio" else 2 * distance.compatible
    gaps = [(source, apart(source.value, center, distance)) for source in sources]
    near = [source.value for source, gap in gaps if gap is not None and gap <= limit]
    return median(near) if 2 * len(near) > len(sources) else center


def _contested(spoken: Voices, camps: ContestedGroups, who: str, unit: str, distance: Distance, held: str) -> Judgement:
    """The judgement on two camps: the figure of the leading one where something settles it, else none."""
    leading, rival = (
        _joint(camp, median(source.value for source in camp), unit) for camp in (camps.leading, camps.rival)
    )
    sides = (_in_order(leading, rival),)
    against = (
        f"{who}; contested: {len(camps.leading)} voices around {amount(leading.value, unit)} against "
        f"{len(camps.rival)} around {amount(rival.value, unit)}"
    )
    if not camps.is_settled:
        each = _each(spoken.sources, unit)
        refused = _refused("conflict_likely", spoken, f"refused: {against}; {camps.why}: {each}", sides)
        return replace(refused, is_contested=True)
    center = leading.value
    far = [s for s in spoken.sources if _is_far(s, center, distance)]
    near = [source for source in spoken.sources if source not in far]
    reason = f"{against}; {camps.why}, left out: {_each(far, unit)}{held}"
    judged = _median_of(near, center, "conflict_likely", reason, sides)
    return replace(judged, is_contested=True, outliers=frozenset(source.voice for source in far))


def _is_far(source: Source, center: Decimal, distance: Distance) -> bool:
    return compared(source.value, source.band, center, Band(center, center), distance) == "conflict_likely"


def _median_of(
    sources: Sequence[Source],
    center: Decimal,
    verdict: Verdict,
    reason: str,
    sides: tuple[tuple[Party, Party], ...],
) -> Judgement:
    """The judgement that keeps the median, with the range of all that count."""
    low, high = _range(sources)
    return Judgement(verdict, center, low, high, center, frozenset(), "median_of_independent", reason, sides)


def _range(sources: Iterable[Source]) -> tuple[Decimal, Decimal]:
    values = [figure.value for source in sources for figure in source.counted]
    return min(values), max(values)


def _each(sources: Iterable[Source], unit: str) -> str:
    return "; ".join(f"{listed(source.names)} {amount(source.value, unit)}" for source in sources)


def _spread(sources: Sequence[Source], unit: str, distance: Distance) -> str:
    low, high = sources[0].value, sources[-1].value
    far = apart(low, high, distance)
    if far is None:
        width = "apart"
    else:
        width = f"within {times(far)}" if distance.measure == "ratio" else f"within {plain(far)} pp"
    return f"{width} ({amount(low, unit)} to {amount(high, unit)})"


def _refused(verdict: Verdict, spoken: Voices, reason: str, opposed: tuple[tuple[Party, Party], ...] = ()) -> Judgement:
    values = [source.value for source in spoken.sources] or [bound.figure.value for bound in spoken.bounds]
    center = median(source.value for source in spoken.sources) if spoken.sources else None
    return Judgement(verdict, None, min(values), max(values), center, frozenset(), "none", reason, opposed)


def party(source: Source, unit: str) -> Party:
    """A source as a side of a disagreement."""
    claim_ids = {claim_id for figure in source.figures for claim_id in figure.claim_ids}
    words = amount(source.value, unit) if len(source.counted) > 1 else in_words(source.counted[0], unit)
    return Party(source.value, source.names, tuple(sorted(claim_ids)), words)


def _party_of(figure: Figure, unit: str) -> Party:
    return Party(figure.value, (figure.publisher,), figure.claim_ids, in_words(figure, unit))


def _joint(sources: Sequence[Source], center: Decimal, unit: str) -> Party:
    parties = [party(source, unit) for source in sources]
    names = sorted({name for party in parties for name in party.publishers})
    claim_ids = sorted({claim_id for party in parties for claim_id in party.claim_ids})
    return Party(center, tuple(names), tuple(claim_ids), f"median {amount(center, unit)}")


def _in_order(a: Party, b: Party) -> tuple[Party, Party]:
    return (a, b) if (a.value, a.claim_ids) <= (b.value, b.claim_ids) else (b, a)


def in_words(figure: Figure, unit: str) -> str:
    """A figure as its words bound it: "USD 4.00 bn to USD 5.00 bn", "more than 20 %", or the value."""
    low, high = figure.band.low, figure.band.high
    if low is not None and high is not None:
        return f"{amount(low, unit)} to {amount(high, unit)}" if figure.band.is_explicit else amount(figure.value, unit)
    if low is not None:
        return f"more than {amount(low, unit)}"
    return f"less than {amount(figure.value if high is None else high, unit)}"
