"""Co-occurrence of companies in lists: which members of a list belong together by the lists of other documents alone.

A list's members are nodes; two are joined if a list of an independent document has both. A list with a second group,
joined among itself and to no member of the first, is a mixture of two reports. Words and names play no part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from warehouse.values.connected_components import connected_components

SMALLEST_CORE = 3  # companies that other documents list together, for a list to have a core
SMALLEST_GROUP = 2  # a lone stranger may be a conglomerate


@dataclass(frozen=True, slots=True)
class Listing:
    """One list of one document. `source` is what independent documents differ in: the cluster."""

    document_id: str
    source: str
    companies: frozenset[str]


@dataclass(frozen=True, slots=True)
class ListMembership:
    """A company's place in a list.

    Attributes:
        neighbours: members of the list that also occur beside it in lists of independent documents.
        in_core: it belongs to the list's largest group.
        is_stranger: it belongs to another group of at least two, while the list has a core.
    """

    neighbours: int
    in_core: bool
    is_stranger: bool


def list_memberships(listings: Iterable[Listing]) -> Mapping[tuple[str, str], ListMembership]:
    """The place of every company in the lists of its document, by (document_id, company).

    Args:
        listings: all lists; a document may have several, a company's best place counts.
    """
    every = list(listings)
    together: dict[tuple[str, str], set[str]] = {}
    for listing in every:
        for pair in combinations(sorted(listing.companies), 2):
            together.setdefault(pair, set()).add(listing.source)
    places: dict[tuple[str, str], ListMembership] = {}
    for listing in every:
        beside: dict[str, list[tuple[str, str]]] = {company: [] for company in sorted(listing.companies)}
        for pair in combinations(beside, 2):
            if together.get(pair, set()) - {listing.source}:
                beside[pair[0]].append(pair)
                beside[pair[1]].append(pair)
        groups = sorted(connected_components([*beside], beside.__getitem__), key=lambda group: (-len(group), group))
        has_core = (
            bool(groups) and len(groups[0]) >= SMALLEST_CORE and (len(groups) < 2 or len(groups[1]) < len(groups[0]))
        )
        for at, group in enumerate(groups):
            for company in group:
                is_stranger = has_core and at > 0 and len(group) >= SMALLEST_GROUP
                place = ListMembership(len(beside[company]), has_core and at == 0, is_stranger)
                key = (listing.document_id, company)
                places[key] = max(
                    places.get(key, place), place, key=lambda p: (p.in_core, not p.is_stranger, p.neighbours)
                )
    return places
