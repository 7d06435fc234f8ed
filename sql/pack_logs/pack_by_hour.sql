-- A log packed by the hour: the lines of an hour are one BLOB, compressed in chunks of some 16 KiB. It is
-- about as small as a file of them under zstd, and reading a line decompresses only its chunk.
--
-- You choose which lines go together: an hour, a host, a day's session. Packs of a few MB work well.

-- 1. The packs. The order must be total: if times are equal, the line number decides.
CREATE TABLE log_packs AS
SELECT date_trunc('hour', ts) AS hour, list_block_pack(array_agg(line ORDER BY ts, line_id)) AS pack
FROM log_lines
GROUP BY date_trunc('hour', ts);

-- 2. Where a line is: its hour, and its place in the pack, counted from 1. Not needed if the key itself is a
-- place, or if you always read whole packs.
CREATE TABLE log_places AS
SELECT
    line_id, date_trunc('hour', ts) AS hour,
    row_number() OVER (PARTITION BY date_trunc('hour', ts) ORDER BY ts, line_id) AS place
FROM log_lines;

-- 3. The number of lines. The size of a pack is octet_length(pack) in DuckDB, and in DataFusion
-- octet_length(encode(pack, 'hex')) / 2.
SELECT hour, block_count(pack) AS lines FROM log_packs ORDER BY hour;

-- 4. One line by its key.
SELECT p.line_id, block_get_text(l.pack, p.place) AS line
FROM log_places p JOIN log_packs l ON l.hour = p.hour
WHERE p.line_id = 4711;

-- 5. Whole hours, line by line in order.
SELECT
    hour,
    UNNEST(range(1, CAST(block_count(pack) AS BIGINT) + 1)) AS place,
    UNNEST(block_values_text(pack)) AS line
FROM log_packs
WHERE hour >= TIMESTAMP '2026-07-01 02:00:00' AND hour < TIMESTAMP '2026-07-01 04:00:00'
ORDER BY hour, place;
