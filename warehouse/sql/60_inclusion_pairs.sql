-- A scope that is smaller than several things which lie in it: one row that names them all, figures of narrower markets and parts alike.
-- depends: work.scope_pairs, work.bridge_pairs, core.bridges, core.markets, work.name_words
-- Fewer things than two are told by the rule that found them. Likely at most: no row is firmer than its weakest pair.
with found as (
    select p.*, {'market_id': market_id, 'segment_key': segment_key, 'ref_area': ref_area, 'metric': metric, 'unit': unit_measure, 'year': year,
        'value': value_a, 'publishers': publishers_a} as whole
    from (from work.scope_pairs union all from work.bridge_pairs) as p
    where verdict like 'conflict%' and (rule = 'scope_inclusion' or (rule = 'bridge_inclusion' and bound_high is null))
),
inner_ones as (
    select f.whole, f.pair_id, m.market as words, f.value_b as value, f.publishers_b as publishers, f.claim_ids_b as claim_ids, f.assumptions as need,
        null as bridge_id
    from found as f inner join core.markets as m on f.other_market_id = m.market_id
    where f.rule = 'scope_inclusion'
    union all
    -- Where a bridge takes a part of a part (the GPU part of the training part), the wider part that the scope is named by is named as well.
    select f.whole, f.pair_id, format('the {} part of {}', p.segments, m.market), p.value_point, p.publishers, p.claim_ids,
        if(len(b.segment_keys) > 1,
            format('all of the {} part of {} lies in that scope, as its {} part does', p.segments, m.market, b.segments), null),
        p.bridge_id
    from found as f
    inner join core.bridges as b on f.bridge_id = b.bridge_id
    inner join core.bridges as p on b.market_id = p.market_id and b.year = p.year and b.cluster_id = p.cluster_id and b.publishers = p.publishers
        and p.other_market_id is null and p.method = 'share' and len(p.segment_keys) = 1 and list_contains(b.segment_keys, p.segment_keys[1])
    inner join core.markets as m on p.market_id = m.market_id
    inner join work.name_words as n on p.segments = n.name
    inner join work.name_words as o on f.market_id = o.name and list_has_any(n.telling, o.words)
    where f.rule = 'bridge_inclusion'
),
larger as (
    select *, format('{} {} ({}), of which the whole is {}', words, core.amount(value, whole.unit), core.listed(string_split(publishers, '|')),
        core.times(whole.value, value)) as told
    from inner_ones where value > whole.value
    qualify row_number() over (partition by whole, words order by pair_id desc, bridge_id desc) = 1
),
gathered as (
    select whole, count(*) as n, max(value) as value, string_agg(told, '; ' order by value, words) as every, arg_max(bridge_id, (value, words)) as bridge_id,
        core.sorted_once(flatten(list(string_split(publishers, '|')))) as publishers, core.sorted_once(flatten(list(claim_ids))) as claim_ids,
        list(need order by value, words) filter (need is not null) as needs
    from larger group by whole having count(*) > 1
),
wholes as (
    select whole, arg_min(claim_ids_a, pair_id) as claim_ids, arg_min(words_a, pair_id) as words from found group by whole
),
rules as (
    select 'inclusion_pairs' as rule, 'conflict_likely' as verdict, 'high' as severity, g.whole.metric as metric, g.whole.unit as unit_measure,
        g.whole.year as year, g.whole.segment_key as segment_key, g.whole.ref_area as ref_area, g.bridge_id,
        core.side(g.whole.market_id, g.whole.value, string_split(g.whole.publishers, '|'), w.claim_ids, [], w.words) as one,
        core.side(g.whole.market_id, g.value, g.publishers, g.claim_ids, [], g.every) as two,
        core.said(core.each_once(coalesce(g.needs, []), '; ')) as assumptions, format(
            '{} {} for {} in {} is smaller than {} things that lie in it: {}{}', core.listed(string_split(g.whole.publishers, '|')),
            core.amount(g.whole.value, g.whole.unit), m.market, g.whole.year, g.n, g.every,
            coalesce('; this holds if ' || core.each_once(g.needs, '; and '), '')) as explanation
    from gathered as g
    inner join wholes as w on g.whole = w.whole
    inner join core.markets as m on g.whole.market_id = m.market_id
)
from core.pairs_of(rules)
