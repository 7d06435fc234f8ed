-- Two exports of the same tables, one file per table: which differ, and where?
--
-- Files with the same bytes have the same content. Another codec, version or number of threads writes the same
-- rows as other bytes; fingerprints show whether the rows are the same.

-- 1. Files whose bytes differ, or that are in only one export.
WITH monday AS (
    SELECT replace(file, 'lake/monday_', '') AS name, hex FROM file_digests('lake/monday_*.parquet', 'xxh128')
),
tuesday AS (
    SELECT replace(file, 'lake/tuesday_', '') AS name, hex FROM file_digests('lake/tuesday_*.parquet', 'xxh128')
)
SELECT coalesce(monday.name, tuesday.name) AS name, monday.name IS NOT NULL AS in_monday, tuesday.name IS NOT NULL AS in_tuesday
FROM monday
FULL JOIN tuesday ON monday.name = tuesday.name
WHERE monday.name IS NULL OR tuesday.name IS NULL OR monday.hex <> tuesday.hex
ORDER BY name;

-- 2. Files whose rows differ. The result row without a column is for whole rows, in any order.
WITH monday AS (
    SELECT replace(file, 'lake/monday_', '') AS name, row_count AS n, fingerprint
    FROM parquet_fingerprint('lake/monday_*.parquet') WHERE column_name IS NULL
),
tuesday AS (
    SELECT replace(file, 'lake/tuesday_', '') AS name, row_count AS n, fingerprint
    FROM parquet_fingerprint('lake/tuesday_*.parquet') WHERE column_name IS NULL
)
SELECT monday.name, monday.n AS rows_monday, tuesday.n AS rows_tuesday
FROM monday
JOIN tuesday ON monday.name = tuesday.name
WHERE monday.fingerprint <> tuesday.fingerprint
ORDER BY monday.name;

-- 3. Where one of them differs: the columns, and the row groups of each file.
SELECT difference, column_name, detail
FROM parquet_diff('lake/monday_orders.parquet', 'lake/tuesday_orders.parquet');
