select
    queue.question_id,
    queue.kind,
    queue.state,
    queue.document_id,
    queue.document,
    queue.publisher_id,
    publishers.publisher,
    queue.market_id,
    markets.market,
    queue.other_market_id,
    other_markets.market as other_market,
    queue.claim_id,
    queue.conflict_id,
    queue.decision_id,
    queue.confidence,
    queue.guard,
    queue.at_stake_usd,
    queue.stake,
    queue.subject,
    queue.why,
    queue.what_to_do,
    queue.answers,
    queue.decision
from {{ source('core', 'review_queue') }} as queue
left join {{ source('core', 'publishers') }} as publishers
    on queue.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on queue.market_id = markets.market_id
left join {{ source('core', 'markets') }} as other_markets
    on queue.other_market_id = other_markets.market_id
order by queue.question_id
