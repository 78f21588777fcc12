{#-
  Marts carry lists as text, members joined with "|", null where the list is empty: Parquet, CSV and Excel all hold that.
  Each macro is dispatched, so that another engine brings its own spelling.
-#}

{#- A list column as text. -#}
{% macro list_to_text(column, between='|') -%}
    {{ return(adapter.dispatch('list_to_text', 'parallax')(column, between)) }}
{%- endmacro %}

{% macro default__list_to_text(column, between) -%}
    nullif(array_to_string({{ column }}, '{{ between }}'), '')
{%- endmacro %}

{% macro spark__list_to_text(column, between) -%}
    nullif(array_join({{ column }}, '{{ between }}'), '')
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

{#- One row per member of a list: stands in a select list. An empty or absent list gives none. -#}
{% macro members_of(column) -%}
    {{ return(adapter.dispatch('members_of', 'parallax')(column)) }}
{%- endmacro %}

{% macro default__members_of(column) -%}
    unnest({{ column }})
{%- endmacro %}

{% macro spark__members_of(column) -%}
    explode({{ column }})
{%- endmacro %}

{#- How many members a list has; an absent one has none. -#}
{% macro count_of(column) -%}
    {{ return(adapter.dispatch('count_of', 'parallax')(column)) }}
{%- endmacro %}

{% macro default__count_of(column) -%}
    cast(coalesce(len({{ column }}), 0) as integer)
{%- endmacro %}

{% macro spark__count_of(column) -%}
    cast(coalesce(array_size({{ column }}), 0) as integer)
{%- endmacro %}
