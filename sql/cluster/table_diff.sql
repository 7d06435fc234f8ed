-- Which rows of two large tables differ, by their key?
--
-- On a cluster both tables are shuffled by the key, and each partition of the key is compared by itself: the key and 16
-- bytes a row travel. Rows are compared as row_xxh128 sees them: NULL is a value, and 1.50 is 1.5. The key must be unique in each
-- table; a row whose key is NULL counts as removed and added.

-- 1. How many keys are in one table only, and how many have other values.
SELECT
    count(*) FILTER (WHERE b.hash IS NULL) AS removed,
    count(*) FILTER (WHERE a.hash IS NULL) AS added,
    count(*) FILTER (WHERE a.hash <> b.hash) AS changed
FROM (SELECT customer_id, row_xxh128(name, city, balance) AS hash FROM customers) AS a
FULL JOIN (SELECT customer_id, row_xxh128(name, city, balance) AS hash FROM customers_copy) AS b
    ON a.customer_id = b.customer_id;

-- 2. Which.
SELECT
    coalesce(a.customer_id, b.customer_id) AS customer_id,
    CASE WHEN b.hash IS NULL THEN 'removed' WHEN a.hash IS NULL THEN 'added' ELSE 'changed' END AS difference
FROM (SELECT customer_id, row_xxh128(name, city, balance) AS hash FROM customers) AS a
FULL JOIN (SELECT customer_id, row_xxh128(name, city, balance) AS hash FROM customers_copy) AS b
    ON a.customer_id = b.customer_id
WHERE a.hash IS NULL OR b.hash IS NULL OR a.hash <> b.hash
ORDER BY customer_id;
