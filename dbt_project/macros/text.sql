{#- Numbers as text, spelt alike by every engine. Each macro is dispatched, so that another engine brings its own spelling. -#}

{#- A whole number as text. -#}
{% macro as_text(column) -%}
    {{ return(adapter.dispatch('as_text', 'parallax')(column)) }}
{%- endmacro %}

{% macro default__as_text(column) -%}
    cast({{ column }} as varchar)
{%- endmacro %}

{#- Spark wants a length behind varchar. -#}
{% macro spark__as_text(column) -%}
    cast({{ column }} as string)
{%- endmacro %}

{#- A DOUBLE rounded to one decimal, as text. -#}
{% macro one_decimal_as_text(column) -%}
    {{ return(adapter.dispatch('one_decimal_as_text', 'parallax')(column)) }}
{%- endmacro %}

{% macro default__one_decimal_as_text(column) -%}
    cast(round({{ column }}, 1) as varchar)
{%- endmacro %}

{#-
  Spark rounds the decimal digits that it would print, DuckDB the binary number times ten, half away from zero: the latter is said
  here in full, so that 0.35 and -0.04 read alike from both.
-#}
{% macro spark__one_decimal_as_text(column) -%}
    cast(
        case
            when {{ column }} < 0 then - (cast(floor(abs({{ column }}) * 10 + 0.5D) as double) / 10)
            else cast(floor({{ column }} * 10 + 0.5D) as double) / 10
        end as string
    )
{%- endmacro %}
