-- A key made of the columns that identify a row: the same in every engine, release and load, so tables
-- that are loaded apart need no sequence and no look-up.
--
-- The word in front keeps the keys of customers and, say, of suppliers apart who have the same numbers.
-- What counts is the value and its type: 7 of any integer type is one key, the text '7' and the decimal
-- 7.0 are others. Cast where two sources differ. Odds of a collision: ../deduplicate/key_is_unique.sql.

-- 1. 32 hex digits, which every tool can read. row_xxh128 is the same as 16 bytes, half the room.
SELECT row_xxh128_hex('customer', region, customer_id) AS customer_key, region, customer_id, name
FROM customers
ORDER BY region, customer_id;

-- 2. An order makes its customer's key from its own columns.
SELECT o.order_id, c.name
FROM orders o
JOIN customers c
  ON row_xxh128('customer', o.region, o.customer_id) = row_xxh128('customer', c.region, c.customer_id)
ORDER BY o.order_id;

-- 3. Where somebody may choose names so as to get another customer's key: BLAKE3.
SELECT row_blake3_hex('customer', region, name) AS customer_key, region, name
FROM customers
ORDER BY region, name, customer_key;
