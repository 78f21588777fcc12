-- Every arrival of bytes at a place, with the outcome that holds now: a stored receipt never changes, so what reading found is joined here.
-- depends: raw.receipts, raw.documents, raw.unreadable
select r.origin, r.name, r.document_id, r.byte_length,
    case when u.document_id is not null then 'quarantined' when r.outcome = 'landed' and d.document_id is null then 'pending' else r.outcome end as outcome,
    if(u.document_id is not null, u.reason, r.reason) as reason, if(u.document_id is not null, u.detail, r.detail) as detail,
    r.received_at, r.batch_id
from raw.receipts as r
left join raw.unreadable as u on r.document_id = u.document_id and r.outcome = 'landed'
left join raw.documents as d on r.document_id = d.document_id
-- of two receipts of one place the later holds: quarantined first, readable later
qualify row_number() over (partition by r.origin, r.document_id order by split_part(r.batch_id, '-', 1)::bigint desc) = 1
