"""Shares of the same part of related markets for the comparison engine: comparable although the values are not.

Belongs here: shares by part and market, and what two of them imply. Nothing here pools a figure, and no row is a conflict:
two markets may well be divided differently. Who comes first is in `rank_comparison.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from statistics import median_low

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.align.aligned_figures import Aligned
from warehouse.bridge.stated_shares import Leg, shares_of
from warehouse.compare.comparison_engine import Compared, Outcome, Statement
from warehouse.compare.money_statements import world_sizes
from warehouse.compare.part_names import part_name_words
from warehouse.resolve.words.tokens import Tokens
from warehouse.values.distances import Verdict, apart
from warehouse.values.wording import amount, listed, plain

Part = tuple[str, frozenset[Tokens]]
_Totals = Mapping[tuple[str | None, int | None], Aligned]


@dataclass(frozen=True, slots=True)
class _Stated:
    """A share of a part as the documents of one market state it together."""

    part: Part
    legs: tuple[tuple[str, Leg], ...]  # publisher, leg
    totals: _Totals

    @property
    def years(self) -> frozenset[int | None]:
        return frozenset(leg.year for _, leg in self.legs)

    def of_year(self, year: int) -> _Stated:
        return _Stated(self.part, tuple(pair for pair in self.legs if pair[1].year == year), self.totals)


def shares_of_parts(compared: Compared) -> Iterator[Statement]:
    """The shares of each part in each market, of all years."""
    by_part: defaultdict[tuple[Part, str], list[tuple[str, Leg]]] = defaultdict(list)
    shares = shares_of(compared.frames["core.observations"], compared.frames["core.claims"])
    for (_, publisher_id, market_id), legs in sorted(shares.items()):
        for leg in legs:
            part = (leg.ref_area, part_name_words(leg.member, market_id) if leg.segment_key else frozenset())
            if leg.segment_key is None or part[1]:
                by_part[part, market_id].append((compared.names.get(publisher_id, publisher_id), leg))
    totals = {(figure.place.market_id, figure.place.year): figure for figure in reversed(world_sizes(compared))}
    for (part, market_id), stated in by_part.items():
        yield Statement(market_id, (), key=part, detail=_Stated(part, tuple(stated), totals))


def of_one_part(left: Statement, right: Statement, compared: Compared) -> Iterator[Outcome]:
    """Both sides in the latest year that both state; as they are where there is none."""
    common = sorted(year for year in left.detail.years & right.detail.years if year is not None)
    sides = [_side(side, common[-1] if common else None) for side in (left, right)]
    if set(sides[0].publishers) == set(sides[1].publishers):
        return
    first, second = sorted(sides, key=lambda side: (side.value, side.claim_ids))
    distance = compared.policy.verdicts.distance("share")
    gap = apart(first.value, second.value, distance) or Decimal(0)
    verdict: Verdict = (
        "agree" if gap <= distance.agree else "compatible" if gap <= distance.compatible else "not_comparable"
    )
    ref_area, concepts = left.detail.part
    part_words = " ".join(" ".join(concept) for concept in sorted(concepts))
    years = first.detail.years | second.detail.years
    needs = [
        f"the share of {compared.market_names[side.market_id]} is of the other's year (it states {_years(side)})"
        for side in (first, second)
        if len(years) > 1 and (side.detail.years == {None} or None not in years)
    ]
    values = [_value(side) for side in (first, second)]
    words = {
        name: f"{side.words} of {compared.market_names[side.market_id]} ({listed(side.publishers)})"
        for name, side in (("one", first), ("two", second))
    } | {
        "part": compared.area_labels.get(ref_area, ref_area) if ref_area != WORLD else part_words,
        "gap": plain(gap),
        "why": compared.relations[first.market_id][second.market_id][1],
        "values": f" ({values[0]} and {values[1]})" if all(values) else "",
        "needs": f"; this holds if {' and '.join(needs)}" if needs else "",
    }
    yield Outcome(
        first,
        second,
        words,
        verdict,
        segment=first.detail.legs[0][1].segment_key,
        ref_area=ref_area,
        year=next(iter(years)) if len(years) == 1 else None,
        assumptions="; ".join(needs) or None,
    )


def _side(side: Statement, year: int | None) -> Statement:
    stated: _Stated = side.detail if year is None else side.detail.of_year(year)
    middle = median_low([leg.pct for _, leg in stated.legs])
    publishers = tuple(sorted({publisher for publisher, _ in stated.legs}))
    claims = tuple(sorted({claim_id for _, leg in stated.legs for claim_id in leg.claim_ids}))
    return Statement(side.market_id, publishers, middle, f"{plain(middle)} %", claims, detail=stated)


def _years(side: Statement) -> str:
    years = side.detail.years
    return "none" if years == {None} else " and ".join(str(year) for year in sorted(years - {None}, key=str))


def _value(side: Statement) -> str | None:
    """The money of the part: the market's total of the year times the share."""
    year = next(iter(side.detail.years)) if len(side.detail.years) == 1 else None
    total = side.detail.totals.get((side.market_id, year))
    return None if total is None else amount(total.value * side.value / 100, total.place.unit_measure)
