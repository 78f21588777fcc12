-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    metric,
    place,
    label,
    kind,
    unit,
    is_estimated,
    is_additive,
    is_positive,
    definition
from {{ source('core', 'metrics') }}
