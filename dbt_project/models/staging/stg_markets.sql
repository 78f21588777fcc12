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
    resolution,
    industry_codes,
    industry_titles,
    industry_relations
from {{ source('core', 'markets') }}
