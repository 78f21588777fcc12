select
    document_id,
    name,
    byte_length,
    reason,
    detail
from {{ ref('stg_quarantine') }}
order by document_id
