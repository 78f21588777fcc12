-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    claim_id,
    document_id,
    publisher_id,
    market_id,
    metric,
    value_as_printed,
    rule,
    set_aside_by,
    key,
    reason,
    found,
    round
from {{ source('core', 'set_aside') }}
