"""Figures derived along a publisher's statements: a base with a growth rate, and countries summed to a region.

Belongs here: derivations that need more than two points of one series. Constant growth between two points stands in
`alignment.py`. A rate leads nowhere outside its period, and a sum stands for a region only where no member is missing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

from sources.metrics import facts_of
from sources.profiles import load_profiles
from warehouse.policy import GrowthAudit
from warehouse.resolve.areas.area_members import VENDOR, comparable_area, is_country, membership, named_regions
from warehouse.values.arithmetic import compounded, is_storable
from warehouse.values.keys import series_key
from warehouse.values.rounding_bands import EXACT
from warehouse.values.vendor_figure_rows import BASIS_COLUMNS, derived_row
from warehouse.values.wording import amount, plain

# Conventions that count a rate's first year from the base before its label, so that the base leads on by it.
FROM_THE_BASE = frozenset({"from_base_year", "label_years_plus_one"})


@dataclass(frozen=True, slots=True)
class Rate:
    """A stated CAGR, percent, with its period."""

    claim_id: str
    start: int
    end: int
    pct: Decimal


def grown(
    path: Sequence[Mapping[str, Any]],
    rates: Iterable[Rate],
    taken: Collection[int],
    convention: str | None,
    policy: GrowthAudit,
) -> Iterator[dict[str, Any]]:
    """Years of a stated growth rate's period that no figure and no path between figures reaches.

    V(y) = V(b) x (1 + g) ^ (y - b), from the nearest own figure before y, else the nearest behind it. The figure must
    lie within the rate's period; one before it counts only where the publisher is known to count from its base year,
    and no further back than the policy lets a base lie. So nothing is carried past the publisher's own horizon.

    Args:
        path: stated rows of one document, publisher and series.
        rates: stated rates of the same document, publisher, market, segment and area.
        taken: years that have a figure.
        convention: how the publisher's CAGRs count their periods; None where unknown.
        policy: years by which a base may precede a rate's period.

    Yields:
        Rows of core.vendor_figures with status derived.
    """
    points = {
        row["year"]: row for row in path if row["obs_value_low"] is not None and row["obs_value_high"] is not None
    }
    reach = policy.base_gap_years if convention in FROM_THE_BASE else 0
    done = set(taken)
    for rate in sorted(rates, key=lambda rate: (rate.end - rate.start, rate.start, rate.claim_id)):
        within = sorted(year for year in points if rate.start - reach <= year <= rate.end)
        if not within or rate.pct <= -100:
            continue
        for year in range(min(rate.start, *within), rate.end + 1):
            if year in done or (year < rate.start and year < within[0]):
                continue
            before = [known for known in within if known < year]
            base = points[before[-1] if before else within[0]]
            steps = year - base["year"]
            value = compounded(base["obs_value"], rate.pct, steps)
            if not is_storable(value):
                continue
            formula = (
                f"stated growth of {plain(rate.pct)} % a year ({rate.start}-{rate.end}) from the own figure of "
                f"{base['year']}: {amount(base['obs_value'], base['unit_measure'])} x "
                f"{(1 + EXACT.divide(rate.pct, Decimal(100))).normalize():f} ^ {steps}"
            )
            done.add(year)
            yield derived_row(base, year, value, formula, {rate.claim_id, *base["claim_ids"]})


def summed(rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Sums of countries over regions with a member list, where every member has a figure of the same year.

    Args:
        rows: rows of core.vendor_figures; bounds do not count.

    Yields:
        Rows with status derived, in the series of the region.
    """
    places: defaultdict[tuple[Any, ...], dict[str, Mapping[str, Any]]] = defaultdict(dict)
    shared = (
        "document_id",
        "publisher_id",
        "market_id",
        "segment_key",
        "metric",
        "unit_measure",
        *BASIS_COLUMNS,
        "year",
    )
    for row in rows:
        is_figure = row["status"] == "derived" or None not in (row["obs_value_low"], row["obs_value_high"])
        metric = facts_of(row["metric"])
        if metric.additive and is_figure and is_country(row["ref_area"]):
            same = {**row, "unit_measure": metric.series_unit(row["unit_measure"])}
            places[tuple(same[name] for name in shared)][row["ref_area"]] = row
    for key in sorted(places, key=str):
        countries = places[key]
        if len(countries) < 2:
            continue
        for code, members in _regions(key[1]).items():
            if all(member in countries for member in members):
                yield _sum(code, [countries[member] for member in members])


def _sum(code: str, parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    first = parts[0]
    series = series_key(
        first["market_id"],
        first["segment_key"],
        code,
        first["metric"],
        facts_of(first["metric"]).series_unit(first["unit_measure"]),
        **{name: first[name] for name in BASIS_COLUMNS},
    )
    each = " + ".join(f"{row['ref_area']} {amount(row['obs_value'], row['unit_measure'])}" for row in parts)
    value = sum((row["obs_value"] for row in parts), Decimal(0))
    claim_ids = {claim_id for row in parts for claim_id in row["claim_ids"]}
    return derived_row(
        dict(first) | {"ref_area": code, "series_id": series},
        first["year"],
        value,
        f"sum of all members of {code.removeprefix(VENDOR)}: {each}",
        claim_ids,
    )


@cache
def _regions(publisher_id: str) -> Mapping[str, tuple[str, ...]]:
    """Regions of which one publisher's countries may be all members: the named ones, and those of its own profile."""
    members = {region.ref_area: tuple(sorted(region.members)) for region in named_regions()}
    for profile in load_profiles():
        if profile.publisher_id == publisher_id:
            for ref_area in profile.regions:
                known = membership(publisher_id, ref_area)
                if known is not None:
                    members[comparable_area(publisher_id, ref_area)] = known.members
    return members
