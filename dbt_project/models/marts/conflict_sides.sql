select
    sides.conflict_id,
    {{ as_text('sides.time_period_year') }} as time_period,
    sides.time_period_year,
    sides.side,
    sides.is_representative,
    conflicts.rule,
    sides.verdict,
    sides.market_id,
    markets.market,
    sides.publishers,
    sides.value,
    conflicts.unit_measure,
    sides.words,
    sides.is_stated,
    sides.claim_ids,
    sides.statement_ids,
    sides.bridge_id,
    sides.bound_low,
    sides.bound_high,
    sides.assumptions
from {{ ref('stg_conflict_sides') }} as sides
inner join {{ ref('stg_conflicts') }} as conflicts
    on sides.conflict_id = conflicts.conflict_id
left join {{ ref('stg_markets') }} as markets
    on sides.market_id = markets.market_id
order by sides.conflict_id, sides.time_period_year nulls last, sides.side
