select
    segments.document_id,
    segments.publisher_id,
    publishers.publisher,
    segments.market_id,
    markets.market,
    segments.dimension,
    segments.segment,
    segments.segment_key,
    segments.parent,
    segments.position,
    segments.bound_low,
    segments.bound_high,
    segments.repair,
    documents.status,
    segments.n_mentions,
    segments.char_start,
    segments.char_end
from {{ source('core', 'segments') }} as segments
left join {{ source('core', 'documents') }} as documents
    on segments.document_id = documents.document_id
left join {{ source('core', 'publishers') }} as publishers
    on segments.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on segments.market_id = markets.market_id
order by
    segments.market_id nulls last,
    segments.document_id,
    segments.dimension nulls last,
    segments.position,
    segments.segment,
    segments.parent nulls last
