select
    components.conflict_id,
    components.component,
    components.position,
    components.status,
    components.log_ratio,
    components.factor,
    components.log_share_pct,
    components.log_share_low_pct,
    components.log_share_high_pct,
    components.how,
    conflicts.rule,
    conflicts.verdict,
    conflicts.market_id,
    conflicts.other_market_id,
    {{ as_text('components.time_period_year') }} as time_period,
    components.time_period_year,
    coalesce(components.time_period_year, 0) = coalesce(conflicts.time_period_year, 0) as is_representative,
    components.ratio,
    components.publishers_a,
    components.publishers_b,
    components.claim_ids_a,
    components.claim_ids_b
from {{ ref('stg_conflict_components') }} as components
inner join {{ ref('stg_conflicts') }} as conflicts
    on components.conflict_id = conflicts.conflict_id
order by
    conflicts.market_id nulls last,
    components.conflict_id,
    components.time_period_year nulls last,
    components.position
