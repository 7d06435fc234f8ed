{#- Takes the arguments of dbt_utils.generate_surrogate_key, and returns hashlane.surrogate_key of them. -#}
{% macro generate_surrogate_key(field_list) -%}
    {{ return(hashlane.surrogate_key(field_list)) }}
{%- endmacro %}

{#- What dbt finds for dbt_utils.generate_surrogate_key if the project's `dispatch` puts hashlane before dbt_utils. -#}
{% macro duckdb__generate_surrogate_key(field_list) -%}
    {{ return(hashlane.surrogate_key(field_list)) }}
{%- endmacro %}

{#- The key that dbt_utils.generate_surrogate_key makes, whatever the project dispatches: for tables that have such keys. -#}
{% macro dbt_utils_surrogate_key(field_list) -%}
    {%- do hashlane._arguments('dbt_utils_surrogate_key', field_list) -%}
    {%- set placeholder = '' if var('surrogate_key_treat_nulls_as_empty_strings', false) else '_dbt_utils_surrogate_key_null_' -%}
    {%- set texts = [] -%}
    {%- for field in field_list -%}
        {%- do texts.append("coalesce(cast(" ~ field ~ " as varchar), '" ~ placeholder ~ "')") -%}
    {%- endfor -%}
    md5({{ texts | join(" || '-' || ") }})
{%- endmacro %}
