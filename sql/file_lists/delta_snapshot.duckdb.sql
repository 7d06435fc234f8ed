-- Delta: which files belong to one version? `hashlane diff --left-files monday.parquet --right-files files.parquet --key id` compares it with
-- another one.
--
-- DuckDB needs its extension delta (INSTALL delta). The lengths come from the files, since DuckDB doesn't print those of the log. The columns
-- of partitions are in the names of folders alone, so a table that has none there is refused, as with column mapping.
SET VARIABLE files = (SELECT list(data_file) FROM delta_list_files('lake/orders', version := 42));

COPY (
    SELECT data_file AS path, size AS bytes, cardinality AS rows, CASE
        WHEN list_bool_and([
            list_bool_or([starts_with(folder, name || '=') FOR folder IN string_split(data_file, '/')[-1 - cardinality(partitions):-2]])
            FOR name IN map_keys(partitions)
        ]) IS DISTINCT FROM false THEN have_deletes
        ELSE error('the folders of ' || data_file || ' don''t name its partition')
    END AS deletes
    FROM delta_list_files('lake/orders', version := 42)
    LEFT JOIN read_blob(getvariable('files')) ON filename = data_file
    ORDER BY path
) TO 'files.parquet';
