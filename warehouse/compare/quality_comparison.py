"""Words against words: a burden that some publishers call slight and others grave, without a figure on either side.

Belongs here: which statements of core.qualities speak of one property, and rows quality_opposed. Reading them is
`sources/extract`'s; figures of technology are in `technical_statements.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from warehouse.bridge.market_relations import MarketRelations
from warehouse.compare.comparison_engine import Compared
from warehouse.values.conflict_records import Conflict, Party, comparison
from warehouse.values.wording import counted, listed


@dataclass(frozen=True, slots=True)
class _Said:
    """One statement, with its market and its source: documents that are not independent share one."""

    quality_id: str
    publisher_id: str
    source: str
    market_id: str
    terms: tuple[str, ...]  # in order of the text
    burden: str | None
    named: str
    beside: frozenset[str]
    words: str


def opposed_qualities(compared: Compared) -> Iterator[Conflict]:
    """Properties that one publisher calls slight and another grave, in scopes that have to do with each other.

    Two statements speak of one property where their telling words are the same and no different burdens are named, or
    where the passage of one names the burden of the other. Words prove nothing: the verdict is conflict_likely. The
    values are the numbers of independent publishers on either side; the side with fewer comes first, and of equal
    sides the one that sorts first.

    Yields:
        quality_opposed, one row per property and market of those who call it slight.
    """
    usable = compared.stated("core.qualities").sort("quality_id")
    documents, relations, names = compared.frames["core.documents"], compared.relations, compared.names
    source_of = dict(documents.select("document_id", "cluster_id").iter_rows())
    sides: dict[str, list[_Said]] = {"slight": [], "grave": []}
    for row in usable.iter_rows(named=True):
        sides[row["polarity"]].append(_said(row, source_of))
    groups: defaultdict[tuple[str, tuple[str, ...], str | None], list[_Said]] = defaultdict(list)
    for one in sides["slight"]:
        groups[one.market_id, tuple(sorted(one.terms)), one.burden].append(one)
    for key in sorted(groups, key=repr):
        slight = groups[key]
        publishers = {one.publisher_id for one in slight}
        sources = {one.source for one in slight}
        grave = [
            two
            for two in sides["grave"]
            if two.publisher_id not in publishers
            and two.source not in sources
            and _is_comparable(key[0], two.market_id, relations)
            and any(_is_one_property(one, two) for one in slight)
        ]
        if grave:
            yield _opposed(slight, grave, names)


def _said(row: Mapping[str, Any], source_of: Mapping[str, str]) -> _Said:
    narrowed = f" {row['narrowed']}" if row["narrowed"] else ""
    return _Said(
        quality_id=row["quality_id"],
        publisher_id=row["publisher_id"],
        source=source_of.get(row["document_id"], row["document_id"]),
        market_id=row["market_id"],
        terms=tuple(row["terms"]),
        burden=row["burden"],
        named=row["property"],
        beside=frozenset(row["beside"]),
        words=f"{row['property']}{narrowed}: {row['words']}",
    )


def _is_comparable(market: str, other: str, relations: MarketRelations) -> bool:
    """One market, or scopes that contain or overlap each other, themselves or by way of one between them."""
    if market == other:
        return True
    near, around = _meeting(market, relations), _meeting(other, relations)
    return other in near or bool(near & around)


def _meeting(market: str, relations: MarketRelations) -> set[str]:
    return {
        other for other, (relation, _) in relations.get(market, {}).items() if relation not in ("different", "untold")
    }


def _is_one_property(one: _Said, two: _Said) -> bool:
    if one.burden and two.burden and one.burden != two.burden:
        return False
    return set(one.terms) == set(two.terms) or _names(one, two) or _names(two, one)


def _names(one: _Said, two: _Said) -> bool:
    """Whether the passage of `two` names the burden of `one`, or, where `two` names no burden itself, what it burdens."""
    if one.burden is None:
        return False
    return f"{one.terms[-1]} {one.burden}" in two.beside or (two.burden is None and two.beside.issuperset(one.terms))


def _opposed(slight: Sequence[_Said], grave: Sequence[_Said], names: Mapping[str, str]) -> Conflict:
    property_name = slight[0].named.casefold()
    sides = [_side(said, names) for said in (slight, grave)]
    counts = [int(side[1].value) for side in sides]
    words = (
        f"{property_name}: {sides[0][1].words} against {sides[1][1].words}; called slight by "
        f"{counted(counts[0], 'independent publisher')}, grave by {counted(counts[1], 'independent publisher')}; words without figures, so nothing is proven"
    )
    return comparison(
        "quality_opposed", "conflict_likely", sides[0], sides[1], "_".join(property_name.split()), "publishers", words
    )


def _side(said: Sequence[_Said], names: Mapping[str, str]) -> tuple[str | None, Party, tuple[str, ...]]:
    by_publisher: defaultdict[str, list[str]] = defaultdict(list)
    for one in said:
        by_publisher[names[one.publisher_id]].append(one.words)
    words = listed(f"{name} ({'; '.join(dict.fromkeys(own))})" for name, own in sorted(by_publisher.items()))
    independent = len({one.source for one in said})
    party = Party(Decimal(independent), tuple(sorted(by_publisher)), (), words)
    return min(one.market_id for one in said), party, tuple(sorted(one.quality_id for one in said))
