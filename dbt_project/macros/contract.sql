{#-
  What dbt holds the columns of a model against, in Spark's words. Contracts are written in DuckDB's: Spark has no varchar without a
  length outside a table's definition.
-#}
{% macro spark__get_empty_schema_sql(columns) -%}
    select
    {% for name in columns -%}
        {%- set type = columns[name]['data_type'] | lower -%}
        cast(null as {{ 'string' if type == 'varchar' else type }}) as {{ name }}{{ ', ' if not loop.last }}
    {% endfor -%}
{%- endmacro %}

{#- Spark's Parquet tables know no constraint: null is refused where rows are taken over into the build (`warehouse/spark/taking.py`). -#}
{% macro spark__persist_constraints(relation, model) -%}
{%- endmacro %}
