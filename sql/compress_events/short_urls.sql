-- Short strings, such as URLs of 40 bytes: a zstd frame has an overhead of 10 bytes and more, FSST's codes have
-- none. FSST replaces frequent pieces by one byte, and each string can be read by itself.
--
-- The codes are useless without the symbol table that they were made with, and decode to nonsense with another
-- one. They contain no id and no checksum: keep the table beside the column.

-- 1. The symbol table, some 2 KB.
CREATE TABLE symbol_tables AS
SELECT 'url' AS column_name, list_fsst_train(array_agg(url)) AS symbols FROM visits;

-- 2. The codes.
CREATE TABLE visits_fsst AS
SELECT
    visit_id,
    fsst_compress(url, (SELECT symbols FROM symbol_tables WHERE column_name = 'url')) AS url
FROM visits;

-- 3. Read back. Codes are equal if the strings are: count, group and join by the codes, and decompress the
-- result.
SELECT fsst_decompress_text(url, (SELECT symbols FROM symbol_tables WHERE column_name = 'url')) AS url, visits
FROM (SELECT url, count(*) AS visits FROM visits_fsst GROUP BY url) AS v
ORDER BY visits DESC, url
LIMIT 3;
