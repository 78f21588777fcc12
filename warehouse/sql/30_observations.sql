-- Claims as observations: one unit, one year, one series each, or the first reason why a claim cannot be reconciled.
-- depends: core.claims, core.documents, core.publishers, core.metrics, core.fx_rates, core.policy, work.claim_terms
-- For rates over a period the year in use is the last one, and the period is part of the series, so that growth over different periods is never
-- pooled. Prices carry what they are per in their series. A reviewed override takes the place of the printed value.
with dated as (  -- the date that a document's figures go by; where it is unknown, the day behind the latest year that it knows
    select d.document_id, d.cluster_id, d.status as document_status, coalesce(d.figure_date, make_date(
        coalesce((select max(c.time_period_year) from core.claims as c where c.document_id = d.document_id and c.obs_status = 'E'), d.base_year) + 1,
        1, 1)) as vintage_date
    from core.documents as d
),
terms as (
    select c.* exclude (ref_area), c.ref_area as own_area, t.* exclude (claim_id, obs_value, band_low, band_high), d.* exclude (document_id),
        coalesce(t.obs_value, c.obs_value) as value, if(t.obs_value is null, coalesce(c.obs_value_high, c.obs_value), t.obs_value) as value_high,
        if(t.obs_value is null, c.band_low, t.band_low) as low, if(t.obs_value is null, c.band_high, t.band_high) as high,
        coalesce(m.is_money, false) as is_money, coalesce(m.is_estimated, false) as is_estimated, m.is_positive, m.kind, m.unit as unit_kind,
        p.publisher_group, f.usd_per_unit as rate, coalesce(m.kind = 'rate' and c.period_end is not null, false) as has_period,
        coalesce(m.kind = 'share' and ((c.segment_key is null and c.ref_area = '001') or c.subject is not null), false) as is_of_no_part
    from core.claims as c
    inner join work.claim_terms as t on c.claim_id = t.claim_id
    inner join dated as d on c.document_id = d.document_id
    left join core.metrics as m on c.metric = m.metric
    left join core.publishers as p on t.voice_id = p.publisher_id
    left join core.fx_rates as f on c.unit_measure = f.currency and t.fx_year = f.rate_year
),
converted as (  -- what no table can hold in dollars is not converted
    select * replace (if(usd_per_unit is null, null, fx_rule) as fx_rule, if(usd_per_unit is null, null, fx_year) as fx_year),
        if(usd_per_unit is null, unit_measure, 'USD') as unit,
        case when is_money then coalesce(value_basis, 'unknown') end as value_basis_used,
        case when is_money then coalesce(price_basis, 'current')
            when kind = 'rate' then split_part(coalesce(price_basis, 'current'), '-', 1) end as price_basis_used,
        if(metric = 'cagr' or has_period, period_end, coalesce(time_period_year, time_period_inferred)) as year,
        if(metric = 'cagr' or has_period, period_inferred, time_period_year is null and time_period_inferred is not null) as year_is_inferred
    from (select *, if(try(greatest(abs(value), abs(value_high)) * rate) is null, null, rate) as usd_per_unit from terms)
),
keyed as (
    select *, core.series_id(
        market_id, segment_key, ref_area, metric, if(unit_kind = 'noun counted', lower(unit), unit),
        case when unit_kind like '% per noun' then trim(lower(nullif(unit_per, '')), ' .,;:') end,
        case when has_period then coalesce(period_start::varchar, '') || '-' || period_end::varchar end,
        value_basis_used, price_basis_used) as own_series_id
    from converted
)
select claim_id,
    if(market_id is null or unit is null or is_of_no_part or (metric = 'cagr' and period_end is null), null, own_series_id) as series_id,
    document_id, publisher_id, publisher_group, cluster_id, market_id, segment_key, ref_area, metric, unit as unit_measure,
    value_basis_used as value_basis, price_basis_used as price_basis, price_basis_used is not null and price_basis is null as price_basis_is_assumed,
    vintage_date, year, year_is_inferred,
    if(usd_per_unit is null, value, (value * usd_per_unit)::decimal(38, 9)) as obs_value,
    if(usd_per_unit is null, low, try((low * usd_per_unit)::decimal(38, 9))) as obs_value_low,
    if(usd_per_unit is null, high, try((high * usd_per_unit)::decimal(38, 9))) as obs_value_high, fx_rule, fx_year, usd_per_unit,
    case when is_rejected then 'rejected'
        when document_status <> 'stated' then document_status
        when status not in ('stated', 'overridden') then status
        when not is_estimated then 'metric_not_estimated'
        when publisher_group is null then 'no_publisher'
        when market_id is null then 'no_market'
        when unit is null then 'no_unit'
        when is_of_no_part then 'no_part'
        when not has_period and time_period is not null and not regexp_full_match(
            time_period, (select value from core.policy where name = 'comparability.annual_period_pattern')) then 'not_annual'
        when year is not null and is_money and unit <> 'USD' then 'no_rate'
        when is_positive and value <= 0 then 'not_positive'
        when not is_comparable then 'vendor_region'
        when year is null then 'no_year' end as excluded
from keyed
