-- One row for each key: of the rows with one name and email, the newest.
--
-- ORDER BY says which row is kept. End it with something unique, or the choice is left to chance.
--
-- NULL is a value: two rows of one name and no email are one customer. Where they are not, take only
-- the rows WHERE email IS NOT NULL, and those without an email as they are.
--
-- PARTITION BY name, email keeps the same rows. The hash has 16 bytes however many and however long the
-- columns are, and is the key to store beside the row.
SELECT customer_id, name, email, city, updated_at
FROM customers
QUALIFY row_number() OVER (
    PARTITION BY row_xxh128(name, email)
    ORDER BY updated_at DESC NULLS LAST, customer_id
) = 1
ORDER BY customer_id;
