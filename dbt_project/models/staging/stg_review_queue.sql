select
    question_id,
    kind,
    state,
    document_id,
    document,
    publisher_id,
    market_id,
    claim_id,
    confidence,
    subject,
    why,
    what_to_do,
    decision
from {{ source('core', 'review_queue') }}
