-- Where do two big tables differ? Compare 1,024 hashes, then read only the rows of those that differ.
--
-- Step 1 runs next to each table; only its 1,024 rows have to travel. Another engine computes the same
-- hashes, so customers may be in DataFusion and customers_copy in DuckDB.
--
-- The segments: customer_id % 1024 makes segments of one size. customer_id - customer_id % 100000 makes ranges,
-- so that step 3 skips most of a file that is sorted by the key. For a key of text, of several columns or with
-- NULLs, use CAST(row_xxh3(key) % 1024 AS INTEGER).

-- 1. A hash for each segment of each table: two sums of remainders of row_xxh3, which every engine can compute. 2^32
-- and a prime below it keep all 64 bits of a row's hash. DuckDB 2.0 and later and DataFusion have one function for
-- this, hash_agg(customer_id, name, city, balance).
CREATE TABLE segments AS
SELECT
    customer_id % 1024 AS segment, count(*) AS n,
    sum(CAST(row_xxh3(customer_id, name, city, balance) % 4294967296 AS BIGINT)) AS low,
    sum(CAST(row_xxh3(customer_id, name, city, balance) % 4294967291 AS BIGINT)) AS rest
FROM customers
GROUP BY customer_id % 1024;

CREATE TABLE segments_copy AS
SELECT
    customer_id % 1024 AS segment, count(*) AS n,
    sum(CAST(row_xxh3(customer_id, name, city, balance) % 4294967296 AS BIGINT)) AS low,
    sum(CAST(row_xxh3(customer_id, name, city, balance) % 4294967291 AS BIGINT)) AS rest
FROM customers_copy
GROUP BY customer_id % 1024;

-- 2. The segments that differ. If they are few, go on with 3. If all differ, the whole table differs, in a type or
-- a column; fingerprint.sql finds which.
CREATE TABLE differing AS
SELECT coalesce(a.segment, b.segment) AS segment, coalesce(a.n, 0) AS n, coalesce(b.n, 0) AS n_copy
FROM segments a
FULL JOIN segments_copy b ON a.segment = b.segment
WHERE a.segment IS NULL OR b.segment IS NULL OR a.n <> b.n OR a.low <> b.low OR a.rest <> b.rest;

SELECT segment, n, n_copy FROM differing ORDER BY segment;

-- 3. The rows of these segments that one table has more often than the other. A changed row appears twice,
-- once from each table.
WITH both_tables AS (
    SELECT customer_id, name, city, balance, 1 AS here, 0 AS there
    FROM customers WHERE customer_id % 1024 IN (SELECT segment FROM differing)
    UNION ALL
    SELECT customer_id, name, city, balance, 0, 1
    FROM customers_copy WHERE customer_id % 1024 IN (SELECT segment FROM differing)
)
SELECT
    min(customer_id) AS customer_id, min(name) AS name, min(city) AS city, min(balance) AS balance,
    sum(here) AS in_customers, sum(there) AS in_copy
FROM both_tables
GROUP BY row_xxh128(customer_id, name, city, balance)
HAVING sum(here) <> sum(there)
ORDER BY customer_id, in_customers DESC;
