-- Stated figures against the bounds of another publisher's total and shares for the same scope, or for one that it holds or lies in.
-- depends: core.bridges, work.aligned_figures, core.definitions, core.markets, core.policy
-- Where the part is the other market, each figure of it is a row; where it lies inside it or holds it, only one that is too small or too large.
with distance as (
    select max(value) filter (name like '%.measure') as measure, max(value) filter (name like '%.agree') as agree,
        max(value) filter (name like '%.compatible') as compatible, max(value) filter (name like '%.severe') as severe
    from core.policy where name like 'verdicts.distances.level.%'
),
met as (
    select b.*, f as figure, coalesce(b.lies, 'same') as lies_so, b.method = 'share' as is_exact, d.* replace (
            d.agree::double as agree, d.compatible::double as compatible, d.severe::double as severe),
        f.high < b.value_floor and lies_so <> 'contains' as is_below, f.low > b.value_ceiling and lies_so <> 'inside' as is_above,
        if(is_below, b.value_low, b.value_high) as bound, core.apart(f.obs_value, b.value_point, d.measure) as gap,
        row_number() over (order by b.bridge_id, f.series_id, f.cluster_id, f.obs_value) as nth
    from core.bridges as b
    inner join work.aligned_figures as f on coalesce(b.other_market_id, b.market_id) = f.market_id
        and if(b.other_market_id is null, b.segment_keys[1], null) is not distinct from f.segment_key and b.ref_area = f.ref_area
        and b.metric = f.metric and b.unit_measure = f.unit_measure and b.year = f.year and b.value_basis is not distinct from f.value_basis
        and b.price_basis is not distinct from f.price_basis and (b.other_market_id is not null or b.cluster_id <> f.cluster_id)
    cross join distance as d
),
held as (  -- of one share alone: by the distance from the exact value
    select *, case when (is_below or is_above) and not (lies_so = 'same' and is_exact) then 'conflict_likely'
        when not is_exact then 'compatible'
        when (figure.low <= value_ceiling and figure.high >= value_floor) or coalesce(gap <= agree, false) then 'agree'
        when coalesce(gap <= compatible, false) then 'compatible' else 'conflict_likely' end as held_so
    from met where lies_so = 'same' or is_below or is_above
),
parts as (select nth as id, market_id, document_ids from held where held_so = 'conflict_likely'),
others as (select nth as id, figure.market_id as market_id, figure.document_ids as document_ids from held where held_so = 'conflict_likely'),
part_bases as (from core.value_bases('parts')),
other_bases as (from core.value_bases('others')),
of_markets as (
    select market_id, list(definition_id) as ids from core.definitions
    where defines in ('market', 'term') and status = 'stated' and market_id is not null group by market_id
),
judged as (
    select h.*, held_so = 'conflict_likely' as is_violation, core.agreed_basis(p.basis, o.basis) as agreed, core.that_holds([core.said(assumptions),
            if(is_violation and agreed['verdict'] = 'conflict_likely', agreed['words'], null),
            if(is_violation and (whole_status <> 'stated' or figure.status <> 'stated'), 'each figure is what its publisher would state for this year', null),
            if(is_violation and len(definition_ids) > 0, 'the definition tells the whole scope', null)]) as needs,
        case when not is_violation then held_so
            when agreed['verdict'] = 'conflict_proven' and (len(needs) > 0 or (lies_so = 'same' and is_exact)) then 'conflict_likely'
            else agreed['verdict'] end as verdict,
        list_filter(definition_ids, lambda id: list_contains(coalesce(d.ids, []), id)) as of_part,
        list_filter(definition_ids, lambda id: not list_contains(coalesce(d.ids, []), id)) as of_other
    from held as h
    left join part_bases as p on h.nth = p.id
    left join other_bases as o on h.nth = o.id
    left join of_markets as d on h.market_id = d.market_id
),
worded as (
    select j.*, format('{} {} for {} in {} against the {} part of {} by {}, {} ({}): {}', core.listed(figure.publishers), figure.words, m.market, year,
            segments, w.market, core.listed(string_split(j.publishers, '|')), case when lies_so = 'inside' then 'which lies inside that scope'
                when lies_so = 'contains' then 'which holds that scope' when other_market_id is null then 'which is this scope' else 'which is that scope' end,
            coalesce(core.said(lies_reason), 'the same segment or area'), formula) as told,
        if(is_below or is_above, format('; the figure lies {} ({} %) {}{} {}{}', core.amount(abs(figure.obs_value - bound), unit_measure),
            if(bound = 0, 'all', core.plain((core.nths(abs(figure.obs_value - bound), bound, 1000) * 0.1)::decimal(38, 9))), if(is_below, 'below', 'above'),
            if(lies_so = 'same' and is_exact, '', if(is_below, ' the lower bound', ' the upper bound')), core.amount(bound, unit_measure),
            if(method = 'frechet', ', whatever the overlap of the shares', '')),
            if(method = 'frechet', '; the figure lies within the bounds', '; the two meet')) as lying,
        if(method = 'frechet', '; ' || core.plain((core.nths(figure.obs_value, value_point, 1000) * 0.001)::decimal(38, 9))
            || ' times the value under independence', '') as times,
        case when verdict in ('conflict_proven', 'not_comparable') then '; ' || agreed['words']
            when len(needs) > 0 then '; this holds if ' || array_to_string(needs, ' and ') else '' end as grounds
    from judged as j
    inner join core.markets as m on j.figure.market_id = m.market_id
    inner join core.markets as w on j.market_id = w.market_id
),
rules as (
    select 'bridge' as kind, if(lies_so = 'same', 'bridge', 'bridge_inclusion') as rule, verdict, case when verdict not like 'conflict%' then 'low'
            when verdict = 'conflict_proven' or coalesce(core.apart(figure.obs_value, bound, measure) > severe, true) then 'high' else 'medium' end as severity,
        metric, unit_measure, year, figure.segment_key as segment_key, ref_area, bridge_id, if(lies_so = 'contains', null, value_low) as bound_low,
        if(lies_so = 'inside', null, value_high) as bound_high, core.said(array_to_string(needs, '; ')) as assumptions,
        core.side(figure.market_id, figure.obs_value, figure.publishers, figure.claim_ids, of_other, figure.words) as one,
        core.side(market_id, if(lies_so = 'same', value_point, bound), string_split(publishers, '|'), claim_ids, of_part, formula) as two,
        told || lying || times || grounds as explanation
    from worded
)
from core.pairs_of(rules)
