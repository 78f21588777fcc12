-- Figures and quotes in words, as reasons, explanations and formulas print them; figures as `warehouse/values/wording.py` does.
-- Every build has these macros, so that a statement runs alone in the DuckDB shell on a build. Lambdas name what is used twice.
-- A whole number of units; a half goes to the even neighbour.
create macro core.to_even(n, unit) as n // unit + (2 * (n % unit) > unit or (2 * (n % unit) = unit and n // unit % 2 = 1))::hugeint;
create macro core.in_units(v, unit) as list_transform([core.billionths(v)], lambda n: core.to_even(n, unit))[1];
create macro core.plain(v) as list_transform([core.in_units(v, 1000000)],
    lambda n: if(v < 0 and n > 0, '-', '') || format('{:,}', n // 1000) || rtrim(rtrim('.' || printf('%03d', (n % 1000)::int), '0'), '.'))[1];
-- `unit` is a hundredth of the scale, in billionths.
create macro core.with_scale(v, unit, word) as list_transform([core.in_units(v, unit)],
    lambda n: if(v < 0, '-', '') || format('{:,}', n // 100) || '.' || printf('%02d', (n % 100)::int) || word)[1];
create macro core.money(v) as if(abs(v) < 1000000, core.plain(v), core.with_scale(v,
    case when abs(v) >= 1000000000000 then 10000000000000000000 when abs(v) >= 1000000000 then 10000000000000000 else 10000000000000 end::hugeint,
    case when abs(v) >= 1000000000000 then ' tn' when abs(v) >= 1000000000 then ' bn' else ' m' end));
create macro core.amount(v, unit) as if(regexp_full_match(coalesce(unit, ''), '[A-Z]{3}'), unit || ' ' || core.money(v),
    core.plain(v) || case when coalesce(unit, '') = '' then '' when unit = 'percent' then ' %' when unit = 'percentage points' then ' pp'
        else ' ' || unit end);
-- How many nths of one figure the other has, a half to the even neighbour. Of more than 25 digits so many do not fit.
create macro core.nths(over, under, n) as list_transform([{'over': over, 'under': under}], lambda p: if(p.over < 10000000000000000000000000,
    list_transform([{'n': core.billionths(p.over) * n, 'unit': core.billionths(p.under)}], lambda b: core.to_even(b.n, b.unit))[1],
    least(p.over / p.under * n, 1e37)::hugeint))[1];
create macro core.times(over, under) as list_transform([core.nths(over, under, 100)],  -- 1.18x
    lambda n: format('{:,}', n // 100) || '.' || printf('%02d', (n % 100)::int) || 'x')[1];
-- Names in alphabetical order, each once: A, B and C.
create macro core.listed(names) as list_transform([list_sort(list_distinct(names))], lambda n: case len(n) when 0 then 'nobody' when 1 then n[1]
    else array_to_string(n[:-2], ', ') || ' and ' || n[-1] end)[1];
-- Texts in their order, each once, with something between them.
create macro core.each_once(texts, joint) as
    array_to_string(list_filter(texts, lambda one, nth: list_position(texts, one) = nth), joint);
create macro core.counted(n, noun) as if(n = 1, '1 ' || noun, format('{:,}', n) || ' ' || noun || 's');
create macro core.technical_figure(comparator, v, high, unit) as
    if(comparator = '=', '', comparator) || core.plain(v) || coalesce(' to ' || core.plain(high), '') || ' ' || unit;
-- What Python calls a text that says something.
create macro core.said(words) as nullif(words, '');
-- The beginning of a text, cut at the last blank that keeps it within n characters; as `warehouse/load/quotes.py` does.
create macro core.cut_to(words, n) as if(length(words) <= n, words,
    regexp_replace(left(regexp_replace(left(words, n + 1), '(?s)^(.+)[ \n][^ \n]*$', '\1'), n), '\s+$', ''));
-- A noun in lower case without its plural ending, so that clusters are counted and a price is per cluster.
create macro core.singular(noun) as if(lower(noun) like '%ss', lower(noun), regexp_replace(lower(noun), 's$', ''));
