-- Money of publishers beside other money: per one thing and per another, capital raised and a market's size; and what one publisher alone states.
-- depends: core.observations, core.claims, core.publishers, core.markets, core.events, core.evidence, work.scopes, work.aligned_figures
with printed as (  -- a figure that a person has put right is no range any more; its upper end is converted at the rate of its lower one
    select o.*, c.unit_per, c.value_as_printed, p.publisher as who,
        try((if(c.status = 'overridden', null, c.obs_value_high) * coalesce(o.usd_per_unit, 1))::decimal(38, 9)) as upper_end,
        core.side(o.market_id, o.obs_value, [p.publisher], [o.claim_id], [], c.value_as_printed) as side
    from core.observations as o
    inner join core.claims as c on o.claim_id = c.claim_id
    inner join core.publishers as p on o.publisher_id = p.publisher_id
    where o.market_id is not null and coalesce(o.excluded, 'no_year') in ('no_year', 'metric_not_estimated')
),
per_thing as (from printed where unit_measure = 'USD' and obs_value > 0 and unit_per is not null),
scale as (
    select 'scale' as rule, 'not_comparable' as verdict, 'price' as metric, 'USD' as unit_measure, one.side as one, two.side as two,
        if(core.comes_first(one.side, two.side), {'small': one, 'large': two}, {'small': two, 'large': one}) as p, format(
            '{} {} per {} is {}{} the {} per {} of {}: different things, for plausibility only', p['large'].who, p['large'].value_as_printed,
            p['large'].unit_per, core.times(p['large'].obs_value, p['small'].obs_value),
            if(p['large'].upper_end <> 0, ' to ' || core.times(p['large'].upper_end, p['small'].obs_value), ''), p['small'].value_as_printed,
            p['small'].unit_per, p['small'].who) as explanation
    from per_thing as one
    inner join work.scopes as n on one.market_id = n.market_id and n.market_id < n.other_market_id
    inner join per_thing as two on n.other_market_id = two.market_id and one.who <> two.who and lower(one.unit_per) <> lower(two.unit_per)
),
raised as (  -- each with the claim stated within its words, else nearest to them: two deals may be of one size
    select e.event_id, e.market_id, e.amount, e.event_date, p.publisher as who, c.claim_id,
        core.side(e.market_id, e.amount, [p.publisher], [c.claim_id], [e.event_id], core.amount(e.amount, 'USD')) as side
    from core.events as e
    inner join core.publishers as p on e.publisher_id = p.publisher_id
    inner join core.claims as c on e.document_id = c.document_id and e.amount = c.obs_value and c.metric = 'other_numeric'
        and c.unit_measure = 'USD' and c.status = 'stated'
    left join core.evidence as v on c.claim_id = v.claim_id
    where e.event_type = 'funding' and e.amount_unit = 'USD' and e.market_id is not null
    qualify row_number() over (partition by e.event_id
        order by v.char_start is null, greatest(e.char_start - v.char_start, v.char_start - e.char_end, 0), c.claim_id) = 1
),
first_sizes as (  -- the earliest stated size of each market
    select f.*, m.market, core.side(f.market_id, f.obs_value, f.publishers, f.claim_ids, [], f.words) as side
    from work.aligned_figures as f
    inner join core.markets as m on f.market_id = m.market_id
    where f.metric = 'market_size' and f.segment_key is null and f.ref_area = '001' and f.status <> 'derived'
    qualify row_number() over (partition by f.market_id order by f.year, f.claim_ids) = 1
),
funding as (  -- no error: capital is not yearly sales
    select 'funding_against_market' as rule, 'not_comparable' as verdict, 'market_size' as metric, 'USD' as unit_measure, r.side as one, s.side as two,
        s.year, format('{} of capital ({}, {}) against a market of {} in {} ({}, {}): context, not an error; capital is no yearly value of a market',
            r.side.words, coalesce(core.said(r.event_date), 'no date'), r.who, s.words, s.year, s.market, core.listed(s.publishers)) as explanation
    from raised as r
    inner join (from work.scopes union all by name select market_id, market_id as other_market_id from core.markets) as n on r.market_id = n.market_id
    inner join first_sizes as s on n.other_market_id = s.market_id and s.obs_value < r.amount
),
of_one_source as (from printed where metric in ('margin', 'price', 'volume') and unit_measure is not null and coalesce(excluded, 'no_year') = 'no_year'),
sayers as (  -- who states the metric of a market or of one beside it
    select s.market_id, o.metric, count(distinct o.publisher_id) as n
    from (select distinct market_id, unnest([market_id, other_market_id]) as near from work.scopes) as s
    inner join of_one_source as o on s.near = o.market_id
    group by all
),
single_source as (
    select 'single_source' as rule, 'single_source' as verdict, o.metric, o.unit_measure, o.side as one,
        core.side(o.market_id, coalesce(nullif(o.upper_end, 0), o.obs_value), [o.who], [o.claim_id], [], o.value_as_printed) as two, o.year,
        o.segment_key, format('{} {} is stated by {} alone, on this market and on related ones', o.metric, o.value_as_printed, o.who) as explanation
    from of_one_source as o inner join sayers as s on o.market_id = s.market_id and o.metric = s.metric and s.n = 1
),
rules as (select * exclude (p) from scale union all by name from funding union all by name from single_source)
from core.pairs_of(rules)
