-- Hashes of columns, the same in every engine, and compression there and back.
SELECT
    c_custkey,
    xxh3(c_name)                                            AS name_xxh3,
    xxh128_hex(c_address)                                   AS address_xxh128,
    blake3_hex(c_comment)                                   AS comment_blake3,
    hexdigest(c_phone, 'sha256')                            AS phone_sha256,
    crc32c(c_mktsegment)                                    AS segment_crc32c,
    zstd_decompress_text(zstd_compress(c_comment)) = c_comment AS zstd_round_trip,
    lz4_decompress_text(lz4_compress(c_comment)) = c_comment   AS lz4_round_trip
FROM 'build/demo/customer.parquet'
ORDER BY c_custkey;
