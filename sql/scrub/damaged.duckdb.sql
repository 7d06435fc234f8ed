-- The state of `hashlane scrub lake`: what is damaged?
--
-- The state is a Parquet file, by default .hashlane/scrub.parquet in the folder; here it was written with --state.

-- 1. Files that are damaged, gone or can't be read, and when they were last read. A good night returns no rows.
SELECT path, verdict, detail, bytes, last_read
FROM 'lake/scrub.parquet'
WHERE verdict IN ('damaged', 'missing', 'unreadable')
ORDER BY path;

-- 2. How many files have each verdict, and their bytes.
SELECT verdict, count(*) AS files, sum(bytes) AS bytes
FROM 'lake/scrub.parquet'
GROUP BY verdict
ORDER BY verdict;
