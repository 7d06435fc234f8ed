-- Deduplicate: comments that occur more than once, found by hash, and how often they occur.
SELECT xxh128_hex(o_comment) AS comment, count(*) AS orders
FROM 'build/demo/orders.parquet'
GROUP BY xxh128_hex(o_comment)
HAVING count(*) > 1
ORDER BY orders DESC, comment;
