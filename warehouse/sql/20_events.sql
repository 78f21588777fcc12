-- Dated developments of each document, with the window of days in which each lies, and whether the document's figures can take it into account.
-- depends: raw.events, raw.facts, core.documents, work.event_mentions, work.quotes, work.dates
-- A relative date ("past six months") counts back from the document's date, else from the latest period that the text describes as past: that
-- period's last day then stands for the publication, and a later one moves the window on, which is why its basis has a name of its own.
with past as (
    select f.document_id, max(d.last_day) as last_day, first(d.first_day order by d.last_day desc, d.first_day, d.edtf) as first_day,
        first(d.edtf order by d.last_day desc, d.first_day, d.edtf) as edtf
    from raw.facts as f inner join work.dates as d on f.value = d.printed and d.edtf is not null
    where f.name = 'past_period' group by f.document_id
),
told as (
    select m.event_id, m.n_mentions, d.publisher_id, d.market_id, d.figure_date, d.quote_limit_chars, r.*, own.first_day, own.last_day, back.months, back.unit,
        case
            when own.first_day is not null then 'stated_date'
            when r.date_as_stated is null then 'undated'
            when back.months is null then 'no_length'
            when past.first_day > written.last_day then 'contradicting_dates'
            when written.edtf is not null then 'document_date'
            when past.edtf is not null then 'bounded_by_past_period'
            else 'unbounded' end as window_basis,
        window_basis = 'document_date' as is_of_document, window_basis = 'bounded_by_past_period' as is_bounded,
        case when is_of_document then written.edtf when is_bounded then past.edtf end as window_anchor,
        case when is_of_document then written.first_day when is_bounded then past.last_day end as from_day,
        case when is_of_document then written.last_day when is_bounded then past.last_day end as to_day
    from (select *, count(*) over (partition by event_id) as n_mentions from work.event_mentions) as m
    inner join raw.events as r using (document_id, char_start, char_end)
    inner join core.documents as d using (document_id)
    left join work.dates as own on r.date = own.printed
    left join work.dates as back on r.date_as_stated = back.printed
    left join work.dates as written on d.text_date = written.printed
    left join past using (document_id)
    where m.is_fullest
    qualify row_number() over (partition by m.event_id order by r.headline) = 1
),
headlined as (  -- the headline is a part of what is quoted, and both are cut
    select *, greatest(1, quote_limit_chars - length(surface) + length(headline)) as n_chars from told
)
select t.event_id, t.document_id, t.publisher_id, t.market_id,
    core.cut_to(headline, n_chars) as headline,
    event_type, date as event_date, date_precision, date_as_stated, first_day, last_day,
    if(window_basis = 'stated_date', first_day, (coalesce(date_trunc(unit, from_day), from_day + 1) - to_months(months))::date) as window_start,
    case when window_basis = 'stated_date' then last_day
        when is_of_document and unit is not null and months > 0 then (date_trunc(unit, to_day) - interval 1 day)::date
        else to_day end as window_end,
    window_basis, window_anchor, figure_date,
    case when first_day > figure_date then 'after' when last_day <= figure_date then 'before' else 'unknown' end as relation_to_figures,
    parties, party_roles, amount, amount_high, amount_unit, amount_comparator, a.quote as amount_as_printed, rule, n_mentions,
    t.char_start, t.char_start + length(q.quote) as char_end, q.quote
from headlined as t
inner join work.quotes as q on t.document_id = q.document_id and t.char_start = q.char_start and t.char_end = q.char_end
left join work.quotes as a on t.document_id = a.document_id and t.amount_start = a.char_start and t.amount_end = a.char_end
