select
    market_id,
    other_market_id,
    relation,
    reason
from {{ source('core', 'market_relations') }}
