select
    document_id,
    char_start,
    char_end,
    surface,
    rule
from {{ source('core', 'rejections') }}
