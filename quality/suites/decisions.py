"""Checks on human decisions: decisions in force have their effect, and ended ones are reported."""

from __future__ import annotations

from quality.check import Check, no_rows

CORE_DECISIONS: tuple[Check, ...] = (
    no_rows(
        "decisions_take_effect",
        "core.decisions",
        "error",
        "A claim is overridden where a decision in force says so and nowhere else, a rejected one is quarantined, and what "
        "is expired is not in force.",
        """
        with touching as (
            select decision_id, kind, state, in_force, unnest(claim_ids) as claim_id
            from core.decisions where in_force and kind in ('override', 'rejected_claim', 'confirmed_claim')
        )
        select touching.decision_id as row_id, touching.kind, touching.state, claims.claim_id, claims.status
        from touching inner join core.claims as claims on touching.claim_id = claims.claim_id
        where claims.status not in ('superseded', 'quarantined') and (touching.kind = 'override') <> (claims.status = 'overridden')
            or touching.kind = 'rejected_claim' and claims.status <> 'quarantined'
            or touching.kind = 'confirmed_claim' and claims.status = 'unsure'
        union all
        select null, null, null, claims.claim_id, claims.status
        from core.claims as claims
        where claims.status = 'overridden'
            and claims.claim_id not in (select claim_id from touching where kind = 'override')
        union all
        select decision_id, kind, state, null, null
        from core.decisions where state = 'expired' and in_force or state = 'applied' and not in_force
        order by all
        """,
    ),
    no_rows(
        "decisions_hold",
        "core.decisions",
        "warning",
        "No decision that has expired, lost its subject or been overtaken by its source waits for a person: it was renewed or "
        "closed, or what it decided is asked anew.",
        """
        select flagged.decision_id, flagged.question_id, decisions.kind, flagged.subject, decisions.state, flagged.why
        from core.review_queue as flagged
        left join core.decisions as decisions on flagged.decision_id = decisions.decision_id
        where flagged.kind = 'flagged_decision' and flagged.state = 'open'
        order by all
        """,
    ),
)
