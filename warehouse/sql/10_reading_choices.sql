-- Differences between two readers, each at its words, with the claim there; readings, which may be a model's own words, keep to the quote limit.
-- depends: raw.choices, raw.mentions, core.documents, work.quotes
with choices as (
    select c.*, left(sha256(concat_ws(chr(31), 'reading_choice', document_id, char_start, c.char_end, attribute, coalesce("first", 'None'),
            coalesce("second", 'None'), rule)), 16) as choice_id,
        [core.cut_to(x, d.quote_limit_chars) for x in ["first", "second"]] as readings
    from raw.choices as c
    inner join core.documents as d using (document_id)
    semi join work.quotes as q using (document_id, char_start, char_end)
    qualify row_number() over (partition by choice_id order by taken, odds) = 1
)
-- the claim whose mention shares characters with the words: at these words, else the first in the text
select choice_id, c.document_id, m.claim_id, c.char_start, c.char_end, c.surface as quote, attribute, readings[1] as first_reading,
    readings[2] as second_reading, taken, odds, c.rule
from choices as c
left join raw.mentions as m on c.document_id = m.document_id and greatest(c.char_start, m.char_start) < least(c.char_end, m.char_end)
qualify row_number() over (partition by choice_id
    order by m.char_start <> c.char_start or m.char_end <> c.char_end, m.char_start, m.char_end, m.claim_id) = 1
