{#-
    What dbt finds for the ids of rows in snapshots if the project's `dispatch` puts hashlane before dbt. dbt's own
    joins texts by '|' and takes NULL for the empty text.
-#}
{% macro duckdb__snapshot_hash_arguments(args) -%}
    row_xxh128_hex({{ hashlane._arguments('snapshot_hash_arguments', args) }})
{%- endmacro %}
