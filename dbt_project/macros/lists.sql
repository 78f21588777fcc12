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

{#- Values of a group as text, in their own order. -#}
{% macro join_values(column) -%}
    {{ return(adapter.dispatch('join_values', 'parallax')(column)) }}
{%- endmacro %}

{% macro default__join_values(column) -%}
    string_agg({{ column }}, '|' order by {{ column }})
{%- endmacro %}

{#- The first member of a list held as text. -#}
{% macro first_of_text(column) -%}
    {{ return(adapter.dispatch('first_of_text', 'parallax')(column)) }}
{%- endmacro %}

{% macro default__first_of_text(column) -%}
    split_part({{ column }}, '|', 1)
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
