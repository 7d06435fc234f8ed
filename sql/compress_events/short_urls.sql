-- Short texts, such as URLs of 40 bytes: a frame of zstd has 10 bytes of its own and more, FSST's codes have
-- none. It replaces pieces that occur often by one byte, and each text is read for itself.
--
-- The codes are nothing without the symbol table that they were made with, and another one reads nonsense
-- from them. There is no id in them and no checksum: keep the table beside the column.

-- 1. The symbol table, some 2 KB.
CREATE TABLE symbol_tables AS
SELECT 'url' AS column_name, list_fsst_train(array_agg(url)) AS symbols FROM visits;

-- 2. The codes.
CREATE TABLE visits_fsst AS
SELECT
    visit_id,
    fsst_compress(url, (SELECT symbols FROM symbol_tables WHERE column_name = 'url')) AS url
FROM visits;

-- 3. Read back. Codes are equal where texts are: count, group and join by the codes, and decompress what
-- is left.
SELECT fsst_decompress_text(url, (SELECT symbols FROM symbol_tables WHERE column_name = 'url')) AS url, visits
FROM (SELECT url, count(*) AS visits FROM visits_fsst GROUP BY url) AS v
ORDER BY visits DESC, url
LIMIT 3;
