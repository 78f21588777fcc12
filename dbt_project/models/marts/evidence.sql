select
    evidence_id,
    claim_id,
    document_id,
    text_sha256,
    char_start,
    char_end,
    page,
    quote,
    prefix,
    suffix,
    header_start,
    header_end,
    header,
    rule
from {{ source('core', 'evidence') }}
order by claim_id nulls last, evidence_id
