-- Each stated CAGR recomputed from its publisher's own figures, under each convention that they allow.
-- depends: core.claims, core.documents, core.metrics, core.policy, work.doubtful_claims
-- With V the figures, B the base year, S to E the period as labelled, F the first forecast year, growth is
-- (V_end / V_start) ^ (1 / n) - 1, with n = E - B, E - F, E - S or E - S + 1.
-- reach: document (figures of its own), bound (the same, for "more than 20 %"), documents (also those of its publisher's other documents).
with in_force as (
    select c.*, d.base_year, m.grows, m.place, m.is_money,
        coalesce(c.market_id, c.market, '') as market_key,
        coalesce(c.time_period_year, c.time_period_inferred) as year,
        case when c.obs_value_high is null then c.obs_value::double else (c.obs_value::double + c.obs_value_high::double) / 2 end as value,
        split_part(coalesce(c.price_basis, 'current'), '-', 1) as inflation
    from core.claims as c
    inner join core.documents as d on c.document_id = d.document_id and d.status = 'stated'
    left join core.metrics as m on c.metric = m.metric
    where c.status in ('stated', 'overridden')
),
figures as (  -- what a year is said to be; only what is no bound can stand at an end
    select *, band_low > 0 and band_high is not null as is_end, {
        'place': place, 'unit': coalesce(unit_measure, ''), 'value_basis': if(is_money, coalesce(value_basis, 'unknown'), ''),
        'price_basis': if(is_money, coalesce(price_basis, 'current'), '')} as path
    from in_force
    where grows and year is not null and obs_value > 0
        and (time_period is null
            or regexp_full_match(time_period, (select value from core.policy where name = 'comparability.annual_period_pattern')))
),
rates as (
    select claim_id, document_id, publisher_id, market_key, segment_key, ref_area, inflation, value, band_low, band_high, printed_unit,
        period_start as s, period_end as e, base_year as b, band_low is null or band_high is null as is_bound,
        obs_value_high is null and band_low < band_high as is_rounded
    from in_force where metric = 'cagr' and period_end is not null
),
meeting as (  -- what figures and rate must share; an unresolved market is compared by its printed name
    select r.claim_id as rate_id, r.inflation, f.path, f.year, f.is_end, f.document_id = r.document_id as is_own,
        {'claim_id': f.claim_id, 'year': f.year, 'value': f.value, 'low': f.band_low::double, 'high': f.band_high::double} as figure,
        row_number() over (
            partition by r.claim_id, f.path, f.document_id = r.document_id, f.year
            order by f.is_end desc, f.time_period_year is null, f.fineness desc, f.band_high - f.band_low, f.value, f.claim_id) as nth
    from rates as r
    inner join figures as f on f.publisher_id is not distinct from r.publisher_id and f.market_key = r.market_key
        and f.segment_key is not distinct from r.segment_key and f.ref_area = r.ref_area
        and (f.document_id = r.document_id or (r.publisher_id is not null and not r.is_bound))
        and (f.path.price_basis = '' or split_part(f.path.price_basis, '-', 1) = r.inflation)
),
reached as (  -- the best figure of each year; of other documents only where its own has none
    select rate_id, path, year, figure, is_end, reach,
        count(distinct nullif(path.value_basis, '')) over (partition by rate_id, reach) as n_levels
    from (
        select *, 'document' as reach from meeting where is_own and nth = 1
        union all
        select *, 'documents' from meeting where nth = 1
        qualify row_number() over (partition by rate_id, path, year order by is_own desc) = 1)
),
points as (  -- several levels of the trade beside one rate: the text does not say whose growth it is
    select p.*, r.s, r.e, r.b, bool_or(p.year = r.b and r.b <= coalesce(r.s, r.e - 1)) over (partition by p.rate_id, reach, path) as has_base
    from reached as p inner join rates as r on p.rate_id = r.claim_id
    where p.is_end and (p.path.value_basis = '' or p.n_levels = 1)
),
base as (  -- the stated base year, else the latest year before the label, else the label, else (no label) the earliest
    select * from points
    where year <= coalesce(s, e - 1) and (not coalesce(has_base, false) or year = b)
        and (s is null or s - year <= (select value::int from core.policy where name = 'growth_audit.base_gap_years'))
    qualify row_number() over (partition by rate_id, reach, path order by case when s is null then year when year < s then s - year else 1e9 end) = 1
),
ways as (
    select *, unnest([
        {'convention': 'from_base_year', 'nth': 1, 'periods': e - year, 'from_year': null},
        {'convention': 'from_first_forecast_year', 'nth': 2, 'periods': e - first_forecast, 'from_year': first_forecast},
        {'convention': 'label_years', 'nth': 3, 'periods': e - s, 'from_year': null},
        {'convention': 'label_years_plus_one', 'nth': 4, 'periods': e - s + 1, 'from_year': null}], recursive := true)
    from (select *, if(s > year, s, year + 1) as first_forecast from base)
),
started as (  -- conventions that come down to the same figures and periods are one
    select w.rate_id, w.reach, w.path, w.e, w.convention, w.nth, w.periods, coalesce(f.figure, w.figure) as start
    from ways as w
    left join points as f on w.rate_id = f.rate_id and w.reach = f.reach and w.path = f.path and w.from_year = f.year
    where w.periods >= 1 and (w.from_year is null or f.year is not null) and coalesce(f.year, w.year) < w.e
    qualify row_number() over (partition by w.rate_id, w.reach, w.path, coalesce(f.year, w.year), w.periods order by w.nth) = 1
),
recomputed as (  -- along the first path that has both ends; other documents count where its own lack an end
    select r.*, p.reach, p.convention, p.nth, p.periods, p.start, ends.figure as finish,
        round((pow(ends.figure.value / p.start.value, 1 / p.periods) - 1) * 100, 9)::decimal(38, 9) as pct,
        round((pow(ends.figure.low / p.start.high, 1 / p.periods) - 1) * 100, 9)::decimal(38, 9) as low,
        round((pow(ends.figure.high / p.start.low, 1 / p.periods) - 1) * 100, 9)::decimal(38, 9) as high
    from started as p
    inner join points as ends on p.rate_id = ends.rate_id and p.reach = ends.reach and p.path = ends.path and p.e = ends.year
    inner join rates as r on p.rate_id = r.claim_id
    qualify dense_rank() over (partition by p.rate_id order by p.reach, p.path) = 1
),
judged as (  -- two rounding bands that only touch do not meet: 14.6 and 14.7 are different prints
    select *, pct - value::decimal(38, 9) as delta,
        not (band_high < low or high < band_low or (is_rounded and low < high and (band_high = low or high = band_low))) is true as meets
    from recomputed
),
found as (  -- of a bound only the two bands count
    select *, row_number() over (partition by claim_id order by is_bound and not meets, if(is_bound and meets, 0, abs(delta)), nth) = 1 as is_best,
        case when coalesce(pct >= band_low, true) and coalesce(pct <= band_high, true) then 'consistent'
            when meets or (not is_bound and abs(delta) <= printed_unit
                * (select value::decimal(18, 9) from core.policy where name = 'growth_audit.rounding_units')) then 'rounding'
            when abs(delta) < (select value::decimal(18, 9) from core.policy where name = 'growth_audit.mismatch_high_pp') then 'mismatch_low'
            else 'mismatch_high' end as finding
    from judged
)
select claim_id, if(is_bound, 'bound', reach) as reach, convention, start.claim_id as start_claim_id, finish.claim_id as end_claim_id,
    start.year as start_year, finish.year as end_year, periods, pct as recomputed_pct, low as recomputed_low_pct, high as recomputed_high_pct,
    delta as delta_pp, meets as is_consistent, is_best,
    -- too uncertain to accuse their publisher: a misread looks like an error
    if(finding like 'mismatch%' and (claim_id in (from work.doubtful_claims) or start.claim_id in (from work.doubtful_claims)
        or finish.claim_id in (from work.doubtful_claims)), 'doubtful', finding) as finding
from found
