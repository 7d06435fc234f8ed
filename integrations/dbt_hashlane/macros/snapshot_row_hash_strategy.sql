{#-
    `strategy: hashlane.row_hash`. As dbt's `check`: a row has a new version if one of its `check_cols` has changed, or
    if one was added. Without `check_cols` all columns count.
-#}
{% macro snapshot_row_hash_strategy(node, snapshotted_rel, current_rel, model_config, target_exists) %}
    {%- set primary_key = config.get('unique_key') -%}
    {%- set updated_at = config.get('updated_at') or snapshot_get_time() -%}
    {%- set hard_deletes = adapter.get_hard_deletes_behavior(config) -%}
    {%- set column_added, columns = snapshot_check_all_get_existing_columns(
        node, target_exists, config.get('check_cols') or 'all') -%}

    {%- if not target_exists or column_added -%}
        {%- set row_changed = get_true_sql() -%}
    {%- else -%}
        {%- set row_changed = hashlane._row_differs(node, snapshotted_rel, current_rel, columns) -%}
    {%- endif -%}

    {%- do return({
        "unique_key": primary_key,
        "updated_at": updated_at,
        "row_changed": "(" ~ row_changed ~ ")",
        "scd_id": hashlane.duckdb__snapshot_hash_arguments(api.Relation.scd_args(primary_key, updated_at)),
        "invalidate_hard_deletes": hard_deletes == 'invalidate',
        "hard_deletes": hard_deletes
    }) -%}
{% endmacro %}

{#-
    Compares what the snapshot holds with what it would hold: each column is cast to the snapshot's type first. Without
    the cast, a column that became a DOUBLE in the source and is an INTEGER in the snapshot would differ every night.
-#}
{% macro _row_differs(node, snapshotted_rel, current_rel, columns) -%}
    {%- set snapshot = adapter.get_relation(database=node.database, schema=node.schema, identifier=node.alias) -%}
    {%- set types = {} -%}
    {%- for column in adapter.get_columns_in_relation(snapshot) -%}
        {%- do types.update({adapter.quote(column.name): column.dtype}) -%}
    {%- endfor -%}
    {%- set old = [] -%}
    {%- set new = [] -%}
    {%- for column in columns -%}
        {%- do old.append(snapshotted_rel ~ "." ~ column) -%}
        {%- do new.append("cast(" ~ current_rel ~ "." ~ column ~ " as " ~ types[column] ~ ")") -%}
    {%- endfor -%}
    {{ return(hashlane.row_hash(old) ~ " != " ~ hashlane.row_hash(new)) }}
{%- endmacro %}
