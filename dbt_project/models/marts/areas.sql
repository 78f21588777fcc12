with counts as (
    select
        ref_area,
        count(*) as n_claims
    from {{ ref('stg_claims') }}
    where status <> 'superseded'
    group by ref_area
)

select
    areas.ref_area,
    areas.area,
    areas.kind,
    areas.members,
    coalesce(counts.n_claims, 0) as n_claims
from {{ ref('stg_areas') }} as areas
left join counts
    on areas.ref_area = counts.ref_area
order by areas.ref_area
