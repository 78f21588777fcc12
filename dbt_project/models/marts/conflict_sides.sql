select
    sides.conflict_id,
    {{ as_text('sides.year') }} as time_period,
    sides.year as time_period_year,
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
    {{ list_to_text('sides.claim_ids') }} as claim_ids,
    {{ list_to_text('sides.statement_ids') }} as statement_ids,
    sides.bridge_id,
    sides.bound_low,
    sides.bound_high,
    sides.assumptions
from {{ source('core', 'conflict_sides') }} as sides
inner join {{ source('core', 'conflicts') }} as conflicts
    on sides.conflict_id = conflicts.conflict_id
left join {{ source('core', 'markets') }} as markets
    on sides.market_id = markets.market_id
order by sides.conflict_id, sides.year nulls last, sides.side
