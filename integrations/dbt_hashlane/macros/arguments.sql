{#- Checks the fields of a call and returns them as SQL: expressions with commas between them. -#}
{% macro _arguments(macro_name, fields) -%}
    {%- if target.type != 'duckdb' -%}
        {{ exceptions.raise_compiler_error(
            "hashlane." ~ macro_name ~ " needs the adapter duckdb; this target is " ~ target.type) }}
    {%- endif -%}
    {#- A text is a sequence of letters to Jinja, and would be hashed as columns a, b, c. -#}
    {%- if fields is string or fields is mapping or fields is not iterable -%}
        {{ exceptions.raise_compiler_error(
            "hashlane." ~ macro_name ~ " takes a list of columns or expressions, such as ['region', 'customer_id']; it was given "
            ~ fields) }}
    {%- endif -%}
    {%- set expressions = fields | list -%}
    {%- if not expressions -%}
        {{ exceptions.raise_compiler_error("hashlane." ~ macro_name ~ " needs at least one column") }}
    {%- endif -%}
    {{ return(expressions | join(', ')) }}
{%- endmacro %}

{#- Checks that a macro was given a table. -#}
{% macro _check_relation(macro_name, relation) -%}
    {%- if execute and relation is none -%}
        {{ exceptions.raise_compiler_error(
            "hashlane." ~ macro_name ~ " was given none, which adapter.get_relation returns for a table that isn't there: build it "
            ~ "first, or use ref or source") }}
    {%- endif -%}
    {%- if relation is string -%}
        {{ exceptions.raise_compiler_error(
            "hashlane." ~ macro_name ~ " takes a relation, such as ref('orders'); it was given the text '" ~ relation ~ "'") }}
    {%- endif -%}
{%- endmacro %}
