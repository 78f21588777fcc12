-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    ranking_id,
    document_id,
    publisher_id,
    market_id,
    subject,
    subject_kind,
    dimension,
    criterion,
    ordinal,
    position,
    time_period,
    year as time_period_year,
    geography,
    ref_area,
    rule,
    n_mentions,
    char_start,
    char_end,
    quote
from {{ source('core', 'rankings') }}
