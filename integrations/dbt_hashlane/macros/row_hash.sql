{#- The XXH3 of 128 bits of a row, as 16 bytes. Each value is hashed with its type and its length, and NULL is a value. -#}
{% macro row_hash(fields) -%}
    row_xxh128({{ hashlane._arguments('row_hash', fields) }})
{%- endmacro %}
