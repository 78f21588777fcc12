"""Parts against their wholes, within one document of one publisher: sizes, shares, and their sums.

Belongs here: the sums themselves and conflicts of kind part_above_whole. Shares at odds with sizes stand in
`share_checks.py`. Nothing here compares publishers; findings that are no conflict (an incomplete sum, a share that fits)
are in `warehouse/audit`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from sources.grammar.areas import WORLD_CODE as WORLD
from sources.metrics import facts_of
from warehouse.audit.document_figures import DocumentFigure
from warehouse.policy import Policy
from warehouse.resolve.areas.area_members import is_country
from warehouse.values.conflict_records import Conflict, Party
from warehouse.values.distances import Verdict
from warehouse.values.rounding_bands import Band
from warehouse.values.wording import amount, listed

WHOLE_PCT = Decimal(100)
COUNTRIES = "countries"


def _source(own: DocumentFigure) -> tuple[Any, ...]:
    """What a part and its whole must share, beside segment and area."""
    place = own.place
    unit = facts_of(place.metric).series_unit(place.unit_measure)
    return (own.document_id, own.publisher_id, place.market_id, place.metric, unit, place.value_basis, place.price_basis, place.year)  # fmt: skip


def _verdict(figures: Iterable[DocumentFigure]) -> Verdict:
    """An identity proves where every year is stated; where one is our reading, the reading may be at fault."""
    return "conflict_likely" if any(own.year_is_inferred for own in figures) else "conflict_proven"


def parts_of_wholes(figures: Iterable[DocumentFigure]) -> Iterator[tuple[DocumentFigure, DocumentFigure]]:
    """Parts beside the wholes that hold them: the part, and the whole that it exceeds or else the nearest one stated.

    A part's whole is the whole market in its area, its segment in the world, or the whole market in the world.

    Args:
        figures: own figures.
    """
    sized = [own for own in figures if facts_of(own.place.metric).additive and own.subject is None]
    by_place = {(*_source(own), own.place.segment_key, own.place.ref_area): own for own in sized}
    for part in sized:
        segment, area = part.place.segment_key, part.place.ref_area
        wider = dict.fromkeys([(None, area), (segment, WORLD), (None, WORLD)])
        wholes = [
            by_place[key]
            for place in wider
            if place != (segment, area) and (key := (*_source(part), *place)) in by_place
        ]
        if wholes:
            yield part, next((whole for whole in wholes if whole.band.lies_below(part.band)), wholes[0])


def parts_larger_than_wholes(figures: Iterable[DocumentFigure]) -> Iterator[Conflict]:
    """Segments and areas that are larger than what they are part of, beyond rounding.

    Args:
        figures: own figures.

    Yields:
        part_above_whole, one per part.
    """
    for part, whole in parts_of_wholes(figures):
        if whole.band.lies_below(part.band):
            yield Conflict(
                kind="part_above_whole",
                rule="part_above_whole",
                verdict=_verdict((part, whole)),
                severity="high",
                place=part.place,
                a=whole.party,
                b=part.party,
                explanation=(
                    f"{part.publisher} states {part.party.words} for {part.label} in {part.place.year}, more than "
                    f"the {whole.party.words} it states for {whole.label}, which contains it"
                ),
            )


@dataclass(frozen=True, slots=True)
class Sum:
    """Parts of one dimension added up, and what they are parts of.

    Attributes:
        members: the parts, none of them part of another.
        dimension: the segments' dimension; None for areas.
        total: their sum.
        band: the sum of their bands.
        whole: the figure of the whole; None for shares, whose whole is 100 %.
        area: the area that the whole is of.
    """

    members: tuple[DocumentFigure, ...]
    dimension: str | None
    total: Decimal
    band: Band
    whole: DocumentFigure | None
    area: str

    @property
    def whole_band(self) -> Band:
        """What the whole leaves open."""
        return Band(WHOLE_PCT, WHOLE_PCT) if self.whole is None else self.whole.band

    @property
    def is_above(self) -> bool:
        """Beyond rounding more than the whole."""
        high, low = self.whole_band.high, self.band.low
        return high is not None and low is not None and low > high

    @property
    def is_below(self) -> bool:
        """Beyond rounding less than the whole: wrong only where no part is missing."""
        low, high = self.whole_band.low, self.band.high
        return low is not None and high is not None and high < low


def sums(figures: Iterable[DocumentFigure], policy: Policy) -> Iterator[Sum]:
    """Adds up the parts of each dimension, and of each partition of the world, that one document states for one year.

    Segments that are part of another segment, and areas that may overlap, are not added; nor is one size alone.

    Args:
        figures: own figures.
        policy: partitions of the world.

    Yields:
        Sums of shares, and of sizes whose whole is stated.
    """
    own = [row for row in figures if row.subject is None and not row.is_nested and not row.band.is_one_sided]
    wholes = {
        (*_source(row), row.place.ref_area): row
        for row in own
        if facts_of(row.place.metric).additive and row.place.segment_key is None
    }
    for (*source, _), members in sorted(_dimensions(own, policy).items(), key=lambda item: tuple(map(str, item[0]))):
        first = members[0]
        area = first.place.ref_area if first.place.segment_key is not None else WORLD
        whole = None
        if not facts_of(first.place.metric).is_share:
            whole = wholes.get((*source[: len(_source(first))], area))
            if whole is None or len(members) == 1:  # one alone is a part above its whole
                continue
        low = sum((row.band.low or Decimal(0) for row in members), Decimal(0))
        high = sum((row.band.high or Decimal(0) for row in members), Decimal(0))
        total = sum((row.value for row in members), Decimal(0))
        dimension = first.dimension if first.place.segment_key is not None else None
        yield Sum(tuple(members), dimension, total, Band(low, high), whole, area)


def sums_above_wholes(figures: Iterable[DocumentFigure], policy: Policy) -> Iterator[Conflict]:
    """Parts of one dimension that come to more than the whole, beyond rounding.

    Shares of one dimension must not exceed 100 %, sizes not the size of the whole.

    Args:
        figures: own figures.
        policy: partitions of the world.

    Yields:
        parts_above_whole, one per document, dimension (or partition of the world) and year.
    """
    for found in sums(figures, policy):
        if found.is_above:
            yield _sum_conflict(found.members, found.total, found.whole, found.area)


def _dimensions(own: Sequence[DocumentFigure], policy: Policy) -> Mapping[tuple[Any, ...], Sequence[DocumentFigure]]:
    found: defaultdict[tuple[Any, ...], list[DocumentFigure]] = defaultdict(list)
    for row in own:
        facts = facts_of(row.place.metric)
        if not facts.is_share and not facts.additive:
            continue
        if row.place.segment_key is not None and row.dimension is not None:
            found[(*_source(row), f"{row.place.ref_area}/{row.dimension}")].append(row)
        elif row.place.segment_key is None and row.place.ref_area != WORLD:
            for partition in _partitions(row.printed_area, policy):
                found[(*_source(row), partition)].append(row)
    return found


def _partitions(area: str, policy: Policy) -> Iterator[str]:
    if is_country(area):
        yield COUNTRIES
    for number, regions in enumerate(policy.comparability.region_partitions):
        if area in regions:
            yield f"partition {number}"


def _sum_conflict(
    members: Sequence[DocumentFigure], total: Decimal, whole: DocumentFigure | None, area: str
) -> Conflict:
    first = members[0]
    unit = first.place.unit_measure
    claim_ids = tuple(sorted({claim_id for row in members for claim_id in row.claim_ids}))
    each = "; ".join(
        f"{row.label} {row.party.words}" for row in sorted(members, key=lambda row: (-row.value, row.label))
    )
    what = "shares" if whole is None else "sizes"
    limit = Party(WHOLE_PCT, (first.publisher,), claim_ids, "100 %") if whole is None else whole.party
    parts = Party(total, (first.publisher,), claim_ids, amount(total, unit))
    dimension = listed({row.dimension or "area" for row in members})
    return Conflict(
        kind="part_above_whole",
        rule="parts_above_whole",
        verdict=_verdict([*members, *([whole] if whole else [])]),
        severity="high",
        place=replace(first.place, segment_key=None, ref_area=area),
        a=limit,
        b=parts,
        explanation=(
            f"{first.publisher}: {what} by {dimension} in {first.place.year} come to {parts.words}, beyond "
            f"rounding more than {limit.words}: {each}"
        ),
    )
