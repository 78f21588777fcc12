"""Findings on parts: against their wholes, as sums, as shares of stated sizes, and the residual of shares.

Belongs here: rules that yield findings. The sums and shares themselves are in `warehouse/audit/part_sums.py` and `share_checks.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from sources.grammar.areas import area_named
from warehouse.audit.document_figures import DocumentFigure
from warehouse.audit.findings import Finding
from warehouse.audit.part_sums import WHOLE_PCT, Sum, parts_of_wholes, sums
from warehouse.audit.share_checks import shares_of_sizes
from warehouse.policy import Policy
from warehouse.resolve.areas.area_members import comparable_area
from warehouse.resolve.statements.listed_members import top_members
from warehouse.values.arithmetic import PRECISE
from warehouse.values.conflict_records import Place
from warehouse.values.rounding_bands import Band
from warehouse.values.wording import amount, counted, plain

GEOGRAPHY = "geography"
AT_LEAST_TWO = 2


def sizes_of_parts(figures: Sequence[DocumentFigure]) -> Iterator[Finding]:
    """Sizes of parts against the size of what holds them: part_of_whole, one per part with a whole.

    Args:
        figures: own figures.
    """
    for part, whole in parts_of_wholes(figures):
        is_above = whole.band.lies_below(part.band)
        words = f"{part.publisher}: {part.party.words} for {part.label} in {part.place.year}, " + (
            f"more than the {whole.party.words} of {whole.label}, which contains it"
            if is_above
            else f"within the {whole.party.words} of {whole.label}"
        )
        yield Finding(
            rule="part_of_whole",
            outcome="mismatch" if is_above else "consistent",
            document_id=part.document_id,
            publisher_id=part.publisher_id,
            place=part.place,
            claim_ids=tuple(sorted({*part.claim_ids, *whole.claim_ids})),
            explanation=words,
            stated=part.value,
            stated_band=part.band,
            expected=whole.value,
            expected_band=whole.band if is_above else None,  # a limit that is kept has no distance
        )


def stated_shares(figures: Sequence[DocumentFigure]) -> Iterator[Finding]:
    """Stated shares against the sizes of part and whole: share_of_whole.

    Args:
        figures: own figures.
    """
    for stated in shares_of_sizes(figures):
        share, part, whole = stated.share, stated.part, stated.whole
        yield Finding(
            rule="share_of_whole",
            outcome="mismatch" if stated.is_mismatch else "consistent",
            document_id=share.document_id,
            publisher_id=share.publisher_id,
            place=share.place,
            claim_ids=tuple(sorted({*share.claim_ids, *part.claim_ids, *whole.claim_ids})),
            explanation=(
                f"{share.publisher} states a share of {share.party.words} for {share.label} in {share.place.year}; "
                f"{part.party.words} of {whole.party.words} are {plain(stated.computed)} %"
            ),
            stated=share.value,
            stated_band=share.band,
            expected=stated.computed,
            expected_band=stated.band,
        )


class Members:
    """The top members of each document's segmentations, as segment keys; those of a geography as area codes."""

    def __init__(self, segments: pl.DataFrame) -> None:
        """`segments`: core.segments."""
        self._of: defaultdict[tuple[str, str | None, str], set[str]] = defaultdict(set)
        self._names: dict[tuple[str, str], str] = {}
        for place, members in top_members(segments).items():
            for row in members:
                area = area_named(row["segment"]) if place[2] == GEOGRAPHY else None
                member = area.code if area else row["segment_key"]
                self._of[place].add(member)
                self._names.setdefault((place[0], member), row["segment"])

    def missing(self, added: Sum) -> Collection[str] | None:
        """Members of which the sum has no figure; None where the document does not list the dimension's members."""
        first = added.members[0]
        dimension = added.dimension or GEOGRAPHY
        listed = self._of.get((first.document_id, first.place.market_id, dimension))
        if not listed or len(listed) < AT_LEAST_TWO:
            return None
        have = {row.place.segment_key if added.dimension else row.printed_area for row in added.members}
        return sorted(listed - have) if have <= listed else None

    def name(self, document_id: str, member: str) -> str:
        """A member, by segment key or area code, as printed."""
        return self._names.get((document_id, member), member)


