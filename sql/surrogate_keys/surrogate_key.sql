-- A key made of the columns that identify a row. It is the same in every engine, release and load, so tables
-- that are loaded separately need no sequence and no look-up.
--
-- The word in front keeps apart customers and, say, suppliers that have the same numbers. The value and its
-- type count: 7 of any integer type is one key; the text '7' and the decimal 7.0 are others. Cast if two
-- sources differ. For the odds of a collision, see ../deduplicate/key_is_unique.sql.

-- 1. 32 hex digits, which every tool can read. row_xxh128 returns the same as 16 bytes, half the size.
SELECT row_xxh128_hex('customer', region, customer_id) AS customer_key, region, customer_id, name
FROM customers
ORDER BY region, customer_id;

-- 2. An order computes its customer's key from its own columns.
SELECT o.order_id, c.name
FROM orders o
JOIN customers c
  ON row_xxh128('customer', o.region, o.customer_id) = row_xxh128('customer', c.region, c.customer_id)
ORDER BY o.order_id;

-- 3. If somebody could choose names so as to get another customer's key, use BLAKE3.
SELECT row_blake3_hex('customer', region, name) AS customer_key, region, name
FROM customers
ORDER BY region, name, customer_key;
