-- Iceberg: which files belong to a table? The list is for `hashlane scrub lake/orders/data --files files.parquet`.
--
-- 'lake/orders/metadata/v3.metadata.json' is the newest metadata file of the table, which its catalog knows: `table.metadata_location` in
-- pyiceberg. DuckDB needs its extensions iceberg and avro (INSTALL iceberg; INSTALL avro).

-- 1. The manifests of all snapshots that haven't expired. Their files must stay until the snapshots expire.
SET VARIABLE manifest_lists = (
    SELECT list(manifest_list) FROM iceberg_snapshots('lake/orders/metadata/v3.metadata.json')
);

-- 2. The manifests in these lists.
SET VARIABLE manifests = (
    SELECT list(DISTINCT manifest_path) FROM read_avro(getvariable('manifest_lists'))
);

-- 3. Their files, with delete files. A file with status 2 was deleted by that snapshot; an older one may still have it.
COPY (
    SELECT DISTINCT data_file.file_path AS path, data_file.file_size_in_bytes AS bytes, data_file.record_count AS rows
    FROM read_avro(getvariable('manifests'))
    WHERE status <> 2
    ORDER BY path
) TO 'files.parquet';
