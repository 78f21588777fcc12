with candidates as (
    select
        claim_id,
        {{ join_values('estimate_id') }} as estimate_ids,
        min(role) as estimate_role, -- 'counted' stands first in the alphabet: counted anywhere is counted
        min(case when role = first_role then reason end) as estimate_reason
    from (
        select
            *,
            min(role) over (partition by claim_id) as first_role
        from {{ source('core', 'estimate_candidates') }}
    ) as of_claim
    group by claim_id
),

decided as (
    select
        claim_id,
        {{ join_values('decision_id') }} as decision_ids
    from (
        select
            decision_id,
            {{ members_of('claim_ids') }} as claim_id
        from {{ source('core', 'decisions') }}
    ) as members
    group by claim_id
)

select
    claims.claim_id,
    claims.document_id,
    claims.publisher_id,
    claims.publisher,
    claims.attributed_through,
    claims.market_id,
    markets.market,
    claims.market as market_as_printed,
    claims.dimension,
    claims.segment,
    claims.segment_key,
    claims.geography,
    claims.ref_area,
    claims.metric,
    claims.obs_value,
    claims.obs_value_high,
    claims.comparator,
    claims.unit_measure,
    claims.unit_per,
    claims.value_basis,
    claims.value_basis_reach,
    claims.value_basis_start,
    claims.value_basis_quote,
    claims.price_basis,
    claims.price_basis_reach,
    claims.price_basis_start,
    claims.price_basis_quote,
    case when observations.unit_measure = 'USD' then observations.obs_value end as obs_value_usd,
    observations.fx_rule,
    observations.fx_year,
    observations.usd_per_unit,
    claims.time_period,
    claims.time_period_year,
    claims.time_period_inferred,
    claims.inference_basis,
    claims.time_period_probable,
    claims.time_period_probable_basis,
    claims.time_period_probable_confidence,
    claims.period_start,
    claims.period_end,
    claims.period_inferred,
    claims.obs_status,
    claims.value_as_printed,
    claims.subject,
    claims.rule,
    claims.read_by,
    claims.confidence,
    claims.status,
    claims.n_mentions,
    candidates.estimate_ids,
    candidates.estimate_role,
    candidates.estimate_reason,
    decided.decision_ids
from {{ source('core', 'claims') }} as claims
left join {{ source('core', 'markets') }} as markets
    on claims.market_id = markets.market_id
left join {{ source('core', 'observations') }} as observations
    on claims.claim_id = observations.claim_id
left join candidates
    on claims.claim_id = candidates.claim_id
left join decided
    on claims.claim_id = decided.claim_id
order by claims.market_id nulls last, claims.claim_id
