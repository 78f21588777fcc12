"""Findings on growth: stated CAGRs against endpoints, bounds on growth, endpoints in another document, growth unstated.

Belongs here: rules that yield findings. The conventions and the recomputation are in `growth_conventions.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from sources.metrics import growing
from warehouse.audit.findings import Finding, Rule
from warehouse.audit.growth_audit import (
    IN_FORCE,
    BasisPath,
    basis_path,
    growth_series_key,
    led_by,
    stated_growth,
    year_figure,
)
from warehouse.audit.growth_conventions import FITS, Recomputation, StatedGrowth, YearFigure, nearest, recompute
from warehouse.audit.internal_conflicts import audited_growth, growth_words
from warehouse.policy import Policy
from warehouse.values.arithmetic import compound_growth_pct
from warehouse.values.conflict_records import Place
from warehouse.values.rounding_bands import Band
from warehouse.values.wording import amount, plain

NOBODY = "the document's publisher"
RULES_ACROSS: tuple[Rule, ...] = ("growth_bound", "growth_across_documents", "growth_implied")  # of `beyond_the_audit`


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
    audit: pl.DataFrame, claims: pl.DataFrame, documents: pl.DataFrame, names: Mapping[str, str], policy: Policy
) -> Iterator[Finding]:
    """Growth that the audit of one document cannot reach.

    A bound ("more than 20 %") against the endpoints of its document; a CAGR whose document lacks an endpoint that the
    same publisher states in another current one; endpoints without any CAGR, whose growth is derived.

    Args:
        audit: core.growth_audit.
        claims: core.claims.
        documents: core.documents.
        names: publisher_id → name.
        policy: tolerances.

    Yields:
        growth_bound, growth_across_documents, growth_implied.
    """
    current = documents.filter(pl.col("status") == "stated")
    base_years = dict(current.select("document_id", "base_year").iter_rows())
    wanted = ["cagr", *growing()]
    rows = (
        claims.filter(
            pl.col("status").is_in(IN_FORCE),
            pl.col("document_id").is_in(list(base_years)),
            pl.col("metric").is_in(wanted),
        )
        .sort("claim_id")
        .to_dicts()
    )
    paths = _figures(rows, policy)
    alike: defaultdict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
    for series in sorted(paths):
        alike[series[1:]].append(series)
    done = set(audit["claim_id"].to_list())
    rates = [(row, growth) for row in rows if row["metric"] == "cagr" and (growth := stated_growth(row, policy))]
    for row, growth in rates:
        if growth.band.is_one_sided:
            check = _first(row, growth, paths.get(growth_series_key(row), {}), base_years[row["document_id"]], policy)
            if check is not None:
                yield _bound(row, growth, check, names)
        elif row["claim_id"] not in done and row["publisher_id"] is not None:
            everywhere = _everywhere(paths, alike, growth_series_key(row))
            check = _first(row, growth, everywhere, base_years[row["document_id"]], policy)
            if check is not None:
                yield _across(row, growth, check, names)
    with_growth = {growth_series_key(row) for row in rows if row["metric"] == "cagr"}
    shared = {growth_series_key(row): row for row in rows}
    for series in sorted(paths):
        if series not in with_growth:
            yield from _implied(shared[series], paths[series], names)


def _figures(
    rows: Iterable[Mapping[str, Any]], policy: Policy
) -> Mapping[tuple[str, ...], dict[BasisPath, list[YearFigure]]]:
    """Figures by series of one document, then by metric (in the order of the file of metrics) and unit."""
    figures: defaultdict[tuple[str, ...], dict[BasisPath, list[YearFigure]]] = defaultdict(dict)
    order = growing()
    for row in sorted((row for row in rows if row["metric"] in order), key=lambda row: order.index(row["metric"])):
        figure = year_figure(row, policy)
        if figure is not None:
            figures[growth_series_key(row)].setdefault(basis_path(row), []).append(figure)
    return figures


def _everywhere(
    by_series: Mapping[tuple[str, ...], Mapping[BasisPath, Sequence[YearFigure]]],
    alike: Mapping[tuple[str, ...], Sequence[tuple[str, ...]]],
    series: tuple[str, ...],
) -> Mapping[BasisPath, list[YearFigure]]:
    """A publisher's figures of one series in all its documents; the document's own stand for the years it has."""
    merged = {path: list(figures) for path, figures in by_series.get(series, {}).items()}
    for other in alike.get(series[1:], ()):
        if other != series:
            for path, figures in by_series[other].items():
                years = {figure.year for figure in by_series.get(series, {}).get(path, ())}
                merged.setdefault(path, []).extend(figure for figure in figures if figure.year not in years)
    return merged


def _first(
    row: Mapping[str, Any],
    growth: StatedGrowth,
    figures: Mapping[BasisPath, Sequence[YearFigure]],
    base_year: int | None,
    policy: Policy,
) -> Recomputation | None:
    """The nearest recomputation from the first metric and unit that has both ends; for a bound, the one that keeps it."""
    for path in led_by(row, figures):
        ways = recompute(growth, figures[path], base_year, policy.growth_audit)
        if ways:
            within = [row for row in ways if growth.band.meets(row.band)]
            return within[0] if growth.band.is_one_sided and within else nearest(ways)
    return None


def _place(row: Mapping[str, Any], year: int | None) -> Place:
    return Place(row["market_id"], row["segment_key"], row["ref_area"], "cagr", "percent", year)


def _finding(
    rule: Rule, row: Mapping[str, Any], growth: StatedGrowth, recomputed: Recomputation, words: str, is_met: bool
) -> Finding:
    return Finding(
        rule=rule,
        outcome="consistent" if is_met else "mismatch",
        document_id=row["document_id"],
        publisher_id=row["publisher_id"],
        place=_place(row, growth.period_end),
        claim_ids=tuple(sorted({growth.claim_id, recomputed.start.claim_id, recomputed.end.claim_id})),
        explanation=words,
        stated=growth.value,
        stated_band=Band(growth.value, growth.value) if growth.band.is_one_sided else growth.band,
        expected=recomputed.pct,
        expected_band=recomputed.band,
    )


def _recomputed(recomputed: Recomputation) -> str:
    return (
        f"{plain(recomputed.pct)} % over {recomputed.periods} periods from {recomputed.start.year} to {recomputed.end.year} "
        f"({recomputed.convention})"
    )


def _bound(row: Mapping[str, Any], growth: StatedGrowth, check: Recomputation, names: Mapping[str, str]) -> Finding:
    is_met = growth.band.meets(check.band)
    words = (
        f"{names.get(row['publisher_id'], NOBODY)} states growth of {row['comparator']} {plain(growth.value)} %; its "
        f"own figures give {_recomputed(check)}, {'within' if is_met else 'outside'} the bound"
    )
    return _finding("growth_bound", row, growth, check, words, is_met)


def _across(row: Mapping[str, Any], growth: StatedGrowth, check: Recomputation, names: Mapping[str, str]) -> Finding:
    words = (
        f"{names.get(row['publisher_id'], NOBODY)} states {plain(growth.value)} % in a document that lacks an endpoint; "
        f"with the figure of its other document {_recomputed(check)}"
    )
    return _finding("growth_across_documents", row, growth, check, words, check.finding in FITS)


def _implied(
    row: Mapping[str, Any], figures: Mapping[BasisPath, Sequence[YearFigure]], names: Mapping[str, str]
) -> Iterator[Finding]:
    """Growth between the first and the last figure of a series for which the document states none."""
    for (_, unit, _, _), path in figures.items():
        usable = [f for f in path if f.band.low is not None and f.band.high is not None and f.band.low > 0]
        ordered = sorted(usable, key=lambda f: (f.year, not f.year_is_stated, f.band.fineness(f.value), f.claim_id))
        if not ordered:
            continue
        start = ordered[0]
        end = min((f for f in ordered if f.year == ordered[-1].year), key=ordered.index)
        periods = end.year - start.year
        if periods < 1:
            continue
        pct = compound_growth_pct(start.value, end.value, periods)
        low, high = (
            compound_growth_pct(a, b, periods)
            for a, b in ((start.band.high, end.band.low), (start.band.low, end.band.high))
            if a is not None and b is not None
        )
        yield Finding(
            rule="growth_implied",
            outcome="derived",
            document_id=row["document_id"],
            publisher_id=row["publisher_id"],
            place=_place(row, end.year),
            claim_ids=tuple(sorted({start.claim_id, end.claim_id})),
            explanation=(
                f"{names.get(row['publisher_id'], NOBODY)} states no growth; its figures {amount(start.value, unit)} "
                f"({start.year}) and {amount(end.value, unit)} ({end.year}) give {plain(pct)} % over {periods} periods"
            ),
            expected=pct,
            expected_band=Band(low, high),
        )
        return
