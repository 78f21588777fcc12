-- Years of a document's own horizon that no figure of it states: on constant growth between two of its points, else along a growth rate that it states.
-- depends: work.stated_figures, core.metrics, core.publishers, core.growth_audit, core.policy
-- Between points a and b: V(y) = V(a) x (V(b) / V(a)) ^ ((y - a) / (b - a)). Along a rate g: V(y) = V(b) x (1 + g) ^ (y - b), from the nearest own
-- point before y, else the nearest behind it, within the rate's period. A point before the period counts only where the publisher is known to
-- count from its base year. Nothing is carried past the publisher's own horizon. Values are rounded to 12 significant digits.
with figures as (
    select f.*, split_part(coalesce(f.price_basis, 'current'), '-', 1) as inflation, f.obs_value_low is not null and f.obs_value_high is not null as is_point
    from work.stated_figures as f
    inner join core.metrics as m on f.metric = m.metric
    where m.is_interpolated
),
limits as (
    select gap.value::int as longest_gap, base.value::int as base_gap
    from core.policy as gap
    cross join core.policy as base
    where gap.name = 'comparability.longest_gap_years' and base.name = 'growth_audit.base_gap_years'
),
neighbours as (
    select *, lead(year) over path as next_year, lead(obs_value) over path as next_value, lead(claim_ids) over path as next_claim_ids
    from figures where is_point and obs_value > 0 window path as (partition by document_id, publisher_id, series_id order by year)
),
between_points as (
    select n.*, n.year + step as derived_year, n.obs_value * pow(n.next_value / n.obs_value, step / (n.next_year - n.year)) as derived_value,
        format('constant growth between own figures of {} and {}: {} x ({} / {}) ^ ({}/{})', n.year, n.next_year, core.amount(n.obs_value, n.unit_measure),
            core.amount(n.next_value, n.unit_measure), core.amount(n.obs_value, n.unit_measure), step, n.next_year - n.year) as words,
        n.next_claim_ids as other_claim_ids
    from neighbours as n
    cross join limits
    cross join generate_series(1, n.next_year - n.year - 1) as s(step)
    anti join figures as f on n.document_id = f.document_id and n.publisher_id = f.publisher_id and n.series_id = f.series_id and n.year + step = f.year
    where n.next_year - n.year <= longest_gap
),
taken as (
    select document_id, publisher_id, series_id, year from figures
    union all
    select document_id, publisher_id, series_id, derived_year from between_points
),
conventions as (
    select p.publisher_id, coalesce(any_value(g.publisher_convention), p.growth_convention) as convention
    from core.publishers as p left join core.growth_audit as g on p.publisher_id = g.publisher_id group by p.publisher_id, p.growth_convention
),
rates as (  -- none beside values at two levels of the trade: the text does not say whose growth it is
    select r.document_id, r.publisher_id, r.market_id, r.segment_key, r.ref_area, r.claim_id, r.period_start, r.year as period_end, r.obs_value as pct,
        split_part(coalesce(r.price_basis, 'current'), '-', 1) as inflation
    from work.stated_figures as r
    cross join limits
    where r.metric = 'cagr' and r.obs_value_low is not null and r.obs_value_high is not null and r.year - r.period_start <= longest_gap
        and r.obs_value > -100 and (
            select count(distinct coalesce(f.value_basis, '')) from figures as f
            where f.document_id = r.document_id and f.publisher_id = r.publisher_id and f.market_id = r.market_id
                and f.segment_key is not distinct from r.segment_key and f.ref_area = r.ref_area) = 1
),
bases as (
    select f.*, r.claim_id as rate_claim_id, r.period_start as rate_start, r.period_end as rate_end, r.pct,
        lag(f.year) over path is null as is_first, lead(f.year) over path as next_year
    from figures as f
    inner join rates as r on f.document_id = r.document_id and f.publisher_id = r.publisher_id and f.market_id = r.market_id
        and f.segment_key is not distinct from r.segment_key and f.ref_area = r.ref_area and f.inflation = r.inflation
    left join conventions as c on f.publisher_id = c.publisher_id
    cross join limits
    where f.is_point and f.year <= r.period_end
        and f.year >= r.period_start - if(c.convention in ('from_base_year', 'label_years_plus_one'), base_gap, 0)
    window path as (partition by f.document_id, f.publisher_id, f.series_id, r.claim_id order by f.year)
),
along_rates as (
    select b.*, derived_year, obs_value * pow(1 + pct / 100, derived_year - year) as derived_value,
        format('stated growth of {} % a year ({}-{}) from the own figure of {}: {} x {} ^ {}', core.plain(pct), rate_start, rate_end, year,
            core.amount(obs_value, unit_measure),
            rtrim(rtrim((1 + pct::decimal(20, 9) * 0.01::decimal(3, 2))::varchar, '0'), '.'), derived_year - year) as words,
        [rate_claim_id] as other_claim_ids
    from bases as b
    cross join generate_series(if(is_first, least(rate_start, year), year), coalesce(next_year, rate_end)) as y(derived_year)
    anti join taken as t on b.document_id = t.document_id and b.publisher_id = t.publisher_id and b.series_id = t.series_id and y.derived_year = t.year
    where abs(derived_value) < 1e29
    qualify row_number() over (
        partition by b.document_id, b.publisher_id, b.series_id, derived_year order by rate_end - rate_start, rate_start, rate_claim_id) = 1
)
select document_id, publisher_id, publisher_group, cluster_id, series_id, market_id, segment_key, ref_area, metric, unit_measure, value_basis, price_basis,
    derived_year::int as year, core.twelve_digits(derived_value)::decimal(38, 9) as obs_value, words as formula, price_basis_is_assumed, vintage_date,
    list_sort(list_distinct(claim_ids || other_claim_ids)) as claim_ids
from (from between_points union all by name from along_rates)
