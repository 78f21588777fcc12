select
    claim_id,
    estimate_id,
    role,
    reason
from {{ source('core', 'estimate_candidates') }}
