with candidates as (
    select
        estimate_id,
        {{ join_values("case when role = 'counted' then claim_id end") }} as claim_ids,
        {{ join_values("case when role <> 'counted' then claim_id end") }} as other_claim_ids
    from {{ source('core', 'estimate_candidates') }}
    where estimate_id is not null
    group by estimate_id
),

decided as (
    select
        estimate_id,
        {{ join_values('decision_id') }} as decision_ids
    from (
        select
            decision_id,
            {{ members_of('estimate_ids') }} as estimate_id
        from {{ source('core', 'decisions') }}
    ) as members
    group by estimate_id
)

select
    estimates.estimate_id,
    estimates.series_id,
    estimates.market_id,
    markets.market,
    markets.scope,
    estimates.dimension,
    estimates.segment,
    estimates.segment_key,
    estimates.ref_area,
    areas.area,
    estimates.metric,
    estimates.unit_measure,
    estimates.value_basis,
    estimates.price_basis,
    {{ as_text('estimates.year') }} as time_period,
    estimates.year as time_period_year,
    estimates.estimate,
    estimates.low,
    estimates.high,
    estimates.predicted_low,
    estimates.predicted_high,
    estimates.level,
    estimates.interval_covers,
    estimates.lowest_figure,
    estimates.highest_figure,
    balanced.balanced,
    balanced.status as balanced_status,
    balanced.reason as balanced_reason,
    estimates.verdict,
    estimates.n_claims,
    estimates.n_publishers,
    estimates.n_independent,
    estimates.status,
    estimates.method,
    estimates.reason,
    estimates.related_scopes,
    {{ count_of('estimates.conflict_ids') }} as n_conflicts,
    {{ list_to_text('estimates.conflict_ids') }} as conflict_ids,
    candidates.claim_ids,
    candidates.other_claim_ids,
    decided.decision_ids
from {{ source('core', 'estimates') }} as estimates
left join {{ source('core', 'balanced_figures') }} as balanced
    on estimates.estimate_id = balanced.figure_id
left join {{ source('core', 'markets') }} as markets
    on estimates.market_id = markets.market_id
left join {{ source('core', 'areas') }} as areas
    on estimates.ref_area = areas.ref_area
left join candidates
    on estimates.estimate_id = candidates.estimate_id
left join decided
    on estimates.estimate_id = decided.estimate_id
order by estimates.market_id nulls last, estimates.estimate_id
