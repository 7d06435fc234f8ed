-- Slowly changing dimension, type 2: every version of a row, with the days on which it was valid.
--
-- Makes customers_history_next from customers_history (customer_id, name, city, version, valid_from, valid_to)
-- and tonight's customers_today. The result replaces customers_history. A version is valid from valid_from up to,
-- but not including, valid_to. The current version has no valid_to. Before the first load the history is empty.
--
-- Running it again changes nothing: current versions already have today's hash. Replace the day in both places. Keys are joined by
-- their hash: NULL is a value, and the hash of a row is never NULL.
-- In DuckDB, history_in_place.duckdb.sql changes the table itself.
CREATE OR REPLACE TABLE customers_history_next AS
WITH today AS (
    SELECT customer_id, name, city, row_xxh128(name, city) AS version FROM customers_today
)
-- The versions so far. Current ones are closed if the row has changed or is gone.
SELECT
    h.customer_id, h.name, h.city, h.version, h.valid_from,
    CASE WHEN h.valid_to IS NULL AND t.version IS NULL THEN DATE '2026-03-02'
         ELSE h.valid_to END AS valid_to
FROM customers_history h
LEFT JOIN today t ON row_xxh128(t.customer_id) = row_xxh128(h.customer_id) AND t.version = h.version
UNION ALL
-- A first version for a new row, and a next one for a row that changed or came back.
SELECT t.customer_id, t.name, t.city, t.version, DATE '2026-03-02', NULL
FROM today t
LEFT JOIN customers_history h
  ON row_xxh128(h.customer_id) = row_xxh128(t.customer_id) AND h.version = t.version AND h.valid_to IS NULL
WHERE h.version IS NULL;
