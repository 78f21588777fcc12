"""Conservation laws of the core layer: no input is lost, no row is invented. One frame of totals each."""

from __future__ import annotations

from quality.check import Check, equal, no_rows

# Each document that arrived or is held, and where it is accounted for: in exactly one place.
_WHEREABOUTS = """
with received as (
    select document_id, count(*) as n_receipts, count(*) filter (where outcome = 'duplicate') as n_duplicates,
        bool_or(outcome = 'pending') as is_pending
    from core.receipts
    group by document_id
),
retracted as (
    select distinct document_id from core.document_history where event = 'retracted'
),
whereabouts as (
    select
        coalesce(received.document_id, documents.document_id, quarantine.document_id) as document_id,
        coalesce(n_receipts, 0) as n_receipts,
        coalesce(n_duplicates, 0) as n_duplicates,
        documents.document_id is not null or retracted.document_id is not null as is_landed,
        quarantine.document_id is not null as is_quarantined,
        coalesce(is_pending, false) as is_pending
    from received
    full join core.documents as documents on received.document_id = documents.document_id
    full join core.quarantine as quarantine
        on coalesce(received.document_id, documents.document_id) = quarantine.document_id
    left join retracted on received.document_id = retracted.document_id
),
judged as (
    select *, n_receipts > n_duplicates
        and cast(is_landed as integer) + cast(is_quarantined as integer) + cast(is_pending as integer) = 1
        as is_accounted
    from whereabouts
)
"""

_CANDIDATES = """
with mentions as (select document_id, count(*) as n from core.evidence group by document_id),
rejections as (select document_id, count(*) as n from core.rejections group by document_id),
counted as (
    select documents.document_id, n_candidates, n_mentions, n_rejections,
        coalesce(mentions.n, 0) as n_evidence, coalesce(rejections.n, 0) as n_rejected
    from core.documents as documents
    left join mentions on documents.document_id = mentions.document_id
    left join rejections on documents.document_id = rejections.document_id
),
judged as (
    select *, n_candidates = n_mentions + n_rejections and n_mentions = n_evidence and n_rejections = n_rejected
        as is_conserved
    from counted
)
"""

_MENTIONS = """
with found as (select claim_id, count(*) as n from core.evidence group by claim_id),
judged as (
    select claims.claim_id, claims.document_id, n_mentions, coalesce(found.n, 0) as n_evidence,
        n_mentions = coalesce(found.n, 0) and n_mentions > 0 as is_conserved
    from core.claims as claims
    left join found on claims.claim_id = found.claim_id
)
"""

_CLAIMS = """
with candidacies as (
    select claim_id, count(*) as n_rows, count(estimate_id) as n_estimates,
        count(*) filter (where role <> 'counted' and coalesce(trim(reason), '') = '') as n_unexplained,
        count(*) filter (where role = 'counted' and estimate_id is null) as n_counted_nowhere
    from core.estimate_candidates
    group by claim_id
),
judged as (
    select
        coalesce(claims.claim_id, candidacies.claim_id) as claim_id,
        claims.claim_id is null as is_made_up,
        coalesce(n_estimates, 0) as n_estimates,
        coalesce(n_rows, 0) as n_candidacies,
        coalesce(n_unexplained, 0) as n_unexplained,
        coalesce(n_counted_nowhere, 0) as n_counted_nowhere,
        claims.claim_id is not null and n_rows is not null and n_unexplained = 0 and n_counted_nowhere = 0
            and (n_estimates = n_rows or n_rows = 1) as is_accounted
    from core.claims as claims
    full join candidacies on claims.claim_id = candidacies.claim_id
)
"""

CONSERVATION: tuple[Check, ...] = (
    equal(
        "document_conservation",
        "core.receipts",
        "error",
        "Every document that arrived is landed (or retracted since), quarantined or pending, and exactly one of them; "
        "further receipts are duplicates:  received = landed + duplicate + quarantined + pending.",
        totals=_WHEREABOUTS
        + """
        select count(*) as n_documents, count(*) filter (where is_accounted) as n_accounted,
            cast(sum(n_receipts) as bigint) as n_receipts, cast(sum(n_duplicates) as bigint) as n_duplicate,
            count(*) filter (where is_landed) as n_landed, count(*) filter (where is_quarantined) as n_quarantined,
            count(*) filter (where is_pending) as n_pending
        from judged
        """,
        pair=("n_documents", "n_accounted"),
        offenders=_WHEREABOUTS + "select * from judged where not is_accounted order by document_id",
    ),
    equal(
        "candidate_conservation",
        "core.documents",
        "error",
        "Every figure-like token of a document is a mention of a claim, or a named rule rejects it.",
        totals=_CANDIDATES
        + """
        select count(*) as n_documents, count(*) filter (where is_conserved) as n_conserved,
            cast(sum(n_candidates) as bigint) as n_candidates, cast(sum(n_evidence) as bigint) as n_mentions,
            cast(sum(n_rejected) as bigint) as n_rejections
        from judged
        """,
        pair=("n_documents", "n_conserved"),
        offenders=_CANDIDATES + "select * from judged where not is_conserved order by document_id",
    ),
    equal(
        "mention_conservation",
        "core.claims",
        "error",
        "A claim has as many rows of evidence as it says, and at least one.",
        totals=_MENTIONS
        + "select count(*) as n_claims, count(*) filter (where is_conserved) as n_conserved, "
        + "cast(sum(n_evidence) as bigint) as n_mentions from judged",
        pair=("n_claims", "n_conserved"),
        offenders=_MENTIONS + "select * from judged where not is_conserved order by claim_id",
    ),
    equal(
        "claim_conservation",
        "core.estimate_candidates",
        "error",
        "Every claim is a candidate for an estimate or has a reason; no candidate is invented.",
        totals=_CLAIMS
        + """
        select count(*) as n_claims, count(*) filter (where is_accounted) as n_accounted,
            count(*) filter (where n_estimates > 0) as n_in_estimates
        from judged
        """,
        pair=("n_claims", "n_accounted"),
        offenders=_CLAIMS + "select * from judged where not is_accounted order by claim_id",
    ),
    no_rows(
        "claim_counts",
        "core.documents",
        "error",
        "A document counts the claims it holds.",
        """
        select documents.document_id, n_claims, count(claims.claim_id) as n_found
        from core.documents as documents
        left join core.claims as claims on documents.document_id = claims.document_id
        group by documents.document_id, n_claims
        having n_claims <> count(claims.claim_id)
        order by documents.document_id
        """,
    ),
)
