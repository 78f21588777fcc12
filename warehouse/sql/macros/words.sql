-- Figures and quotes in words, as reasons, explanations and formulas print them; figures as `warehouse/values/wording.py` does. A half goes to the even neighbour.
-- Every build has these macros, so that a statement runs alone in the DuckDB shell on a build.
create macro core.with_half_to_even(n, rest, unit) as n + (2 * rest > unit or (2 * rest = unit and n % 2 = 1))::hugeint;
create macro core.thousandths(v) as trunc(abs(v))::hugeint * 1000 + core.with_half_to_even(
    trunc((abs(v) % 1)::decimal(18, 9) * 1000)::hugeint, ((abs(v) % 1)::decimal(18, 9) * 1000) % 1, 1);
create macro core.plain(v) as if(v < 0 and core.thousandths(v) > 0, '-', '') || format('{:,}', core.thousandths(v) // 1000)
    || rtrim(rtrim('.' || printf('%03d', (core.thousandths(v) % 1000)::int), '0'), '.');
-- Hundredths of a scale whose hundredth is `unit`.
create macro core.hundredths(v, unit) as core.with_half_to_even(
    trunc(abs(v))::hugeint // unit, abs(v) - (trunc(abs(v))::hugeint // unit * unit)::decimal(38, 9), unit);
create macro core.with_scale(v, unit, word) as if(v < 0, '-', '') || format('{:,}', core.hundredths(v, unit) // 100) || '.'
    || printf('%02d', (core.hundredths(v, unit) % 100)::int) || ' ' || word;
create macro core.amount(v, unit) as case
    when unit is null or unit = '' then core.plain(v)
    when unit = 'percent' then core.plain(v) || ' %'
    when unit = 'percentage points' then core.plain(v) || ' pp'
    when not regexp_full_match(unit, '[A-Z]{3}') then core.plain(v) || ' ' || unit
    when abs(v) >= 1000000000000 then unit || ' ' || core.with_scale(v, 10000000000, 'tn')
    when abs(v) >= 1000000000 then unit || ' ' || core.with_scale(v, 10000000, 'bn')
    when abs(v) >= 1000000 then unit || ' ' || core.with_scale(v, 10000, 'm')
    else unit || ' ' || core.plain(v) end;
-- At most n characters of a text, whole words of it where it has any.
create macro core.cut_to(words, n) as if(length(words) <= n, words, left(regexp_replace(left(words, n + 1), '\s+\S*$', ''), n));
