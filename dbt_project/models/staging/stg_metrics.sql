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
