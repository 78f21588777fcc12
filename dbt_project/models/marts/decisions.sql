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
    {{ list_to_text('claim_ids') }} as claim_ids,
    {{ list_to_text('conflict_ids') }} as conflict_ids,
    {{ list_to_text('estimate_ids') }} as estimate_ids,
    {{ list_to_text('market_ids') }} as market_ids,
    {{ list_to_text('document_ids') }} as document_ids
from {{ source('core', 'decisions') }}
order by decision_id
