{#- A model's schema is exactly the one it names (marts), without the target's schema in front. -#}
{% macro generate_schema_name(custom_schema_name, node) -%}
    {{ target.schema if custom_schema_name is none else custom_schema_name | trim }}
{%- endmacro %}
