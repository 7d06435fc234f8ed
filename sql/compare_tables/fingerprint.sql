-- Are two tables equal? A fingerprint is the number of rows and a hash of them in a text of some 40
-- characters. Compute each where its table is, in DuckDB, DataFusion or any other engine that has the
-- function, and compare the texts.
--
-- DuckDB before 2.0 has no fingerprint: fingerprint_by_sum.duckdb.sql gives the same text there.
--
-- What must match for equal fingerprints:
--
--   * The rows, and how often each is there. Their order does not count, nor do files, row groups, codecs.
--   * The columns' order in the call. Their names do not count.
--   * Their types, as far as they are classes of docs/row-encoding.md: an INTEGER column equals a BIGINT
--     column, and DECIMAL(12, 2) equals DECIMAL(15, 4); integer, decimal, float, text, date and timestamp
--     all differ from each other. Cast where two engines disagree on a type.
--
-- Tables that were made to differ can have one fingerprint: it finds accidents, not forgery.

-- 1. Two tables. In DuckDB fingerprint(*COLUMNS(*)) is all columns: all_columns.duckdb.sql.
SELECT 'customers' AS table_name, fingerprint(customer_id, name, city, balance) AS fingerprint
FROM customers
UNION ALL
SELECT 'customers_copy', fingerprint(customer_id, name, city, balance)
FROM customers_copy
ORDER BY table_name;

-- 2. Which column differs? Each with the key: alone, a column whose values have swapped rows has the
-- fingerprint that it had before.
SELECT
    'customers'                         AS table_name,
    fingerprint(customer_id)            AS customer_id,
    fingerprint(customer_id, name)      AS name,
    fingerprint(customer_id, city)      AS city,
    fingerprint(customer_id, balance)   AS balance
FROM customers
UNION ALL
SELECT
    'customers_copy',
    fingerprint(customer_id),
    fingerprint(customer_id, name),
    fingerprint(customer_id, city),
    fingerprint(customer_id, balance)
FROM customers_copy
ORDER BY table_name;

-- 3. Where a type differs: a load made floats of the balance. The cast brings the decimals back.
SELECT 'customers' AS table_name, fingerprint(customer_id, balance) AS fingerprint
FROM customers
UNION ALL
SELECT 'customers_loaded', fingerprint(customer_id, CAST(balance AS DECIMAL(12, 2)))
FROM customers_loaded
ORDER BY table_name;
