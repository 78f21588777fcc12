-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    document_id,
    publisher_id,
    market_id,
    dimension,
    segment,
    segment_key,
    parent,
    position,
    bound_low,
    bound_high,
    repair,
    n_mentions,
    char_start,
    char_end
from {{ source('core', 'segments') }}
