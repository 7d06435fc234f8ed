-- A table in a few strings. They are equal in two places only if the rows are, in any order, duplicates counted.
-- First the whole row, then columns with their key, which show where a difference is.
SELECT
    count(*)                                                    AS orders,
    fingerprint(o_orderkey, o_custkey, o_orderstatus, o_totalprice, o_orderdate,
        o_orderpriority, o_clerk, o_shippriority, o_comment)    AS whole_rows,
    fingerprint(o_orderkey, o_comment)                          AS comments,
    fingerprint(o_orderkey, o_clerk)                            AS clerks,
    max(blake3_hex(o_comment))                                  AS greatest_blake3,
    count(DISTINCT xxh3(o_clerk))                               AS distinct_clerks
FROM 'build/demo/orders.parquet';
