-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
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
    char_end,
    company_id,
    canonical,
    parent,
    level,
    parent_since,
    n_neighbours,
    method,
    wikidata,
    lei
from {{ source('core', 'companies') }}
