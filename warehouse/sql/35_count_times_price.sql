-- The value that a document's own count and price of one year imply, where exactly one count and one price go together.
-- depends: core.observations, core.claims, core.policy
-- They go together where they name the same thing, or where one of them counts in a word that names none: 6,750 deployments, USD 2.8 million per
-- cluster. A second fitting pair would make the choice ours. The value is rounded to 12 significant digits.
with factors as (
    select o.*, nullif(trim(coalesce(if(o.metric = 'volume', c.unit_measure, c.unit_per), ''), ' .,;:'), '') as noun,
        nullif(if(lower(noun)[-1] = 's', lower(noun)[:-2], lower(noun)), '') as thing,
        (select value::json from core.policy where name = 'comparability.generic_count_nouns')::varchar[] as generic
    from core.observations as o
    inner join core.claims as c on o.claim_id = c.claim_id
    where o.excluded is null and o.metric in ('volume', 'price')
),
pairs as (
    select p.*, v.claim_id as volume_claim_id, v.obs_value as volume, v.obs_value_high as volume_high,
        p.obs_value::double * v.obs_value::double as product, p.obs_value_low::double * v.obs_value_low::double as product_low,
        p.obs_value_high::double * v.obs_value_high::double as product_high,
        format('{} {} x {} per {}', core.plain(v.obs_value), v.noun, core.amount(p.obs_value, 'USD'), p.noun) as product_in_words,
        count(*) over (partition by p.document_id, p.publisher_id, p.market_id, p.segment_key, p.ref_area, p.year, p.value_basis, p.price_basis) as n_pairs
    from factors as p
    inner join factors as v on p.document_id = v.document_id and p.publisher_id = v.publisher_id and p.market_id = v.market_id
        and p.segment_key is not distinct from v.segment_key and p.ref_area = v.ref_area and p.year = v.year
    where p.metric = 'price' and v.metric = 'volume'
        and (p.thing = v.thing or list_contains(p.generic, p.thing) <> list_contains(p.generic, v.thing))
        and p.obs_value_low is not null and p.obs_value_high is not null and v.obs_value_low is not null and v.obs_value_high is not null
)
select document_id, publisher_id, publisher_group, cluster_id,
    core.series_id(market_id, segment_key, ref_area, 'market_size', 'USD', null, null, value_basis, price_basis) as series_id,
    market_id, segment_key, ref_area, 'market_size' as metric, 'USD' as unit_measure, value_basis, price_basis, year,
    core.twelve_digits(product)::decimal(38, 9) as obs_value,
    format('count times price of {}: {}', year, product_in_words) as formula, core.twelve_digits(product_low)::decimal(38, 9) as low,
    core.twelve_digits(product_high)::decimal(38, 9) as high, product_in_words,
    price_basis_is_assumed, vintage_date, list_sort([claim_id, volume_claim_id]) as claim_ids
from pairs
where n_pairs = 1 and greatest(abs(obs_value), abs(obs_value_high))::double * greatest(abs(volume), abs(volume_high))::double < 1e29
