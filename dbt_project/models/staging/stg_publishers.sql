select
    publisher_id,
    publisher,
    publisher_group,
    tier,
    licence,
    quote_limit_chars,
    profile
from {{ source('core', 'publishers') }}
