-- Each publisher's figure of each series in each year of its own horizon: stated, derived along its own path, count times price, or a sum of countries.
-- depends: work.stated_figures, work.path_figures, work.count_times_price, work.region_members, core.metrics
-- A derived figure stands only where nothing firmer is. A sum stands for a region only where no member is missing.
with derived as (
    from work.path_figures
    union all by name
    select p.* exclude (low, high, product_in_words) from work.count_times_price as p
    anti join (
        select document_id, publisher_id, series_id, year from work.stated_figures
        union all select document_id, publisher_id, series_id, year from work.path_figures
    ) as known on p.document_id = known.document_id and p.publisher_id = known.publisher_id and p.series_id = known.series_id and p.year = known.year
),
figures as (
    select * exclude (claim_id, period_start, vendor_figure_id) from work.stated_figures
    union all by name
    select *, 'derived' as status, 'I' as obs_status from derived
),
countries as (
    select f.*, if(m.unit = 'noun counted', lower(f.unit_measure), f.unit_measure) as series_unit
    from figures as f
    inner join core.metrics as m on f.metric = m.metric
    where m.is_additive and regexp_full_match(f.ref_area, '[A-Za-z]{3}')
        and (f.status = 'derived' or (f.obs_value_low is not null and f.obs_value_high is not null))
),
sums as (
    select c.document_id, c.publisher_id, c.market_id, c.segment_key, c.metric, c.series_unit, c.value_basis, c.price_basis, c.year,
        r.ref_area, sum(c.obs_value)::decimal(38, 9) as obs_value, count(distinct c.ref_area) as n, any_value(r.n_members) as n_members,
        string_agg(c.ref_area || ' ' || core.amount(c.obs_value, c.unit_measure), ' + ' order by c.ref_area) as parts,
        min_by(c.publisher_group, c.ref_area) as publisher_group, min_by(c.cluster_id, c.ref_area) as cluster_id,
        min_by(c.unit_measure, c.ref_area) as unit_measure, min_by(c.price_basis_is_assumed, c.ref_area) as price_basis_is_assumed,
        min_by(c.vintage_date, c.ref_area) as vintage_date, list_sort(list_distinct(flatten(list(c.claim_ids)))) as claim_ids
    from countries as c
    inner join work.region_members as r on c.ref_area = r.member and (r.publisher_id is null or r.publisher_id = c.publisher_id)
    group by all
    having n = n_members
),
of_regions as (
    select * exclude (n, n_members, series_unit, parts), format('sum of all members of {}: {}', regexp_replace(ref_area, '^vendor:', ''), parts) as formula,
        core.series_id(market_id, segment_key, ref_area, metric, series_unit, null, null, value_basis, price_basis) as series_id
    from sums
),
whole as (
    from figures
    union all by name
    select r.*, 'derived' as status, 'I' as obs_status from of_regions as r
    anti join figures as f on r.document_id = f.document_id and r.publisher_id = f.publisher_id and r.series_id = f.series_id and r.year = f.year
)
select *, core.vendor_figure_id(document_id, publisher_id, series_id, year) as vendor_figure_id from whole
