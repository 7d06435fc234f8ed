-- What was added, removed and changed between two versions of a table.
--
-- row_xxh128 hashes the key, row_xxh3 all other columns. NULL is a value in both: a key of several columns
-- with a NULL in one finds its partner, and neither hash is ever NULL. So a key that is NULL below
-- is a row without a partner. The key must be unique: see ../deduplicate/key_is_unique.sql.
--
-- If a column changes from an integer to text or a decimal, every row changes. Cast one of the two.
WITH yesterday AS (
    SELECT row_xxh128(customer_id) AS key, row_xxh3(name, email, city, balance) AS version, customer_id
    FROM customers_yesterday
), today AS (
    SELECT row_xxh128(customer_id) AS key, row_xxh3(name, email, city, balance) AS version, customer_id
    FROM customers_today
)
SELECT
    CASE WHEN y.key IS NULL THEN 'added' WHEN t.key IS NULL THEN 'removed' ELSE 'changed' END AS change,
    coalesce(t.customer_id, y.customer_id) AS customer_id
FROM yesterday y
FULL JOIN today t ON y.key = t.key
WHERE y.key IS NULL OR t.key IS NULL OR y.version <> t.version
ORDER BY change, customer_id;
