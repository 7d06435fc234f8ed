{#-
    A key made of the columns that identify a row, as 32 hex digits. `entity` keeps the keys of customers and of
    suppliers apart that have the same numbers.
-#}
{% macro surrogate_key(fields, entity=none) -%}
    row_xxh128_hex({{ hashlane._key_arguments('surrogate_key', fields, entity) }})
{%- endmacro %}

{#- The same 128 bits as a UUID, which DuckDB keeps in 16 bytes. Its version and variant bits are part of the hash. -#}
{% macro surrogate_key_uuid(fields, entity=none) -%}
    cast(row_xxh128_hex({{ hashlane._key_arguments('surrogate_key_uuid', fields, entity) }}) as uuid)
{%- endmacro %}

{% macro _key_arguments(macro_name, fields, entity) -%}
    {%- set arguments = hashlane._arguments(macro_name, fields) -%}
    {%- if entity is none -%}
        {{ return(arguments) }}
    {%- endif -%}
    {{ return("'" ~ (entity | replace("'", "''")) ~ "', " ~ arguments) }}
{%- endmacro %}
