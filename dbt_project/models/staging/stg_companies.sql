select
    document_id,
    publisher_id,
    market_id,
    company,
    product,
    role,
    rank,
    status,
    reason,
    n_mentions,
    char_start,
    char_end
from {{ source('core', 'companies') }}
