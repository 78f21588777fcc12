select
    market_id,
    market,
    scope,
    product,
    technology,
    workload,
    layer,
    value_basis,
    deployment,
    names,
    resolution
from {{ source('core', 'markets') }}
