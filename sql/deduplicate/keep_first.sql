-- One row for each key: the newest row of each name and email.
--
-- ORDER BY decides which row is kept. End it with a unique column, or the choice is arbitrary.
--
-- NULL is a value: two rows with the same name and no email are one customer. If that is wrong for you, use
-- only the rows WHERE email IS NOT NULL, and add those without an email unchanged.
--
-- PARTITION BY name, email keeps the same rows. The hash has 16 bytes, however many and however long the
-- columns are, and is the key to store in the row.
SELECT customer_id, name, email, city, updated_at
FROM customers
QUALIFY row_number() OVER (
    PARTITION BY row_xxh128(name, email)
    ORDER BY updated_at DESC NULLS LAST, customer_id
) = 1
ORDER BY customer_id;
