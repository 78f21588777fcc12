-- What documents say about themselves, one row per field and value, with the date that a value means; an empty field is a row without a value.
-- depends: raw.facts, core.documents, work.quotes, work.dates
with places as (
    select f.* replace (nullif(core.cut_to(value, d.quote_limit_chars), '') as value), d.publisher_id, q.quote
    from raw.facts as f
    inner join core.documents as d using (document_id)
    inner join work.quotes as q using (document_id, char_start, char_end)
)
select core.document_fact_id(document_id, name, value) as fact_id, document_id, publisher_id, name as fact, value,
    if(name in ('published_on', 'last_updated', 'data_as_of', 'past_period'), d.edtf, null) as value_date,
    count(distinct (char_start, char_end)) over (partition by document_id, name, value) as n_mentions,
    char_start, char_start + length(quote) as char_end, quote
from places left join work.dates as d on places.value = d.printed
qualify row_number() over (partition by document_id, name, value order by char_start, places.char_end) = 1
