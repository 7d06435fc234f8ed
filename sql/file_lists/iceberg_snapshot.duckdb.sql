-- Iceberg: which files belong to one snapshot? `hashlane diff --left-files monday.parquet --right-files files.parquet --key id` compares it
-- with another one.
--
-- 'lake/orders/metadata/v3.metadata.json' is a metadata file of the table that has the snapshot, and `FROM iceberg_snapshots(…)` prints its
-- snapshots. DuckDB needs its extensions iceberg and avro (INSTALL iceberg; INSTALL avro). Only tables of version 2 and later have `content`,
-- which tells delete files from data.
SET VARIABLE manifest_list = (
    SELECT manifest_list FROM iceberg_snapshots('lake/orders/metadata/v3.metadata.json') WHERE snapshot_id = 42
);
SET VARIABLE manifests = (SELECT list(manifest_path) FROM read_avro(getvariable('manifest_list')));

-- A file with status 2 was deleted by this snapshot.
COPY (
    SELECT data_file.file_path AS path, data_file.file_size_in_bytes AS bytes, data_file.record_count AS rows, data_file.content AS content
    FROM read_avro(getvariable('manifests'))
    WHERE status <> 2
    ORDER BY path
) TO 'files.parquet';
