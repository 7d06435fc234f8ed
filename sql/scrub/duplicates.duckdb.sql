-- The state of `hashlane scrub lake`: which files are copies of others?
--
-- The digests are those of the last run that read the files. Read nothing again: the state has all there is to know.

-- 1. Groups of files with the same bytes, those first that waste most.
SELECT xxh128, count(*) AS files, bytes, (count(*) - 1) * bytes AS wasted, min(path) AS first_path
FROM 'lake/scrub.parquet'
WHERE xxh128 IS NOT NULL AND bytes > 0 AND verdict <> 'missing'
GROUP BY xxh128, bytes
HAVING count(*) > 1
ORDER BY wasted DESC, xxh128;

-- 2. Parquet files with the same rows in other bytes: another writer, another compression, another order.
SELECT fingerprint, count(*) AS files, count(DISTINCT xxh128) AS contents, min(path) AS first_path
FROM 'lake/scrub.parquet'
WHERE fingerprint IS NOT NULL AND rows > 0 AND verdict <> 'missing'
GROUP BY fingerprint, columns
HAVING count(DISTINCT xxh128) > 1
ORDER BY files DESC, fingerprint;
