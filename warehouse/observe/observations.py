"""Claims as observations: one unit, one year, one series each, or the reason why a claim cannot be reconciled.

Belongs here: conversion to USD, the year in use, the identity of a series, exclusion. Resolving markets, areas and
publishers does not (`warehouse/resolve`), nor does choosing among several figures (`alignment.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from functools import cache, partial
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from sources.metrics import facts_of
from warehouse.decisions import Decisions
from warehouse.policy import Policy
from warehouse.resolve.areas.area_members import comparable_area, is_comparable
from warehouse.resolve.claims.exchange_rates import Conversion, figure_dates, rate_for
from warehouse.resolve.documents.origins import origins
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.arithmetic import is_storable, stored
from warehouse.values.keys import BASE_CURRENCY, bases_in_use, series_key
from warehouse.values.rounding_bands import EXACT, Band, band_of_claim

IN_FORCE = frozenset({"stated", "overridden"})

Converter: TypeAlias = Callable[[str, int | None, date | None], Conversion | None]


class Origin(NamedTuple):
    """What a document adds to its claims."""

    cluster_id: str
    status: str
    figure_date: date | None
    vintage: date | None


def observe(
    claims: pl.DataFrame,
    documents: pl.DataFrame,
    publishers: pl.DataFrame,
    convert: Converter,
    policy: Policy,
    decisions: Decisions,
    voice_of: Mapping[str, str] = MappingProxyType({}),
) -> pl.DataFrame:
    """Turns every claim into one observation.

    The year in use is the stated one, else the inferred one; for rates over a period its last year, and the period
    is part of the series, so that growth over different periods is never pooled. Prices carry what they are per in
    their series. A reviewed override takes the place of the printed value.

    Args:
        claims: core.claims.
        documents: core.documents.
        publishers: core.publishers.
        convert: currency, year, date of the figures → rate and rule, or None where there is no rate.
        policy: annual periods, width of a hedge.
        decisions: overrides and rejected claims.
        voice_of: claim_id → publisher that a quoted or cited figure goes back to, see `origins.py`: its group counts.

    Returns:
        core.observations, one row per claim.
    """
    dates = figure_dates(documents, claims)
    behind = {
        document_id: Origin(cluster_id, status, dates[document_id], dates[document_id] or _behind(base_year))
        for document_id, cluster_id, status, base_year in documents.select(
            "document_id", "cluster_id", "status", "base_year"
        ).iter_rows()
    }
    groups = dict(publishers.select("publisher_id", "publisher_group").iter_rows())
    overrides = {override.claim_id: override.obs_value for override in decisions.overrides}
    rejected = {decision.claim_id for decision in decisions.rejected_claims}

    def rows() -> Iterator[dict[str, Any]]:
        for claim in claims.sort("claim_id").iter_rows(named=True):
            if claim["claim_id"] in overrides:
                claim |= {"obs_value": overrides[claim["claim_id"]], "obs_value_high": None, "comparator": "="}
            origin = behind[claim["document_id"]]
            row = _observation(claim, origin, convert, policy)
            row["publisher_group"] = groups.get(voice_of.get(claim["claim_id"], claim["publisher_id"]))
            row["excluded"] = "rejected" if claim["claim_id"] in rejected else _excluded(claim, origin, row, policy)
            yield row

    return framed("core.observations", rows())


def _behind(base_year: int | None) -> date | None:
    """The first day on which a report with that base year can have been made."""
    return None if base_year is None else date(base_year + 1, 1, 1)


def _observation(
    claim: Mapping[str, Any],
    origin: Origin,
    convert: Converter,
    policy: Policy,
) -> dict[str, Any]:
    year, year_is_inferred = _year(claim)
    unit = claim["unit_measure"]
    conversion = None
    if _is_money(claim["metric"], unit) and unit != BASE_CURRENCY:
        conversion = convert(unit, year, origin.figure_date)
        if conversion is not None and not is_storable(EXACT.multiply(_widest(claim), conversion.usd_per_unit)):
            conversion = None
    factor = Decimal(1) if conversion is None else conversion.usd_per_unit
    unit = unit if conversion is None else BASE_CURRENCY
    area = comparable_area(claim["publisher_id"], claim["ref_area"])
    band = band_of_claim(claim, policy.comparability.hedge_share).times(factor)
    value_basis, price_basis = bases_in_use(claim["metric"], claim["value_basis"], claim["price_basis"])
    return {
        "claim_id": claim["claim_id"],
        "series_id": series_id(claim, unit, area),
        "document_id": claim["document_id"],
        "publisher_id": claim["publisher_id"],
        "cluster_id": origin.cluster_id,
        "market_id": claim["market_id"],
        "segment_key": claim["segment_key"],
        "ref_area": area,
        "metric": claim["metric"],
        "unit_measure": unit,
        "value_basis": value_basis,
        "price_basis": price_basis,
        "price_basis_is_assumed": price_basis is not None and claim["price_basis"] is None,
        "vintage_date": origin.vintage,
        "year": year,
        "year_is_inferred": year_is_inferred,
        "obs_value": stored(EXACT.multiply(claim["obs_value"], factor)),
        **_bounds(band),
        "fx_rule": None if conversion is None else conversion.rule,
        "fx_year": None if conversion is None else conversion.year,
        "usd_per_unit": None if conversion is None else conversion.usd_per_unit,
    }


def series_id(claim: Mapping[str, Any], unit: str | None, area: str | None = None) -> str | None:
    """The id of a claim's series, or None where market, unit or a rate's period is unknown, or a share has no part.

    Args:
        claim: a row of core.claims.
        unit: unit after conversion.
        area: the area that it is compared in, see `comparable_area`; the claim's own where None.
    """
    period = f"{claim['period_start'] or ''}-{claim['period_end'] or ''}" if _has_period(claim) else None
    is_open = claim["metric"] == "cagr" and claim["period_end"] is None
    if claim["market_id"] is None or unit is None or is_open or _is_of_no_part(claim):
        return None
    metric = facts_of(claim["metric"])
    per = claim["unit_per"].casefold().strip(" .,;:") if metric.is_per_noun and claim["unit_per"] else None
    value_basis, price_basis = bases_in_use(claim["metric"], claim["value_basis"], claim["price_basis"])
    return series_key(
        claim["market_id"],
        claim["segment_key"],
        area or claim["ref_area"],
        claim["metric"],
        metric.series_unit(unit),
        per=per,
        period=period,
        value_basis=value_basis,
        price_basis=price_basis,
    )


def _is_of_no_part(claim: Mapping[str, Any]) -> bool:
    """A firm's share, or one that names neither segment nor area: two of them are not about the same thing."""
    is_of_whole = claim["segment_key"] is None and claim["ref_area"] == WORLD
    return facts_of(claim["metric"]).is_share and (is_of_whole or claim["subject"] is not None)


