-- From the keys of dbt_utils.generate_surrogate_key(['region', 'customer_id']) to row_xxh128_hex.
--
-- dbt's key is the md5 of the columns as text, joined by '-', with a placeholder for NULL. The text is how
-- the warehouse writes the value: cast floats, timestamps and booleans here as it did there. A key of
-- one column has no '-'. With the variable surrogate_key_treat_nulls_as_empty_strings the placeholder is ''.

-- 1. The old key and the new key of each customer.
CREATE TABLE customer_keys AS
SELECT DISTINCT
    hexdigest(
        coalesce(CAST(region AS VARCHAR), '_dbt_utils_surrogate_key_null_') || '-' ||
        coalesce(CAST(customer_id AS VARCHAR), '_dbt_utils_surrogate_key_null_'),
        'md5')                                          AS old_key,
    row_xxh128_hex('customer', region, customer_id)     AS new_key
FROM customers;

-- 2. Old keys that stand for several customers, as dbt_ambiguity.sql explains. The key doesn't tell which
-- of them a row means: make the new keys of these rows from the source's columns.
SELECT old_key, count(*) AS customers
FROM customer_keys
GROUP BY old_key
HAVING count(*) > 1
ORDER BY old_key;

-- 3. Rows that have the old key get the new one. A row without a match keeps NULL, so you can find it.
SELECT o.order_id, k.new_key AS customer_key
FROM orders_by_old_key o
LEFT JOIN customer_keys k ON o.customer_key = k.old_key
ORDER BY o.order_id, customer_key;
