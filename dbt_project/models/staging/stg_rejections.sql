-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    document_id,
    char_start,
    char_end,
    surface,
    rule
from {{ source('core', 'rejections') }}