def added_up(figures: Sequence[DocumentFigure], members: Members, policy: Policy) -> Iterator[Finding]:
    """Parts of one dimension added up: parts_of_whole, and what shares leave for the parts without one.

    Above the whole is always a mismatch; below it only where nothing can be missing: every member that the document
    lists for the dimension has a figure, or one of them is called others or the rest. Where shares are incomplete, the
    rest is derived: for the one member that is missing, else for all others together, never for each of them.

    Args:
        figures: own figures.
        members: the documents' segmentations.
        policy: partitions of the world.

    Yields:
        parts_of_whole; share_residual.
    """
    for added in sums(figures, policy):
        missing = members.missing(added)
        is_whole = _has_rest(added, policy) if missing is None else not missing
        if added.is_above or is_whole or _comes_to_it(added):
            yield _added(added, is_whole=is_whole)
        elif missing and added.whole is None:
            yield _residual(added, missing, members)


def _has_rest(added: Sum, policy: Policy) -> bool:
    """A part is called others, or the rest of the world: then nothing is missing."""
    if added.dimension is None:
        return any(row.printed_area.startswith(policy.balance.rest_areas) for row in added.members)
    return any((row.place.segment_key or "").rpartition(":")[2] in policy.balance.rest_members for row in added.members)


def _comes_to_it(added: Sum) -> bool:
    """Several parts that come to the whole within rounding are all of it, whatever the document lists."""
    return len(added.members) >= AT_LEAST_TWO and not added.is_above and not added.is_below


def _dimension(added: Sum) -> str:
    return added.dimension or "area"


def _added(added: Sum, *, is_whole: bool) -> Finding:
    first, unit = added.members[0], added.members[0].place.unit_measure
    whole = WHOLE_PCT if added.whole is None else added.whole.value
    fits = not added.is_above and not added.is_below
    each = " + ".join(row.party.words for row in sorted(added.members, key=lambda row: (-row.value, row.label)))
    words = (
        f"{first.publisher}: {'all ' if is_whole else ''}{counted(len(added.members), 'part')} by {_dimension(added)} "
        f"in {first.place.year} come to {amount(added.total, unit)} ({each}); the whole is {amount(whole, unit)}"
    )
    claim_ids = {claim_id for row in added.members for claim_id in row.claim_ids}
    return Finding(
        rule="parts_of_whole",
        outcome="consistent" if fits else "mismatch",
        document_id=first.document_id,
        publisher_id=first.publisher_id,
        place=replace(first.place, segment_key=None, ref_area=added.area),
        claim_ids=tuple(sorted(claim_ids | set(added.whole.claim_ids if added.whole else ()))),
        explanation=words,
        stated=added.total,
        stated_band=added.band,
        expected=whole,
        expected_band=added.whole_band,
    )


def _residual(added: Sum, missing: Collection[str], members: Members) -> Finding:
    first, rest = added.members[0], WHOLE_PCT - added.total
    low, high = added.band.low, added.band.high
    band = None if low is None or high is None else Band(WHOLE_PCT - high, WHOLE_PCT - low)
    only = next(iter(missing)) if len(missing) == 1 else None
    name = members.name(first.document_id, only) if only else f"all others ({len(missing)} members) together"
    place = replace(first.place, segment_key=None, ref_area=added.area)
    if only and added.dimension:
        place = replace(place, segment_key=only)
    elif only and not only.startswith(f"{GEOGRAPHY}:"):  # a member that is no area we know keeps its name, and no code
        place = replace(place, ref_area=comparable_area(first.publisher_id, only))
    return Finding(
        rule="share_residual",
        outcome="derived",
        document_id=first.document_id,
        publisher_id=first.publisher_id,
        place=place,
        claim_ids=tuple(sorted({claim_id for row in added.members for claim_id in row.claim_ids})),
        explanation=(
            f"{first.publisher}: shares by {_dimension(added)} in {first.place.year} leave {plain(rest)} % for {name}: "
            f"100 - {' - '.join(plain(row.value) for row in added.members)}; derived, if the parts do not overlap"
        ),
        expected=rest,
        expected_band=band,
        about=only if place.segment_key is None and place.ref_area == added.area else None,
    )


