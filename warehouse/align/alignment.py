"""Aligned figures: one row per publisher, series and year of its own horizon, stated or derived along its own path.

Belongs here: the choice among several prints of one figure, constant growth between a publisher's own points, count
times price. Never past a publisher's horizon, never from another publisher's figures. Stated growth and sums of
countries are in `derived_figures.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import polars as pl

from sources.metrics import facts_of
from warehouse.align.derived_figures import Rate, grown, summed
from warehouse.audit.volume_times_price import product, volume_and_price
from warehouse.observe.prints import Chosen, Print, choose, prints_by_key
from warehouse.policy import Policy
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.arithmetic import between, stored
from warehouse.values.keys import inflation_of
from warehouse.values.vendor_figure_rows import (
    derived_row,
    key_of,
    with_id,
)
from warehouse.values.wording import amount, plain


def align(
    observations: pl.DataFrame,
    claims: pl.DataFrame,
    policy: Policy,
    conventions: Mapping[str, str | None] | None = None,
) -> pl.DataFrame:
    """Aligns every publisher's figures to the years of its own horizon.

    Args:
        observations: core.observations; rows that are excluded do not take part.
        claims: core.claims.
        policy: the longest gap that a path joins, words of counts, reach of a base year.
        conventions: how each publisher's CAGRs count their periods; where unknown, no year before a rate's period
            is its base.

    Returns:
        core.vendor_figures: chosen prints (a range by its middle, its ends kept as bounds), points of constant growth
        between two chosen points, points that a stated CAGR leads to within its period, count times price, and sums of
        countries over regions of which every member is there; each derived one only where nothing firmer is.
    """
    by_key = prints_by_key(observations, claims)
    rows = [_stated_row(shared, choose(prints)) for shared, prints in by_key.values()]
    paths: defaultdict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        if facts_of(row["metric"]).interpolated:
            paths[row["document_id"], row["publisher_id"], row["series_id"]].append(row)
    derived = [row for path in paths.values() for row in derive(path, policy.comparability.longest_gap_years)]
    rates = _rates(by_key, claims, policy)
    levels = _levels(path[0] for path in paths.values())
    for path in paths.values():
        taken = {row["year"] for row in (*path, *derive(path, policy.comparability.longest_gap_years))}
        rate = rates.get((*_whose(path[0]), inflation_of(path[0]["price_basis"])), ())
        if levels[_whose(path[0])] > 1:
            rate = ()  # one rate beside values at two levels of the trade: the text does not say whose growth it is
        derived += grown(path, rate, taken, (conventions or {}).get(path[0]["publisher_id"]), policy.growth_audit)
    known = {key_of(row) for row in (*rows, *derived)}
    generic = policy.comparability.generic_count_nouns
    products = [row for row in _products(observations, claims, generic) if key_of(row) not in known]
    derived += products
    known |= {key_of(row) for row in products}
    derived += [row for row in summed(rows + derived) if key_of(row) not in known]
    return framed("core.vendor_figures", rows + derived)


def _whose(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a rate and the figures that it leads to share."""
    return tuple(row[name] for name in ("document_id", "publisher_id", "market_id", "segment_key", "ref_area"))


def _levels(rows: Iterable[Mapping[str, Any]]) -> Mapping[tuple[Any, ...], int]:
    """At how many levels of the trade a document states the values of one place."""
    by_place: defaultdict[tuple[Any, ...], set[str | None]] = defaultdict(set)
    for row in rows:
        by_place[_whose(row)].add(row["value_basis"])
    return {whose: len(levels) for whose, levels in by_place.items()}


def _rates(
    by_key: Mapping[tuple[str, str, str, int], tuple[Mapping[str, Any], tuple[Print, ...]]],
    claims: pl.DataFrame,
    policy: Policy,
) -> Mapping[tuple[Any, ...], Sequence[Rate]]:
    """Stated CAGRs with a period, by what they share with the figures that they lead to, inflation in them or not."""
    starts = dict(claims.filter(pl.col("metric") == "cagr").select("claim_id", "period_start").iter_rows())
    rates: defaultdict[tuple[Any, ...], list[Rate]] = defaultdict(list)
    for shared, prints in by_key.values():
        if shared["metric"] != "cagr":
            continue
        figure = choose(prints).figure
        start = starts.get(figure.claim_id)
        if start is None or figure.band.is_one_sided or figure.year - start > policy.comparability.longest_gap_years:
            continue
        rates[(*_whose(shared), inflation_of(shared["price_basis"]))].append(
            Rate(figure.claim_id, start, figure.year, figure.value)
        )
    return rates


