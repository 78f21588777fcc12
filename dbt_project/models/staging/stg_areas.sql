select
    ref_area,
    area,
    kind
from {{ source('core', 'areas') }}
