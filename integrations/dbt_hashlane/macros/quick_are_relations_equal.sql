{#-
    A query of one row and one column, `are_relations_equal`: whether two tables have the same rows in any order,
    duplicates counted. Each is read once, and nothing is joined. Without `columns` both must have the same columns.
-#}
{% macro quick_are_relations_equal(a_relation, b_relation, columns=none) -%}
    {%- for relation in (a_relation, b_relation) -%}
        {{ hashlane._check_relation('quick_are_relations_equal', relation) }}
    {%- endfor -%}
    {%- if columns is none -%}
        {%- set columns = hashlane._columns_of_both(a_relation, b_relation) -%}
    {%- endif -%}
    {{ return(hashlane.quick_are_queries_equal("select * from " ~ a_relation, "select * from " ~ b_relation, columns,
        "are_relations_equal")) }}
{%- endmacro %}

{#- The same for the results of two queries. -#}
{% macro quick_are_queries_equal(a_query, b_query, columns, name="are_queries_equal") -%}
    select {{ hashlane.query_fingerprint(a_query, columns) }}
        = {{ hashlane.query_fingerprint(b_query, columns) }} as {{ name }}
{%- endmacro %}

{#- What dbt finds for audit_helper's macro if the project's `dispatch` puts hashlane before audit_helper. -#}
{% macro duckdb__quick_are_queries_identical(query_a, query_b, columns, event_time) -%}
    {%- if event_time -%}
        {{ exceptions.raise_compiler_error(
            "hashlane: quick_are_queries_identical can't filter by event_time; put the filter into both queries") }}
    {%- endif -%}
    {{ return(hashlane.quick_are_queries_equal(query_a, query_b, columns, "are_tables_identical")) }}
{%- endmacro %}

{#- The columns of one table, in its order; an error if the other has others. -#}
{% macro _columns_of_both(a_relation, b_relation) -%}
    {%- set a_columns = hashlane._column_names(a_relation) -%}
    {%- set b_columns = hashlane._column_names(b_relation) -%}
    {%- set only_a = a_columns | reject('in', b_columns) | list -%}
    {%- set only_b = b_columns | reject('in', a_columns) | list -%}
    {%- if only_a or only_b -%}
        {{ exceptions.raise_compiler_error(
            "hashlane.quick_are_relations_equal: only " ~ a_relation ~ " has [" ~ only_a | join(', ') ~ "], only "
            ~ b_relation ~ " has [" ~ only_b | join(', ') ~ "]; pass columns=[…] to compare the rest") }}
    {%- endif -%}
    {{ return(a_columns) }}
{%- endmacro %}
