"""Shares of the same part of related markets side by side: what agrees though the values are not comparable.

Belongs here: rows share_across_markets. Nothing here pools a figure, and no row is a conflict: two markets may well be
divided differently. Who comes first stands in `rank_comparison.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import median_low

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.align.aligned_figures import Aligned
from warehouse.audit.stated_shares import Leg, shares_of
from warehouse.bridge.market_relations import MarketRelations
from warehouse.compare.part_names import part_name_words
from warehouse.policy import Policy
from warehouse.resolve.tokens import Tokens
from warehouse.step import Frames
from warehouse.values.conflict_records import Conflict, Grounds, Party, Place, in_order
from warehouse.values.distances import Verdict, apart
from warehouse.values.wording import amount, listed, plain

Part = tuple[str, frozenset[Tokens]]


@dataclass(frozen=True, slots=True)
class _Stated:
    """A share of a part as the documents of one market state it together."""

    market_id: str
    legs: tuple[tuple[str, Leg], ...]  # publisher, leg

    @property
    def middle(self) -> Decimal:
        return median_low([leg.pct for _, leg in self.legs])

    @property
    def party(self) -> Party:
        publishers = tuple(sorted({publisher for publisher, _ in self.legs}))
        claims = tuple(sorted({claim_id for _, leg in self.legs for claim_id in leg.claim_ids}))
        return Party(self.middle, publishers, claims, f"{plain(self.middle)} %")

    @property
    def years(self) -> frozenset[int | None]:
        return frozenset(leg.year for _, leg in self.legs)

    def of_year(self, year: int) -> _Stated:
        return _Stated(self.market_id, tuple(pair for pair in self.legs if pair[1].year == year))


def shares_across(
    frames: Frames,
    figures: Sequence[Aligned],
    relations: MarketRelations,
    names: Mapping[str, str],
    market_names: Mapping[str, str],
    area_labels: Mapping[str, str],
    policy: Policy,
) -> Iterator[Conflict]:
    """Shares of the same part in related markets, one row per pair of markets and part.

    Args:
        frames: core.observations and claims.
        figures: aligned figures, for the values beside the shares.
        relations: how markets lie to each other; pairs without a relation are not compared.
        names: publisher_id → name.
        market_names: market_id → name.
        area_labels: ref_area → name.
        policy: distances of shares.

    Yields:
        share_across_markets rows.
    """
    by_part: defaultdict[Part, defaultdict[str, list[tuple[str, Leg]]]] = defaultdict(lambda: defaultdict(list))
    for (_, publisher_id, market_id), legs in sorted(
        shares_of(frames["core.observations"], frames["core.claims"]).items()
    ):
        for leg in legs:
            part = (leg.ref_area, part_name_words(leg.member, market_id) if leg.segment_key else frozenset())
            if leg.segment_key is None or part[1]:
                by_part[part][market_id].append((names.get(publisher_id, publisher_id), leg))
    totals = {
        (figure.place.market_id, figure.place.year): figure
        for figure in reversed(figures)
        if figure.place.metric == "market_size" and figure.place.segment_key is None and figure.place.ref_area == WORLD
    }
    for part in sorted(by_part, key=repr):
        stated = {market: _Stated(market, tuple(legs)) for market, legs in sorted(by_part[part].items())}
        for market in stated:
            for other in sorted(relations.get(market, {})):
                if market < other and other in stated:
                    one, two = _of_one_year(stated[market], stated[other])
                    if set(one.party.publishers) != set(two.party.publishers):
                        yield _share_row(part, one, two, totals, relations, market_names, area_labels, policy)


def _of_one_year(one: _Stated, two: _Stated) -> tuple[_Stated, _Stated]:
    """Both sides in the latest year that both state; as they are where there is none."""
    common = sorted(year for year in one.years & two.years if year is not None)
    if not common:
        return one, two
    return one.of_year(common[-1]), two.of_year(common[-1])


def _share_row(
    part: Part,
    one: _Stated,
    two: _Stated,
    totals: Mapping[tuple[str | None, int | None], Aligned],
    relations: MarketRelations,
    market_names: Mapping[str, str],
    area_labels: Mapping[str, str],
    policy: Policy,
) -> Conflict:
    distance = policy.verdicts.distance("share")
    a, b = in_order(one.party, two.party)
    first, second = (one, two) if a.claim_ids == one.party.claim_ids else (two, one)
    gap = apart(a.value, b.value, distance) or Decimal(0)
    verdict: Verdict = (
        "agree" if gap <= distance.agree else "compatible" if gap <= distance.compatible else "not_comparable"
    )
    ref_area = part[0]
    what = area_labels.get(ref_area, ref_area) if ref_area != WORLD else " ".join(
        " ".join(concept) for concept in sorted(part[1])
    )  # fmt: skip
    years = first.years | second.years
    needs = [
        f"the share of {market_names[side.market_id]} is of the other's year (it states "
        f"{'none' if side.years == {None} else ' and '.join(str(year) for year in sorted(side.years - {None}, key=str))})"
        for side in (first, second)
        if len(years) > 1 and (side.years == {None} or None not in years)
    ]
    told = (
        f"share of {what}: {a.words} of {market_names[first.market_id]} ({listed(a.publishers)}) against {b.words} of "
        f"{market_names[second.market_id]} ({listed(b.publishers)}), {plain(gap)} points apart; the markets differ "
        f"({relations[first.market_id][second.market_id][1]}), so the shares may be compared and their values may not"
    )
    values = [_value(side, totals) for side in (first, second)]
    told += f" ({values[0]} and {values[1]})" if all(values) else ""
    year = next(iter(years)) if len(years) == 1 else None
    return Conflict(
        kind="comparison",
        rule="share_across_markets",
        verdict=verdict,
        severity="low",
        place=Place(first.market_id, first.legs[0][1].segment_key, ref_area, "share", "percent", year),
        a=a,
        b=b,
        explanation=told + (f"; this holds if {' and '.join(needs)}" if needs else ""),
        other_market_id=second.market_id,
        grounds=Grounds(assumptions="; ".join(needs) or None),
    )


def _value(side: _Stated, totals: Mapping[tuple[str | None, int | None], Aligned]) -> str | None:
    year = next(iter(side.years)) if len(side.years) == 1 else None
    total = totals.get((side.market_id, year))
    return None if total is None else amount(total.value * side.middle / 100, total.place.unit_measure)
