-- Slowly changing dimension, type 2, as in history.sql, but changes the table itself.
--
-- Running it again changes nothing: current versions already have today's hash. Replace the day in both places.
BEGIN;

-- Close current versions if the row has changed or is gone.
UPDATE customers_history AS h
SET valid_to = DATE '2026-03-02'
WHERE h.valid_to IS NULL AND NOT EXISTS (
    SELECT 1 FROM customers_today t
    WHERE t.customer_id IS NOT DISTINCT FROM h.customer_id AND row_xxh128(t.name, t.city) = h.version
);

-- A first version for a new row, and a next one for a row that changed or came back.
INSERT INTO customers_history (customer_id, name, city, version, valid_from, valid_to)
SELECT t.customer_id, t.name, t.city, row_xxh128(t.name, t.city), DATE '2026-03-02', NULL
FROM customers_today t
WHERE NOT EXISTS (
    SELECT 1 FROM customers_history h
    WHERE h.customer_id IS NOT DISTINCT FROM t.customer_id AND h.version = row_xxh128(t.name, t.city) AND h.valid_to IS NULL
);

COMMIT;
