-- Burdens that documents call slight or grave, with the names beside them.
-- depends: raw.qualities, core.documents, work.quotes
with cut as (
    select r.*, [core.cut_to(x, d.quote_limit_chars)
            for x in [named, words, narrowed]] as shown
    from raw.qualities as r inner join core.documents as d using (document_id)
)
select left(sha256(concat_ws(':', document_id, char_start, c.char_end)), 16) as quality_id, document_id, d.publisher_id, d.market_id, shown[1] as property,
    terms, burden, polarity, shown[2] as words, shown[3] as narrowed, beside, rule, d.status, q.is_cut, q.quote, char_start,
    char_start + length(q.quote) as char_end
from cut as c
inner join core.documents as d using (document_id)
inner join work.quotes as q using (document_id, char_start, char_end)
