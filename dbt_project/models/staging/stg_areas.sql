-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    ref_area,
    area,
    kind,
    {{ list_to_text('members') }} as members
from {{ source('core', 'areas') }}
