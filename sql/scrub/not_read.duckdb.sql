-- The state of `hashlane scrub lake`: which files were not read for 30 days?
--
-- If there are many, the budget of the runs (--max-bytes, --max-time) is too small for the lake.

-- 1. These files. `last_read` is NULL if a file was never read, and in the future if a clock was wrong.
SELECT path, bytes, last_read
FROM 'lake/scrub.parquet'
WHERE last_read IS NULL OR last_read < CURRENT_DATE - INTERVAL '30' DAY OR last_read > CURRENT_DATE + INTERVAL '1' DAY
ORDER BY last_read NULLS FIRST, path;

-- 2. The bytes that were last read in each month.
SELECT date_trunc('month', last_read) AS month, count(*) AS files, sum(bytes) AS bytes
FROM 'lake/scrub.parquet'
GROUP BY date_trunc('month', last_read)
ORDER BY month NULLS FIRST;
