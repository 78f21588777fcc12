-- Each forecast of a publisher whose year has become history: ln(forecast / actual), above 0 where it was too high.
-- depends: core.observations, core.claims, core.documents, core.metrics
-- The actual is what the publisher's own first later document states; where it has none, the median (on the log scale) of what later documents of
-- independent others state. Both documents are dated: an undated text proves no order.
with dated as (
    select o.document_id, o.publisher_id, o.publisher_group, o.cluster_id, o.series_id, o.year, c.obs_status, d.figure_date, o.claim_id,
        ln(o.obs_value::double) as log_value,
        {'is_inferred': o.year_is_inferred, 'coarseness': -c.fineness, 'width': o.obs_value_high - o.obs_value_low, 'value': o.obs_value} as firmness
    from core.observations as o
    inner join core.claims as c on o.claim_id = c.claim_id
    inner join core.documents as d on o.document_id = d.document_id and d.figure_date is not null
    inner join core.metrics as m on o.metric = m.metric and m.is_estimated and m.is_positive
    where coalesce(o.excluded, 'superseded') = 'superseded'  -- an old edition's forecast is what is tested
        and o.obs_value > 0 and o.obs_value_low is not null and o.obs_value_high is not null  -- a bound is no figure
        and o.series_id is not null and o.year is not null and o.publisher_group is not null
),
said as (  -- one print of each document and publisher: the firmest and finest
    select * from dated
    qualify row_number() over (partition by document_id, publisher_id, series_id, year, obs_status order by firmness, claim_id) = 1
),
later as (
    select f.publisher_id, f.claim_id, f.log_value as forecast, a.log_value as actual, a.publisher_id = f.publisher_id as is_own,
        a.figure_date, a.publisher_group, a.firmness, a.document_id
    from said as f
    inner join said as a on f.series_id = a.series_id and f.year = a.year and a.figure_date > f.figure_date
    where f.obs_status = 'F' and a.obs_status = 'E'
        and (a.publisher_id = f.publisher_id or (a.publisher_group <> f.publisher_group and a.cluster_id <> f.cluster_id))
),
firsts as (  -- its own first date; of each other group the first word
    select * from later
    where is_own qualify figure_date = min(figure_date) over (partition by publisher_id, claim_id)
    union all
    select * from later
    where not is_own qualify row_number() over (partition by publisher_id, claim_id, publisher_group order by figure_date, firmness, document_id) = 1
)
select publisher_id, claim_id,
    any_value(forecast) - coalesce(median(actual) filter (is_own), median(actual)) as error_ln
from firsts
group by publisher_id, claim_id
