-- What lies beside each estimate and was not pooled with it, in words with values: the same market on other bases, then other scopes, the nearest first.
-- depends: work.judgements, work.scopes, core.metrics, core.policy
-- A market that only a neighbour joins is no related scope.
with beside as (
    select j.estimate_id, o.market, o.market_id, list_position(['contains', 'contained', 'overlap', 'different'], s.relation) as nearness,
        format('{} ({}; {})', o.market, o.figure_in_words, case s.relation when 'contains' then 'contained in this scope'
            when 'contained' then 'contains this scope' when 'overlap' then 'overlaps this scope' else 'another scope' end) as words
    from work.judgements as j
    inner join work.scopes as s on j.market_id = s.market_id and s.relation <> 'untold'
    inner join work.judgements as o on s.other_market_id = o.market_id and o.is_first and j.segment_key is not distinct from o.segment_key
        and j.ref_area = o.ref_area and j.metric = o.metric and j.unit_measure = o.unit_measure and j.year = o.year
        and j.value_basis is not distinct from o.value_basis and j.price_basis is not distinct from o.price_basis
),
ordered as (
    select *, row_number() over (partition by estimate_id order by nearness, market, market_id) as nth, count(*) over (partition by estimate_id) as n,
        (select value::int from core.policy where name = 'comparability.related_shown_at_most') as at_most
    from beside
),
scopes as (
    select estimate_id, 'not pooled: ' || string_agg(words, ', ' order by nth) || if(any_value(n) > any_value(at_most),
        format(', and {} more', any_value(n) - any_value(at_most)), '') as words
    from ordered where nth <= at_most group by estimate_id
),
bases as (
    select estimate_id, 'not pooled, for it counts on another basis: ' || string_agg(words, '; ' order by words) as words
    from (
        select j.estimate_id, format('{}: {} ({})', core.basis_in_words(o.value_basis, o.price_basis), o.figure_in_words, core.listed(o.publishers)) as words
        from work.judgements as j
        inner join core.metrics as m on j.metric = m.metric and (m.kind = 'rate' or (m.is_money and m.unit not like '% per noun'))
        inner join work.judgements as o on j.market_id = o.market_id and j.metric = o.metric and j.unit_measure = o.unit_measure and j.year = o.year
            and j.ref_area = o.ref_area and j.segment_key is not distinct from o.segment_key
            and (j.value_basis is distinct from o.value_basis or j.price_basis is distinct from o.price_basis)
    )
    group by estimate_id
)
select estimate_id, concat_ws('; ', bases.words, scopes.words) as in_words
from scopes full join bases using (estimate_id)
