{#-
    A scalar subquery: the fingerprint of a table, which is the same for the same rows in any order. Without `columns`
    all columns count, in the table's order.
-#}
{% macro fingerprint(relation, columns=none) -%}
    {{ hashlane._check_relation('fingerprint', relation) }}
    {%- if columns is none -%}
        {%- set columns = hashlane._column_names(relation) -%}
    {%- endif -%}
    {{ return(hashlane.query_fingerprint("select * from " ~ relation, columns)) }}
{%- endmacro %}

{#- The same for the result of a query. -#}
{% macro query_fingerprint(query, columns) -%}
    {#- dbt parses models without a connection, and throws this result away. -#}
    {%- if not execute -%}
        {{ return("''") }}
    {%- endif -%}
    {%- set arguments = hashlane._arguments('fingerprint', columns) -%}
    {%- if hashlane._has_aggregates() -%}
        {{ return("(select fingerprint(" ~ arguments ~ ") from (" ~ query ~ ") as hashlane_rows)") }}
    {%- endif -%}
    {{ return(hashlane._fingerprint_by_sum(query, arguments)) }}
{%- endmacro %}

{#- Whether this DuckDB has the aggregate: releases from 2.0 on. A build between releases counts as older. -#}
{% macro _has_aggregates() -%}
    {%- set version = run_query("select version()").columns[0].values()[0] -%}
    {%- set release = modules.re.match('v?([0-9]+)[.][0-9]+[.][0-9]+$', version) -%}
    {{ return(release is not none and (release.group(1) | int) >= 2) }}
{%- endmacro %}

{#-
    The same text from DuckDB's own sum: the number of rows, and the sum of their hashes modulo 2^128. Each half of
    the hashes is summed by itself, and what the lower sum has beyond 64 bits is carried.
-#}
{% macro _fingerprint_by_sum(query, arguments) -%}
    (
        select 'hl1:' || n || ':'
            || lower(lpad(to_hex(cast((high + (low >> 64)) & 18446744073709551615 as ubigint)), 16, '0'))
            || lower(lpad(to_hex(cast(low & 18446744073709551615 as ubigint)), 16, '0'))
        from (
            select
                count(*) as n,
                coalesce(sum(cast(h >> 64 as ubigint)), 0) as high,
                coalesce(sum(cast(h & 18446744073709551615 as ubigint)), 0) as low
            from (
                select cast(cast(row_xxh128({{ arguments }}) as bit) as uhugeint) as h
                from ({{ query }}) as hashlane_rows
            ) as hashlane_hashes
        ) as hashlane_sums
    )
{%- endmacro %}

{#- The quoted names of a relation's columns, or nothing while dbt parses. -#}
{% macro _column_names(relation) -%}
    {%- set names = [] -%}
    {%- if execute -%}
        {%- if relation.is_cte -%}
            {{ exceptions.raise_compiler_error(
                "hashlane: " ~ relation.identifier ~ " is an ephemeral model, whose columns the database doesn't know: pass columns=[…], "
                ~ "or materialize it as a view") }}
        {%- endif -%}
        {%- for column in adapter.get_columns_in_relation(relation) -%}
            {%- do names.append(adapter.quote(column.name)) -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return(names) }}
{%- endmacro %}
