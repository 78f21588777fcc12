-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    fact_id,
    document_id,
    publisher_id,
    fact,
    value,
    value_date,
    n_mentions,
    char_start,
    char_end,
    quote
from {{ source('core', 'document_facts') }}
