select
    document_id,
    name,
    byte_length,
    reason,
    detail
from {{ source('core', 'quarantine') }}
order by document_id
