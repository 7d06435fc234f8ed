-- DuckLake: which files belong to a lake? The list is for `hashlane scrub lake/data --files files.parquet`, with the lake's DATA_PATH.
--
-- Attach the lake as `lake`. DuckDB then has its catalog's tables in `__ducklake_metadata_lake`. The list has the files of all
-- tables and snapshots, and those that wait for ducklake_cleanup_old_files. Rows that are inlined are in no file.
-- For the newest snapshot of one table: SELECT data_file AS path, data_file_size_bytes AS bytes FROM ducklake_list_files('lake', 'orders').
COPY (
    WITH root AS (
        SELECT value AS data_path FROM __ducklake_metadata_lake.ducklake_metadata WHERE key = 'data_path' AND scope IS NULL
    ),
    folders AS (
        SELECT t.table_id, CASE
            WHEN NOT t.path_is_relative THEN t.path
            WHEN NOT s.path_is_relative THEN s.path || t.path
            ELSE data_path || s.path || t.path
        END AS folder
        FROM __ducklake_metadata_lake.ducklake_table AS t
        JOIN __ducklake_metadata_lake.ducklake_schema AS s USING (schema_id), root
    ),
    files AS (
        SELECT table_id, path, path_is_relative, file_size_bytes, record_count FROM __ducklake_metadata_lake.ducklake_data_file
        UNION ALL
        SELECT table_id, path, path_is_relative, file_size_bytes, NULL FROM __ducklake_metadata_lake.ducklake_delete_file
    )
    SELECT DISTINCT
        CASE WHEN path_is_relative THEN folder || path ELSE path END AS path, file_size_bytes AS bytes, record_count AS rows
    FROM files
    JOIN (SELECT DISTINCT table_id, folder FROM folders) USING (table_id)
    UNION ALL
    SELECT CASE WHEN path_is_relative THEN data_path || path ELSE path END, NULL, NULL
    FROM __ducklake_metadata_lake.ducklake_files_scheduled_for_deletion, root
    ORDER BY path
) TO 'files.parquet';
