-- Texts that are nearly the same, in DuckDB. Exact copies: exact_duplicates.sql.
--
-- A text is the set of its shingles: runs of three words. Two texts are near-duplicates if their sets overlap by half or more
-- (Jaccard). minhash makes 64 numbers of a set. The more two sets overlap, the more of these numbers they share. To compare
-- only texts that may be near, cut the signatures into 16 bands of four numbers: two texts whose sets overlap by a
-- half share a band with a probability of 64 %, by 0.7 with 99 %, by 0.2 with 3 %. More bands of fewer numbers find more.

-- 1. The signatures. A text of fewer than three words has no shingles, and its signature is NULL.
CREATE TABLE signatures AS
WITH words AS (
    SELECT id, regexp_extract_all(lower(body), '\w+') AS words FROM articles
)
SELECT
    id,
    minhash(list_transform(range(1, len(words) - 1), lambda i: array_to_string(words[i:i + 2], ' ')), 64) AS signature
FROM words;

-- 2. The pairs that share a band, and the part of the 64 numbers that they share.
WITH bands AS (
    SELECT id, signature, band, row_xxh3(signature[4 * band + 1:4 * band + 4]) AS key
    FROM signatures, range(16) AS bands(band)
    WHERE signature IS NOT NULL
),
pairs AS (
    SELECT DISTINCT a.id AS id, b.id AS other, a.signature AS a, b.signature AS b
    FROM bands a
    JOIN bands b ON a.band = b.band AND a.key = b.key AND a.id < b.id
)
SELECT id, other, len(list_filter(range(1, 65), lambda i: a[i] = b[i])) / 64 AS overlap
FROM pairs
ORDER BY overlap DESC, id, other;
