-- Places where documents name a source, with the claims that stand in the statement that it supports.
-- depends: raw.citations, core.documents, core.evidence, work.quotes
select core.citation_id(c.document_id, form, c.char_start, c.char_end) as citation_id, document_id, d.publisher_id, form, label, cited_name,
    core.cut_to(cited_title, d.quote_limit_chars) as cited_title, year as cited_year, c.url, doi, supports_start, supports_end, coalesce((
        select list(distinct e.claim_id order by e.claim_id) from core.evidence as e
        where e.document_id = c.document_id and e.char_start >= c.supports_start and e.char_end <= c.supports_end
    ), []) as claim_ids, rule, c.char_start, c.char_start + length(q.quote) as char_end, q.quote
from raw.citations as c
inner join core.documents as d using (document_id)
inner join work.quotes as q using (document_id, char_start, char_end)
qualify row_number() over (partition by document_id, form, c.char_start, c.char_end order by label, cited_name, cited_title, c.url, doi) = 1
