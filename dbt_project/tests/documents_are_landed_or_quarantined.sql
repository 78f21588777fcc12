-- No document is both readable and quarantined.
select documents.document_id
from {{ ref('documents') }} as documents
inner join {{ ref('quarantine') }} as quarantine
    on documents.document_id = quarantine.document_id
