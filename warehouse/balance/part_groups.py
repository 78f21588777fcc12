"""Parts of one whole: which figures are parts of which, and whether they are complete.

Belongs here: grouping by dimension and by partition of the world, and completeness with its reason. A list is never
taken for complete because nothing else is known: then its sum is only a bound. Constraints are made in `constraints.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from sources.metrics import facts_of
from warehouse.balance.balance_records import Figure, is_size
from warehouse.policy import Balance
from warehouse.resolve.areas.area_members import is_country

COUNTRIES = "countries"
REGIONS = "regions"
WHOLE_PCT = 100.0

# (market, dimension or partition, area or segment that is divided) → sets of parts known to be all of it, with reasons
Known: TypeAlias = Mapping[tuple[str, str, str], Mapping[frozenset[str], str]]


@dataclass(frozen=True, slots=True)
class Parts:
    """Figures of one owner, market, metric and year that divide one whole.

    Attributes:
        figures: the parts, in the order of their ids.
        whole: the figure of the whole; None for shares, whose whole is 100 %.
        is_by_area: parts are areas, not segments.
        dimension: the segments' dimension (empty where unknown), or countries or regions.
        within: area or segment that is divided.
        area: area that is divided.
    """

    figures: tuple[Figure, ...]
    whole: Figure | None
    is_by_area: bool
    dimension: str
    within: str
    area: str

    @property
    def members(self) -> frozenset[str]:
        """Segments or areas."""
        return frozenset(figure.ref_area if self.is_by_area else figure.segment_key or "" for figure in self.figures)

    @property
    def place(self) -> tuple[str, str, str]:
        """What is divided, and how."""
        return self.figures[0].market_id, self.dimension, self.within

    @property
    def total(self) -> float:
        """What the parts must come to, or must not exceed."""
        return WHOLE_PCT if self.whole is None else self.whole.value

    @property
    def missing(self) -> float:
        """Sum of the parts minus the whole."""
        return sum(figure.value for figure in self.figures) - self.total


def divisions(
    figures: Iterable[Figure], widest: Mapping[str, str], partitions: Sequence[Sequence[str]]
) -> Iterator[Parts]:
    """All groups of parts that one owner gives of one whole.

    Args:
        figures: one owner's figures of sizes and shares.
        widest: market_id → area that counts as the whole.
        partitions: regions that do not overlap, by how vendors divide the world.

    Yields:
        Segments of one dimension within an area; countries, and the regions of that partition of which most are there
        (of equals the first), within a segment or the whole market. Segments of segments are left out. Sizes without
        a figure of their whole are left out.
    """
    groups: defaultdict[tuple[str, ...], list[Figure]] = defaultdict(list)
    wholes: dict[tuple[str, ...], Figure] = {}
    for figure in figures:
        if not figure.is_size and not figure.is_share:
            continue
        unit = facts_of(figure.metric).series_unit(figure.unit)
        table: tuple[str, ...] = (figure.market_id, figure.metric, unit, str(figure.year))
        if figure.is_size:
            wholes[*table, figure.segment_key or "", figure.ref_area] = figure
        if figure.segment_key is not None and not figure.is_nested:
            groups[*table, "segments", figure.dimension or "", figure.ref_area].append(figure)
        is_whole_market = figure.segment_key is None
        if figure.ref_area != widest[figure.market_id] and (is_whole_market or figure.is_size):
            groups[*table, "areas", "", figure.segment_key or ""].append(figure)
    for key in sorted(groups):
        table, (kind, dimension, within) = key[:4], key[4:]
        is_by_area = kind == "areas"
        place = (within, widest[table[0]]) if is_by_area else ("", within)
        whole = wholes.get((*table, *place))
        if whole is None and is_size(table[1]):
            continue
        divided = _by_partition(groups[key], partitions) if is_by_area else [(dimension, groups[key])]
        for name, parts in divided:
            yield Parts(
                tuple(sorted(parts, key=lambda part: part.figure_id)), whole, is_by_area, name, within, place[1]
            )


def _by_partition(
    figures: Sequence[Figure], partitions: Sequence[Sequence[str]]
) -> Iterator[tuple[str, Sequence[Figure]]]:
    countries = [figure for figure in figures if is_country(figure.ref_area)]
    if countries:
        yield COUNTRIES, countries
    regional = [[figure for figure in figures if figure.ref_area in regions] for regions in partitions]
    best = max(range(len(partitions)), key=lambda number: (len(regional[number]), -number), default=None)
    if best is not None and regional[best]:
        yield REGIONS, regional[best]


def completeness(
    parts: Parts, listed: frozenset[str], partitions: Sequence[Sequence[str]], known: Known, policy: Balance
) -> tuple[bool, str]:
    """Whether parts are all of their whole, and why.

    They are where they come to it within the rounding of their prints; where they are all members of a list that ends
    with the rest (others), or all regions of a partition of the world; or where the same parts are known to be complete
    in another year or metric.

    Args:
        parts: the parts.
        listed: members that the owner lists in this dimension; empty where it lists none.
        partitions: as in `divisions`.
        known: sets of parts that are known to be complete.
        policy: tolerances, names of the rest.

    Returns:
        Complete or not, and the reason in words.
    """
    members = parts.members
    if len(members) > 1:
        reason = _by_arithmetic(parts, policy) or _by_list(parts, listed, partitions, policy)
        reason = reason or known.get(parts.place, {}).get(members)
        if reason is not None:
            return True, reason
    return False, _why_not(parts, listed, policy)


def _by_arithmetic(parts: Parts, policy: Balance) -> str | None:
    printed = (*parts.figures, *([parts.whole] if parts.whole else []))
    widths = [figure.half_width for figure in printed]
    known_widths = [width for width in widths if width is not None]
    if len(known_widths) < len(widths):
        return None  # a derived figure has no rounding
    rounding = sum(known_widths)
    widest = (
        float(policy.complete_within_points)
        if parts.whole is None
        else float(policy.complete_within_share) * parts.total
    )
    if rounding > widest or abs(parts.missing) > rounding * (1 + 1e-9):
        return None
    what = f"{len(parts.figures)} shares come to 100 %" if parts.whole is None else "the parts come to the whole"
    return f"complete: {what} within the rounding of their prints"


def _by_list(parts: Parts, listed: frozenset[str], partitions: Sequence[Sequence[str]], policy: Balance) -> str | None:
    members = parts.members
    if parts.is_by_area:
        rest = set(policy.rest_areas)
        wanted = [set(regions) - rest for regions in partitions if members <= set(regions)]
        return "complete: every region of one partition of the world is there" if _any_within(wanted, members) else None
    if listed and listed <= members and any(_is_rest(member, policy) for member in members):
        return f"complete: all {len(listed)} members that the text lists are there, the rest among them"
    return None


def _any_within(wanted: Iterable[set[str]], members: frozenset[str]) -> bool:
    return any(regions <= members for regions in wanted)


def _is_rest(member: str, policy: Balance) -> bool:
    return member.partition(":")[2] in policy.rest_members


def _why_not(parts: Parts, listed: frozenset[str], policy: Balance) -> str:
    if parts.is_by_area:
        return "a bound only: these areas are not known to be the whole of it"
    if not parts.dimension:
        return "a bound only: a part is no larger than its whole"
    if not listed:
        return "a bound only: the text lists no members of this dimension, and these parts do not come to the whole"
    there = len(listed & parts.members)
    rest = "" if any(_is_rest(member, policy) for member in listed) else ", and the list names no rest"
    return f"a bound only: {there} of {len(listed)} listed members have a figure{rest}"
