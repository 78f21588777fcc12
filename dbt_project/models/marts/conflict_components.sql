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
    {{ as_text('components.year') }} as time_period,
    components.year as time_period_year,
    coalesce(components.year, 0) = coalesce(conflicts.year, 0) as is_representative,
    components.ratio,
    components.publishers_a,
    components.publishers_b,
    {{ list_to_text('components.claim_ids_a') }} as claim_ids_a,
    {{ list_to_text('components.claim_ids_b') }} as claim_ids_b
from {{ source('core', 'conflict_components') }} as components
inner join {{ source('core', 'conflicts') }} as conflicts
    on components.conflict_id = conflicts.conflict_id
order by
    conflicts.market_id nulls last,
    components.conflict_id,
    components.year nulls last,
    components.position
