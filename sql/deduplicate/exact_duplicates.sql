-- Rows that occur more than once, identical in all columns.
--
-- List every column that counts, and leave out those that a load adds: the time of a load, the name of a file.

-- 1. Which rows, and how often.
SELECT min(name) AS name, min(email) AS email, min(city) AS city, count(*) AS copies
FROM customers
GROUP BY row_xxh128(name, email, city)
HAVING count(*) > 1
ORDER BY name, email, city;

-- 2. The table with one copy of each. The copies are the same, so it does not matter which one stays. Columns
-- that are not hashed need an ORDER BY in the window, as in keep_first.sql.
SELECT name, email, city
FROM customers
QUALIFY row_number() OVER (PARTITION BY row_xxh128(name, email, city)) = 1
ORDER BY name, email, city;
