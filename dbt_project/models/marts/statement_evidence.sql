select
    evidence_id,
    kind,
    item_id,
    document_id,
    text_sha256,
    char_start,
    char_end,
    is_cut,
    quote
from {{ source('core', 'statement_evidence') }}
order by item_id nulls last, evidence_id
