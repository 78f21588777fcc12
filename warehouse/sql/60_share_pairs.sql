-- Shares of one part of two related markets: comparable although the values are not, for two markets may well be divided differently.
-- depends: core.observations, core.claims, core.publishers, core.markets, core.areas, core.policy, work.scopes, work.aligned_figures, work.part_names
with prints as (  -- of a segment in the world, or of an area in the whole market, without bounds
    select o.document_id, o.publisher_id, o.market_id, o.segment_key, o.ref_area, o.year, o.claim_id, o.obs_value as pct,
        greatest(o.obs_value_low, 0) as low, least(o.obs_value_high, 100) as high, {'width': high - low, 'pct': pct, 'claim_id': o.claim_id} as fineness
    from core.observations as o
    inner join core.claims as c on o.claim_id = c.claim_id
    where o.metric = 'share' and o.unit_measure = 'percent' and coalesce(o.excluded, 'no_year') = 'no_year' and o.market_id is not null
        and (o.segment_key is null) = (o.ref_area <> '001') and o.obs_value > 0 and o.obs_value <= 100
        and o.obs_value_low is not null and o.obs_value_high is not null
),
shares as (  -- the finest print of a document, with those that it does not exclude
    select document_id, publisher_id, market_id, segment_key, ref_area, year, any_value(finest.pct) as pct,
        list(claim_id) filter (low <= finest.high and finest.low <= high) as claim_ids
    from (select *, first_value(prints) over (partition by document_id, publisher_id, market_id, segment_key, ref_area, year order by fineness) as finest
        from prints)
    group by document_id, publisher_id, market_id, segment_key, ref_area, year
),
legs as (  -- a part is known by its area, or by what its name adds to its market's
    select s.*, m.market, coalesce(p.publisher, s.publisher_id) as publisher, if(s.segment_key is null, '', n.words) as words,
        row_number() over (order by s.document_id, s.publisher_id, s.market_id, s.segment_key nulls last, s.ref_area, s.year nulls last) as nth
    from shares as s
    inner join core.markets as m on s.market_id = m.market_id
    left join core.publishers as p on s.publisher_id = p.publisher_id
    left join work.part_names as n on s.market_id = n.market_id and s.segment_key = n.segment_key
    where s.segment_key is null or n.words is not null
),
related as (  -- in the latest year that both state, else as they are
    select one.market_id, two.market_id as other_market_id, one.ref_area, one.words, max(one.year) filter (one.year = two.year) as of_year
    from legs as one
    inner join work.scopes as s on one.market_id = s.market_id and s.market_id < s.other_market_id
    inner join legs as two on s.other_market_id = two.market_id and one.ref_area = two.ref_area and one.words = two.words
    group by all
),
totals as (
    select market_id, year, unit_measure, obs_value from work.aligned_figures
    where metric = 'market_size' and segment_key is null and ref_area = '001'
    qualify row_number() over (partition by market_id, year order by series_id, cluster_id, obs_value) = 1
),
stated as (
    select r.market_id as one_market, r.other_market_id as two_market, l.ref_area, l.words, l.market_id, l.market,
        list_sort(list(l.pct))[(count(*) + 1) // 2] as pct, arg_min(l.segment_key, l.nth) as segment_key,
        list_sort(list(distinct l.year) filter (l.year is not null)) as years, bool_or(l.year is null) as is_undated,
        core.sorted_once(list(l.publisher)) as publishers, core.sorted_once(flatten(list(l.claim_ids))) as claim_ids
    from related as r
    inner join legs as l on l.market_id in (r.market_id, r.other_market_id) and l.ref_area = r.ref_area and l.words = r.words
        and (r.of_year is null or l.year = r.of_year)
    group by r.market_id, r.other_market_id, l.ref_area, l.words, l.market_id, l.market
),
sides as (  -- with the money of the part: the market's total of the one year times the share
    select s.*, core.side(s.market_id, pct, publishers, claim_ids, [], core.plain(pct) || ' %') as side, coalesce(years, []) as of_years,
        core.amount(try((t.obs_value * pct * 0.01)::decimal(38, 9)), t.unit_measure) as money,
        format('{} % of {} ({})', core.plain(pct), market, core.listed(publishers)) as told,
        format('the share of {} is of the other''s year (it states {})', market,
            if(len(of_years) = 0, 'none', array_to_string(of_years, ' and '))) as need
    from stated as s
    left join totals as t on s.market_id = t.market_id and not is_undated and len(years) = 1 and years[1] = t.year
),
compared as (
    select one.*, two.side as other_side, two.told as other_told, one.money || ' and ' || two.money as moneys, abs(two.pct - one.pct) as gap,
        core.sorted_once(one.of_years || two.of_years) as all_years, one.is_undated or two.is_undated as has_undated,
        len(all_years) + has_undated::int as n_years, list_filter([
            if(n_years > 1 and (len(one.of_years) = 0 or not one.is_undated), one.need, null),
            if(n_years > 1 and (len(two.of_years) = 0 or not two.is_undated), two.need, null)], lambda need: need is not null) as needs,
        (select value::decimal(18, 9) from core.policy where name = 'verdicts.distances.share.agree') as agree,
        (select value::decimal(18, 9) from core.policy where name = 'verdicts.distances.share.compatible') as compatible
    from sides as one
    inner join sides as two on one.one_market = two.one_market and one.two_market = two.two_market and one.ref_area = two.ref_area
        and one.words = two.words and one.market_id <> two.market_id and one.publishers <> two.publishers
        and (one.side.value, one.side.claim_ids) < (two.side.value, two.side.claim_ids)
),
rules as (
    select 'share_across_markets' as rule, 'share' as metric, 'percent' as unit_measure, c.side as one, c.other_side as two, c.ref_area, c.segment_key,
        case when gap <= agree then 'agree' when gap <= compatible then 'compatible' else 'not_comparable' end as verdict,
        if(n_years = 1, all_years[1], null) as year, core.said(array_to_string(needs, '; ')) as assumptions, format(
            'share of {}: {} against {}, {} points apart; the markets differ ({}), so the shares may be compared and their values may not{}{}',
            if(c.ref_area = '001', c.words, coalesce(a.area, c.ref_area)), told, other_told, core.plain(gap), s.reason,
            coalesce(' (' || moneys || ')', ''), if(len(needs) > 0, '; this holds if ' || array_to_string(needs, ' and '), '')) as explanation
    from compared as c
    inner join work.scopes as s on c.side.market_id = s.market_id and c.other_side.market_id = s.other_market_id
    left join core.areas as a on c.ref_area = a.ref_area
)
from core.pairs_of(rules)
