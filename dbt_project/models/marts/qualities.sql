select
    qualities.quality_id,
    qualities.document_id,
    qualities.publisher_id,
    publishers.publisher,
    qualities.market_id,
    markets.market,
    qualities.property,
    {{ list_to_text('qualities.terms') }} as terms,
    qualities.burden,
    qualities.polarity,
    qualities.words,
    qualities.narrowed,
    {{ list_to_text('qualities.beside') }} as beside,
    qualities.rule,
    qualities.status,
    qualities.is_cut,
    qualities.quote,
    qualities.char_start,
    qualities.char_end
from {{ source('core', 'qualities') }} as qualities
left join {{ source('core', 'publishers') }} as publishers
    on qualities.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on qualities.market_id = markets.market_id
order by qualities.market_id nulls last, qualities.quality_id
