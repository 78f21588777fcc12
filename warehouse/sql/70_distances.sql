-- How far each publisher is from the independent voices without it, of each series: |ln(own figure / median of the others)|, the median over its years.
-- depends: core.vendor_figures, core.documents, core.metrics
-- Years on one path say much the same, so a series counts once. A publisher that is alone in all its series has no row. Who is one voice, and with
-- what it votes, is as in `warehouse/estimate/independence.py`.
with positive as (  -- where more than one publisher group speaks: of one alone there is no distance
    select f.*, if(d.publisher_id = f.publisher_id, f.cluster_id, null) as own_cluster,
        if(f.status = 'derived', obs_value, obs_value_low) as low, if(f.status = 'derived', obs_value, obs_value_high) as high,
        f.status <> 'derived' and formula is null and low <> high as is_rounding
    from core.vendor_figures as f
    inner join core.metrics as m on f.metric = m.metric and m.is_estimated and m.is_positive
    left join core.documents as d on f.document_id = d.document_id
    where obs_value > 0
    qualify max(f.publisher_group) over (partition by f.series_id, f.year) > min(f.publisher_group) over (partition by f.series_id, f.year)
),
shared as (  -- a publisher group, or a cluster of the documents that speak for themselves
    select vendor_figure_id, series_id, year, unnest(['group ' || publisher_group, 'cluster ' || own_cluster]) as shares from positive
),
joined as (
    with recursive voices (vendor_figure_id, voice) using key (vendor_figure_id) as (
        select vendor_figure_id, vendor_figure_id from positive
        union
        select u.vendor_figure_id, min(w.voice) from recurring.voices as u
        inner join shared as one on u.vendor_figure_id = one.vendor_figure_id
        inner join shared as two on one.series_id = two.series_id and one.year = two.year and one.shares = two.shares
        inner join voices as w on two.vendor_figure_id = w.vendor_figure_id and w.voice < u.voice
        group by u.vendor_figure_id
    )
    from voices
),
figures as (  -- the firmest and finest first; a bound does not vote
    select p.*, v.voice, bool_and(status = 'derived') over (partition by v.voice) as all_derived, row_number() over (partition by v.voice order by
            list_position(['stated', 'inferred', 'derived'], status), if(high > low, -floor(log10(obs_value / (high - low))), 0), high - low, obs_value,
            publisher_id, vendor_figure_id) as nth
    from positive as p inner join joined as v using (vendor_figure_id)
    where low is not null and high is not null
),
votes as (  -- a figure whose band meets that of a finer print of its voice only repeats it; derived ones stand back
    select series_id, year, voice, list_reduce(
            list([{'value': obs_value, 'low': low, 'high': high, 'is_rounding': is_rounding, 'id': vendor_figure_id}] order by nth),
            lambda counted, one: if(len(list_filter(counted, lambda finer: not (
                finer.high < one[1].low or one[1].high < finer.low or (finer.is_rounding and one[1].is_rounding
                    and (finer.high = one[1].low or one[1].high = finer.low))))) > 0, counted, list_concat(counted, one))) as counted
    from figures where all_derived or status <> 'derived'
    group by series_id, year, voice
),
sources as (
    select *, list_sort(list_transform(counted, lambda one: one.value)) as figures,
        ln((figures[(len(figures) + 1) // 2]::double + figures[len(figures) // 2 + 1]::double) / 2) as log_value
    from votes
),
spoken as (  -- of each publisher its first figure, those that count before those that repeat
    select f.market_id, f.series_id, f.year, f.voice, f.publisher_id, ln(f.obs_value::double) as log_own
    from figures as f inner join sources as s on f.voice = s.voice
    qualify row_number() over (partition by f.voice, f.publisher_id
        order by list_contains(list_transform(s.counted, lambda one: one.id), f.vendor_figure_id) desc, f.nth) = 1
),
by_year as (
    select one.market_id, one.series_id, one.publisher_id, one.year, abs(any_value(one.log_own) - median(other.log_value)) as distance
    from spoken as one inner join sources as other on one.series_id = other.series_id and one.year = other.year and one.voice <> other.voice
    group by one.market_id, one.series_id, one.publisher_id, one.year
)
select market_id, series_id, publisher_id, median(distance) as distance_ln
from by_year group by market_id, series_id, publisher_id
