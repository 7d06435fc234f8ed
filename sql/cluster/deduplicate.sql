-- Duplicates in a table of any size, by a hash of the row.
--
-- On a cluster, each stage first counts the hashes of its own files. The shuffle then sends 16 bytes and a count for each
-- different row, not the row: 10^9 rows are 24 GB to send, whatever their width.

-- 1. How many rows there are, how many are different, and how many are copies of another.
SELECT
    sum(copies) AS row_count, count(*) AS different, sum(copies) - count(*) AS copies
FROM (
    SELECT row_xxh128(customer_id, name, city, balance) AS hash, count(*) AS copies
    FROM customers
    GROUP BY row_xxh128(customer_id, name, city, balance)
) AS hashes;

-- 2. One row of each. All columns travel, since they are the result.
SELECT
    min(customer_id) AS customer_id, min(name) AS name, min(city) AS city, min(balance) AS balance
FROM customers
GROUP BY row_xxh128(customer_id, name, city, balance)
ORDER BY customer_id, name, city, balance;
