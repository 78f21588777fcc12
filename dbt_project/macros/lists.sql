{#-
  Marts carry lists as text, members joined with "|", null where the list is empty: Parquet, CSV and Excel all hold that.
  Each macro is dispatched, so that another engine brings its own spelling.
-#}

{#- A list column as text. -#}
{% macro list_to_text(column) -%}
    {{ return(adapter.dispatch('list_to_text', 'parallax')(column)) }}
{%- endmacro %}

{% macro default__list_to_text(column) -%}
    nullif(array_to_string({{ column }}, '|'), '')
{%- endmacro %}

{% macro spark__list_to_text(column) -%}
    nullif(array_join({{ column }}, '|'), '')
{%- endmacro %}

{#- Values of a group as text, in the order of `by` (their own by default). -#}
{% macro join_values(column, by=none, between='|') -%}
    {{ return(adapter.dispatch('join_values', 'parallax')(column, column if by is none else by, between)) }}
{%- endmacro %}

{% macro default__join_values(column, by, between) -%}
    string_agg({{ column }}, '{{ between }}' order by {{ by }})
{%- endmacro %}

{% macro spark__join_values(column, by, between) -%}
    listagg({{ column }}, '{{ between }}') within group (order by {{ by }} asc nulls last)
{%- endmacro %}

{#- One row per member of a list held as text: stands in a select list. -#}
{% macro members_of_text(column) -%}
    {{ return(adapter.dispatch('members_of_text', 'parallax')(column)) }}
{%- endmacro %}

{% macro default__members_of_text(column) -%}
    unnest(string_split({{ column }}, '|'))
{%- endmacro %}

{#- Spark splits by a pattern, in which a bare "|" means "or". -#}
{% macro spark__members_of_text(column) -%}
    explode(split({{ column }}, '[|]'))
{%- endmacro %}

{#- How many members a list held as text has. -#}
{% macro count_of_text(column) -%}
    cast(
        case
            when {{ column }} is null then 0
            else length({{ column }}) - length(replace({{ column }}, '|', '')) + 1
        end as integer
    )
{%- endmacro %}
