with counts as (
    select
        ref_area,
        count(*) as n_claims
    from {{ source('core', 'claims') }}
    where status <> 'superseded'
    group by ref_area
)

select
    areas.ref_area,
    areas.area,
    areas.kind,
    {{ list_to_text('areas.members') }} as members,
    coalesce(counts.n_claims, 0) as n_claims
from {{ source('core', 'areas') }} as areas
left join counts
    on areas.ref_area = counts.ref_area
order by areas.ref_area
