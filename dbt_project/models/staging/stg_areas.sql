select
    ref_area,
    area,
    kind,
    {{ list_to_text('members') }} as members
from {{ source('core', 'areas') }}
