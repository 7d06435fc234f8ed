-- Each night: is a page of the lake damaged?
--
-- On a cluster each file is a task, and executors next to the store read it. Only findings travel.

-- 1. How many parts of how many files were checked, and with what result. `ok` is NULL if nothing can prove a part right,
-- such as a page without a checksum.
SELECT check_name, ok, count(*) AS parts, count(DISTINCT file) AS files
FROM parquet_verify('lake/*.parquet')
GROUP BY check_name, ok
ORDER BY check_name, ok;

-- 2. What is damaged. A good night returns no rows.
SELECT file, row_group, column_name, page, check_name, detail
FROM parquet_verify('lake/*.parquet')
WHERE NOT ok
ORDER BY file, row_group, column_name, page;
