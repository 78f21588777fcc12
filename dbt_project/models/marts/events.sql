select
    events.event_id,
    events.document_id,
    events.publisher_id,
    publishers.publisher,
    events.market_id,
    markets.market,
    events.headline,
    events.event_type,
    events.event_date,
    events.date_precision,
    events.date_as_stated,
    events.first_day,
    events.last_day,
    events.window_start,
    events.window_end,
    events.window_basis,
    events.window_anchor,
    events.figure_date,
    events.relation_to_figures,
    {{ list_to_text('events.parties') }} as parties,
    {{ list_to_text('events.party_roles') }} as party_roles,
    events.amount,
    events.amount_high,
    events.amount_unit,
    events.amount_comparator,
    events.amount_as_printed,
    events.rule,
    documents.status,
    events.n_mentions,
    events.char_start,
    events.char_end,
    events.quote
from {{ source('core', 'events') }} as events
left join {{ source('core', 'documents') }} as documents
    on events.document_id = documents.document_id
left join {{ source('core', 'publishers') }} as publishers
    on events.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on events.market_id = markets.market_id
order by events.market_id nulls last, events.event_id
