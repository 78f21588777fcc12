-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    market_id,
    other_market_id,
    relation,
    reason
from {{ source('core', 'market_relations') }}
