-- Fingerprints without a list of columns, in DuckDB 2.0 and later. fingerprint.sql lists what must match. Before
-- 2.0, use fingerprint_by_sum.duckdb.sql.
--
-- All columns count in the table's order, so an added or moved column is a difference as well.

-- 1. Two tables.
SELECT 'customers' AS table_name, fingerprint(*COLUMNS(*)) AS fingerprint FROM customers
UNION ALL
SELECT 'customers_copy', fingerprint(*COLUMNS(*)) FROM customers_copy
ORDER BY table_name;

-- 2. Without a column that always differs between copies, such as the time of a load.
SELECT fingerprint(*COLUMNS(* EXCLUDE (loaded_at))) AS fingerprint FROM customers_loaded;

-- 3. A fingerprint of each column with the key, under the column's name.
SELECT 'customers' AS table_name, fingerprint(customer_id, COLUMNS('(.*)')) AS '\1' FROM customers
UNION ALL
SELECT 'customers_copy', fingerprint(customer_id, COLUMNS('(.*)')) AS '\1' FROM customers_copy
ORDER BY table_name;
