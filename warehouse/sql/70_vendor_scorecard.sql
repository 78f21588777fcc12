-- Each publisher's record. Every rate has its count beside it, and is null where the count is too small to tell.
-- depends: core.publishers, core.documents, core.claims, core.observations, core.growth_audit, core.audit_findings, core.conflicts
-- depends: core.conflict_sides, core.revisions, core.policy, work.distances, work.forecast_errors
-- Conflicts count where the verdict is a conflict; a CAGR is a mismatch where its best recomputation is beyond rounding; a check is an error where
-- two of the publisher's own numbers, or a number and what follows from others, differ beyond rounding.
with current_documents as (
    select document_id, publisher_id, max(speaker) over cluster > min(speaker) over cluster as is_dependent
    from (select *, coalesce(publisher_id, '') as speaker from core.documents where status = 'stated')
    window cluster as (partition by cluster_id)
),
documents as (select publisher_id, count(*) as n, count(*) filter (is_dependent) as n_dependent from current_documents group by publisher_id),
claims as (select c.publisher_id, count(*) as n from core.claims as c semi join current_documents as d on c.document_id = d.document_id group by all),
observations as (
    select publisher_id, count(distinct market_id) filter (metric = 'market_size') as n_markets, count(distinct series_id) as n_series,
        count(distinct ref_area) as n_areas, min(year) as first_year, max(year) as last_year
    from core.observations where excluded is null group by publisher_id
),
passed_on as (  -- quoted, or cited as theirs
    select d.publisher_id, count(*) as n
    from core.observations as o
    inner join core.documents as d on o.document_id = d.document_id
    inner join core.publishers as p on d.publisher_id = p.publisher_id
    where o.excluded is null and o.publisher_group <> p.publisher_group group by d.publisher_id
),
audits as (
    select publisher_id, count(*) filter (is_best) as n, count(*) filter (is_best and finding like 'mismatch%') as n_mismatch,
        max(publisher_convention) as convention
    from core.growth_audit group by publisher_id
),
checks as (
    select publisher_id, count(*) as n, count(*) filter (outcome = 'mismatch') as n_errors,
        count(*) filter (outcome = 'mismatch' and severity = 'high') as n_severe
    from core.audit_findings where outcome in ('consistent', 'mismatch') group by publisher_id
),
conflicts as (  -- each cause once per publisher, whatever its years and sides
    select c.publisher_id, count(distinct s.conflict_id) as n
    from (select conflict_id, unnest(claim_ids) as claim_id from core.conflict_sides) as s
    inner join core.conflicts as f on s.conflict_id = f.conflict_id and f.verdict like 'conflict%'
    inner join core.claims as c on s.claim_id = c.claim_id group by c.publisher_id
),
changes as (select publisher_id, count(*) as n, median(abs(change_pct)) as middle from core.revisions where change_pct <> 0 group by publisher_id),
distances as (select publisher_id, count(*) as n, median(distance_ln) as middle from work.distances group by publisher_id),
forecasts as (
    select publisher_id, count(*) as n, median(abs(error_ln)) as middle, median(error_ln) as bias from work.forecast_errors group by publisher_id
),
limits as (select value::int as least from core.policy where name = 'scorecard.least_for_a_rate'),
record as (
    select p.publisher_id, coalesce(documents.n, 0) as n_documents, coalesce(n_markets, 0) as n_markets, coalesce(claims.n, 0) as n_claims,
        coalesce(audits.n, 0) as n_growth_audited, coalesce(n_mismatch, 0) as n_growth_mismatch,
        coalesce(audits.convention, p.growth_convention) as growth_convention, coalesce(conflicts.n, 0) as n_conflicts,
        coalesce(changes.n, 0) as n_revised, changes.middle as median_revision_pct, coalesce(n_dependent, 0) as n_dependent_documents,
        if(n_documents >= least, n_dependent_documents / n_documents * 100, null) as dependent_pct, coalesce(passed_on.n, 0) as n_passed_on,
        coalesce(n_series, 0) as n_series, coalesce(n_areas, 0) as n_areas, first_year, last_year, coalesce(checks.n, 0) as n_checks,
        coalesce(checks.n_errors, 0) as n_errors, coalesce(n_severe, 0) as n_severe_errors,
        if(n_checks >= least, n_errors / n_checks * 100, null) as error_pct, coalesce(distances.n, 0) as n_compared,
        if(n_compared >= least, distances.middle, null) as median_distance_ln, coalesce(forecasts.n, 0) as n_forecasts_checked,
        if(n_forecasts_checked >= least, forecasts.middle, null) as median_forecast_error_ln,
        if(n_forecasts_checked >= least, bias, null) as median_forecast_bias_ln
    from core.publishers as p
    cross join limits
    left join documents using (publisher_id)
    left join claims using (publisher_id)
    left join observations using (publisher_id)
    left join passed_on using (publisher_id)
    left join audits using (publisher_id)
    left join checks using (publisher_id)
    left join conflicts using (publisher_id)
    left join changes using (publisher_id)
    left join distances using (publisher_id)
    left join forecasts using (publisher_id)
)
select * replace (
    core.twelve_digits(median_revision_pct)::double as median_revision_pct, core.twelve_digits(dependent_pct)::double as dependent_pct,
    core.twelve_digits(error_pct)::double as error_pct, core.twelve_digits(median_distance_ln)::double as median_distance_ln,
    core.twelve_digits(median_forecast_error_ln)::double as median_forecast_error_ln,
    core.twelve_digits(median_forecast_bias_ln)::double as median_forecast_bias_ln)
from record
