"""Checks on the marts, the public contract: structure, evidence, references, and the range of estimates.

The marts are ours to publish, so nearly everything blocks: marts only project core, and what data can make wrong is
set aside there. A figure that rests on one source is what that source prints: where it is implausible the checks on core warn.
"""

from __future__ import annotations

from datetime import timedelta
from functools import cache

import polars as pl

from quality.check import Check, Reading, in_vocabulary, no_rows, within
from quality.evidence import HEADER, unequal_quotes
from quality.suites import words
from quality.suites.descriptions import MART_DESCRIPTIONS
from quality.suites.readings import MART_READINGS
from quality.suites.references import MART_REFERENCES, dangling
from quality.suites.statements import STATEMENTS_MARTS

FRESH_DAYS = 400  # reports come once a year, and a month late
SHARE_TOTAL_PCT = (0.0, 102.0)  # five members rounded to whole percents can come to 102


@cache
def marts_suite() -> tuple[Check, ...]:
    """Every check on the marts, structure first."""
    return (
        *_structure(),
        *_evidence(),
        *_estimates(),
        *_figures(),
        *STATEMENTS_MARTS,
        *MART_DESCRIPTIONS,
        *MART_READINGS,
        _freshness(),
    )


def _structure() -> tuple[Check, ...]:
    return (
        in_vocabulary(
            "vocabulary",
            "error",
            "Columns of closed word lists hold words of their list.",
            {
                "marts.documents.status": words.DOCUMENT_STATUS,
                "marts.set_aside.set_aside_by": words.SET_ASIDE_BY,
                "marts.claims.comparator": words.COMPARATORS,
                "marts.claims.obs_status": words.OBS_STATUS_OF_CLAIMS,
                "marts.claims.status": words.CLAIM_STATUS,
                "marts.review_queue.guard": words.GUARDS,
                "marts.claims.read_by": words.READ_BY,
                "marts.reading_choices.attribute": words.READING_ATTRIBUTES,
                "marts.reading_choices.taken": words.READERS,
                "marts.claims.time_period_probable_basis": words.PROBABLE_YEAR_BASES,
                "marts.claims.time_period_probable_confidence": words.PROBABLE_YEAR_CONFIDENCES,
                "marts.claims.estimate_role": words.CANDIDATE_ROLES,
                "marts.market_estimates.verdict": words.VERDICTS,
                "marts.market_estimates.status": words.ESTIMATE_STATUS,
                "marts.market_estimates.method": words.METHODS,
                "marts.vendor_figures.status": words.FIGURE_STATUS,
                "marts.vendor_figures.balanced_status": words.BALANCE_STATUS,
                "marts.market_estimates.balanced_status": words.BALANCE_STATUS,
                "marts.balance_constraints.kind": words.CONSTRAINT_KINDS,
                "marts.balance_constraints.status": words.CONSTRAINT_STATUS,
                "marts.vendor_figures.obs_status": words.OBS_STATUS,
                "marts.conflicts.kind": words.CONFLICT_KINDS,
                "marts.conflicts.verdict": words.VERDICTS,
                "marts.conflict_sides.verdict": words.VERDICTS,
                "marts.companies.status": words.COMPANY_STATUS,
                "marts.review_queue.kind": words.QUESTION_KINDS,
                "marts.review_queue.state": words.QUESTION_STATES,
                "marts.decisions.kind": words.DECISION_KINDS,
                "marts.decisions.state": words.DECISION_STATES,
                "marts.areas.kind": words.AREA_KINDS,
                "marts.drivers.sign": words.SIGNS,
                "marts.events.event_type": words.EVENT_TYPES,
                "marts.events.window_basis": words.EVENT_WINDOW_BASES,
                "marts.events.relation_to_figures": words.EVENT_RELATIONS,
                "marts.events.status": words.DOCUMENT_STATUS,
                "marts.rankings.criterion": words.RANK_CRITERIA,
                "marts.citations.form": words.CITATION_FORMS,
                "marts.statement_evidence.kind": words.STATEMENT_KINDS,
                "marts.drivers.role": words.DRIVER_ROLES,
                "marts.definitions.defines": words.DEFINED,
                "marts.technical_claims.verdict": words.TECHNICAL_VERDICTS,
                "marts.qualities.polarity": words.POLARITIES,
                "marts.audit_findings.outcome": words.FINDING_OUTCOMES,
                "marts.audit_findings.severity": words.FINDING_SEVERITIES,
            },
        ),
        no_rows(
            "references",
            tuple(dict.fromkeys(reference.table for reference in MART_REFERENCES)),
            "error",
            "Every row refers to existing claims, and every claim to an existing document.",
            dangling(MART_REFERENCES),
        ),
    )


def _evidence() -> tuple[Check, ...]:
    return (
        no_rows(
            "evidence_equality",
            "marts.evidence",
            "error",
            "A quote is the slice of the stored text at its offsets, for every mention that is published.",
            unequal_quotes("marts.evidence"),
        ),
        no_rows(
            "header_equality",
            "marts.evidence",
            "error",
            "A table header is the slice of the stored text at its offsets, for every mention that is published with one.",
            unequal_quotes("marts.evidence", HEADER),
        ),
        no_rows(
            "quote_limit",
            "marts.evidence",
            "error",
            "A quote with prefix, suffix and table header is no longer than its document's licence allows.",
            """
            select
                evidence_id,
                evidence.document_id,
                length(prefix) + length(quote) + length(suffix) + coalesce(length(header), 0) as n_chars,
                quote_limit_chars
            from marts.evidence as evidence
            inner join marts.documents as documents on evidence.document_id = documents.document_id
            where n_chars > quote_limit_chars
            order by evidence_id
            """,
        ),
    )


