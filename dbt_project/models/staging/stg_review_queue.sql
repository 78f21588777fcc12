-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    question_id,
    kind,
    state,
    document_id,
    document,
    publisher_id,
    market_id,
    other_market_id,
    claim_id,
    conflict_id,
    decision_id,
    confidence,
    guard,
    at_stake_usd,
    stake,
    subject,
    why,
    what_to_do,
    answers,
    decision
from {{ source('core', 'review_queue') }}