def _has_period(claim: Mapping[str, Any]) -> bool:
    return facts_of(claim["metric"]).is_growth and claim["period_end"] is not None


def _year(claim: Mapping[str, Any]) -> tuple[int | None, bool]:
    """The year in use, and whether it is our reading."""
    if claim["metric"] == "cagr" or _has_period(claim):
        return claim["period_end"], bool(claim["period_inferred"])
    if claim["time_period_year"] is not None:
        return claim["time_period_year"], False
    return claim["time_period_inferred"], claim["time_period_inferred"] is not None


def _bounds(band: Band) -> dict[str, Decimal | None]:
    return {
        "obs_value_low": None if band.low is None or not is_storable(band.low) else stored(band.low),
        "obs_value_high": None if band.high is None or not is_storable(band.high) else stored(band.high),
    }


def _widest(claim: Mapping[str, Any]) -> Decimal:
    """The larger end of a claim's figure."""
    value: Decimal = claim["obs_value"]
    high: Decimal = claim["obs_value_high"] or value
    return max(abs(value), abs(high))


def _excluded(claim: Mapping[str, Any], origin: Origin, row: Mapping[str, Any], policy: Policy) -> str | None:
    """Why a claim is no candidate of an estimate: the first reason that holds, from the document down to the value.

    A publisher's own region and a missing year come last, for some readers set them aside: a claim with a firmer reason
    carries that one, and is not read.
    """
    if origin.status != "stated":
        return origin.status
    if claim["status"] not in IN_FORCE:
        return str(claim["status"])
    period, metric, unit = claim["time_period"], facts_of(claim["metric"]), row["unit_measure"]
    if not metric.estimated:
        return "metric_not_estimated"
    is_annual = _has_period(claim) or period is None or re.fullmatch(policy.comparability.annual_period_pattern, period)
    reasons = {
        "no_publisher": row["publisher_group"] is None,
        "no_market": row["market_id"] is None,
        "no_unit": unit is None,
        "no_part": _is_of_no_part(claim),
        "not_annual": not is_annual,
        # without a year there is no rate because there is no year
        "no_rate": row["year"] is not None and metric.is_money and unit != BASE_CURRENCY,
        "not_positive": metric.positive and row["obs_value"] <= 0,
        "vendor_region": not is_comparable(row["ref_area"]),
        "no_year": row["year"] is None,
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def _is_money(metric: str, unit: str | None) -> bool:
    return unit is not None and (facts_of(metric).is_money or _is_currency(unit))


@cache
def _is_currency(unit: str) -> bool:
    import pycountry  # lazily: its tables are read on first use

    return pycountry.currencies.get(alpha_3=unit) is not None


def voices(frames: Frames) -> Mapping[str, str]:
    """The publisher behind each figure that is not its own publisher's, see `origins`: the one part that looks at all documents."""
    return origins(*(frames[name] for name in ("core.claims", "core.documents", "core.evidence", "raw.citations")))


def observed(frames: Frames, context: BuildContext, voice_of: Mapping[str, str]) -> Frames:
    """The step's table from claims of whole documents, those documents, all publishers and all rates."""
    return {
        "core.observations": observe(
            frames["core.claims"],
            frames["core.documents"],
            frames["core.publishers"],
            cache(partial(rate_for, rates=frames["core.fx_rates"])),
            context.policy,
            context.decisions,
            voice_of,
        )
    }


def _run(frames: Frames, context: BuildContext) -> Frames:
    return observed(frames, context, voices(frames))


STEP = Step(
    name="observations",
    reads=(
        "core.claims",
        "core.documents",
        "core.publishers",
        "core.fx_rates",
        "core.evidence",
        "raw.citations",
    ),
    writes=("core.observations",),
    run=_run,
)
