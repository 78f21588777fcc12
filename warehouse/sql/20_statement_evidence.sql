-- Every place of a development, ranking, citation or document fact; a place that states a row twice counts once.
-- depends: raw.ranks, raw.citations, raw.facts, core.documents, work.event_mentions, work.quotes
-- Check statement_conservation holds that every place has its row.
with facts as (
    select f.*, core.cut_to(value, d.quote_limit_chars) as shown
    from raw.facts as f inner join core.documents as d using (document_id)
),
places as (
    select 'event' as kind, event_id as item_id, document_id, char_start, char_end from work.event_mentions
    union
    select 'ranking', core.ranking_id(document_id, subject, dimension, criterion, ordinal, position, year, ref_area), document_id, char_start, char_end
    from raw.ranks
    union
    select 'citation', core.citation_id(document_id, form, char_start, char_end), document_id, char_start, char_end from raw.citations
    union
    select 'document_fact', core.document_fact_id(document_id, name, nullif(shown, '')), document_id, char_start, char_end
    from facts
)
select left(sha256(concat_ws(chr(31), kind, item_id, p.char_start, p.char_end)), 16) as evidence_id, kind, item_id, document_id, d.text_sha256,
    p.char_start, p.char_start + length(q.quote) as char_end, q.is_cut, q.quote
from places as p
inner join core.documents as d using (document_id)
inner join work.quotes as q using (document_id, char_start, char_end)
