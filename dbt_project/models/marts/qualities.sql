select
    qualities.quality_id,
    qualities.document_id,
    qualities.publisher_id,
    publishers.publisher,
    qualities.market_id,
    markets.market,
    qualities.property,
    qualities.terms,
    qualities.burden,
    qualities.polarity,
    qualities.words,
    qualities.narrowed,
    qualities.beside,
    qualities.rule,
    qualities.status,
    qualities.is_cut,
    qualities.quote,
    qualities.char_start,
    qualities.char_end
from {{ ref('stg_qualities') }} as qualities
left join {{ ref('stg_publishers') }} as publishers
    on qualities.publisher_id = publishers.publisher_id
left join {{ ref('stg_markets') }} as markets
    on qualities.market_id = markets.market_id
order by qualities.market_id nulls last, qualities.quality_id
