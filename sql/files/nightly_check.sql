-- Each night: is a file of the lake damaged, and has a file changed that should not have?
--
-- 'lake/*.parquet' is a pattern; 'lake/**/*.parquet' includes subfolders. A query that reads a damaged page
-- fails, or silently returns wrong values: few writers give pages the checksums that detect damage.

-- 1. Parts that are damaged or can't be checked. `ok` is false for damage, and NULL if nothing can prove a part
-- right, such as a page without a checksum: NOT ok would find only damage, and nothing in a file without checksums.
-- A good night returns no rows. In DuckDB, deep := true also decodes the pages.
SELECT file, row_group, column_name, page, check_name, ok, detail
FROM parquet_verify('lake/*.parquet')
WHERE ok IS NOT TRUE
ORDER BY file, row_group, column_name, page;

-- 2. How many pages of each file have no checksum. `hashlane parquet add-crc` adds them.
SELECT file, sum(CASE WHEN ok IS NULL THEN 1 ELSE 0 END) AS unverified, count(*) AS pages
FROM parquet_verify('lake/*.parquet')
WHERE check_name = 'page_crc'
GROUP BY file
HAVING sum(CASE WHEN ok IS NULL THEN 1 ELSE 0 END) > 0
ORDER BY file;

-- 3. Checksums of whole files cover every byte. Compute them when files arrive, and keep them elsewhere.
CREATE TABLE listed AS
SELECT file, size, hex AS blake3 FROM file_digests('lake/*.parquet', 'blake3');

-- 4. Files that differ from the list.
SELECT
    coalesce(listed.file, found.file) AS file,
    CASE WHEN listed.file IS NULL THEN 'new' WHEN found.file IS NULL THEN 'missing' ELSE 'changed' END AS what
FROM listed
FULL JOIN file_digests('lake/*.parquet', 'blake3') AS found ON listed.file = found.file
WHERE listed.file IS NULL OR found.file IS NULL OR listed.blake3 <> found.hex
ORDER BY file;
