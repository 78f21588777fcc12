-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    conflict_id,
    year as time_period_year,
    component,
    position,
    status,
    log_ratio,
    factor,
    log_share_pct,
    log_share_low_pct,
    log_share_high_pct,
    ratio,
    publishers_a,
    publishers_b,
    {{ list_to_text('claim_ids_a') }} as claim_ids_a,
    {{ list_to_text('claim_ids_b') }} as claim_ids_b,
    how
from {{ source('core', 'conflict_components') }}
