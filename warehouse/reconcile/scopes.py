"""Figures of different scope beside each other: never pooled, always shown, and held against what the scopes imply.

Belongs here: related_scope and scope_inclusion conflicts, and the words that an estimate carries about its neighbours.
How scopes lie to each other is decided in `warehouse/resolve`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias, get_args

from warehouse.reconcile.bounds import EXACT
from warehouse.reconcile.conflicts import Conflict, Place, in_order
from warehouse.reconcile.verdicts import Party
from warehouse.reconcile.words import amount, listed, times

Relation = Literal["contains", "contained", "overlap", "different"]

_RELATION_WORDS: Mapping[Relation, str] = {
    "contains": "contained in this scope",
    "contained": "contains this scope",
    "overlap": "overlaps this scope",
    "different": "another scope",
}
_NEARNESS: tuple[Relation, ...] = get_args(Relation)


@dataclass(frozen=True, slots=True)
class Sized:
    """The figure of one market, segment, area, metric and year, with what was stated for it.

    Attributes:
        place: where it lies.
        market: the market's name.
        center: estimate, or the median of what was stated where that was refused; None where only bounds are stated.
        low: lowest figure.
        high: highest figure.
        floor: lowest value that the words of any figure leave open; None where a side is open.
        ceiling: highest value that they leave open; None where a side is open.
        is_refused: there is no estimate.
        is_derived: all figures are derived.
        publishers: who states it.
        claim_ids: claims behind it.
    """

    place: Place
    market: str
    center: Decimal | None
    low: Decimal
    high: Decimal
    floor: Decimal | None
    ceiling: Decimal | None
    is_refused: bool
    is_derived: bool
    publishers: tuple[str, ...]
    claim_ids: tuple[str, ...]

    @property
    def words(self) -> str:
        """The figure in words; of a refusal, its range."""
        unit = self.place.unit_measure
        if self.is_refused and self.low == self.high:
            return f"refused, {amount(self.low, unit)}"
        if self.is_refused:
            return f"refused, {amount(self.low, unit)} to {amount(self.high, unit)}"
        value = self.low if self.center is None else self.center
        return f"{amount(value, unit)}{', derived' if self.is_derived else ''}"


Neighbours: TypeAlias = Mapping[str, Mapping[str, tuple[Relation, str]]]


def neighbours(relations: Iterable[tuple[str, str, str, str]]) -> Neighbours:
    """Relations from either side.

    Args:
        relations: market, other market, relation (as in core.market_relations), reason.

    Returns:
        market → other market → how the first lies to the other ("contains": the first contains the other), reason.
    """
    found: defaultdict[str, dict[str, tuple[Relation, str]]] = defaultdict(dict)
    directed: Mapping[str, tuple[Relation, Relation]] = {
        "a_contains_b": ("contains", "contained"),
        "b_contains_a": ("contained", "contains"),
        "overlap": ("overlap", "overlap"),
        "different": ("different", "different"),
    }
    for a, b, relation, reason in relations:
        if relation == "unknown":  # a shared word or head says too little to set two markets beside each other
            continue
        of_a, of_b = directed[relation]
        found[a][b] = (of_a, reason)
        found[b][a] = (of_b, reason)
    return found


def beside(sized: Iterable[Sized]) -> Mapping[Place, Mapping[str, Sized]]:
    """Figures that lie beside each other: all but the market equal.

    Args:
        sized: figures, each market at most once per place.

    Returns:
        place without market → market → figure. Where one market has several series in a place (growth over different
        periods), the first by claims stands for it.
    """
    found: defaultdict[Place, dict[str, Sized]] = defaultdict(dict)
    for figure in sorted(sized, key=lambda figure: figure.claim_ids):
        place = figure.place
        bare = Place(None, place.segment_key, place.ref_area, place.metric, place.unit_measure, place.year)
        found[bare].setdefault(place.market_id or "", figure)
    return found


def related_words(figure: Sized, others: Mapping[str, Sized], known: Neighbours, at_most: int) -> str | None:
    """What lies beside an estimate and was not pooled with it, in words with values.

    Args:
        figure: the estimate's figure.
        others: figures beside it, by market.
        known: relations.
        at_most: how many are named.

    Returns:
        "not pooled: ...", nearest scopes first; None where nothing related lies beside it.
    """
    relations = known.get(figure.place.market_id or "", {})
    found = sorted(
        (_NEARNESS.index(relations[market][0]), other.market, market)
        for market, other in others.items()
        if market in relations
    )
    if not found:
        return None
    named = [
        f"{others[market].market} ({others[market].words}; {_RELATION_WORDS[relations[market][0]]})"
        for _, _, market in found[:at_most]
    ]
    more = f", and {len(found) - at_most} more" if len(found) > at_most else ""
    return f"not pooled: {', '.join(named)}{more}"


def scope_conflicts(sized: Iterable[Sized], known: Neighbours) -> Iterator[Conflict]:
    """Sizes of related markets side by side, in each year in which at least one of the two is stated.

    Figures of different scope are not comparable, and their ratio is no error. Yet where one scope contains the
    other and its figure is the smaller one, they cannot both hold if both count value alike: that is likely and
    never proven, for the texts do not state their value basis.

    Args:
        sized: figures of whole markets, metric market_size.
        known: relations.

    Yields:
        related_scope (not_comparable) or scope_inclusion (conflict_likely), one per pair and year.
    """
    for figures in beside(sized).values():
        for market in sorted(figures):
            for other in sorted(known.get(market, {})):
                a, b = figures[market], figures.get(other)
                if b is None or market > other or a.center is None or b.center is None:
                    continue
                if not (a.is_derived and b.is_derived):
                    yield _pair(a, b, *known[market][other])


def _pair(one: Sized, other: Sized, relation: Relation, reason: str) -> Conflict:
    """`relation` is how `one` lies to `other`."""
    parties = {figure.place.market_id: figure for figure in (one, other)}
    a, b = in_order(_party(one), _party(other))
    first, second = (one, other) if a.claim_ids == _party(one).claim_ids else (other, one)
    ratio = times(EXACT.divide(b.value, a.value)) if a.value > 0 else "no ratio"
    wider = {"contains": one, "contained": other}.get(relation)
    narrower = None if wider is None else next(figure for figure in parties.values() if figure is not wider)
    is_violated = wider is not None and narrower is not None and _lies_below(wider, narrower)
    year = one.place.year
    told = (
        f"{first.market} {first.words} ({listed(first.publishers)}) against {second.market} {second.words} "
        f"({listed(second.publishers)}) in {year}, {ratio}"
    )
    if is_violated and wider is not None and narrower is not None:
        words = (
            f"{told}: {wider.market} contains {narrower.market} ({reason}), yet its figure is the smaller one; "
            "this holds if both count value on the same basis, which the texts do not state"
        )
    else:
        words = f"{told}: different scopes ({reason}), not comparable and never pooled"
    return Conflict(
        kind="related_scope",
        rule="scope_inclusion" if is_violated else "related_scope",
        verdict="conflict_likely" if is_violated else "not_comparable",
        severity="medium" if is_violated else "low",
        place=first.place,
        a=a,
        b=b,
        explanation=words,
        other_market_id=second.place.market_id,
    )


def _lies_below(one: Sized, other: Sized) -> bool:
    """Every figure of the one is smaller than every figure of the other, rounding included."""
    return one.ceiling is not None and other.floor is not None and one.ceiling < other.floor


def _party(figure: Sized) -> Party:
    value = figure.low if figure.center is None else figure.center
    return Party(value, figure.publishers, figure.claim_ids, figure.words)


def whole_market_sizes(sized: Sequence[Sized]) -> list[Sized]:
    """Figures that scope conflicts compare: sizes of whole markets."""
    return [figure for figure in sized if figure.place.metric == "market_size" and figure.place.segment_key is None]
