"""Independent sources: figures that share a publisher group or a cluster are one voice, whatever their number.

Belongs here: who counts as one, and the one value that such a source votes with. Detecting clusters does not
(`warehouse/resolve`), nor does finding publishers that print equal figures (`reprints.py`). Mentions and copies never weigh.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import product
from statistics import median

from warehouse.values.connected_components import connected_components
from warehouse.values.rounding_bands import Band

STATUS_ORDER = ("stated", "inferred", "derived")


@dataclass(frozen=True, slots=True)
class Figure:
    """One aligned figure of one series and year.

    Attributes:
        vendor_figure_id: its id.
        publisher_id: who says it.
        publisher: its name.
        publisher_group: group that counts as one.
        cluster_id: cluster of the document; None where the document quotes another publisher, for then the document
            says nothing about that publisher's independence.
        value: aligned value.
        band: what its words leave open; a derived figure's band is the value itself.
        status: stated, inferred or derived.
        claim_ids: claims it rests on.
        is_reviewed: its publisher has a profile that somebody has reviewed.
        vintage: day by which it was made; None where it is unknown.
    """

    vendor_figure_id: str
    publisher_id: str
    publisher: str
    publisher_group: str
    cluster_id: str | None
    value: Decimal
    band: Band
    status: str
    claim_ids: tuple[str, ...]
    is_reviewed: bool = False
    vintage: date | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One independent voice: the figures that make its value, and those that only repeat it.

    Attributes:
        voice: id of the voice, shared with its bounds.
        counted: distinct figures, the firmest and finest first.
        dependent: figures that repeat them.
        value: the one value it votes with.
        band: what its words leave open; the value alone where it is the median of several figures.
        reprints: figures of other publishers that print the same and may have it from this one.
    """

    voice: str
    counted: tuple[Figure, ...]
    dependent: tuple[Figure, ...]
    value: Decimal
    band: Band
    reprints: tuple[Figure, ...] = ()

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All figures of the source."""
        return self.counted + self.dependent + self.reprints

    @property
    def groups(self) -> frozenset[str]:
        """Publisher groups behind it."""
        return frozenset(figure.publisher_group for figure in self.figures)

    @property
    def group(self) -> str:
        """The publisher group that its reliability is kept by: of those that count, the first in alphabetical order."""
        return min(figure.publisher_group for figure in self.counted)

    @property
    def status(self) -> str:
        """The firmest status among the figures that count."""
        return min((figure.status for figure in self.counted), key=STATUS_ORDER.index)

    @property
    def is_reviewed(self) -> bool:
        """Whether a publisher of a figure that counts, or of an equal one, has been reviewed."""
        return any(figure.is_reviewed for figure in self.counted + self.reprints)

    @property
    def names(self) -> tuple[str, ...]:
        """Its publishers, each once, in alphabetical order."""
        return tuple(sorted({figure.publisher for figure in self.figures}))


@dataclass(frozen=True, slots=True)
class Bound:
    """A figure that is only a bound ("more than 20 %"): it does not vote, but it may contradict another voice."""

    voice: str
    figure: Figure


@dataclass(frozen=True, slots=True)
class Voices:
    """Who has spoken on one series and year.

    Attributes:
        sources: voices that state a figure, in ascending order of value.
        bounds: bounds, by publisher and value.
    """

    sources: tuple[Source, ...]
    bounds: tuple[Bound, ...]


def voices(figures: Iterable[Figure], equal: Collection[tuple[str, str]] = ()) -> Voices:
    """Collapses the figures of one series and year to independent sources.

    Two figures belong together where they share a publisher group or a cluster, or both belong to a third. A source
    votes with the median of its distinct figures: a figure whose band meets that of a finer print of the same source
    only repeats it, and derived figures stand back where the source states one. So copies, be they one or twenty,
    change nothing. Nor does a copy with another figure in it, where a reviewed publisher is copied and its copier is not
    reviewed: of one voice only the reviewed speak, where there are any.

    Publishers that may be one source also count as one: the finest print speaks, the others are its reprints.

    Args:
        figures: figures of one series and year, in any order.
        equal: pairs of publisher groups, in alphabetical order, that may be one source (`reprints.py`).

    Returns:
        The sources, and the bounds that do not vote.
    """
    sources, bounds = [], []
    for group in connected_components(sorted(figures, key=_firmness), _shared):
        voice = min(figure.vendor_figure_id for figure in group)
        bounds += [Bound(voice, figure) for figure in group if figure.band.is_one_sided]
        stated = [figure for figure in group if not figure.band.is_one_sided]
        if stated:
            sources.append(_source(voice, stated))
    return Voices(
        tuple(sorted(_reprints_joined(sources, equal), key=lambda source: (source.value, source.voice))),
        tuple(sorted(bounds, key=lambda b: (b.figure.publisher, b.figure.value, b.figure.vendor_figure_id))),
    )


def _firmness(figure: Figure) -> tuple[object, ...]:
    return (
        STATUS_ORDER.index(figure.status),
        figure.band.fineness(figure.value),
        figure.value,
        figure.publisher_id,
        figure.vendor_figure_id,
    )


def _shared(figure: Figure) -> Iterator[tuple[str, str]]:
    yield "group", figure.publisher_group
    if figure.cluster_id is not None:
        yield "cluster", figure.cluster_id


def _reprints_joined(sources: Sequence[Source], equal: Collection[tuple[str, str]]) -> Sequence[Source]:
    """Sources with those that may be one joined: a coarser print joins the nearest finer one and no second one.

    So "8 bn" between 7.6 and 8.4 does not make these two one source.
    """
    if not equal:
        return sources
    distinct: list[Source] = []
    for source in sorted(sources, key=lambda source: _firmness(source.counted[0])):
        alike = [
            place
            for place, finer in enumerate(distinct)
            if any((min(pair), max(pair)) in equal for pair in product(source.groups, finer.groups))
        ]
        if not alike:
            distinct.append(source)
            continue
        nearest = min(alike, key=lambda place: abs(distinct[place].value - source.value))
        joined = distinct[nearest]
        distinct[nearest] = replace(joined, reprints=joined.reprints + source.figures)
    return distinct


def _source(voice: str, figures: Sequence[Figure]) -> Source:
    speaking = [figure for figure in figures if figure.is_reviewed] or list(figures)
    firmest = [figure for figure in speaking if figure.status != "derived"] or speaking
    counted: list[Figure] = []
    for figure in firmest:
        if not any(figure.band.meets(finer.band) for finer in counted):
            counted.append(figure)
    dependent = tuple(figure for figure in figures if figure not in counted)
    value = median(figure.value for figure in counted)
    band = counted[0].band if len(counted) == 1 else Band(value, value)
    return Source(voice, tuple(counted), dependent, value, band)
