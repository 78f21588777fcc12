-- Players as listed and mentioned, one row per document and company; a company that does not belong in its list is quarantined.
-- depends: raw.players, core.documents, core.policy, work.company_names
-- Two members of a list belong together where a list of an independent document has both. Of a list's groups the largest is its core where it is
-- large enough and larger than the others. Another group is of another report, but for a lone stranger: it may be a conglomerate.
with recursive least as (
    select list.value::int as listed, core.value::int as in_core, others.value::int as neighbours
    from core.policy as list cross join core.policy as core cross join core.policy as others
    where list.name = 'listings.companies_at_least' and core.name = 'listings.core_at_least' and others.name = 'listings.neighbours_at_least'
),
mentions as (
    select p.*, n.* exclude (name), row_number() over (partition by document_id, company_id order by char_start, char_end, p.name) as nth
    from raw.players as p semi join core.documents using (document_id) inner join work.company_names as n on p.name = n.name
),
listed as (  -- a short list does not show what belongs in it
    select *, cluster_id from (select distinct document_id, listing, company_id from mentions where listing >= 0 and role <> 'mentioned')
    inner join core.documents using (document_id)
    qualify count(*) over (partition by document_id, listing) >= (select listed from least)
),
beside as (
    select a.document_id, a.listing, a.company_id, b.company_id as other
    from listed as a inner join listed as b on a.document_id = b.document_id and a.listing = b.listing and a.company_id <> b.company_id
    window pair as (partition by a.company_id, b.company_id)
    qualify min(a.cluster_id) over pair < max(a.cluster_id) over pair
),
reached as (
    select document_id, listing, company_id, company_id as other from listed
    union
    select r.document_id, r.listing, r.company_id, b.other
    from reached as r inner join beside as b on r.document_id = b.document_id and r.listing = b.listing and r.other = b.company_id
),
members as (select document_id, listing, company_id, min(other) as first_of_group, count(*) as size from reached group by all),
sizes as (
    select document_id, listing, max(size) as size, max(size) >= (select in_core from least) and count(distinct first_of_group) filter (size = largest) = 1 as has_core
    from (select *, max(size) over (partition by document_id, listing) as largest from members) group by all
),
places as (  -- of several lists of a document the best place counts
    select document_id, company_id, has_core and m.size = s.size as in_core, has_core and m.size < s.size and m.size >= (select neighbours from least) as is_stranger,
        (select count(*) from beside as b where b.document_id = m.document_id and b.listing = m.listing and b.company_id = m.company_id) as n_neighbours
    from members as m inner join sizes as s using (document_id, listing)
    qualify row_number() over (partition by document_id, company_id order by in_core desc, is_stranger, n_neighbours desc) = 1
),
companies as (  -- the strongest role that a sound mention gives
    select document_id, company_id, count(*) as n_mentions, first(char_start order by nth) as char_start, first(char_end order by nth) as char_end,
        string_agg(distinct product, ' | ' order by product) filter (product <> '') as product,
        first(struct_pack(name, canonical, parent, level, parent_since, wikidata, lei, role, status, reason) order by status <> 'stated',
            list_position(['key_player', 'industry_leader', 'mentioned'], role), nth) as said
    from mentions group by document_id, company_id
),
judged as (  -- two neighbours in other documents outweigh a word of a foreign trade
    select c.*, coalesce(p.n_neighbours, 0) as n_neighbours,
        case when said.status = 'stated' then if(is_stranger, 'stranger', 'stated')
            else if(in_core and p.n_neighbours >= (select neighbours from least), 'cleared', 'foreign') end as judgement
    from companies as c left join places as p using (document_id, company_id)
)
select document_id, d.publisher_id, d.market_id, said.name as company, product, said.role as role, null::integer as rank,
    if(judgement in ('stated', 'cleared'), 'stated', 'quarantined') as status,
    case judgement when 'foreign' then said.reason
        when 'stranger' then 'off_topic: other documents list it with others of this list, and none of them with the rest' end as reason,
    j.n_mentions, char_start, char_end, company_id, said.canonical as canonical, said.parent as parent, said.level as level,
    said.parent_since as parent_since, n_neighbours,
    case judgement when 'foreign' then 'sector_words' when 'stated' then null else 'neighbourhood' end as method,
    said.wikidata as wikidata, said.lei as lei
from judged as j inner join core.documents as d using (document_id)
