-- DuckLake: which files belong to one snapshot of a table? `hashlane diff --left-files monday.parquet --right-files files.parquet --key id`
-- compares it with another one.
--
-- Attach the lake as `lake`; `FROM ducklake_snapshots('lake')` prints its snapshots. UPDATE and DELETE write delete files, and few rows are
-- inlined into the catalog: such snapshots have `deletes`. Make the list of one that follows
--     CALL ducklake_flush_inlined_data('lake'); CALL ducklake_rewrite_data_files('lake', delete_threshold => 0);
COPY (
    SELECT filename AS path, file_size_bytes AS bytes, record_count AS rows, found IS DISTINCT FROM record_count AS deletes
    FROM (SELECT filename, count(*) AS found FROM lake.orders AT (VERSION => 42) GROUP BY filename)
    LEFT JOIN __ducklake_metadata_lake.ducklake_data_file ON ends_with(filename, path)
    ORDER BY filename
) TO 'files.parquet';
