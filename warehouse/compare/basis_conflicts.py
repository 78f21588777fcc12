"""Figures of one market and year that were set apart, because they count on another basis or are of an older vintage.

Belongs here: rows of core.conflicts that name what was not pooled, and the words of an estimate about it. That they are not
pooled follows from the identity of a series (`keys.py`) and from vintages (`figure_vintages.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from statistics import median

from sources.metrics import facts_of
from warehouse.estimate.figure_vintages import days_of
from warehouse.estimate.series import Reconciled
from warehouse.values.conflict_records import Conflict, Party, Place, Rule, comparison
from warehouse.values.keys import UNKNOWN_VALUE
from warehouse.values.wording import amount, listed

Together = Mapping[Place, Sequence[Reconciled]]


def by_place(reconciled: Sequence[Reconciled]) -> Together:
    """Series and years by what they share beside value basis and price basis; places with one basis are left out."""
    found: defaultdict[Place, list[Reconciled]] = defaultdict(list)
    for item in reconciled:
        if _is_set_apart(item.place.metric):
            found[bare(item.place)].append(item)
    return {place: items for place, items in found.items() if len({_basis(item.place) for item in items}) > 1}


def _is_set_apart(metric: str) -> bool:
    """A price is per something and a rate over a period, which a place does not say: prices are left out, and rates that
    differ in inflation are not comparable whatever their periods.
    """
    facts = facts_of(metric)
    return facts.is_growth or (facts.is_money and not facts.is_per_noun)


def bare(place: Place) -> Place:
    """A place without its bases."""
    return replace(place, value_basis=None, price_basis=None)


def set_apart(together: Together, reconciled: Sequence[Reconciled]) -> Iterator[Conflict]:
    """What was not pooled, one row per pair of series and year, and per series with older figures.

    Args:
        together: of `by_place`.
        reconciled: all series and years.

    Yields:
        value_basis_differs, price_basis_differs and vintage_differs, not_comparable. Two bases of one publisher are two
        figures and no disagreement; years that both sides only derive say nothing that their ends do not say.
    """
    for items in together.values():
        for one, two in combinations(items, 2):
            is_derived = one.sized.is_derived and two.sized.is_derived
            if (
                _basis(one.place) != _basis(two.place)
                and not is_derived
                and one.sized.publishers != two.sized.publishers
            ):
                yield _of_bases(one, two)
    for item in reconciled:
        if item.older:
            yield _of_vintages(item)


def basis_words(item: Reconciled, together: Together) -> str | None:
    """The figures of the same market and year on other bases, in words; None where there is none."""
    others = [
        other
        for other in together.get(bare(item.place), ())
        if other.series_id != item.series_id and _basis(other.place) != _basis(item.place)
    ]
    if not others:
        return None
    each = [f"{in_words(other.place)}: {other.sized.words} ({listed(other.sized.publishers)})" for other in others]
    return f"not pooled, for it counts on another basis: {'; '.join(sorted(each))}"


def in_words(place: Place) -> str:
    """A basis in words: "retail value, constant 2015 money"."""
    value = "value level not stated" if place.value_basis == UNKNOWN_VALUE else f"{place.value_basis} value"
    price = f"{(place.price_basis or '').replace('-', ' ')} money"
    return price if place.value_basis is None else f"{value}, {price}".replace("_", " ")


def _basis(place: Place) -> tuple[str | None, str | None]:
    return place.value_basis, place.price_basis


def _of_bases(one: Reconciled, two: Reconciled) -> Conflict:
    is_value = one.place.value_basis != two.place.value_basis
    rule: Rule = "value_basis_differs" if is_value else "price_basis_differs"
    low, high = sorted((one, two), key=lambda item: (_party(item).value, item.claim_ids))
    sides = [f"{listed(item.sized.publishers)} {item.sized.words} ({in_words(item.place)})" for item in (low, high)]
    return _row(rule, low.place, _party(low), _party(high), f"{sides[0]} against {sides[1]}: never pooled")


def _of_vintages(item: Reconciled) -> Conflict:
    unit = item.place.unit_measure
    value = median(figure.value for figure in item.older)
    claims = {claim_id for figure in item.older for claim_id in figure.claim_ids}
    publishers = tuple(sorted({figure.publisher for figure in item.older}))
    older = Party(value, publishers, tuple(sorted(claims)), amount(value, unit))
    newer = _party(item)
    words = (
        f"{listed(older.publishers)} {older.words}, made {days_of(item.older)}, against {listed(newer.publishers)} "
        f"{newer.words}, made {days_of(item.figures)}: the older knows less and has no voice beside the newer"
    )
    return _row("vintage_differs", item.place, older, newer, words)


def _party(item: Reconciled) -> Party:
    sized = item.sized
    return Party(sized.low if sized.center is None else sized.center, sized.publishers, sized.claim_ids, sized.words)


def _row(rule: Rule, place: Place, one: Party, two: Party, words: str) -> Conflict:
    market = place.market_id
    row = comparison(
        rule,
        "not_comparable",
        (market, one, ()),
        (market, two, ()),
        place.metric,
        place.unit_measure,
        words,
        place.year,
        place.segment_key,
    )
    return replace(row, place=place)
