-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    quality_id,
    document_id,
    publisher_id,
    market_id,
    property,
    {{ list_to_text('terms') }} as terms,
    burden,
    polarity,
    words,
    narrowed,
    {{ list_to_text('beside') }} as beside,
    rule,
    status,
    is_cut,
    quote,
    char_start,
    char_end
from {{ source('core', 'qualities') }}
