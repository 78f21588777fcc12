{#-
  Sources without the database's name. A view keeps the text of its query: with the name of the build in it, the view
  would break as soon as someone attaches the release under a name of their own.
-#}
{% macro source(source_name, table_name) -%}
    {{ return(builtins.source(source_name, table_name).include(database=false)) }}
{%- endmacro %}
