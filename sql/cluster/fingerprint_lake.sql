-- The fingerprint of a lake of thousands of files: which files have changed, and has anything?
--
-- On one machine or on a cluster (`hashlane-cluster sql --cluster df://scheduler:50050 sql/cluster/fingerprint_lake.sql`), where
-- each file is a task. Only a line for each file travels. Write paths from the root, or as s3://bucket/….

-- 1. A line for each file. A fingerprint depends on the rows alone, not on their order, the codec or the writer.
SELECT file, row_count, fingerprint
FROM parquet_fingerprint('lake/*.parquet')
WHERE column_name IS NULL
ORDER BY file;

-- 2. One line for the lake, to keep and to compare. It is the same if files have other names.
SELECT
    count(*) AS files, sum(row_count) AS row_count,
    blake3_hex(string_agg(fingerprint, ',' ORDER BY fingerprint)) AS lake
FROM parquet_fingerprint('lake/*.parquet')
WHERE column_name IS NULL;
