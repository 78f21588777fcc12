-- Documents that could not be read: quarantined at a place and landed at none. A retracted one is in document_history only.
-- depends: core.receipts, work.retractions
select document_id, min(name) as name, any_value(byte_length) as byte_length,
    first(reason order by reason, detail, origin) filter (outcome = 'quarantined') as reason,
    first(coalesce(detail, reason) order by reason, detail, origin) filter (outcome = 'quarantined') as detail
from core.receipts
where document_id not in (select document_id from work.retractions)
group by document_id
having bool_or(outcome = 'quarantined') and not bool_or(outcome in ('landed', 'pending'))
