-- Are two tables equal? A fingerprint is a string of some 40 characters with the number of rows and a hash of
-- them. Compute each next to its table, in DuckDB, DataFusion or any other engine that has the function, and
-- compare the strings.
--
-- DuckDB before 2.0 has no fingerprint: fingerprint_by_sum.duckdb.sql computes the same string there.
--
-- What must match for equal fingerprints:
--
--   * The rows, and how often each occurs. Their order doesn't count, nor do files, row groups or codecs.
--   * The order of the columns in the call. Their names don't count.
--   * The types of the columns, by the classes of docs/row-encoding.md: an INTEGER column equals a BIGINT
--     column, and DECIMAL(12, 2) equals DECIMAL(15, 4); integer, decimal, float, text, date and timestamp
--     all differ from each other. Cast if two engines disagree on a type.
--
-- A fingerprint finds accidents, not forgery: somebody can make two different tables with the same one.

-- 1. Two tables. In DuckDB, fingerprint(*COLUMNS(*)) takes all columns: see all_columns.duckdb.sql.
SELECT 'customers' AS table_name, fingerprint(customer_id, name, city, balance) AS fingerprint
FROM customers
UNION ALL
SELECT 'customers_copy', fingerprint(customer_id, name, city, balance)
FROM customers_copy
ORDER BY table_name;

-- 2. Which column differs? Fingerprint each one with the key: without the key, a column whose values have
-- swapped rows keeps its fingerprint.
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

-- 3. A type that differs: a load turned the balance into floats. The cast restores the decimals.
SELECT 'customers' AS table_name, fingerprint(customer_id, balance) AS fingerprint
FROM customers
UNION ALL
SELECT 'customers_loaded', fingerprint(customer_id, CAST(balance AS DECIMAL(12, 2)))
FROM customers_loaded
ORDER BY table_name;
