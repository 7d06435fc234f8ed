-- Events kept compressed, one frame each, with the dictionaries in a table of their own.
--
-- A frame carries the id of its dictionary, so a join finds the dictionary that a row needs. Never change or
-- delete a dictionary while rows need it: without it the events are lost.
--
-- A join in DataFusion copies a Binary dictionary for every row. Keep dictionaries small, or keep them as
-- arrow_cast(dictionary, 'BinaryView'), which is not copied.

-- 1. Dictionaries by their ids.
CREATE TABLE dictionaries AS
SELECT zstd_dict_id(dictionary) AS dict_id, DATE '2026-07-01' AS used_from, dictionary
FROM (
    SELECT list_zstd_train_dict(array_agg(payload), 16384) AS dictionary
    FROM events WHERE received_at < TIMESTAMP '2026-07-01 12:00:00'
) AS t;

-- 2. Compress with the newest.
CREATE TABLE events_zstd AS
SELECT
    event_id, received_at,
    zstd_compress(payload, 3, (SELECT dictionary FROM dictionaries ORDER BY used_from DESC LIMIT 1)) AS payload
FROM events
WHERE received_at < TIMESTAMP '2026-07-02 00:00:00';

-- 3. One event.
SELECT e.event_id, zstd_decompress_text(e.payload, d.dictionary) AS payload
FROM events_zstd e JOIN dictionaries d ON d.dict_id = zstd_dict_id(e.payload)
WHERE e.event_id = 42;

-- 4. Events change, and a dictionary becomes less effective. A newer one, valid from the next day.
INSERT INTO dictionaries
SELECT zstd_dict_id(dictionary), DATE '2026-07-02', dictionary
FROM (
    SELECT list_zstd_train_dict(array_agg(payload), 16384) AS dictionary
    FROM events WHERE received_at >= TIMESTAMP '2026-07-02 00:00:00'
) AS t;

-- 5. New events use it. Old ones stay as they are.
INSERT INTO events_zstd
SELECT
    event_id, received_at,
    zstd_compress(payload, 3, (SELECT dictionary FROM dictionaries ORDER BY used_from DESC LIMIT 1))
FROM events
WHERE received_at >= TIMESTAMP '2026-07-02 00:00:00';

-- 6. Old and new ones, each with the dictionary that it needs. The join leaves out frames without a
-- dictionary, whose id is NULL: read them with zstd_decompress_text(payload).
SELECT e.event_id, e.received_at, zstd_decompress_text(e.payload, d.dictionary) AS payload
FROM events_zstd e JOIN dictionaries d ON d.dict_id = zstd_dict_id(e.payload)
ORDER BY e.event_id;

-- 7. Before a dictionary is deleted: how many rows need it?
SELECT d.dict_id, d.used_from, count(e.event_id) AS events
FROM dictionaries d LEFT JOIN events_zstd e ON zstd_dict_id(e.payload) = d.dict_id
GROUP BY d.dict_id, d.used_from
ORDER BY d.used_from;
