-- Are two tables of any size equal, in DuckDB before 2.0? An extension can't add aggregates safely there, so
-- DuckDB's own sum adds up the hashes of rows. The result is the string that fingerprint(customer_id, name, city,
-- balance) returns in DuckDB 2.0 and in DataFusion: fingerprint.sql lists what must match.
--
-- fingerprint is the number of rows and the sum of their row_xxh128 modulo 2^128. row_xxh128 is 16 bytes, a 128-bit
-- number with the highest byte first. BIT converts bytes to a number. The sum of each half is exact, since
-- sum(UBIGINT) is a HUGEINT, for up to 2^63 rows. The lower sum's overflow of 64 bits is carried.
--
-- For a table that fits in memory, use one call: list_fingerprint(list(row(customer_id, name, city, balance))).

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

-- 2. The same for a table that may be empty: sum is then NULL.
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
