-- Are two tables of any size equal, in a DuckDB before 2.0? There an extension can't add aggregates safely, so
-- DuckDB's own sum adds up the hashes of rows. The text is that of fingerprint(customer_id, name, city, balance)
-- in DuckDB 2.0 and in DataFusion: fingerprint.sql says what must match.
--
-- fingerprint is the number of rows and the sum of their row_xxh128 modulo 2^128. row_xxh128 is 16 bytes, a number
-- of 128 bits with the highest byte first. BIT is the way from bytes to a number; the sum of each half is exact, since
-- sum(UBIGINT) is a HUGEINT, up to 2^63 rows. What the lower sum has beyond 64 bits is carried.
--
-- A table that fits in memory is one call: list_fingerprint(list(row(customer_id, name, city, balance))).

-- 1. Two tables. For all columns write row_xxh128(*COLUMNS(*)).
WITH hashes AS (
    SELECT 'customers' AS table_name, CAST(CAST(row_xxh128(customer_id, name, city, balance) AS BIT) AS UHUGEINT) AS h
    FROM customers
    UNION ALL
    SELECT 'customers_copy', CAST(CAST(row_xxh128(customer_id, name, city, balance) AS BIT) AS UHUGEINT)
    FROM customers_copy
), sums AS (
    SELECT
        table_name, count(*) AS n,
        sum(CAST(h >> 64 AS UBIGINT)) AS high,
        sum(CAST(h & 18446744073709551615 AS UBIGINT)) AS low
    FROM hashes
    GROUP BY table_name
)
SELECT
    table_name,
    'hl1:' || n || ':'
        || lower(lpad(to_hex(CAST((high + (low >> 64)) & 18446744073709551615 AS UBIGINT)), 16, '0'))
        || lower(lpad(to_hex(CAST(low & 18446744073709551615 AS UBIGINT)), 16, '0')) AS fingerprint
FROM sums
ORDER BY table_name;

-- 2. The same for a table that may be empty, where sum is NULL.
SELECT
    'hl1:' || n || ':'
        || lower(lpad(to_hex(CAST((high + (low >> 64)) & 18446744073709551615 AS UBIGINT)), 16, '0'))
        || lower(lpad(to_hex(CAST(low & 18446744073709551615 AS UBIGINT)), 16, '0')) AS fingerprint
FROM (
    SELECT
        count(*) AS n,
        coalesce(sum(CAST(h >> 64 AS UBIGINT)), 0) AS high,
        coalesce(sum(CAST(h & 18446744073709551615 AS UBIGINT)), 0) AS low
    FROM (SELECT CAST(CAST(row_xxh128(customer_id, name) AS BIT) AS UHUGEINT) AS h FROM customers) AS hashes
) AS sums;
