-- A table in one number: equal in two places only where the comments are.
SELECT
    count(*)                                  AS orders,
    bit_xor(xxh3(o_comment))                  AS comments_xxh3,
    bit_xor(xxh64(o_clerk, 42))               AS clerks_xxh64,
    max(blake3_hex(o_comment))                AS greatest_blake3,
    count(DISTINCT xxh3(o_clerk))             AS clerks
FROM 'build/demo/orders.parquet';
