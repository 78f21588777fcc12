"""Findings on growth: stated CAGRs against endpoints, bounds on growth, endpoints in another document, growth unstated.

Belongs here: rules that yield findings. The recomputation is in `warehouse/sql/40_growth_recomputations.sql`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Any

import polars as pl

from sources.metrics import growing
from warehouse.audit.findings import Finding, Rule
from warehouse.audit.internal_conflicts import audited_growth, growth_words
from warehouse.policy import Policy
from warehouse.values.arithmetic import compound_growth_pct
from warehouse.values.conflict_records import Place
from warehouse.values.keys import bases_in_use
from warehouse.values.rounding_bands import Band
from warehouse.values.wording import amount, plain

FITS = ("consistent", "rounding")
IN_FORCE = ("stated", "overridden")  # claims that are neither superseded nor set aside
NOBODY = "the document's publisher"


def audited(audit: pl.DataFrame, claims: pl.DataFrame, names: Mapping[str, str], policy: Policy) -> Iterator[Finding]:
    """Each audited CAGR against its nearest recomputation.

    Args:
        audit: core.growth_audit.
        claims: core.claims.
        names: publisher_id → name.
        policy: tolerances.

    Yields:
        growth_endpoints. Where several conventions fit, the words name the one that the audit infers for the publisher, or
        say that the base stays open where it infers none.
    """
    rows_of, facts = audited_growth(audit, claims)
    for claim_id, rows in rows_of.items():
        best = rows[0]
        if best["finding"] == "doubtful":
            continue
        words = growth_words(claim_id, rows, facts, names.get(best["publisher_id"], NOBODY))
        words += _base_words(rows)
        yield Finding(
            rule="growth_endpoints",
            outcome="consistent" if best["finding"] in FITS else "mismatch",
            document_id=best["document_id"],
            publisher_id=best["publisher_id"],
            place=_place(best, best["end_year"]),
            claim_ids=tuple(sorted({claim_id, best["start_claim_id"], best["end_claim_id"]})),
            explanation=words,
            stated=best["stated_pct"],
            stated_band=Band(best["stated_low_pct"], best["stated_high_pct"]),
            expected=best["recomputed_pct"],
            expected_band=Band(best["recomputed_low_pct"], best["recomputed_high_pct"]),
        )


def _base_words(rows: Sequence[Mapping[str, Any]]) -> str:
    """How the base is read where several conventions come within rounding: by the one that the audit infers for the publisher."""
    fitting = sorted(row["convention"] for row in rows if row["finding"] in FITS)
    if len(fitting) < 2:
        return ""
    convention = rows[0]["publisher_convention"]
    if convention not in fitting:
        return f"; {' and '.join(fitting)} fit alike: which base is meant stays open"
    others = " and ".join(name for name in fitting if name != convention)
    return (
        f"; read as {convention}, the convention that most of this publisher's rates keep; {others} fits within one printed "
        "digit as well, so this rate alone is inconclusive about its base"
    )


def beyond_the_audit(
    recomputed: pl.DataFrame, claims: pl.DataFrame, documents: pl.DataFrame, names: Mapping[str, str], policy: Policy
) -> Iterator[Finding]:
    """Growth that the audit of one document's rates cannot reach.

    A bound ("more than 20 %") against the endpoints of its document; a CAGR whose document lacks an endpoint that the
    same publisher states in another current one; endpoints without any CAGR, whose growth is derived.

    Args:
        recomputed: core.growth_recomputations.
        claims: core.claims.
        documents: core.documents.
        names: publisher_id → name.
        policy: which periods are years.

    Yields:
        growth_bound, growth_across_documents, growth_implied.
    """
    nearest = recomputed.filter("is_best", pl.col("reach") != "document", pl.col("finding") != "doubtful")
    for row in nearest.join(claims, on="claim_id").sort("claim_id").iter_rows(named=True):
        yield _bound(row, names) if row["reach"] == "bound" else _across(row, names)
    current = documents.filter(pl.col("status") == "stated").select("document_id")
    in_force = claims.filter(pl.col("status").is_in(IN_FORCE)).join(current, on="document_id", how="semi")
    yield from _implied(in_force, names, re.compile(policy.comparability.annual_period_pattern))


def _place(row: Mapping[str, Any], year: int | None) -> Place:
    return Place(row["market_id"], row["segment_key"], row["ref_area"], "cagr", "percent", year)


def _checked(rule: Rule, row: Mapping[str, Any], words: str) -> Finding:
    low, high = row["band_low"], row["band_high"]
    stated = _middle(row)
    return Finding(
        rule=rule,
        outcome="consistent" if row["finding"] in FITS else "mismatch",
        document_id=row["document_id"],
        publisher_id=row["publisher_id"],
        place=_place(row, row["period_end"]),
        claim_ids=tuple(sorted({row["claim_id"], row["start_claim_id"], row["end_claim_id"]})),
        explanation=words,
        stated=stated,
        stated_band=Band(stated, stated) if low is None or high is None else Band(low, high),
        expected=row["recomputed_pct"],
        expected_band=Band(row["recomputed_low_pct"], row["recomputed_high_pct"]),
    )


def _recomputed(row: Mapping[str, Any]) -> str:
    return (
        f"{plain(row['recomputed_pct'])} % over {row['periods']} periods from {row['start_year']} to {row['end_year']} "
        f"({row['convention']})"
    )


def _bound(row: Mapping[str, Any], names: Mapping[str, str]) -> Finding:
    words = (
        f"{names.get(row['publisher_id'], NOBODY)} states growth of {row['comparator']} {plain(row['obs_value'])} %; its "
        f"own figures give {_recomputed(row)}, {'within' if row['is_consistent'] else 'outside'} the bound"
    )
    return _checked("growth_bound", row, words)


def _across(row: Mapping[str, Any], names: Mapping[str, str]) -> Finding:
    words = (
        f"{names.get(row['publisher_id'], NOBODY)} states {plain(_middle(row))} % in a document that lacks an endpoint; "
        f"with the figure of its other document {_recomputed(row)}"
    )
    return _checked("growth_across_documents", row, words)


def _series(row: Mapping[str, Any]) -> tuple[str, ...]:
    """What a CAGR and its figures share. An unresolved market is compared by its printed name."""
    parts = (row["document_id"], row["publisher_id"], row["market_id"] or row["market"], row["segment_key"])
    return (*(part or "" for part in parts), row["ref_area"])


def _implied(claims: pl.DataFrame, names: Mapping[str, str], annual: re.Pattern[str]) -> Iterator[Finding]:
    """Growth between the first and the last figure of a series for which the document states none."""
    with_growth = {_series(row) for row in claims.filter(pl.col("metric") == "cagr").iter_rows(named=True)}
    ends = claims.with_columns(at=pl.coalesce("time_period_year", "time_period_inferred")).filter(
        pl.col("metric").is_in(growing()),
        pl.col("at").is_not_null(),
        pl.col("band_low") > 0,
        pl.col("fineness").is_not_null(),
    )
    rows = [
        row
        for row in ends.iter_rows(named=True)
        if row["obs_value"] > 0 and (row["time_period"] is None or annual.fullmatch(row["time_period"]))
    ]
    rows.sort(key=lambda row: (_series(row), growing().index(row["metric"]), row["claim_id"]))
    for series, figures in groupby(rows, _series):
        if series not in with_growth:
            yield from _implied_by(list(figures), names)


def _implied_by(figures: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> Iterator[Finding]:
    paths: dict[tuple[object, ...], list[Mapping[str, Any]]] = {}
    for row in figures:
        bases = bases_in_use(row["metric"], row["value_basis"], row["price_basis"])
        paths.setdefault((row["metric"], row["unit_measure"], *bases), []).append(row)
    for path in paths.values():
        ordered = sorted(
            path,
            key=lambda row: (
                row["at"], row["time_period_year"] is None, -row["fineness"], row["band_high"] - row["band_low"], row["claim_id"],
            ),
        )  # fmt: skip
        start, end = ordered[0], next(row for row in ordered if row["at"] == ordered[-1]["at"])
        periods = end["at"] - start["at"]
        if periods < 1:
            continue
        first, last = (_middle(row) for row in (start, end))
        pct = compound_growth_pct(first, last, periods)
        yield Finding(
            rule="growth_implied",
            outcome="derived",
            document_id=start["document_id"],
            publisher_id=start["publisher_id"],
            place=_place(figures[-1], end["at"]),
            claim_ids=tuple(sorted({start["claim_id"], end["claim_id"]})),
            explanation=(
                f"{names.get(start['publisher_id'], NOBODY)} states no growth; its figures {amount(first, start['unit_measure'] or '')} "
                f"({start['at']}) and {amount(last, start['unit_measure'] or '')} ({end['at']}) give {plain(pct)} % over {periods} periods"
            ),
            expected=pct,
            expected_band=Band(
                compound_growth_pct(start["band_high"], end["band_low"], periods),
                compound_growth_pct(start["band_low"], end["band_high"], periods),
            ),
        )
        return


def _middle(row: Mapping[str, Any]) -> Decimal:
    """The value of a claim, of a range its middle."""
    low, high = row["obs_value"], row["obs_value_high"]
    middle: Decimal = low if high is None else (low + high) / 2
    return middle
