-- Is the key unique? Check before you join by it.
--
-- Two different keys can have the same hash. How likely is that for any two of n different keys (the
-- birthday bound, n * n / 2^(bits + 1))?
--
--   keys                  10^6           10^9           10^12
--   row_xxh3, 64 bits     0.000 000 03   3 in 100       certain: some 27,000 pairs
--   row_xxh128, 128 bits  1.5 * 10^-27   1.5 * 10^-21   1.5 * 10^-15
--   row_blake3, 256 bits  4 * 10^-66     4 * 10^-60     4 * 10^-54
--
-- Which function to use:
--
--   * A key, or rows to deduplicate: row_xxh128.
--   * The old and the new version of a row, found by its key: row_xxh3. Only these two are compared, and
--     their hashes are equal once in 2^64, or 1.8 * 10^19, changes.
--   * Values chosen by somebody who would gain from a collision: row_blake3. Odds mean nothing for xxHash
--     then, since its collisions can be computed.

-- 1. In one line: the key is unique if both numbers are the same.
SELECT count(*) AS all_rows, count(DISTINCT row_xxh128(name, email)) AS keys
FROM customers;

-- 2. If it isn't: the keys that several rows have.
SELECT min(name) AS name, min(email) AS email, count(*) AS copies
FROM customers
GROUP BY row_xxh128(name, email)
HAVING count(*) > 1
ORDER BY name, email;

-- 3. If you don't trust odds: different keys with the same hash. row_bytes returns the bytes that are hashed, and
-- two keys have the same bytes only if they are the same.
SELECT row_xxh128_hex(name, email) AS hash
FROM customers
GROUP BY row_xxh128_hex(name, email)
HAVING min(row_bytes(name, email)) <> max(row_bytes(name, email));
