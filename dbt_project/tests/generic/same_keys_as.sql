{#-
  A conservation law: the model has the keys of the rows of `other` that meet `condition`, each once; none lost, none made up or repeated.
  `renamed` names the columns that `other` calls otherwise. No index: uniqueness is tested.
-#}
{% test same_keys_as(model, other, columns, condition='true', renamed={}) %}
{%- set theirs = [] -%}
{%- for column in columns -%}{%- do theirs.append(renamed.get(column, column) ~ ' as ' ~ column) -%}{%- endfor %}

    select
        'missing' as finding,
        {{ columns | join(', ') }}
    from (
        select {{ theirs | join(', ') }} from {{ other }} where {{ condition }}
        except
        select {{ columns | join(', ') }} from {{ model }}
    ) as lost

    union all

    select
        'made up' as finding,
        {{ columns | join(', ') }}
    from (
        select {{ columns | join(', ') }} from {{ model }}
        except all
        select distinct {{ theirs | join(', ') }} from {{ other }} where {{ condition }}
    ) as gained

{% endtest %}
