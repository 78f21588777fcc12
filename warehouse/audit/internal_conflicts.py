"""A publisher at odds with itself: prints that differ, growth that no convention explains.

Belongs here: conflicts of kind own_arithmetic. Count times price is in `product_checks.py`. Parts against wholes are in `part_sums.py`; the recomputation of growth
is in `warehouse/sql/40_growth_recomputations.sql`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import polars as pl

from sources.metrics import facts_of, growing
from warehouse.audit.document_figures import DocumentFigure
from warehouse.observe.prints import Print
from warehouse.policy import Distance, Policy
from warehouse.values.arithmetic import change_pct, compounded
from warehouse.values.conflict_records import Conflict, Party, Place, Severity, in_order
from warehouse.values.distances import apart
from warehouse.values.wording import amount, plain


def restated(figures: Iterable[DocumentFigure], policy: Policy) -> Iterator[Conflict]:
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
    for figure in figures:
        for other in figure.others:
            yield _restatement(figure, other, policy.verdicts.distance(figure.place.metric))


def _restatement(figure: DocumentFigure, other: Print, distance: Distance) -> Conflict:
    words = amount(other.value, figure.place.unit_measure)
    a, b = in_order(figure.party, Party(other.value, (figure.publisher,), (other.claim_id,), words))
    far = apart(a.value, b.value, distance)
    inferred = figure.year_is_inferred or other.year_is_inferred
    is_near = far is not None and far <= distance.compatible
    is_one_thing = facts_of(figure.place.metric).unique and figure.subject is None and not inferred
    severity: Severity = "low" if far is not None and far <= distance.agree else "medium"
    return Conflict(
        kind="own_arithmetic",
        rule="restated_differently",
        verdict="conflict_proven" if is_one_thing and is_near else "conflict_likely",
        severity="high" if far is None or far > distance.severe else severity,
        place=figure.place,
        a=a,
        b=b,
        explanation=(
            f"{figure.publisher} prints both {a.words} and {b.words} for {figure.label} in {figure.place.year} within one "
            "document; rounding does not reconcile them"
            + ("; one of the years is our reading" if inferred else "")
            + ("" if is_near else "; they lie so far apart that they may be of different scope")
        ),
    )


def audited_growth(
    audit: pl.DataFrame, claims: pl.DataFrame
) -> tuple[Mapping[str, list[dict[str, Any]]], Mapping[str, Mapping[str, Any]]]:
    """Rows of the growth audit by CAGR, the best first, and the columns of claims that their words need."""
    rows_of: dict[str, list[dict[str, Any]]] = {}
    for row in audit.sort("claim_id", pl.col("is_best"), "convention", descending=[False, True, False]).to_dicts():
        rows_of.setdefault(row["claim_id"], []).append(row)
    columns = ("obs_value", "unit_measure", "time_period_year", "period_start", "period_end", "value_as_printed")
    facts = {
        row["claim_id"]: row
        for row in claims.filter(pl.col("metric").is_in(["cagr", *growing()]))
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
    rows_of, facts = audited_growth(audit, claims)
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
    computed = Party(
        best["recomputed_pct"],
        (name,),
        tuple(sorted({best["start_claim_id"], best["end_claim_id"]})),
        f"{plain(best['recomputed_pct'])} %",
    )
    a, b = in_order(stated, computed)
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
