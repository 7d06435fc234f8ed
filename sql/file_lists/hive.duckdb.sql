-- A folder of Parquet files, such as a Hive table: which files does it have after the load? The list is for
-- `hashlane scrub lake/orders --files files.parquet`.
--
-- Such a folder has no list of its own. Make one when the load has ended, and keep it elsewhere: it then proves that no file was
-- lost or added since. The number of rows comes from the footers; no rows are read.
COPY (
    SELECT file_name AS path, file_size_bytes AS bytes, num_rows AS rows
    FROM parquet_file_metadata('lake/orders/**/*.parquet')
    ORDER BY path
) TO 'files.parquet';
