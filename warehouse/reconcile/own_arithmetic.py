"""A publisher at odds with itself: prints that differ, growth that no convention explains, count times price.

Belongs here: conflicts of kind own_arithmetic. Parts against wholes stand in `parts.py`; the recomputation of growth
stands in `warehouse/audit/growth.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.audit.arithmetic import change_pct, compounded
from warehouse.audit.product import Product, product
from warehouse.policy import Distance, Policy
from warehouse.reconcile.align import Print, volume_and_price
from warehouse.reconcile.bounds import EXACT, Band
from warehouse.reconcile.conflicts import Conflict, Place, Severity, in_order
from warehouse.reconcile.own_figures import OwnFigure
from warehouse.reconcile.verdicts import Party, apart
from warehouse.reconcile.words import amount, plain

# Metrics of which a document can have but one figure per market, segment, area and year.
UNIQUE_METRICS = frozenset({"market_size", "cagr", "share"})


def restated(figures: Iterable[OwnFigure], policy: Policy) -> Iterator[Conflict]:
    """Figures that one document prints in two ways that rounding does not reconcile.

    Proven where metric and stated years make both prints the same figure: one thing has one value. Likely where a
    year is our reading, where the metric may have several figures (prices of several products), and where the values
    lie so far apart that a difference of scope, missed in the reading, is the nearer explanation.

    Args:
        figures: own figures.
        policy: distances, for verdict and severity.

    Yields:
        restated_differently, one per differing print.
    """
    for own in figures:
        for other in own.others:
            yield _restatement(own, other, policy.verdicts.distances[own.place.metric])


def _restatement(own: OwnFigure, other: Print, distance: Distance) -> Conflict:
    words = amount(other.value, own.place.unit_measure)
    a, b = in_order(own.party, Party(other.value, (own.publisher,), (other.claim_id,), words))
    far = apart(a.value, b.value, distance)
    inferred = own.year_is_inferred or other.year_is_inferred
    is_near = far is not None and far <= distance.compatible
    is_one_thing = own.place.metric in UNIQUE_METRICS and own.subject is None and not inferred
    severity: Severity = "low" if far is not None and far <= distance.agree else "medium"
    return Conflict(
        kind="own_arithmetic",
        rule="restated_differently",
        verdict="conflict_proven" if is_one_thing and is_near else "conflict_likely",
        severity="high" if far is None or far > distance.severe else severity,
        place=own.place,
        a=a,
        b=b,
        explanation=(
            f"{own.publisher} prints both {a.words} and {b.words} for {own.label} in {own.place.year} within one "
            "document; rounding does not reconcile them"
            + ("; one of the years is our reading" if inferred else "")
            + ("" if is_near else "; they lie so far apart that they may be of different scope")
        ),
    )


def audited_growth(
    audit: pl.DataFrame, claims: pl.DataFrame, policy: Policy
) -> tuple[Mapping[str, list[dict[str, Any]]], Mapping[str, Mapping[str, Any]]]:
    """Rows of the growth audit by CAGR, the best first, and the columns of claims that their words need."""
    rows_of: dict[str, list[dict[str, Any]]] = {}
    for row in audit.sort("claim_id", pl.col("is_best"), "convention", descending=[False, True, False]).to_dicts():
        rows_of.setdefault(row["claim_id"], []).append(row)
    columns = ("obs_value", "unit_measure", "time_period_year", "period_start", "period_end", "value_as_printed")
    facts = {
        row["claim_id"]: row
        for row in claims.filter(pl.col("metric").is_in(["cagr", *policy.growth_audit.figures_of]))
        .select("claim_id", *columns)
        .iter_rows(named=True)
    }
    return rows_of, facts


def growth_mismatches(
    audit: pl.DataFrame, claims: pl.DataFrame, names: Mapping[str, str], policy: Policy
) -> Iterator[Conflict]:
    """Stated CAGRs that no convention brings within rounding of the publisher's own figures.

    Likely and never proven: a base that the text does not state may explain them, and is given as one explanation.

    Args:
        audit: core.growth_audit.
        claims: core.claims.
        names: publisher_id → name.
        policy: tolerances.

    Yields:
        growth_mismatch, one per CAGR.
    """
    if audit.is_empty():
        return
    rows_of, facts = audited_growth(audit, claims, policy)
    for claim_id, rows in rows_of.items():
        best = rows[0]
        if best["finding"] in ("mismatch_low", "mismatch_high"):
            yield _mismatch(claim_id, rows, facts, names, policy)


def _mismatch(
    claim_id: str,
    rows: list[dict[str, Any]],
    facts: Mapping[str, Mapping[str, Any]],
    names: Mapping[str, str],
    policy: Policy,
) -> Conflict:
    best = rows[0]
    name = names.get(best["publisher_id"], "the document's publisher")
    size = abs(best["delta_pp"])
    severity: Severity = "low" if best["finding"] == "mismatch_low" else "medium"
    if size >= policy.growth_audit.severity_high_pp:
        severity = "high"
    explanation = growth_words(claim_id, rows, facts, name)
    stated = Party(best["stated_pct"], (name,), (claim_id,), f"{plain(best['stated_pct'])} %")
    own = Party(
        best["recomputed_pct"],
        (name,),
        tuple(sorted({best["start_claim_id"], best["end_claim_id"]})),
        f"{plain(best['recomputed_pct'])} %",
    )
    a, b = in_order(stated, own)
    place = Place(best["market_id"], best["segment_key"], best["ref_area"], "cagr", "percent", best["end_year"])
    return Conflict("own_arithmetic", "growth_mismatch", "conflict_likely", severity, place, a, b, explanation)


def growth_words(
    claim_id: str, rows: Sequence[Mapping[str, Any]], facts: Mapping[str, Mapping[str, Any]], name: str
) -> str:
    """A stated CAGR beside its recomputations, in words with numbers.

    Args:
        claim_id: the CAGR.
        rows: its rows of core.growth_audit, the best first.
        facts: columns of its claim and of those at its ends, by claim_id.
        name: who says it.
    """
    best = rows[0]
    start, end, growth = (facts[key] for key in (best["start_claim_id"], best["end_claim_id"], claim_id))
    recomputed = "; ".join(
        f"{plain(row['recomputed_pct'])} % over {row['periods']} periods from {row['start_year']} ({row['convention']})"
        for row in rows
    )
    endpoints = (
        f"{amount(start['obs_value'], start['unit_measure'])} ({best['start_year']}) and "
        f"{amount(end['obs_value'], end['unit_measure'])} ({best['end_year']}"
        f"{', year inferred' if end['time_period_year'] is None else ''})"
    )
    other_base = _implied_base(growth, end, start, best) if best["finding"].startswith("mismatch") else ""
    return (
        f"{name} states {plain(best['stated_pct'])} % for {_period(growth)}, rounding band "
        f"{plain(best['stated_low_pct'])} to {plain(best['stated_high_pct'])} %; its own figures {endpoints} "
        f"give {recomputed}; the nearest is {plain(best['delta_pp'])} pp off{other_base}"
    )


def _period(growth: Mapping[str, Any]) -> str:
    return (
        f"{growth['period_start']}-{growth['period_end']}"
        if growth["period_start"]
        else f"up to {growth['period_end']}"
    )


def _implied_base(
    growth: Mapping[str, Any], end: Mapping[str, Any], start: Mapping[str, Any], best: Mapping[str, Any]
) -> str:
    """The base that the stated rate would need at the start of its label: one explanation, never a vendor figure."""
    label = growth["period_start"]
    if label is None or label <= best["start_year"] or growth["obs_value"] <= Decimal(-100):
        return ""
    implied = compounded(end["obs_value"], growth["obs_value"], label - growth["period_end"])
    change = change_pct(start["obs_value"], implied)
    return (
        f"; one explanation is an unstated base of {amount(implied, end['unit_measure'])} in {label} "
        f"({'+' if change > 0 else ''}{plain(change)} % on {best['start_year']})"
    )


@dataclass(frozen=True, slots=True)
class Counted:
    """Count times price of one year, and what the publisher states beside it.

    Attributes:
        found: the product.
        year: its year.
        source: document, publisher, market, segment, area.
        same: the value stated for that year.
        after: the value stated for the year after.
        rate: the stated CAGR that leads from the product to `after`.
    """

    found: Product
    year: int
    source: tuple[Any, ...]
    same: OwnFigure | None
    after: OwnFigure | None
    rate: OwnFigure | None


def counts_times_prices(
    figures: Iterable[OwnFigure], observations: pl.DataFrame, claims: pl.DataFrame, policy: Policy
) -> Iterator[Counted]:
    """Every product of a publisher's own count and price of one year.

    Years are respected: the product of one year is no figure of the next.

    Args:
        figures: own figures.
        observations: core.observations.
        claims: core.claims.
        policy: words that count without naming.
    """
    own = list(figures)
    sizes = {(*_source(row), row.place.year): row for row in own if row.place.metric == "market_size"}
    rates: dict[tuple[Any, ...], list[OwnFigure]] = {}
    for row in own:
        if row.place.metric == "cagr":
            rates.setdefault(_source(row), []).append(row)
    for shared, volumes, prices in volume_and_price(observations, claims):
        found = product(volumes, prices, policy.comparability.generic_count_nouns)
        source = tuple(shared[name] for name in ("document_id", "publisher_id", "market_id", "segment_key", "ref_area"))
        if found is None:
            continue
        same, after = sizes.get((*source, shared["year"])), sizes.get((*source, shared["year"] + 1))
        fitting = (rate for rate in rates.get(source, []) if after is not None and _leads_to(found, rate, after))
        yield Counted(found, shared["year"], source, same, after, next(fitting, None))


def _leads_to(found: Product, rate: OwnFigure, after: OwnFigure) -> bool:
    grown = Band(compounded_low(found.band, rate.band), compounded_high(found.band, rate.band))
    return rate.band.holds(change_pct(found.value, after.value)) and grown.meets(after.band)


def volume_times_price(
    figures: Iterable[OwnFigure], observations: pl.DataFrame, claims: pl.DataFrame, policy: Policy
) -> Iterator[Conflict]:
    """Stated values against the publisher's own count times price.

    In the same year they must agree within their bands: if not, a likely conflict. Where only the year after has a
    stated value, and the growth between is the publisher's own stated CAGR, the value looks computed from the
    product: an agreement worth showing.

    Args:
        figures: own figures.
        observations: core.observations.
        claims: core.claims.
        policy: words that count without naming.

    Yields:
        volume_times_price with verdict conflict_likely or agree.
    """
    for item in counts_times_prices(figures, observations, claims, policy):
        if item.same is not None:
            if not item.same.band.meets(item.found.band):
                yield _product_conflict(item.same, item.found)
        elif item.after is not None and item.rate is not None:
            yield _computed_from(item.after, item.found, item.rate)


def compounded_low(value: Band, rate: Band) -> Decimal | None:
    """Lower end of a value after one period of growth."""
    return None if value.low is None or rate.low is None else EXACT.multiply(value.low, 1 + rate.low / 100)


def compounded_high(value: Band, rate: Band) -> Decimal | None:
    """Upper end of a value after one period of growth."""
    return None if value.high is None or rate.high is None else EXACT.multiply(value.high, 1 + rate.high / 100)


def _source(row: OwnFigure) -> tuple[Any, ...]:
    return (row.document_id, row.publisher_id, row.place.market_id, row.place.segment_key, row.place.ref_area)


def product_words(found: Product, unit: str) -> str:
    """Count times price in words, with the product and its band."""
    low, high = found.band.low, found.band.high
    bounds = "" if low is None or high is None else f", between {amount(low, unit)} and {amount(high, unit)}"
    return (
        f"{plain(found.volume.value)} {found.volume.noun} x {amount(found.price.value, unit)} per {found.price.noun} = "
        f"{amount(found.value, unit)}{bounds}"
    )


def _product_party(found: Product, publisher: str, unit: str) -> Party:
    claim_ids = tuple(sorted((found.volume.claim_id, found.price.claim_id)))
    return Party(found.value, (publisher,), claim_ids, amount(found.value, unit))


def _product_conflict(same: OwnFigure, found: Product) -> Conflict:
    unit = same.place.unit_measure
    a, b = in_order(same.party, _product_party(found, same.publisher, unit))
    words = (
        f"{same.publisher} states {amount(same.value, unit)} for {same.label} in {same.place.year}; its own count "
        f"times price gives {product_words(found, unit)}"
    )
    return Conflict("own_arithmetic", "volume_times_price", "conflict_likely", "medium", same.place, a, b, words)


def _computed_from(after: OwnFigure, found: Product, rate: OwnFigure) -> Conflict:
    unit, year = after.place.unit_measure, after.place.year or 0
    growth = change_pct(found.value, after.value)
    a, b = in_order(after.party, _product_party(found, after.publisher, unit))
    words = (
        f"consistent at the stated growth: {product_words(found, unit)} in {year - 1}; {amount(after.value, unit)} in "
        f"{year} is {plain(growth)} % more, the stated CAGR is {plain(rate.value)} %, so {year} looks "
        f"computed from {year - 1}"
    )
    return Conflict("own_arithmetic", "volume_times_price", "agree", "low", after.place, a, b, words)