def _stated_row(shared: Mapping[str, Any], chosen: Chosen) -> dict[str, Any]:
    figure = chosen.figure
    middle = f"middle of the stated range {figure.value_as_printed}" if figure.is_range else None
    return with_id(
        {
            **shared,
            "year": figure.year,
            "obs_value": stored(figure.value),
            "obs_value_low": figure.band.low,
            "obs_value_high": figure.band.high,
            "status": "inferred" if figure.year_is_inferred else "stated",
            "obs_status": figure.obs_status,
            "formula": middle,
            "value_as_printed": figure.value_as_printed,
            "currency_as_printed": figure.currency,
            "claim_ids": sorted({figure.claim_id, *(one.claim_id for one in chosen.same)}),
        }
    )


def derive(path: Sequence[Mapping[str, Any]], longest_gap_years: int) -> Iterator[dict[str, Any]]:
    """The years between one publisher's points of one series, on a path of constant growth.

    V_y = V_a x (V_b / V_a) ^ ((y - a) / (b - a)) for a < y < b, with a and b neighbouring points. Nothing before the
    first point or behind the last, and nothing in a year of which the publisher states a bound: its own words stand.

    Args:
        path: rows of vendor figures of one document, publisher and series; bounds without a figure are no points.
        longest_gap_years: points further apart than this are not joined.

    Yields:
        Rows of vendor figures with status derived.
    """
    points = [row for row in path if row["obs_value_low"] is not None and row["obs_value_high"] is not None]
    stated = {row["year"] for row in path}
    for before, after in pairwise(sorted(points, key=lambda row: row["year"])):
        steps = after["year"] - before["year"]
        start, end = before["obs_value"], after["obs_value"]
        if steps > longest_gap_years:
            continue
        first, last = amount(start, before["unit_measure"]), amount(end, after["unit_measure"])
        growth = (
            f"constant growth between own figures of {before['year']} and {after['year']}: {first} x ({last} / {first})"
        )
        claim_ids = {*before["claim_ids"], *after["claim_ids"]}
        for step, value in enumerate(between(start, end, steps), start=1):
            year = before["year"] + step
            if year not in stated:
                yield derived_row(before, year, value, f"{growth} ^ ({step}/{steps})", claim_ids)


def _products(observations: pl.DataFrame, claims: pl.DataFrame, generic: Collection[str]) -> Iterator[dict[str, Any]]:
    for shared, volumes, prices in volume_and_price(observations, claims):
        sized = product(volumes, prices, generic)
        if sized is not None:
            words = f"count times price of {shared['year']}: {plain(sized.volume.value)} {sized.volume.noun} x " + (
                f"{amount(sized.price.value, shared['unit_measure'])} per {sized.price.noun}"
            )
            claim_ids = (sized.volume.claim_id, sized.price.claim_id)
            yield derived_row(shared, shared["year"], sized.value, words, claim_ids)


def conventions_of(publishers: pl.DataFrame, growth_audit: pl.DataFrame) -> dict[str, str | None]:
    """How each publisher's CAGRs count their periods: as the audit says, else as its profile does, by publisher_id."""
    conventions = dict(publishers.select("publisher_id", "growth_convention").iter_rows())
    audited = growth_audit.filter(pl.col("publisher_convention").is_not_null())
    return conventions | dict(audited.select("publisher_id", "publisher_convention").unique().iter_rows())


def _run(frames: Frames, context: BuildContext) -> Frames:
    conventions = conventions_of(frames["core.publishers"], frames["core.growth_audit"])
    return {
        "core.vendor_figures": align(frames["core.observations"], frames["core.claims"], context.policy, conventions),
    }


STEP = Step(
    name="vendor_figures",
    reads=("core.observations", "core.claims", "core.growth_audit", "core.publishers"),
    writes=("core.vendor_figures",),
    run=_run,
)
