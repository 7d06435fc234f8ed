-- Which codec for this column? compress_bench compresses a sample of it, value by value, with every codec on
-- this machine, in less than a second.
--
-- ratio is the compressed size divided by the original; mb_s is the speed in million bytes of the column per
-- second on one thread. zstd_dictionary and fsst are trained on one half of the sample and measured on the other.
-- Ratios hold on any machine; speeds hold for this machine, today.

-- 1. All of them, the smallest first.
SELECT
    m['codec'] AS codec, m['level'] AS level, round(m['ratio'], 3) AS ratio,
    round(m['compress_mb_s']) AS compress_mb_s, round(m['decompress_mb_s']) AS decompress_mb_s
FROM (SELECT UNNEST(measured) AS m FROM (SELECT list_compress_bench(array_agg(payload)) AS measured FROM events) AS b) AS r
ORDER BY ratio, decompress_mb_s DESC;

-- 2. The compressed size of all rows, not of a sample, without keeping the compressed values.
SELECT
    sum(compressed_size(payload, 'zstd(3)'))   AS zstd_3,
    sum(compressed_size(payload, 'zstd(19)'))  AS zstd_19,
    sum(compressed_size(payload, 'lz4_block')) AS lz4_block
FROM events;
