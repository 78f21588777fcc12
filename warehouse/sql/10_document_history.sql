-- What was believed of each document, from when, until when. A retraction takes effect at the start of its day, not before the document was known.
-- depends: core.receipts, core.documents, work.retractions
with known as (
    select document_id, min(received_at) as since, bool_or(outcome = 'landed') as is_landed,
        first(reason order by reason, detail, origin) filter (outcome = 'quarantined') as reason,
        bool_or(outcome = 'quarantined') and not bool_or(outcome in ('landed', 'pending')) as is_unread
    from core.receipts group by document_id
),
ended as (  -- a retracted document has no edition behind it any more
    select k.*, if(k.is_landed, 'landed', 'quarantined') as begun,
        case when r.document_id is not null then 'retracted' when k.is_landed and d.superseded_by is not null then 'superseded' end as event,
        greatest(k.since, coalesce(r.decided_on::timestamp, later.since, k.since)) as until,
        coalesce(r.author || ', ' || r.decided_on::varchar || ': ' || r.reason, d.superseded_by) as why
    from known as k
    left join work.retractions as r on k.document_id = r.document_id
    left join core.documents as d on k.document_id = d.document_id
    left join known as later on d.superseded_by = later.document_id
    where k.is_landed or k.is_unread
)
select document_id, begun as event, since as known_from, if(event is null, null, until) as known_to, if(is_landed, null, reason) as reason from ended
union all
select document_id, event, until, null, why from ended where event is not null
