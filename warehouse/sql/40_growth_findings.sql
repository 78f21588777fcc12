-- Findings on growth: each stated CAGR against its nearest recomputation, and the growth that a document's figures imply but that it does not state.
-- depends: core.growth_audit, core.growth_recomputations, core.claims, core.documents, core.publishers, core.metrics, core.policy
-- A rate at odds with its own figures is also a pair of figures in conflict: likely and never proven, for a base that the text does not state may
-- explain it, and is given as one explanation.
with claims as (
    select c.*, coalesce(p.publisher, 'the document''s publisher') as named, coalesce(c.time_period_year, c.time_period_inferred) as year,
        coalesce(core.half(c.obs_value + c.obs_value_high), c.obs_value) as middle, m.place,
        case when m.is_money then coalesce(c.value_basis, 'unknown') end as level, case when m.is_money then coalesce(c.price_basis, 'current') end as money,
        {'document_id': c.document_id, 'publisher_id': c.publisher_id, 'market': coalesce(c.market_id, c.market, ''),
            'segment_key': coalesce(c.segment_key, ''), 'ref_area': c.ref_area} as series,
        c.status in ('stated', 'overridden') and d.status = 'stated' as is_in_force
    from core.claims as c
    inner join core.documents as d on c.document_id = d.document_id
    left join core.publishers as p on c.publisher_id = p.publisher_id
    left join core.metrics as m on c.metric = m.metric
    where c.metric = 'cagr' or m.grows
),
ways as (  -- all recomputations of a rate in words, the best first; and the conventions that come within rounding
    select claim_id, any_value(publisher_convention) as kept,
        string_agg(format('{} % over {} periods from {} ({})', core.plain(recomputed_pct), periods, start_year, convention), '; '
            order by is_best desc, convention) as recomputed,
        coalesce(list_sort(list(convention) filter (where finding in ('consistent', 'rounding'))), []) as fitting
    from core.growth_audit group by claim_id
),
nearest as (
    select r.*, c.* exclude (claim_id, rule), w.* exclude (claim_id), s.obs_value as start_value, s.unit_measure as start_unit, e.obs_value as end_value,
        e.unit_measure as end_unit, e.time_period_year is null as is_end_inferred, r.finding in ('consistent', 'rounding') as fits,
        -- the base that the stated rate would need at the start of its label: never a vendor figure
        case when r.finding like 'mismatch%' and c.period_start > r.start_year and c.obs_value > -100
            then try((e.obs_value::double * pow(1 + c.obs_value::double / 100, c.period_start - c.period_end))::decimal(38, 9)) end as base,
        (base / start_value - 1) * 100 as base_change,
        format('{} % over {} periods from {} to {} ({})', core.plain(r.recomputed_pct), r.periods, r.start_year, r.end_year, r.convention) as way
    from core.growth_recomputations as r
    inner join claims as c on r.claim_id = c.claim_id
    inner join claims as s on r.start_claim_id = s.claim_id
    inner join claims as e on r.end_claim_id = e.claim_id
    left join ways as w on r.claim_id = w.claim_id
    where r.is_best and r.finding <> 'doubtful'
),
worded as (
    select *, if(reach = 'document', obs_value, middle) as stated,
        if(base is null, '', format('; one explanation is an unstated base of {} in {} ({}{} % on {})', core.amount(base, end_unit), period_start,
            if(base_change > 0, '+', ''), core.plain(base_change::decimal(38, 9)), start_year)) as other_base,
        format('{} states {} % for {}, rounding band {} to {} %; its own figures {} ({}) and {} ({}{}) give {}; the nearest is {} pp off{}', named,
            core.plain(obs_value), if(coalesce(period_start, 0) = 0, 'up to ' || period_end, period_start || '-' || period_end), core.plain(band_low),
            core.plain(band_high), core.amount(start_value, start_unit), start_year, core.amount(end_value, end_unit), end_year,
            if(is_end_inferred, ', year inferred', ''), recomputed, core.plain(delta_pp), other_base) as words,
        case when len(fitting) < 2 then ''
            when kept is null or not list_contains(fitting, kept)
                then format('; {} fit alike: which base is meant stays open', array_to_string(fitting, ' and '))
            else format('; read as {}, the convention that most of this publisher''s rates keep; {} fits within one printed digit as well, so this rate '
                || 'alone is inconclusive about its base', kept, array_to_string(list_filter(fitting, lambda one: one <> kept), ' and ')) end as reading
    from nearest
),
checked as (
    select case reach when 'document' then 'growth_endpoints' when 'bound' then 'growth_bound' else 'growth_across_documents' end as rule,
        if(fits, 'consistent', 'mismatch') as outcome, document_id, publisher_id, market_id, segment_key, ref_area, 'cagr' as metric,
        'percent' as unit_measure, if(reach = 'document', end_year, period_end) as year, stated,
        if(band_low is null or band_high is null, stated, band_low) as stated_low, if(band_low is null or band_high is null, stated, band_high) as stated_high,
        recomputed_pct as expected, recomputed_low_pct as expected_low, recomputed_high_pct as expected_high,
        list_sort(list_distinct([claim_id, start_claim_id, end_claim_id])) as claim_ids,
        case reach when 'document' then words || reading
            when 'bound' then format('{} states growth of {} {} %; its own figures give {}, {} the bound', named, comparator, core.plain(obs_value), way,
                if(is_consistent, 'within', 'outside'))
            else format('{} states {} % in a document that lacks an endpoint; with the figure of its other document {}', named, core.plain(middle), way)
            end as explanation,
        if(reach = 'document' and not fits, 'growth_mismatch', null) as pair_rule, 'conflict_likely' as verdict,
        case when abs(delta_pp) >= (select value::double from core.policy where name = 'growth_audit.severity_high_pp') then 'high'
            when finding = 'mismatch_low' then 'low' else 'medium' end as pair_severity,
        named as publisher, [claim_id] as stated_ids, core.plain(stated) || ' %' as stated_words,
        list_sort(list_distinct([start_claim_id, end_claim_id])) as expected_ids, core.plain(recomputed_pct) || ' %' as expected_words, words as pair_words
    from worded
),
ends as (
    select *, row_number() over (partition by first_id order by year, time_period_year is null, fineness desc, band_high - band_low, claim_id) as from_start,
        row_number() over (partition by first_id order by year desc, time_period_year is null, fineness desc, band_high - band_low, claim_id) as from_end
    from (
        select *, min(claim_id) over (partition by series, metric, unit_measure, level, money) as first_id
        from claims
        where is_in_force and metric <> 'cagr' and year is not null and obs_value > 0 and band_low > 0 and fineness is not null and (time_period is null
            or regexp_full_match(time_period, (select value from core.policy where name = 'comparability.annual_period_pattern'))))
),
implied as (  -- along the first path with two years
    select s.*, e.year as end_year, e.year - s.year as periods, e.claim_id as end_claim_id, e.middle as end_middle,
        (pow(e.middle::double / s.middle::double, 1 / periods) - 1) * 100 as pct,
        (pow(e.band_low::double / s.band_high::double, 1 / periods) - 1) * 100 as low, (pow(e.band_high::double / s.band_low::double, 1 / periods) - 1) * 100 as high
    from ends as s
    inner join ends as e on s.first_id = e.first_id and s.from_start = 1 and e.from_end = 1 and s.year < e.year
    anti join claims as g on s.series = g.series and g.metric = 'cagr' and g.is_in_force
    qualify row_number() over (partition by s.series order by s.place, s.first_id) = 1
)
from checked
union all by name
select 'growth_implied' as rule, 'derived' as outcome, document_id, publisher_id, market_id, segment_key, ref_area, 'cagr' as metric,
    'percent' as unit_measure, end_year as year, pct::decimal(38, 9) as expected, low::decimal(38, 9) as expected_low,
    high::decimal(38, 9) as expected_high, list_sort(list_distinct([claim_id, end_claim_id])) as claim_ids,
    format('{} states no growth; its figures {} ({}) and {} ({}) give {} % over {} periods', named, core.amount(middle, unit_measure), i.year,
        core.amount(end_middle, unit_measure), end_year, core.plain(pct::decimal(38, 9)), periods) as explanation
from implied as i
