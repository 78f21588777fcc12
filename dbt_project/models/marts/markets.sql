with relations as (
    select
        market_id,
        other_market_id,
        relation
    from {{ source('core', 'market_relations') }}

    union all

    -- each pair seen from its other side
    select
        other_market_id as market_id,
        market_id as other_market_id,
        case relation
            when 'a_contains_b' then 'b_contains_a'
            when 'b_contains_a' then 'a_contains_b'
            else relation
        end as relation
    from {{ source('core', 'market_relations') }}
),

related as (
    select
        market_id,
        {{ join_values("case when relation = 'a_contains_b' then other_market_id end") }} as contains_market_ids,
        {{ join_values("case when relation = 'b_contains_a' then other_market_id end") }} as contained_in_market_ids,
        {{ join_values("case when relation = 'overlap' then other_market_id end") }} as overlaps_market_ids
    from relations
    group by market_id
),

counts as (
    select
        market_id,
        count(distinct document_id) as n_documents,
        count(distinct publisher_id) as n_publishers,
        count(*) as n_claims
    from {{ source('core', 'claims') }}
    where status <> 'superseded' and market_id is not null
    group by market_id
)

select
    markets.market_id,
    markets.market,
    markets.scope,
    markets.product,
    markets.technology,
    markets.workload,
    markets.layer,
    markets.value_basis,
    markets.deployment,
    markets.names,
    markets.resolution,
    markets.industry_codes,
    markets.industry_titles,
    markets.industry_relations,
    related.contains_market_ids,
    related.contained_in_market_ids,
    related.overlaps_market_ids,
    coalesce(counts.n_documents, 0) as n_documents,
    coalesce(counts.n_publishers, 0) as n_publishers,
    coalesce(counts.n_claims, 0) as n_claims
from {{ source('core', 'markets') }} as markets
left join related
    on markets.market_id = related.market_id
left join counts
    on markets.market_id = counts.market_id
order by markets.market_id
