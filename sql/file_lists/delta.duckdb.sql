-- Delta: which files belong to a table? The list is for `hashlane scrub lake/orders --exclude _delta_log --files files.parquet`.
--
-- DuckDB needs its extension delta (INSTALL delta). The list has the files of the newest version. Files of older versions are
-- 'unlisted' until VACUUM removes them.
COPY (
    SELECT data_file AS path, cardinality AS rows
    FROM delta_list_files('lake/orders')
    ORDER BY path
) TO 'files.parquet';
