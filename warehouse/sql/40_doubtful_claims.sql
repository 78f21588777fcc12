-- Claims that are too uncertain to accuse their publisher: a misread looks like an error. A claim without confidence was not read from prose.
-- depends: core.claims, core.policy
select claim_id from core.claims
where confidence < (select value::double from core.policy where name = 'accusation.confidence')
    and not coalesce(is_confirmed, false) and status <> 'overridden'
    and n_mentions < (select value::int from core.policy where name = 'accusation.or_mentions')
