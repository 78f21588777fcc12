-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    choice_id,
    document_id,
    claim_id,
    char_start,
    char_end,
    quote,
    attribute,
    first_reading,
    second_reading,
    taken,
    odds,
    rule
from {{ source('core', 'reading_choices') }}
