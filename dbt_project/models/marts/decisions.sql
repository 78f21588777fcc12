select
    decision_id,
    kind,
    subject,
    decides,
    author,
    decided_on,
    reason,
    expires,
    expect,
    state,
    why,
    in_force,
    successor_id,
    claim_ids,
    conflict_ids,
    estimate_ids,
    market_ids,
    document_ids
from {{ ref('stg_decisions') }}
order by decision_id
