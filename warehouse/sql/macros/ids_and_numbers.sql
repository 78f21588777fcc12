-- Ids of series and vendor figures, and numbers as they are published; the same as `warehouse/values/keys.py`.
create macro core.series_id(market_id, segment_key, ref_area, metric, unit, per, period, value_basis, price_basis) as sha256(to_json(list_concat(
    [market_id, segment_key, ref_area, metric, unit, per, period],
    -- a figure that states no basis keeps the id that it always had
    if(coalesce(value_basis, 'unknown') = 'unknown' and coalesce(price_basis, 'current') = 'current',
        [], [coalesce(value_basis, 'unknown'), coalesce(price_basis, 'current')])))::varchar)[:24];
create macro core.vendor_figure_id(document_id, publisher_id, series_id, year) as
    sha256(json_array(document_id, publisher_id, series_id, year)::varchar)[:24];
-- As text, which becomes a DECIMAL or a DOUBLE without another rounding.
create macro core.twelve_digits(number) as printf('%.11e', number);