def shifts(figures: Sequence[DocumentFigure], residuals: Iterable[Finding]) -> Iterator[Finding]:
    """Where the stated growth of a part and of its whole lead its share: share_shift.

    With s the share in year y, g the CAGR of the part and G that of the whole over the same period S to E, the share
    in E is s x ((1 + g) / (1 + G)) ^ (E - S): the share of S is taken for that of y, which lies no more than a year
    before. A "fastest-growing" part whose share moves by less than a point is shown as that.

    Args:
        figures: own figures.
        residuals: derived shares; they count where a part has no stated one.

    Yields:
        One per part with share and growth: the share now as stated, that at the end as expected.
    """
    shares: dict[tuple[Any, ...], tuple[Decimal, tuple[str, ...]]] = {}
    for residual in residuals:
        key = (residual.document_id, residual.publisher_id, *_part(residual.place))
        if residual.expected is not None and _is_part(residual.place):
            shares[(*key, residual.place.year)] = (residual.expected, residual.claim_ids)
    growth: dict[tuple[Any, ...], DocumentFigure] = {}
    for figure in figures:
        key = (figure.document_id, figure.publisher_id, *_part(figure.place))
        if figure.subject is not None or figure.band.is_one_sided:
            continue
        if figure.place.metric == "share" and _is_part(figure.place):
            shares[(*key, figure.place.year)] = (figure.value, figure.claim_ids)
        elif figure.place.metric == "cagr" and figure.period_start is not None:
            growth[(*key, figure.period_start, figure.place.year)] = figure
    for key in sorted(growth, key=str):
        *series, start, end = key
        rate = growth[key]
        document_id, publisher_id, market_id, segment_key, ref_area = series
        whole = growth.get((document_id, publisher_id, market_id, None, WORLD, start, end))
        if whole is None or (segment_key is None) == (ref_area == WORLD):
            continue
        for year in (start, start - 1):
            if (*series, year) in shares:
                yield _shift(rate, whole, year, *shares[(*series, year)])
                break


def _part(place: Place) -> tuple[Any, ...]:
    return (place.market_id, place.segment_key, place.ref_area)


def _is_part(place: Place) -> bool:
    """A segment of the world or an area of the whole market: a segment of an area has two wholes."""
    return (place.segment_key is None) != (place.ref_area == WORLD)


def _shift(rate: DocumentFigure, whole: DocumentFigure, year: int, share: Decimal, claim_ids: Sequence[str]) -> Finding:
    start, end = rate.period_start or 0, rate.place.year or 0
    factor = PRECISE.divide(1 + rate.value / 100, 1 + whole.value / 100)
    later = PRECISE.multiply(share, PRECISE.power(factor, end - start))
    words = (
        f"{rate.publisher}: {rate.label} grows by {plain(rate.value)} % a year against {plain(whole.value)} % of the "
        f"whole ({start}-{end}); its share of {plain(share)} % in {year} becomes {plain(later)} % in {end}, "
        f"{plain(abs(later - share))} points {'more' if later >= share else 'less'}"
    )
    return Finding(
        rule="share_shift",
        outcome="derived",
        document_id=rate.document_id,
        publisher_id=rate.publisher_id,
        place=replace(rate.place, metric="share", unit_measure="percent"),
        claim_ids=tuple(sorted({*rate.claim_ids, *whole.claim_ids, *claim_ids})),
        explanation=words,
        stated=share,
        expected=later,
    )