def _estimates() -> tuple[Check, ...]:
    table, row = "marts.market_estimates", "estimate_id, market, metric, time_period"
    return (
        no_rows(
            "interval",
            table,
            "error",
            "Numbers are finite, and low <= estimate <= high.",
            f"""
            select {row}, low, estimate, high
            from {table}
            where not (isfinite(coalesce(low, 0)) and isfinite(coalesce(estimate, 0)) and isfinite(coalesce(high, 0)))
                or low > high or low > estimate or estimate > high
            order by estimate_id
            """,
        ),
        no_rows(
            "refusals",
            table,
            "error",
            "An estimate has a number and a method, or it is refused: no number, no method, and words that say why.",
            f"""
            select {row}, status, method, estimate, reason
            from {table}
            where (status = 'refused') <> (estimate is null) or (status = 'refused') <> (method = 'none')
                or trim(reason) = ''
            order by estimate_id
            """,
        ),
        no_rows(
            "counts",
            table,
            "error",
            "Independent sources are no more than publishers, and publishers no more than claims.",
            f"""
            select {row}, n_claims, n_publishers, n_independent
            from {table}
            where not (0 <= n_independent and n_independent <= n_publishers and n_publishers <= n_claims)
            order by estimate_id
            """,
        ),
        no_rows(
            "traceable",
            table,
            "error",
            "A number refers to the claims that are counted, a refusal to the claims that it concerns.",
            f"""
            select {row}, estimate, claim_ids, other_claim_ids
            from {table}
            where (estimate is not null and claim_ids is null) or coalesce(claim_ids, other_claim_ids) is null
            order by estimate_id
            """,
        ),
        no_rows(
            "in_force",
            table,
            "error",
            "No superseded, quarantined, withdrawn or unsure claim is counted.",
            f"""
            select distinct counted.estimate_id, claims.claim_id, claims.status
            from (select estimate_id, unnest(string_split(claim_ids, '|')) as claim_id from {table}) as counted
            inner join marts.claims as claims on counted.claim_id = claims.claim_id
            where claims.status in ('superseded', 'quarantined', 'withdrawn', 'unsure')
            order by all
            """,
        ),
        within(
            "years",
            table,
            "warning",
            "Years lie between 1990 and 2100.",
            column="time_period_year",
            bounds=words.YEARS,
            show=row,
        ),
        within(
            "market_sizes",
            table,
            "error",
            "Market sizes that several sources are pooled into lie above 0 and within 1e15 USD, as core keeps them.",
            column="estimate",
            bounds=words.MARKET_SIZES_USD,
            show=row,
            where="metric = 'market_size' and method = 'robust_mean_of_independent'",
            above_low=True,
        ),
        within(
            "shares",
            table,
            "error",
            "Shares that several sources are pooled into lie between 0 and 100 percent, as core keeps them.",
            column="estimate",
            bounds=words.SHARES_PCT,
            show=row,
            where="metric = 'share' and method = 'robust_mean_of_independent'",
        ),
        within(
            "growth",
            table,
            "warning",
            "Compound growth lies between -60 and 150 percent.",
            column="estimate",
            bounds=words.GROWTH_PCT,
            show=row,
            where="metric = 'cagr'",
        ),
    )


def _figures() -> tuple[Check, ...]:
    return (
        no_rows(
            "derivations",
            "marts.vendor_figures",
            "error",
            "A derived figure has its formula; a stated or inferred one has its source words.",
            """
            select vendor_figure_id, status, formula, value_as_printed
            from marts.vendor_figures
            where (status = 'derived' and formula is null) or (status <> 'derived' and value_as_printed is null)
            order by vendor_figure_id
            """,
        ),
        no_rows(
            "bounds",
            "marts.vendor_figures",
            "error",
            "A figure lies within the bounds that its words give.",
            """
            select vendor_figure_id, publisher, market, time_period, obs_value_low, obs_value, obs_value_high
            from marts.vendor_figures
            where obs_value < obs_value_low or obs_value > obs_value_high
            order by vendor_figure_id
            """,
        ),
        no_rows(
            "sides",
            "marts.conflicts",
            "error",
            "A conflict shows the smaller figure first, their ratio, and the words of both sides.",
            """
            select conflict_id, value_a, value_b, ratio, quote_a, quote_b
            from marts.conflicts
            where value_a > value_b or trim(quote_a) = '' or trim(quote_b) = '' or trim(explanation) = '' or (
                value_a > 0 and abs(ratio * cast(value_a as double) / cast(value_b as double) - 1) > 1e-9
            )
            order by conflict_id
            """,
        ),
        within(
            "share_totals",
            "marts.segment_shares",
            "warning",
            "Shares of one dimension, as one document states them, do not add up to more than the whole.",
            column="dimension_total_pct",
            bounds=SHARE_TOTAL_PCT,
            show="document_id, dimension, claim_id",
        ),
    )


def _freshness() -> Check:
    return no_rows(
        "freshness",
        "marts.documents",
        "warning",
        f"The newest figures are of the {FRESH_DAYS} days before the day of the run.",
        _stale,
    )


def _stale(reading: Reading) -> pl.DataFrame | None:
    """The date of the newest figures where it is unknown or too old; None where there is no day to measure against."""
    if reading.as_of is None:
        return None
    earliest = (reading.as_of - timedelta(days=FRESH_DAYS)).isoformat()
    return reading.query(
        f"""
        select count(*) as n_documents, max(figure_date) as newest, date '{earliest}' as earliest_allowed
        from marts.documents
        where status = 'stated'
        having coalesce(max(figure_date) < date '{earliest}', true)
        """
    )
