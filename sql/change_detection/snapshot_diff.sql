-- What was added, removed and changed between two versions of a table.
--
-- The key is in row_xxh128, all the other columns are in row_xxh3, and NULL is a value in both: a key of
-- several columns with a NULL in one finds its partner, and neither hash is ever NULL. So a key that
-- is NULL below is a row without a partner. The key must be unique: ../deduplicate/key_is_unique.sql.
--
-- A column that was an integer and is now text or a decimal changes every row. Cast one of the two.
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
