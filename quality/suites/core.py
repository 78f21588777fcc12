"""Checks on the core layer. Conservation laws and plausibility have files of their own."""

from __future__ import annotations

from functools import cache

from quality.check import Check, in_vocabulary, no_rows
from quality.evidence import unequal_quotes
from quality.suites import words
from quality.suites.coherence import COHERENCE
from quality.suites.conservation import CONSERVATION
from quality.suites.decisions import CORE_DECISIONS
from quality.suites.descriptions import CORE_DESCRIPTIONS
from quality.suites.expected import EXPECTED
from quality.suites.plausibility import PLAUSIBILITY, VOLUME
from quality.suites.pooled import POOLED
from quality.suites.readings import CORE_READINGS
from quality.suites.references import CORE_REFERENCES, dangling
from quality.suites.statements import STATEMENTS_CORE

SPANS = (
    "core.rejections",
    "core.segments",
    "core.companies",
    "core.events",
    "core.rankings",
    "core.citations",
    "core.document_facts",
    "core.statement_evidence",
    "core.definitions",
    "core.drivers",
    "core.technical_claims",
    "core.qualities",
    "core.figure_contexts",
)


@cache
def core_suite() -> tuple[Check, ...]:
    """Every check on core, structure first."""
    return (
        *_structure(),
        *CONSERVATION,
        *_evidence(),
        *STATEMENTS_CORE,
        *CORE_DESCRIPTIONS,
        *CORE_READINGS,
        *CORE_DECISIONS,
        *PLAUSIBILITY,
        *_reconciling(),
        *POOLED,
        *COHERENCE,
        *VOLUME,
        *EXPECTED,
    )


def _structure() -> tuple[Check, ...]:
    return (
        in_vocabulary(
            "vocabulary",
            "error",
            "Columns of closed word lists hold words of their list.",
            {
                "core.receipts.outcome": words.OUTCOMES,
                "core.documents.status": words.DOCUMENT_STATUS,
                "core.publishers.tier": words.TIERS,
                "core.market_relations.relation": words.RELATIONS,
                "core.areas.kind": words.AREA_KINDS,
                "core.claims.metric": words.METRICS,
                "core.set_aside.set_aside_by": words.SET_ASIDE_BY,
                "core.claims.comparator": words.COMPARATORS,
                "core.claims.obs_status": words.OBS_STATUS_OF_CLAIMS,
                "core.claims.status": words.CLAIM_STATUS,
                "core.claims.guard": words.GUARDS,
                "core.review_queue.guard": words.GUARDS,
                "core.claims.read_by": words.READ_BY,
                "core.reading_choices.attribute": words.READING_ATTRIBUTES,
                "core.reading_choices.taken": words.READERS,
                "core.claims.time_period_probable_basis": words.PROBABLE_YEAR_BASES,
                "core.claims.time_period_probable_confidence": words.PROBABLE_YEAR_CONFIDENCES,
                "core.companies.role": words.ROLES,
                "core.companies.status": words.COMPANY_STATUS,
                "core.growth_audit.finding": words.GROWTH_FINDINGS,
                "core.vendor_figures.status": words.FIGURE_STATUS,
                "core.balanced_figures.level": words.BALANCE_LEVELS,
                "core.balanced_figures.status": words.BALANCE_STATUS,
                "core.balance_constraints.level": words.BALANCE_LEVELS,
                "core.balance_constraints.kind": words.CONSTRAINT_KINDS,
                "core.balance_constraints.status": words.CONSTRAINT_STATUS,
                "core.vendor_figures.obs_status": words.OBS_STATUS,
                "core.estimates.verdict": words.VERDICTS,
                "core.estimates.status": words.ESTIMATE_STATUS,
                "core.estimates.method": words.METHODS,
                "core.estimate_candidates.role": words.CANDIDATE_ROLES,
                "core.conflicts.kind": words.CONFLICT_KINDS,
                "core.conflicts.verdict": words.VERDICTS,
                "core.conflicts.severity": words.SEVERITIES,
                "core.conflict_sides.verdict": words.VERDICTS,
                "core.bridges.method": words.BRIDGE_METHODS,
                "core.bridges.lies": words.BRIDGE_LIES,
                "core.bridges.share_year_basis": words.SHARE_YEAR_BASES,
                "core.bridges.whole_status": words.FIGURE_STATUS,
                "core.conflict_components.component": words.COMPONENTS,
                "core.conflict_components.status": words.COMPONENT_STATUS,
                "core.review_queue.kind": words.QUESTION_KINDS,
                "core.review_queue.state": words.QUESTION_STATES,
                "core.decisions.kind": words.DECISION_KINDS,
                "core.decisions.state": words.DECISION_STATES,
                "core.events.event_type": words.EVENT_TYPES,
                "core.events.date_precision": words.DATE_PRECISIONS,
                "core.events.window_basis": words.EVENT_WINDOW_BASES,
                "core.events.relation_to_figures": words.EVENT_RELATIONS,
                "core.rankings.subject_kind": words.RANK_SUBJECTS,
                "core.rankings.criterion": words.RANK_CRITERIA,
                "core.citations.form": words.CITATION_FORMS,
                "core.statement_evidence.kind": words.STATEMENT_KINDS,
                "core.companies.level": words.COMPANY_LEVELS,
                "core.definitions.defines": words.DEFINED,
                "core.definitions.status": words.DOCUMENT_STATUS,
                "core.drivers.role": words.DRIVER_ROLES,
                "core.drivers.status": words.CLAIM_STATUS,
                "core.technical_claims.comparator": words.COMPARATORS,
                "core.technical_claims.verdict": words.TECHNICAL_VERDICTS,
                "core.technical_claims.status": words.DOCUMENT_STATUS,
                "core.qualities.polarity": words.POLARITIES,
                "core.qualities.status": words.DOCUMENT_STATUS,
                "core.audit_findings.outcome": words.FINDING_OUTCOMES,
                "core.audit_findings.severity": words.FINDING_SEVERITIES,
            },
        ),
        no_rows(
            "references",
            tuple(dict.fromkeys(reference.table for reference in CORE_REFERENCES)),
            "error",
            "Every reference of a row exists.",
            dangling(CORE_REFERENCES),
        ),
    )


