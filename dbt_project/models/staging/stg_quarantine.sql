-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    document_id,
    name,
    byte_length,
    reason,
    detail
from {{ source('core', 'quarantine') }}
