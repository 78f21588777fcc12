-- Which places of a document tell one development: each place with the development's id, and the place that speaks for all.
-- depends: raw.events, core.documents, core.policy
-- Two places tell one where their dates and types do not differ, they share a party ("Meta" is one in "Meta Platforms"), and the shorter one's words
-- are mostly the other's too. A place joins the first development that it is alike to. The place with a date and the most parties speaks for all.
with recursive places as (
    select *, row_number() over (partition by document_id order by char_start, char_end, headline, event_type, date) as n,
        list_distinct(regexp_extract_all(lower(headline), '[\p{L}\p{N}]{4,}|[0-9]+')) as words
    from raw.events semi join core.documents using (document_id)
),
alike as (
    select a.document_id, a.n, b.n as earlier
    from places as a
    inner join places as b on a.document_id = b.document_id and a.n > b.n
    cross join (select value::decimal(18, 9) as least from core.policy where name = 'developments.same_words_share') as share
    where coalesce(a.date = b.date, true) and (a.event_type = b.event_type or 'other' in (a.event_type, b.event_type))
        and len(list_intersect(a.words, b.words)) >= greatest(1, share.least * least(len(a.words), len(b.words)))
        and list_bool_or(flatten([[starts_with(x || ' ', y || ' ') or starts_with(y || ' ', x || ' ') for y in b.parties] for x in a.parties]))
),
reached as (
    select document_id, n, n as nth from places
    union
    select r.document_id, r.n, a.earlier from reached as r inner join alike as a on r.document_id = a.document_id and r.nth = a.n
),
developments as (select document_id, n, min(nth) as nth from reached group by all),
ordered as (
    select p.*, d.nth, row_number() over fullest = 1 as is_fullest,
        first_value(left(sha256(concat_ws(chr(31), document_id, event_type, coalesce(date, 'None'), char_start, char_end)), 16)) over fullest as event_id
    from places as p inner join developments as d using (document_id, n)
    window fullest as (partition by document_id, nth order by date is null, len(parties) desc, amount is null, n)
)
select event_id, document_id, char_start, char_end, bool_or(is_fullest) as is_fullest from ordered group by all
