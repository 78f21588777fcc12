{#-
  Shares add up within one document, publisher, market, dimension and year: those of segments within one area, those of
  areas among areas of one level (a country also lies in its region). Where the dimension is unknown, nothing adds up.
-#}
{% set whole = 'document_id, publisher_id, market_id, share_dimension, share_area, share_year' %}

with shares as (
    select
        claims.*,
        areas.area,
        coalesce(claims.time_period_year, claims.time_period_inferred) as share_year,
        coalesce(claims.segment_key, claims.segment, claims.ref_area) as member,
        case when claims.segment is not null then claims.ref_area end as share_area,
        case
            -- the key is "dimension:segment", with nothing before the colon where the dimension is unknown
            when claims.segment is not null then nullif(split_part(claims.segment_key, ':', 1), '')
            when areas.kind = 'country' then 'area: countries'
            else 'area: regions'
        end as share_dimension,
        -- half of the last printed digit: how far rounding alone can move the figure
        case
            when claims.obs_value = round(claims.obs_value, 0) then 0.5
            when claims.obs_value = round(claims.obs_value, 1) then 0.05
            else 0.005
        end as rounding,
        case when claims.comparator in ('=', '~') and claims.obs_value_high is null then 0 else 1 end as is_open
    from {{ source('core', 'claims') }} as claims
    left join {{ source('core', 'areas') }} as areas
        on claims.ref_area = areas.ref_area
    where
        claims.metric = 'share'
        and (claims.segment is not null or claims.ref_area <> '001')
),

-- a member whose share a document states twice counts once
numbered as (
    select
        *,
        row_number() over (partition by {{ whole }}, member order by obs_value, claim_id) as nth
    from shares
),

totalled as (
    select
        *,
        sum(case when nth = 1 then obs_value else 0 end) over (partition by {{ whole }}) as total,
        sum(case when nth = 1 then rounding else 0 end) over (partition by {{ whole }}) as total_rounding,
        sum(case when nth = 1 then 1 else 0 end) over (partition by {{ whole }}) as n_stated,
        max(is_open) over (partition by {{ whole }}) as has_open
    from numbered
)

select
    totalled.claim_id,
    totalled.document_id,
    totalled.publisher_id,
    totalled.publisher,
    totalled.market_id,
    markets.market,
    case when totalled.segment is null then 'area' else 'segment' end as share_of,
    totalled.dimension,
    totalled.segment,
    totalled.segment_key,
    totalled.ref_area,
    totalled.area,
    totalled.obs_value,
    totalled.obs_value_high,
    totalled.comparator,
    totalled.unit_measure,
    totalled.time_period,
    totalled.time_period_year,
    totalled.time_period_inferred,
    totalled.obs_status,
    totalled.value_as_printed,
    totalled.status,
    case
        when totalled.share_dimension is not null then cast(totalled.total as decimal(38, 9))
    end as dimension_total_pct,
    case when totalled.share_dimension is not null then cast(totalled.n_stated as integer) end as n_members_stated,
    totalled.share_dimension is not null
    and totalled.has_open = 0
    and abs(totalled.total - 100) <= totalled.total_rounding as is_complete
from totalled
left join {{ source('core', 'markets') }} as markets
    on totalled.market_id = markets.market_id
order by totalled.market_id nulls last, totalled.claim_id