def _evidence() -> tuple[Check, ...]:
    spans = "\nunion all\n".join(
        f"""select '{table}' as table_name, spans.document_id, char_start, char_end, char_length
        from {table} as spans
        inner join core.documents as documents on spans.document_id = documents.document_id
        where not (0 <= char_start and char_start < char_end and char_end <= char_length)"""
        for table in SPANS
    )
    return (
        no_rows(
            "evidence_equality",
            "core.evidence",
            "error",
            "A quote is the slice of the stored text at its offsets, for every mention.",
            unequal_quotes("core.evidence"),
        ),
        no_rows(
            "spans_in_text",
            SPANS,
            "error",
            "Spans lie inside the text of their document.",
            spans + " order by table_name, document_id, char_start, char_end",
        ),
        no_rows(
            "one_fate_per_token",
            "core.rejections",
            "error",
            "No token is both a mention of a claim and rejected.",
            """
            select rejected.document_id, rejected.char_start, rejected.char_end, surface, rejected.rule, claim_id
            from core.rejections as rejected
            inner join core.evidence as evidence using (document_id, char_start, char_end)
            order by all
            """,
        ),
    )


def _reconciling() -> tuple[Check, ...]:
    return (
        no_rows(
            "one_scope",
            "core.estimate_candidates",
            "error",
            "A figure counts in an estimate of its own market, segment and area only: scopes are never pooled.",
            """
            select candidates.claim_id, candidates.estimate_id, seen.series_id, estimates.series_id as pooled_into
            from core.estimate_candidates as candidates
            inner join core.observations as seen on candidates.claim_id = seen.claim_id
            inner join core.estimates as estimates on candidates.estimate_id = estimates.estimate_id
            where candidates.role = 'counted' and (
                seen.market_id is distinct from estimates.market_id
                or seen.segment_key is distinct from estimates.segment_key
                or seen.ref_area is distinct from estimates.ref_area
            )
            order by all
            """,
        ),
        no_rows(
            "in_force",
            "core.estimate_candidates",
            "error",
            "No superseded, quarantined or unsure claim is behind an estimate.",
            """
            select candidates.claim_id, candidates.estimate_id, candidates.role, claims.status,
                documents.status as document_status
            from core.estimate_candidates as candidates
            inner join core.claims as claims on candidates.claim_id = claims.claim_id
            inner join core.documents as documents on claims.document_id = documents.document_id
            where candidates.estimate_id is not null and candidates.role <> 'excluded' and (
                claims.status in ('superseded', 'quarantined', 'withdrawn', 'unsure') or documents.status = 'superseded'
            )
            order by all
            """,
        ),
        no_rows(
            "set_aside",
            (
                "core.vendor_figures",
                "core.conflicts",
                "core.conflict_sides",
                "core.growth_audit",
                "core.audit_findings",
            ),
            "error",
            "No superseded, quarantined or unsure claim is behind an aligned figure, a conflict or an audit.",
            """
            select table_name, row_id, claims.claim_id, claims.status
            from (
                select 'core.vendor_figures' as table_name, vendor_figure_id as row_id, unnest(claim_ids) as claim_id
                from core.vendor_figures
                union all
                select 'core.conflicts', conflict_id, unnest(claim_ids_a || claim_ids_b) from core.conflicts
                union all
                select distinct 'core.conflict_sides', conflict_id, unnest(claim_ids) from core.conflict_sides
                union all
                select 'core.growth_audit', claim_id, unnest([claim_id, start_claim_id, end_claim_id])
                from core.growth_audit
                union all
                select 'core.audit_findings', finding_id, unnest(claim_ids) from core.audit_findings
            ) as used
            inner join core.claims as claims on used.claim_id = claims.claim_id
            where claims.status in ('superseded', 'quarantined', 'withdrawn', 'unsure')
            order by all
            """,
        ),
        no_rows(
            "bridge_bounds",
            "core.bridges",
            "error",
            "A derived value lies between its bounds, and these lie within the rounding of total and shares.",
            """
            select bridge_id, value_floor, value_low, value_point, value_high, value_ceiling
            from core.bridges
            where not (
                value_floor <= value_low and value_low <= value_point and value_point <= value_high
                and value_high <= value_ceiling
            )
            order by bridge_id
            """,
        ),
        no_rows(
            "conflict_years",
            ("core.conflicts", "core.conflict_sides"),
            "error",
            "A conflict has two sides or more in each of its years, and shows the lowest and highest of one of them.",
            """
            with of_year as (
                select conflict_id, year, bool_and(is_representative) as is_shown, count(*) as n_sides,
                    min(value) as lowest, max(value) as highest
                from core.conflict_sides
                group by conflict_id, year
            ),
            sides as (
                select conflict_id, min(n_sides) as fewest, count(*) filter (is_shown) as n_shown,
                    list(cast(year as varchar) order by year) filter (year is not null) as years,
                    any_value(year) filter (is_shown) as year, any_value(n_sides) filter (is_shown) as n_sides,
                    any_value(lowest) filter (is_shown) as lowest, any_value(highest) filter (is_shown) as highest
                from of_year
                group by conflict_id
            )
            select coalesce(conflicts.conflict_id, sides.conflict_id) as conflict_id, conflicts.years, sides.years as years_of_sides,
                conflicts.value_a, sides.lowest, conflicts.value_b, sides.highest, conflicts.n_sides, sides.fewest
            from core.conflicts as conflicts
            full join sides on conflicts.conflict_id = sides.conflict_id
            where coalesce(sides.fewest, 0) < 2 or sides.n_shown <> 1
                or conflicts.years is distinct from coalesce(sides.years, []) or conflicts.n_years <> len(conflicts.years)
                or conflicts.year is distinct from sides.year or conflicts.n_sides is distinct from sides.n_sides
                or conflicts.value_a is distinct from sides.lowest or conflicts.value_b is distinct from sides.highest
            order by 1
            """,
        ),
        no_rows(
            "components_sum",
            "core.conflict_components",
            "error",
            "The components of a conflict add up to 100 % of its log ratio, and every one has its row.",
            f"""
            select conflict_id, year, sum(log_share_pct) as total_pct, count(*) as n_components
            from core.conflict_components
            group by conflict_id, year
            having count(*) <> {len(words.COMPONENTS)} or abs(sum(log_share_pct) - 100) > 1e-8 * greatest(100, max(abs(log_share_pct)))
            order by conflict_id, year
            """,
        ),
        no_rows(
            "questions",
            "core.review_queue",
            "error",
            "Every unsure claim has its question, also one that a guard holds back; a decided question has its decision and no open one has.",
            """
            select coalesce(queue.question_id, claims.claim_id) as row_id, claims.claim_id, claims.status, queue.state,
                queue.decision
            from core.review_queue as queue
            full join (select claim_id, status from core.claims where status = 'unsure') as claims
                on queue.claim_id = claims.claim_id
            where queue.question_id is null or (queue.state = 'decided') <> (queue.decision is not null)
                or (queue.kind in ('unsure_claim', 'reading_differs')) <> (queue.claim_id is not null)
                or (queue.kind = 'unsure_claim' and queue.state = 'open' and claims.claim_id is null)
            order by all
            """,
        ),
        no_rows(
            "bands",
            "core.growth_audit",
            "error",
            "Stated and recomputed growth lie within their rounding bands, and one convention per claim is the best.",
            """
            select claim_id, convention, stated_low_pct, stated_pct, stated_high_pct,
                recomputed_low_pct, recomputed_pct, recomputed_high_pct, is_best
            from core.growth_audit
            qualify not (
                stated_pct between stated_low_pct and stated_high_pct
                and recomputed_pct between recomputed_low_pct and recomputed_high_pct
                and sum(cast(is_best as integer)) over (partition by claim_id) = 1
            )
            order by claim_id, convention
            """,
        ),
        no_rows(
            "findings",
            "core.audit_findings",
            "error",
            "A finding's deviation is stated minus expected, only a mismatch has a severity, and each has its evidence.",
            """
            select finding_id, outcome, severity, stated, expected, deviation, half_width, times_rounding
            from core.audit_findings
            where deviation is distinct from stated - expected
                or (outcome in ('mismatch', 'flag')) <> (severity <> 'none')
                or (outcome = 'mismatch') > (stated is not null and expected is not null)
                or (outcome = 'derived') > (expected is not null)
                or abs(times_rounding * half_width - abs(deviation)) > 1e-6 * abs(deviation) + 1e-6
                or (len(claim_ids) = 0) <> (definition_id is not null)
                or len(spans) = 0
            order by finding_id
            """,
        ),
    )
