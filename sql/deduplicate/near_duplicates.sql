-- Texts that are nearly the same. Remove exact copies first (exact_duplicates.sql): n copies are n * n / 2 pairs.
--
-- A text is the set of its shingles: sequences of three words. Two texts are near-duplicates if their sets overlap by half or more
-- (Jaccard). minhash computes 64 numbers of a set, and the more two sets overlap, the more of these numbers they share. To compare
-- only texts that may be near, minhash_bands hashes the signatures in 16 bands of four numbers: two texts whose sets overlap by a
-- half share a band with a probability of 64 %, by 0.7 with 99 %, by 0.2 with 3 %. More bands of fewer numbers find more.

-- 1. The signatures. A text of fewer than three words has no shingles, and its signature is NULL. Words are letters, marks and
-- digits of any script. Chinese, Japanese and Thai have no blanks between words: use shingles(…, 5, 'characters') for them.
CREATE TABLE signatures AS
SELECT id, minhash(shingles(regexp_replace(lower(body), '[^\p{L}\p{M}\p{N}]+', ' ', 'g'), 3), 64) AS signature
FROM articles;

-- 2. The pairs that share a band, and the part of the 64 numbers that they share.
WITH bands AS (
    SELECT id, unnest(minhash_bands(signature, 16)) AS band FROM signatures
),
pairs AS (
    SELECT DISTINCT a.id AS id, b.id AS other FROM bands a JOIN bands b ON a.band = b.band AND a.id < b.id
)
SELECT pairs.id, other, minhash_similarity(a.signature, b.signature) AS overlap
FROM pairs
JOIN signatures a ON a.id = pairs.id
JOIN signatures b ON b.id = other
ORDER BY overlap DESC, pairs.id, other;
