"""The growth audit: each stated CAGR against every recomputation from the same publisher's own figures.

Belongs here: the step, from claims to rows of the audit. Conventions and findings are in `growth_conventions.py`; what a
mismatch means for the reader is in `warehouse/audit/internal_conflicts.py`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeAlias, cast

import polars as pl

from sources.metrics import facts_of, growing, place_of
from warehouse.audit.growth_conventions import (
    FITS,
    Convention,
    Recomputation,
    StatedGrowth,
    YearFigure,
    nearest,
    prevailing_convention,
    recompute,
)
from warehouse.doubt import doubtful
from warehouse.policy import Policy
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.arithmetic import stored
from warehouse.values.keys import bases_in_use, inflation_of
from warehouse.values.rounding_bands import Band, band_of_claim, printed_unit

IN_FORCE = ("stated", "overridden")  # claims that are neither superseded nor set aside


def _printed(row: Mapping[str, Any], policy: Policy) -> tuple[Decimal, Band]:
    """The value of a claim, of a range its middle, and the band that its print leaves open."""
    low, high = row["obs_value"], row["obs_value_high"]
    band = band_of_claim(row, policy.comparability.hedge_share)
    return low if high is None else (low + high) / 2, band


def year_figure(row: Mapping[str, Any], policy: Policy) -> YearFigure | None:
    """A claim as the figure of its year; None for quarters, figures without a year and those not above zero."""
    year = row["time_period_year"] if row["time_period_year"] is not None else row["time_period_inferred"]
    is_annual = row["time_period"] is None or re.fullmatch(
        policy.comparability.annual_period_pattern, row["time_period"]
    )
    if year is None or not is_annual or row["obs_value"] <= 0:
        return None
    value, band = _printed(row, policy)
    return YearFigure(row["claim_id"], year, row["time_period_year"] is not None, value, band)


def stated_growth(row: Mapping[str, Any], policy: Policy) -> StatedGrowth | None:
    """A CAGR claim as stated, a bound ("more than 20 %") with one open side; None where its end year is unknown."""
    if row["period_end"] is None:
        return None
    value, band = _printed(row, policy)
    unit = printed_unit(row["value_as_printed"], row["obs_value"])
    return StatedGrowth(row["claim_id"], row["period_start"], row["period_end"], value, band, unit)


BasisPath: TypeAlias = tuple[str, str, str, str]


def growth_series_key(row: Mapping[str, Any]) -> tuple[str, ...]:
    """What a CAGR and its figures must share. An unresolved market is compared by its printed name."""
    parts = (row["document_id"], row["publisher_id"], row["market_id"] or row["market"], row["segment_key"])
    return (*(part or "" for part in parts), row["ref_area"])


def basis_path(row: Mapping[str, Any]) -> BasisPath:
    """What figures must share to be one path: metric, unit, level of the trade, and money of which years."""
    value_basis, price_basis = bases_in_use(row["metric"], row["value_basis"], row["price_basis"])
    return row["metric"], row["unit_measure"] or "", value_basis or "", price_basis or ""


def led_by(rate: Mapping[str, Any], paths: Iterable[BasisPath]) -> list[BasisPath]:
    """The paths that a CAGR may be of, in their order.

    Growth with inflation is none of constant money, nor the other way round. Where values of one money stand at several
    levels of the trade, the text does not say whose growth it is, and it is none's.

    Args:
        rate: the row of core.claims of a CAGR.
        paths: of its own series.
    """
    inflation = inflation_of(rate["price_basis"])
    matching = [path for path in paths if not path[3] or inflation_of(path[3]) == inflation]
    levels = {path[2] for path in matching if path[2]}
    return [path for path in matching if not path[2] or len(levels) == 1]


def _audited(
    claims: Sequence[Mapping[str, Any]], base_years: Mapping[str, int | None], policy: Policy
) -> Iterator[tuple[Mapping[str, Any], StatedGrowth, tuple[Recomputation, ...]]]:
    figures: defaultdict[tuple[str, ...], defaultdict[BasisPath, list[YearFigure]]]
    figures = defaultdict(lambda: defaultdict(list))
    for row in claims:
        if facts_of(row["metric"]).grows:
            figure = year_figure(row, policy)
            if figure is not None:
                figures[growth_series_key(row)][basis_path(row)].append(figure)
    for row in claims:
        stated = stated_growth(row, policy) if row["metric"] == "cagr" else None
        if stated is None or stated.band.is_one_sided:
            continue
        of_series = figures[growth_series_key(row)]
        paths = sorted(of_series, key=lambda path: (place_of(path[0]), path[1:]))
        for path in led_by(row, paths):
            rows = recompute(stated, of_series[path], base_years[row["document_id"]], policy.growth_audit)
            if rows:
                yield row, stated, rows
                break


def audit_growth(
    claims: pl.DataFrame, documents: pl.DataFrame, policy: Policy, declared: Mapping[str, str | None] | None = None
) -> pl.DataFrame:
    """Audits every stated CAGR of every current document.

    CAGRs that are only a bound ("more than 20 %"), that name no end year, or whose publisher gives no figures at
    start and end, have no rows.

    Args:
        claims: core.claims.
        documents: core.documents.
        policy: tolerances and the width of a hedge.
        declared: publisher_id → convention that its profile names; it holds where the publisher's own rates give none.

    Returns:
        core.growth_audit.
    """
    current = documents.filter(pl.col("status") == "stated")
    base_years = dict(current.select("document_id", "base_year").iter_rows())
    in_force = claims.filter(pl.col("status").is_in(IN_FORCE), pl.col("document_id").is_in(list(base_years)))
    wanted = ["cagr", *growing()]
    rows = in_force.filter(pl.col("metric").is_in(wanted)).sort("claim_id").to_dicts()
    audits = list(_audited(rows, base_years, policy))
    by_publisher: defaultdict[str, list[Sequence[Recomputation]]] = defaultdict(list)
    for claim, _, recomputations in audits:
        if claim["publisher_id"] is not None:
            by_publisher[claim["publisher_id"]].append(recomputations)
    profiles = cast("Mapping[str, Convention | None]", declared or {})
    conventions = {
        publisher: prevailing_convention(rows) or profiles.get(publisher) for publisher, rows in by_publisher.items()
    }
    unsure = doubtful(in_force, policy.accusation)
    return pl.DataFrame(
        [
            _row(claim, stated, row, row is nearest(recomputations), conventions.get(claim["publisher_id"]), unsure)
            for claim, stated, recomputations in audits
            for row in recomputations
        ],
        schema=core_tables()["core.growth_audit"].polars_schema(),
    )


def _row(
    claim: Mapping[str, Any],
    stated: StatedGrowth,
    row: Recomputation,
    is_best: bool,
    convention: Convention | None,
    unsure: Collection[str],
) -> dict[str, object]:
    is_doubtful = row.finding not in FITS and not {claim["claim_id"], row.start.claim_id, row.end.claim_id}.isdisjoint(
        unsure
    )
    return {
        **{
            name: claim[name]
            for name in ("claim_id", "document_id", "publisher_id", "market_id", "segment_key", "ref_area")
        },
        "convention": row.convention,
        "start_claim_id": row.start.claim_id,
        "end_claim_id": row.end.claim_id,
        "start_year": row.start.year,
        "end_year": row.end.year,
        "periods": row.periods,
        "stated_pct": claim["obs_value"],
        "stated_low_pct": stored(stated.band.low or Decimal(0)),
        "stated_high_pct": stored(stated.band.high or Decimal(0)),
        "recomputed_pct": stored(row.pct),
        "recomputed_low_pct": stored(row.band.low or Decimal(0)),
        "recomputed_high_pct": stored(row.band.high or Decimal(0)),
        "delta_pp": stored(row.delta_pp),
        "is_consistent": row.is_consistent,
        "is_best": is_best,
        "finding": "doubtful" if is_doubtful else row.finding,
        "publisher_convention": convention,
    }


def _run(frames: Frames, context: BuildContext) -> Frames:
    declared = declared_conventions(frames["core.publishers"])
    table = audit_growth(frames["core.claims"], frames["core.documents"], context.policy, declared)
    return {"core.growth_audit": table}


def declared_conventions(publishers: pl.DataFrame) -> dict[str, str | None]:
    """How each publisher's CAGRs count their periods by its profile, by publisher_id."""
    return dict(publishers.select("publisher_id", "growth_convention").iter_rows())


STEP = Step(
    name="growth_audit",
    reads=("core.claims", "core.documents", "core.publishers"),
    writes=("core.growth_audit",),
    run=_run,
)
