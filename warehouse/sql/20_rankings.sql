-- Positions that documents give parts, areas and companies; places that give one subject the same position are one row.
-- depends: raw.ranks, core.documents, work.quotes
with places as (
    select *, core.ranking_id(document_id, subject, dimension, criterion, ordinal, position, year, ref_area) as ranking_id
    from raw.ranks
)
select ranking_id, document_id, d.publisher_id, d.market_id, subject, subject_kind, dimension, criterion, ordinal, position, time_period, year,
    geography, ref_area, rule, count(distinct (char_start, char_end)) over (partition by ranking_id) as n_mentions,
    char_start, char_start + length(q.quote) as char_end, q.quote
from places as p
inner join core.documents as d using (document_id)
inner join work.quotes as q using (document_id, char_start, char_end)
qualify row_number() over (partition by ranking_id order by char_start, p.char_end, subject, dimension) = 1
