{#- The named columns tell a table's rows apart; null counts as a value. No index: uniqueness is tested. -#}
{% test unique_key(model, columns) %}

    select
        {{ columns | join(', ') }},
        count(*) as n_rows
    from {{ model }}
    group by {{ columns | join(', ') }}
    having count(*) > 1

{% endtest %}
