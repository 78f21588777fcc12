select
    conflict_id,
    component,
    position,
    status,
    log_ratio,
    factor,
    log_share_pct,
    log_share_low_pct,
    log_share_high_pct,
    {{ list_to_text('claim_ids_a') }} as claim_ids_a,
    {{ list_to_text('claim_ids_b') }} as claim_ids_b,
    how
from {{ source('core', 'conflict_components') }}
