-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
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
