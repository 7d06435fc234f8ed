-- Which columns of a row changed.
--
-- Columns are compared by hash, like rows, so a changed row always has a changed column: NULL is a value,
-- and 1.50 equals 1.5. `y.name IS DISTINCT FROM t.name` works as well if the types are the same.

-- 1. Row by row.
SELECT
    t.customer_id,
    concat_ws(', ',
        CASE WHEN row_xxh3(y.name) <> row_xxh3(t.name) THEN 'name' END,
        CASE WHEN row_xxh3(y.email) <> row_xxh3(t.email) THEN 'email' END,
        CASE WHEN row_xxh3(y.city) <> row_xxh3(t.city) THEN 'city' END,
        CASE WHEN row_xxh3(y.balance) <> row_xxh3(t.balance) THEN 'balance' END) AS changed
FROM customers_yesterday y
JOIN customers_today t ON row_xxh128(y.customer_id) = row_xxh128(t.customer_id)
WHERE row_xxh3(y.name, y.email, y.city, y.balance) <> row_xxh3(t.name, t.email, t.city, t.balance)
ORDER BY t.customer_id;

-- 2. In how many rows each column changed.
SELECT
    count(*) AS in_both,
    count(CASE WHEN row_xxh3(y.name) <> row_xxh3(t.name) THEN 1 END)        AS name,
    count(CASE WHEN row_xxh3(y.email) <> row_xxh3(t.email) THEN 1 END)      AS email,
    count(CASE WHEN row_xxh3(y.city) <> row_xxh3(t.city) THEN 1 END)        AS city,
    count(CASE WHEN row_xxh3(y.balance) <> row_xxh3(t.balance) THEN 1 END)  AS balance
FROM customers_yesterday y
JOIN customers_today t ON row_xxh128(y.customer_id) = row_xxh128(t.customer_id);
