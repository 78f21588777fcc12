-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    conflict_id,
    year as time_period_year,
    side,
    is_representative,
    verdict,
    market_id,
    publishers,
    value,
    words,
    is_stated,
    {{ list_to_text('claim_ids') }} as claim_ids,
    {{ list_to_text('statement_ids') }} as statement_ids,
    bridge_id,
    bound_low,
    bound_high,
    assumptions
from {{ source('core', 'conflict_sides') }}
