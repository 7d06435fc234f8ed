"""The functions of the catalogue as expressions of Polars."""

# Generated from the catalogue by `make generate`.

from __future__ import annotations

import polars as pl

from hashlane._arguments import given as _given
from hashlane.polars._expressions import IntoColumn, IntoColumns
from hashlane.polars._expressions import aggregate as _aggregate
from hashlane.polars._expressions import call as _call

__all__ = [
    "xxh3",
    "xxh3_hex",
    "xxh3_signed",
    "xxh128_uuid",
    "xxh128",
    "xxh128_hex",
    "xxh64",
    "xxh64_hex",
    "xxh32",
    "xxh32_hex",
    "blake3",
    "blake3_hex",
    "blake3_keyed",
    "blake3_keyed_hex",
    "blake3_derive_key",
    "blake3_derive_key_hex",
    "crc32",
    "crc32_hex",
    "crc32c",
    "crc32c_hex",
    "crc64nvme",
    "crc64nvme_hex",
    "adler32",
    "adler32_hex",
    "murmur3_x86_32",
    "murmur3_x86_32_hex",
    "murmur3_x64_128",
    "murmur3_x64_128_hex",
    "murmur3_x86_128",
    "murmur3_x86_128_hex",
    "wyhash",
    "wyhash_hex",
    "rapidhash",
    "rapidhash_hex",
    "metrohash64",
    "metrohash64_hex",
    "metrohash128",
    "metrohash128_hex",
    "farmhash64",
    "farmhash64_hex",
    "cityhash64",
    "cityhash64_hex",
    "spookyhash_v2_32",
    "spookyhash_v2_32_hex",
    "spookyhash_v2_64",
    "spookyhash_v2_64_hex",
    "spookyhash_v2_128",
    "spookyhash_v2_128_hex",
    "komihash",
    "komihash_hex",
    "gxhash64",
    "gxhash64_hex",
    "aquahash",
    "aquahash_hex",
    "meowhash",
    "meowhash_hex",
    "haraka256",
    "haraka256_hex",
    "haraka512",
    "haraka512_hex",
    "highwayhash64",
    "highwayhash64_hex",
    "highwayhash128",
    "highwayhash128_hex",
    "highwayhash256",
    "highwayhash256_hex",
    "siphash13",
    "siphash13_hex",
    "siphash24",
    "siphash24_hex",
    "siphash24_128",
    "siphash24_128_hex",
    "digest",
    "hexdigest",
    "hmac",
    "hmac_hex",
    "s3_checksum",
    "trino_xxhash64",
    "bq_farm_fingerprint",
    "iceberg_hash",
    "iceberg_partition",
    "kafka_partition",
    "jump_hash",
    "postgres_hashtext",
    "postgres_hashtextextended",
    "redshift_fnv_hash",
    "java_hash",
    "clickhouse_siphash64",
    "clickhouse_cityhash64",
    "clickhouse_halfmd5",
    "spark_hash",
    "spark_xxhash64",
    "spark_hash_with_seed",
    "spark_xxhash64_with_seed",
    "hive_hash",
    "row_bytes",
    "row_bytes_hex",
    "row_xxh3",
    "row_xxh3_hex",
    "row_xxh3_signed",
    "row_uuid",
    "hash_bucket",
    "hash_sample",
    "row_xxh128",
    "row_xxh128_hex",
    "row_blake3",
    "row_blake3_hex",
    "row_digest",
    "row_digest_hex",
    "zstd_compress",
    "zstd_dict_id",
    "zstd_decompress",
    "zstd_decompress_text",
    "try_zstd_decompress",
    "try_zstd_decompress_text",
    "lz4_compress",
    "lz4_block_compress",
    "lz4_decompress",
    "lz4_decompress_text",
    "try_lz4_decompress",
    "try_lz4_decompress_text",
    "lz4_block_decompress",
    "lz4_block_decompress_text",
    "try_lz4_block_decompress",
    "try_lz4_block_decompress_text",
    "gzip_compress",
    "zlib_compress",
    "snappy_compress",
    "brotli_compress",
    "xz_compress",
    "lz4hc_block_compress",
    "gzip_decompress",
    "gzip_decompress_text",
    "try_gzip_decompress",
    "try_gzip_decompress_text",
    "zlib_decompress",
    "zlib_decompress_text",
    "try_zlib_decompress",
    "try_zlib_decompress_text",
    "snappy_decompress",
    "snappy_decompress_text",
    "try_snappy_decompress",
    "try_snappy_decompress_text",
    "brotli_decompress",
    "brotli_decompress_text",
    "try_brotli_decompress",
    "try_brotli_decompress_text",
    "xz_decompress",
    "xz_decompress_text",
    "try_xz_decompress",
    "try_xz_decompress_text",
    "compress",
    "compressed_size",
    "uncompressed_size",
    "detect_codec",
    "decompress",
    "decompress_text",
    "try_decompress",
    "try_decompress_text",
    "fsst_compress",
    "fsst_decompress",
    "fsst_decompress_text",
    "try_fsst_decompress",
    "try_fsst_decompress_text",
    "block_get",
    "block_get_text",
    "block_count",
    "block_values",
    "block_values_text",
    "list_hash_agg",
    "list_fingerprint",
    "minhash",
    "simhash",
    "list_digest",
    "list_zstd_train_dict",
    "list_fsst_train",
    "list_block_pack",
    "list_compress_bench",
    "hash_agg",
    "fingerprint",
    "digest_agg",
    "zstd_train_dict",
    "fsst_train",
    "block_pack",
    "compress_bench",
]


def xxh3(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit XXH3: the fastest hash for most columns.

    In SQL: `xxh3(v[, seed])` returns UBIGINT.
    Equal to xxHash 0.8.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        xxh3('hashlane')
        4052515222990873942
    """
    return _call("xxh3", (v,), after=(seed,))


def xxh3_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit XXH3 as 16 hex digits, as xxhsum -H3 prints it after XXH3_.

    In SQL: `xxh3_hex(v[, seed])` returns VARCHAR.
    Equal to xxHash 0.8.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        xxh3_hex('hashlane')
        383d6d1fc93be556
    """
    return _call("xxh3_hex", (v,), after=(seed,))


def xxh3_signed(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit XXH3 as a BIGINT with the same bits, for systems without unsigned integers.

    In SQL: `xxh3_signed(v[, seed])` returns BIGINT.
    Equal to XXH3 of xxHash 0.8 in two's complement.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        xxh3_signed('hashlane')
        4052515222990873942
    """
    return _call("xxh3_signed", (v,), after=(seed,))


def xxh128_uuid(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit XXH3 as a version 8 UUID: 122 bits of the hash, and 6 bits for the version and variant.

    In SQL: `xxh128_uuid(v[, seed])` returns UUID.
    Equal to XXH3 of xxHash 0.8, with version and variant as RFC 9562, section 5.8 has them.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        xxh128_uuid('hashlane')
        4464eb74-23fd-8533-af57-86ed84adea8e
    """
    return _call("xxh128_uuid", (v,), after=(seed,))


def xxh128(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit XXH3 as 16 bytes in canonical order, high half first.

    In SQL: `xxh128(v[, seed])` returns BLOB.
    Equal to xxHash 0.8.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        xxh128('hashlane')
        4464eb7423fd45332f5786ed84adea8e
    """
    return _call("xxh128", (v,), after=(seed,))


def xxh128_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit XXH3 as 32 hex digits, as xxhsum -H2 prints it.

    In SQL: `xxh128_hex(v[, seed])` returns VARCHAR.
    Equal to xxHash 0.8.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        xxh128_hex('hashlane')
        4464eb7423fd45332f5786ed84adea8e
    """
    return _call("xxh128_hex", (v,), after=(seed,))


def xxh64(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """XXH64, for compatibility with values that other systems have stored.

    In SQL: `xxh64(v[, seed])` returns UBIGINT.
    Equal to xxHash 0.8.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        xxh64('hashlane')
        7061548568297264128
    """
    return _call("xxh64", (v,), after=(seed,))


def xxh64_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """XXH64 as 16 hex digits, as xxhsum -H1 prints it.

    In SQL: `xxh64_hex(v[, seed])` returns VARCHAR.
    Equal to xxHash 0.8.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        xxh64_hex('hashlane')
        61ffa9025986d400
    """
    return _call("xxh64_hex", (v,), after=(seed,))


def xxh32(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """XXH32, the checksum of LZ4 frames.

    In SQL: `xxh32(v[, seed])` returns UINTEGER.
    Equal to xxHash 0.8.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UINTEGER).

    Example, in SQL:
        xxh32('hashlane')
        458362836
    """
    return _call("xxh32", (v,), after=(seed,))


def xxh32_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """XXH32 as 8 hex digits, as xxhsum -H0 prints it.

    In SQL: `xxh32_hex(v[, seed])` returns VARCHAR.
    Equal to xxHash 0.8.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UINTEGER).

    Example, in SQL:
        xxh32_hex('hashlane')
        1b520fd4
    """
    return _call("xxh32_hex", (v,), after=(seed,))


def blake3(v: IntoColumn, length: int | None | pl.Expr = 32) -> pl.Expr:
    """BLAKE3, a cryptographic hash, to any length.

    In SQL: `blake3(v[, length])` returns BLOB.
    Equal to BLAKE3 1.

    Args:
        v: VARCHAR or BLOB.
        length: 1 to 65536 bytes.

    Example, in SQL:
        blake3('hashlane')
        27cd11e11eea196e8e9b2e149d6a3808b631ed369a5f798f31f9488154126ef1
    """
    return _call("blake3", (v,), after=(length,))


def blake3_hex(v: IntoColumn, length: int | None | pl.Expr = 32) -> pl.Expr:
    """BLAKE3 in hex, as b3sum prints it.

    In SQL: `blake3_hex(v[, length])` returns VARCHAR.
    Equal to BLAKE3 1.

    Args:
        v: VARCHAR or BLOB.
        length: 1 to 65536 bytes.

    Example, in SQL:
        blake3_hex('hashlane')
        27cd11e11eea196e8e9b2e149d6a3808b631ed369a5f798f31f9488154126ef1
    """
    return _call("blake3_hex", (v,), after=(length,))


def blake3_keyed(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """BLAKE3 under a secret key of 32 bytes: a MAC.

    In SQL: `blake3_keyed(v, key)` returns BLOB.
    Equal to BLAKE3 1.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 32 bytes.

    Example, in SQL:
        blake3_keyed('hashlane', '0123456789abcdef0123456789abcdef')
        2239469bc9dd204c6ea61c4095bcd8de4336100f373f9f48ee09d9457eae8240
    """
    return _call("blake3_keyed", (v,), after=(key,))


def blake3_keyed_hex(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """BLAKE3 under a secret key of 32 bytes, in hex.

    In SQL: `blake3_keyed_hex(v, key)` returns VARCHAR.
    Equal to BLAKE3 1.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 32 bytes.

    Example, in SQL:
        blake3_keyed_hex('hashlane', '0123456789abcdef0123456789abcdef')
        2239469bc9dd204c6ea61c4095bcd8de4336100f373f9f48ee09d9457eae8240
    """
    return _call("blake3_keyed_hex", (v,), after=(key,))


def blake3_derive_key(context: str | None | pl.Expr, v: IntoColumn) -> pl.Expr:
    """A 32-byte key, derived from key material for the purpose that context names.

    In SQL: `blake3_derive_key(context, v)` returns BLOB.
    Equal to BLAKE3 1.

    Args:
        context: VARCHAR.
        v: VARCHAR or BLOB.

    Example, in SQL:
        blake3_derive_key('example.org 2026 tokens', 'hashlane')
        fc107d5af111ac5df136d6c3a044c35da5c393a2b0ff1cd233dcb2bedac75792
    """
    return _call("blake3_derive_key", (v,), before=(context,))


def blake3_derive_key_hex(context: str | None | pl.Expr, v: IntoColumn) -> pl.Expr:
    """A derived 32-byte key, in hex.

    In SQL: `blake3_derive_key_hex(context, v)` returns VARCHAR.
    Equal to BLAKE3 1.

    Args:
        context: VARCHAR.
        v: VARCHAR or BLOB.

    Example, in SQL:
        blake3_derive_key_hex('example.org 2026 tokens', 'hashlane')
        fc107d5af111ac5df136d6c3a044c35da5c393a2b0ff1cd233dcb2bedac75792
    """
    return _call("blake3_derive_key_hex", (v,), before=(context,))


def crc32(v: IntoColumn) -> pl.Expr:
    """CRC-32, as in zlib, PNG and Parquet.

    In SQL: `crc32(v)` returns UINTEGER.
    Equal to CRC-32/ISO-HDLC.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        crc32('123456789')
        3421780262
    """
    return _call("crc32", (v,))


def crc32_hex(v: IntoColumn) -> pl.Expr:
    """CRC-32 as 8 hex digits.

    In SQL: `crc32_hex(v)` returns VARCHAR.
    Equal to CRC-32/ISO-HDLC.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        crc32_hex('123456789')
        cbf43926
    """
    return _call("crc32_hex", (v,))


def crc32c(v: IntoColumn) -> pl.Expr:
    """CRC-32C (Castagnoli), as in iSCSI, ext4 and cloud storage.

    In SQL: `crc32c(v)` returns UINTEGER.
    Equal to CRC-32/ISCSI.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        crc32c('123456789')
        3808858755
    """
    return _call("crc32c", (v,))


def crc32c_hex(v: IntoColumn) -> pl.Expr:
    """CRC-32C (Castagnoli) as 8 hex digits.

    In SQL: `crc32c_hex(v)` returns VARCHAR.
    Equal to CRC-32/ISCSI.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        crc32c_hex('123456789')
        e3069283
    """
    return _call("crc32c_hex", (v,))


def crc64nvme(v: IntoColumn) -> pl.Expr:
    """CRC-64/NVME, the default checksum of S3.

    In SQL: `crc64nvme(v)` returns UBIGINT.
    Equal to CRC-64/NVME.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        crc64nvme('123456789')
        12577168950296156296
    """
    return _call("crc64nvme", (v,))


def crc64nvme_hex(v: IntoColumn) -> pl.Expr:
    """CRC-64/NVME as 16 hex digits.

    In SQL: `crc64nvme_hex(v)` returns VARCHAR.
    Equal to CRC-64/NVME.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        crc64nvme_hex('123456789')
        ae8b14860a799888
    """
    return _call("crc64nvme_hex", (v,))


def adler32(v: IntoColumn) -> pl.Expr:
    """Adler-32, the checksum of zlib streams.

    In SQL: `adler32(v)` returns UINTEGER.
    Equal to RFC 1950.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        adler32('Wikipedia')
        300286872
    """
    return _call("adler32", (v,))


def adler32_hex(v: IntoColumn) -> pl.Expr:
    """Adler-32, in hex.

    In SQL: `adler32_hex(v)` returns VARCHAR.
    Equal to RFC 1950.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        adler32_hex('Wikipedia')
        11e60398
    """
    return _call("adler32_hex", (v,))


def murmur3_x86_32(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """32-bit MurmurHash3 (x86_32).

    In SQL: `murmur3_x86_32(v[, seed])` returns UINTEGER.
    Equal to MurmurHash3_x86_32 of SMHasher.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UINTEGER).

    Example, in SQL:
        murmur3_x86_32('hashlane')
        4252069450
    """
    return _call("murmur3_x86_32", (v,), after=(seed,))


def murmur3_x86_32_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """32-bit MurmurHash3 (x86_32), in hex.

    In SQL: `murmur3_x86_32_hex(v[, seed])` returns VARCHAR.
    Equal to MurmurHash3_x86_32 of SMHasher.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UINTEGER).

    Example, in SQL:
        murmur3_x86_32_hex('hashlane')
        fd716e4a
    """
    return _call("murmur3_x86_32_hex", (v,), after=(seed,))


def murmur3_x64_128(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit MurmurHash3 (x64_128) as 16 bytes.

    In SQL: `murmur3_x64_128(v[, seed])` returns BLOB.
    Equal to MurmurHash3_x64_128 of SMHasher, whose seeds have 32 bits; h1 and then h2, each big-endian.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UINTEGER).

    Example, in SQL:
        murmur3_x64_128('hashlane')
        de34a021ae97276744a22327650ebcd1
    """
    return _call("murmur3_x64_128", (v,), after=(seed,))


def murmur3_x64_128_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit MurmurHash3 (x64_128), in hex.

    In SQL: `murmur3_x64_128_hex(v[, seed])` returns VARCHAR.
    Equal to MurmurHash3_x64_128 of SMHasher, whose seeds have 32 bits; h1 and then h2, each big-endian.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UINTEGER).

    Example, in SQL:
        murmur3_x64_128_hex('hashlane')
        de34a021ae97276744a22327650ebcd1
    """
    return _call("murmur3_x64_128_hex", (v,), after=(seed,))


def murmur3_x86_128(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit MurmurHash3 (x86_128) as 16 bytes.

    In SQL: `murmur3_x86_128(v[, seed])` returns BLOB.
    Equal to MurmurHash3_x86_128 of SMHasher, whose seeds have 32 bits; h1 to h4, each big-endian.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UINTEGER).

    Example, in SQL:
        murmur3_x86_128('hashlane')
        be6376f97e81c66a60348ed760348ed7
    """
    return _call("murmur3_x86_128", (v,), after=(seed,))


def murmur3_x86_128_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit MurmurHash3 (x86_128), in hex.

    In SQL: `murmur3_x86_128_hex(v[, seed])` returns VARCHAR.
    Equal to MurmurHash3_x86_128 of SMHasher, whose seeds have 32 bits; h1 to h4, each big-endian.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UINTEGER).

    Example, in SQL:
        murmur3_x86_128_hex('hashlane')
        be6376f97e81c66a60348ed760348ed7
    """
    return _call("murmur3_x86_128_hex", (v,), after=(seed,))


def wyhash(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit wyhash.

    In SQL: `wyhash(v[, seed])` returns UBIGINT.
    Equal to wyhash, final version 4.2, under its default secret.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        wyhash('hashlane')
        7308437807215118415
    """
    return _call("wyhash", (v,), after=(seed,))


def wyhash_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit wyhash, in hex.

    In SQL: `wyhash_hex(v[, seed])` returns VARCHAR.
    Equal to wyhash, final version 4.2, under its default secret.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        wyhash_hex('hashlane')
        656cc976c217884f
    """
    return _call("wyhash_hex", (v,), after=(seed,))


def rapidhash(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit rapidhash.

    In SQL: `rapidhash(v[, seed])` returns UBIGINT.
    Equal to rapidhash V3 (rapidhash_withSeed).

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        rapidhash('hashlane')
        6147316881389043189
    """
    return _call("rapidhash", (v,), after=(seed,))


def rapidhash_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit rapidhash, in hex.

    In SQL: `rapidhash_hex(v[, seed])` returns VARCHAR.
    Equal to rapidhash V3 (rapidhash_withSeed).

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        rapidhash_hex('hashlane')
        554fa8223cf4bdf5
    """
    return _call("rapidhash_hex", (v,), after=(seed,))


def metrohash64(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit MetroHash.

    In SQL: `metrohash64(v[, seed])` returns UBIGINT.
    Equal to the class MetroHash64 of MetroHash 1.1, not metrohash64_1 or _2.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        metrohash64('hashlane')
        1457593351269660123
    """
    return _call("metrohash64", (v,), after=(seed,))


def metrohash64_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit MetroHash, in hex.

    In SQL: `metrohash64_hex(v[, seed])` returns VARCHAR.
    Equal to the class MetroHash64 of MetroHash 1.1, not metrohash64_1 or _2.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        metrohash64_hex('hashlane')
        143a696e296635db
    """
    return _call("metrohash64_hex", (v,), after=(seed,))


def metrohash128(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit MetroHash as 16 bytes.

    In SQL: `metrohash128(v[, seed])` returns BLOB.
    Equal to the class MetroHash128 of MetroHash 1.1; its two words in order, each big-endian.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        metrohash128('hashlane')
        c53669dc70224df1b65fd9c884ed8582
    """
    return _call("metrohash128", (v,), after=(seed,))


def metrohash128_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit MetroHash, in hex.

    In SQL: `metrohash128_hex(v[, seed])` returns VARCHAR.
    Equal to the class MetroHash128 of MetroHash 1.1; its two words in order, each big-endian.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        metrohash128_hex('hashlane')
        c53669dc70224df1b65fd9c884ed8582
    """
    return _call("metrohash128_hex", (v,), after=(seed,))


def farmhash64(v: IntoColumn) -> pl.Expr:
    """64-bit FarmHash fingerprint; BigQuery has it as a signed number.

    In SQL: `farmhash64(v)` returns UBIGINT.
    Equal to Fingerprint64 of FarmHash 1.1, not its Hash64, which may change.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        farmhash64('hashlane')
        14624104982634537689
    """
    return _call("farmhash64", (v,))


def farmhash64_hex(v: IntoColumn) -> pl.Expr:
    """64-bit FarmHash fingerprint, in hex; BigQuery has it as a signed number.

    In SQL: `farmhash64_hex(v)` returns VARCHAR.
    Equal to Fingerprint64 of FarmHash 1.1, not its Hash64, which may change.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        farmhash64_hex('hashlane')
        caf341fff7f3a2d9
    """
    return _call("farmhash64_hex", (v,))


def cityhash64(v: IntoColumn) -> pl.Expr:
    """64-bit CityHash.

    In SQL: `cityhash64(v)` returns UBIGINT.
    Equal to CityHash64 of CityHash 1.1; ClickHouse has version 1.0.2, clickhouse_cityhash64.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        cityhash64('hashlane')
        14624104982634537689
    """
    return _call("cityhash64", (v,))


def cityhash64_hex(v: IntoColumn) -> pl.Expr:
    """64-bit CityHash, in hex.

    In SQL: `cityhash64_hex(v)` returns VARCHAR.
    Equal to CityHash64 of CityHash 1.1; ClickHouse has version 1.0.2, clickhouse_cityhash64.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        cityhash64_hex('hashlane')
        caf341fff7f3a2d9
    """
    return _call("cityhash64_hex", (v,))


def spookyhash_v2_32(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """32-bit SpookyHash V2, the low half of the 64-bit one, for compatibility: xxh3 is faster.

    In SQL: `spookyhash_v2_32(v[, seed])` returns UINTEGER.
    Equal to SpookyHash V2 of Bob Jenkins; both seeds of the 128-bit hash are the seed.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UINTEGER).

    Example, in SQL:
        spookyhash_v2_32('hashlane')
        2533296168
    """
    return _call("spookyhash_v2_32", (v,), after=(seed,))


def spookyhash_v2_32_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """32-bit SpookyHash V2, in hex.

    In SQL: `spookyhash_v2_32_hex(v[, seed])` returns VARCHAR.
    Equal to SpookyHash V2 of Bob Jenkins; both seeds of the 128-bit hash are the seed.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UINTEGER).

    Example, in SQL:
        spookyhash_v2_32_hex('hashlane')
        96ff0828
    """
    return _call("spookyhash_v2_32_hex", (v,), after=(seed,))


def spookyhash_v2_64(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit SpookyHash V2, for compatibility: xxh3 is faster.

    In SQL: `spookyhash_v2_64(v[, seed])` returns UBIGINT.
    Equal to SpookyHash V2 of Bob Jenkins; both seeds of the 128-bit hash are the seed.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        spookyhash_v2_64('hashlane')
        7419979339824826408
    """
    return _call("spookyhash_v2_64", (v,), after=(seed,))


def spookyhash_v2_64_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit SpookyHash V2, in hex.

    In SQL: `spookyhash_v2_64_hex(v[, seed])` returns VARCHAR.
    Equal to SpookyHash V2 of Bob Jenkins; both seeds of the 128-bit hash are the seed.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        spookyhash_v2_64_hex('hashlane')
        66f90fe596ff0828
    """
    return _call("spookyhash_v2_64_hex", (v,), after=(seed,))


def spookyhash_v2_128(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit SpookyHash V2, for compatibility: xxh128 is faster.

    In SQL: `spookyhash_v2_128(v[, seed])` returns BLOB.
    Equal to SpookyHash V2 of Bob Jenkins; both seeds of the 128-bit hash are the seed.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        spookyhash_v2_128('hashlane')
        66f90fe596ff08284220951a3c9879e6
    """
    return _call("spookyhash_v2_128", (v,), after=(seed,))


def spookyhash_v2_128_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit SpookyHash V2, in hex.

    In SQL: `spookyhash_v2_128_hex(v[, seed])` returns VARCHAR.
    Equal to SpookyHash V2 of Bob Jenkins; both seeds of the 128-bit hash are the seed.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        spookyhash_v2_128_hex('hashlane')
        66f90fe596ff08284220951a3c9879e6
    """
    return _call("spookyhash_v2_128_hex", (v,), after=(seed,))


def komihash(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit komihash. For compatibility: it takes 4.5 ns for 24 bytes here, xxh3 2.7.

    In SQL: `komihash(v[, seed])` returns UBIGINT.
    Equal to komihash 5 of Aleksey Vaneev.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        komihash('hashlane')
        6751815415875579983
    """
    return _call("komihash", (v,), after=(seed,))


def komihash_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit komihash, in hex.

    In SQL: `komihash_hex(v[, seed])` returns VARCHAR.
    Equal to komihash 5 of Aleksey Vaneev.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        komihash_hex('hashlane')
        5db344591c45304f
    """
    return _call("komihash_hex", (v,), after=(seed,))


def gxhash64(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit GxHash. For compatibility: it takes 77 ns for 24 bytes here, xxh3 2.7.

    In SQL: `gxhash64(v[, seed])` returns UBIGINT.
    Equal to gxhash64 of the crate gxhash 3.5, whose seed has a sign: its 64 bits count.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        gxhash64('hashlane')
        5736870492640280426
    """
    return _call("gxhash64", (v,), after=(seed,))


def gxhash64_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """64-bit GxHash, in hex.

    In SQL: `gxhash64_hex(v[, seed])` returns VARCHAR.
    Equal to gxhash64 of the crate gxhash 3.5, whose seed has a sign: its 64 bits count.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        gxhash64_hex('hashlane')
        4f9d75515c3e7f6a
    """
    return _call("gxhash64_hex", (v,), after=(seed,))


def aquahash(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit AquaHash. For compatibility: it takes 97 ns for 24 bytes here, xxh128 3.3.

    In SQL: `aquahash(v[, seed])` returns BLOB.
    Equal to AquaHash of J. Andrew Rogers, 2018, in the order of its bytes in memory; both halves of the initializer are the seed.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        aquahash('hashlane')
        6b8a3abc4922774482d95c4245ff4450
    """
    return _call("aquahash", (v,), after=(seed,))


def aquahash_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit AquaHash, in hex.

    In SQL: `aquahash_hex(v[, seed])` returns VARCHAR.
    Equal to AquaHash of J. Andrew Rogers, 2018, in the order of its bytes in memory; both halves of the initializer are the seed.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        aquahash_hex('hashlane')
        6b8a3abc4922774482d95c4245ff4450
    """
    return _call("aquahash_hex", (v,), after=(seed,))


def meowhash(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit MeowHash 0.5. For compatibility: 24 bytes take 2,900 instructions here, 120 with xxh128.

    In SQL: `meowhash(v[, seed])` returns BLOB.
    Equal to MeowHash 0.5/calico under its default seed of 128 bytes, in the order of its bytes in memory; the seed takes the place of 64 bits that the reference leaves zero, as in SMHasher3.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        meowhash('hashlane')
        f93c2b1dda8164cf88bbe2f05dfd5483
    """
    return _call("meowhash", (v,), after=(seed,))


def meowhash_hex(v: IntoColumn, seed: int | None | pl.Expr = 0) -> pl.Expr:
    """128-bit MeowHash 0.5, in hex.

    In SQL: `meowhash_hex(v[, seed])` returns VARCHAR.
    Equal to MeowHash 0.5/calico under its default seed of 128 bytes, in the order of its bytes in memory; the seed takes the place of 64 bits that the reference leaves zero, as in SMHasher3.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (UBIGINT).

    Example, in SQL:
        meowhash_hex('hashlane')
        f93c2b1dda8164cf88bbe2f05dfd5483
    """
    return _call("meowhash_hex", (v,), after=(seed,))


def haraka256(v: IntoColumn) -> pl.Expr:
    """256-bit Haraka-256 v2 of exactly 32 bytes; other lengths are an error. For compatibility: 2,000 instructions here, 120 with xxh128.

    In SQL: `haraka256(v)` returns BLOB.
    Equal to Haraka v2 (ePrint 2016/098).

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        haraka256('0123456789abcdef0123456789abcdef')
        6fc5fdd16b62083817760148ebb1b365616776b675842c31785a38a027e92722
    """
    return _call("haraka256", (v,))


def haraka256_hex(v: IntoColumn) -> pl.Expr:
    """256-bit Haraka-256 v2 of exactly 32 bytes; other lengths are an error, in hex.

    In SQL: `haraka256_hex(v)` returns VARCHAR.
    Equal to Haraka v2 (ePrint 2016/098).

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        haraka256_hex('0123456789abcdef0123456789abcdef')
        6fc5fdd16b62083817760148ebb1b365616776b675842c31785a38a027e92722
    """
    return _call("haraka256_hex", (v,))


def haraka512(v: IntoColumn) -> pl.Expr:
    """256-bit Haraka-512 v2 of exactly 64 bytes; other lengths are an error. For compatibility: 3,900 instructions here, 150 with xxh128.

    In SQL: `haraka512(v)` returns BLOB.
    Equal to Haraka v2 (ePrint 2016/098).

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        haraka512('0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef')
        79c31608bd0f8021910bbc03c119d432535572814677d095a5e26f8f2c4f4d25
    """
    return _call("haraka512", (v,))


def haraka512_hex(v: IntoColumn) -> pl.Expr:
    """256-bit Haraka-512 v2 of exactly 64 bytes; other lengths are an error, in hex.

    In SQL: `haraka512_hex(v)` returns VARCHAR.
    Equal to Haraka v2 (ePrint 2016/098).

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        haraka512_hex('0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef')
        79c31608bd0f8021910bbc03c119d432535572814677d095a5e26f8f2c4f4d25
    """
    return _call("haraka512_hex", (v,))


def highwayhash64(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """64-bit HighwayHash under a secret key of 32 bytes. For compatibility: it takes 36 ns for 24 bytes here, siphash24 14.

    In SQL: `highwayhash64(v, key)` returns UBIGINT.
    Equal to HighwayHash of Google; 128 and 256 bits are words with their lowest bytes first, as the reference has them in memory and Go's implementation returns them.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 32 bytes.

    Example, in SQL:
        highwayhash64('hashlane', '0123456789abcdef0123456789abcdef')
        3618133760794800756
    """
    return _call("highwayhash64", (v,), after=(key,))


def highwayhash64_hex(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """64-bit HighwayHash under a secret key of 32 bytes, in hex.

    In SQL: `highwayhash64_hex(v, key)` returns VARCHAR.
    Equal to HighwayHash of Google; 128 and 256 bits are words with their lowest bytes first, as the reference has them in memory and Go's implementation returns them.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 32 bytes.

    Example, in SQL:
        highwayhash64_hex('hashlane', '0123456789abcdef0123456789abcdef')
        3236317c5a05b274
    """
    return _call("highwayhash64_hex", (v,), after=(key,))


def highwayhash128(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """128-bit HighwayHash under a secret key of 32 bytes. For compatibility: to authenticate, use blake3_keyed.

    In SQL: `highwayhash128(v, key)` returns BLOB.
    Equal to HighwayHash of Google; 128 and 256 bits are words with their lowest bytes first, as the reference has them in memory and Go's implementation returns them.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 32 bytes.

    Example, in SQL:
        highwayhash128('hashlane', '0123456789abcdef0123456789abcdef')
        cabed310d20ffb557f8cc211145e83d9
    """
    return _call("highwayhash128", (v,), after=(key,))


def highwayhash128_hex(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """128-bit HighwayHash under a secret key of 32 bytes, in hex.

    In SQL: `highwayhash128_hex(v, key)` returns VARCHAR.
    Equal to HighwayHash of Google; 128 and 256 bits are words with their lowest bytes first, as the reference has them in memory and Go's implementation returns them.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 32 bytes.

    Example, in SQL:
        highwayhash128_hex('hashlane', '0123456789abcdef0123456789abcdef')
        cabed310d20ffb557f8cc211145e83d9
    """
    return _call("highwayhash128_hex", (v,), after=(key,))


def highwayhash256(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """256-bit HighwayHash under a secret key of 32 bytes, MinIO's checksum of shards. For compatibility: to authenticate, use blake3_keyed.

    In SQL: `highwayhash256(v, key)` returns BLOB.
    Equal to HighwayHash of Google; 128 and 256 bits are words with their lowest bytes first, as the reference has them in memory and Go's implementation returns them.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 32 bytes.

    Example, in SQL:
        highwayhash256('hashlane', '0123456789abcdef0123456789abcdef')
        fc94573dfa4be101b25a1d2028afac6ecf538475cc3db56f17fb89151ca3e3fd
    """
    return _call("highwayhash256", (v,), after=(key,))


def highwayhash256_hex(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """256-bit HighwayHash under a secret key of 32 bytes, in hex.

    In SQL: `highwayhash256_hex(v, key)` returns VARCHAR.
    Equal to HighwayHash of Google; 128 and 256 bits are words with their lowest bytes first, as the reference has them in memory and Go's implementation returns them.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 32 bytes.

    Example, in SQL:
        highwayhash256_hex('hashlane', '0123456789abcdef0123456789abcdef')
        fc94573dfa4be101b25a1d2028afac6ecf538475cc3db56f17fb89151ca3e3fd
    """
    return _call("highwayhash256_hex", (v,), after=(key,))


def siphash13(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """SipHash-1-3 under a secret key of 16 bytes, for hash tables that attackers can fill.

    In SQL: `siphash13(v, key)` returns UBIGINT.
    Equal to SipHash of Aumasson and Bernstein; the number whose bytes, the lowest first, the reference writes.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 16 bytes.

    Example, in SQL:
        siphash13('hashlane', '0123456789abcdef')
        17090869205803331521
    """
    return _call("siphash13", (v,), after=(key,))


def siphash13_hex(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """SipHash-1-3 under a secret key of 16 bytes, for hash tables that attackers can fill, in hex.

    In SQL: `siphash13_hex(v, key)` returns VARCHAR.
    Equal to SipHash of Aumasson and Bernstein; the number whose bytes, the lowest first, the reference writes.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 16 bytes.

    Example, in SQL:
        siphash13_hex('hashlane', '0123456789abcdef')
        ed2ef6fdca91efc1
    """
    return _call("siphash13_hex", (v,), after=(key,))


def siphash24(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """SipHash-2-4 under a secret key of 16 bytes.

    In SQL: `siphash24(v, key)` returns UBIGINT.
    Equal to SipHash of Aumasson and Bernstein; the number whose bytes, the lowest first, the reference writes.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 16 bytes.

    Example, in SQL:
        siphash24('hashlane', '0123456789abcdef')
        6803273264151117332
    """
    return _call("siphash24", (v,), after=(key,))


def siphash24_hex(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """SipHash-2-4 under a secret key of 16 bytes, in hex.

    In SQL: `siphash24_hex(v, key)` returns VARCHAR.
    Equal to SipHash of Aumasson and Bernstein; the number whose bytes, the lowest first, the reference writes.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 16 bytes.

    Example, in SQL:
        siphash24_hex('hashlane', '0123456789abcdef')
        5e6a14fd0ba3be14
    """
    return _call("siphash24_hex", (v,), after=(key,))


def siphash24_128(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """128-bit SipHash-2-4 under a secret key of 16 bytes.

    In SQL: `siphash24_128(v, key)` returns BLOB.
    Equal to SipHash-2-4 of the reference with an output of 16 bytes, in its order.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 16 bytes.

    Example, in SQL:
        siphash24_128('hashlane', '0123456789abcdef')
        006b8f7e9c8f7db93d55f002d040c859
    """
    return _call("siphash24_128", (v,), after=(key,))


def siphash24_128_hex(v: IntoColumn, key: str | bytes | None | pl.Expr) -> pl.Expr:
    """128-bit SipHash-2-4 under a secret key of 16 bytes, in hex.

    In SQL: `siphash24_128_hex(v, key)` returns VARCHAR.
    Equal to SipHash-2-4 of the reference with an output of 16 bytes, in its order.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of exactly 16 bytes.

    Example, in SQL:
        siphash24_128_hex('hashlane', '0123456789abcdef')
        006b8f7e9c8f7db93d55f002d040c859
    """
    return _call("siphash24_128_hex", (v,), after=(key,))


def digest(v: IntoColumn, algorithm: str | None | pl.Expr) -> pl.Expr:
    """The digest under an algorithm: md5, sha1, sha224, sha256, sha384, sha512, sha512_256, sha3_224, sha3_256, sha3_384, sha3_512, keccak256, shake128, shake256, blake2b, blake2s, blake3, k12, skein256, skein512, ripemd160.

    In SQL: `digest(v, algorithm)` returns BLOB.
    Equal to FIPS 180-4 (SHA-1, SHA-2), FIPS 202 (SHA-3; SHAKE128 to 256 bits, SHAKE256 to 512), RFC 1321 (MD5), RFC 7693 (BLAKE2), Keccak 3.0 (keccak256, which is not SHA-3), BLAKE3 1, RFC 9861 (k12: KT128 to 256 bits), Skein 1.3 (skein256: Skein-256-256, skein512: Skein-512-512), RIPEMD-160.

    Args:
        v: VARCHAR or BLOB.
        algorithm: the name of an algorithm.

    Example, in SQL:
        digest('hashlane', 'sha256')
        ee5374104e96b21b027aea9b4ce3594f70ca4f9711d83fe686e42ffef42ce0ab
    """
    return _call("digest", (v,), after=(algorithm,))


def hexdigest(v: IntoColumn, algorithm: str | None | pl.Expr) -> pl.Expr:
    """The digest under an algorithm, in hex.

    In SQL: `hexdigest(v, algorithm)` returns VARCHAR.
    Equal to FIPS 180-4 (SHA-1, SHA-2), FIPS 202 (SHA-3; SHAKE128 to 256 bits, SHAKE256 to 512), RFC 1321 (MD5), RFC 7693 (BLAKE2), Keccak 3.0 (keccak256, which is not SHA-3), BLAKE3 1, RFC 9861 (k12: KT128 to 256 bits), Skein 1.3 (skein256: Skein-256-256, skein512: Skein-512-512), RIPEMD-160.

    Args:
        v: VARCHAR or BLOB.
        algorithm: the name of an algorithm.

    Example, in SQL:
        hexdigest('hashlane', 'md5')
        18ad2167d603ec04eba3cccd4883ee3f
    """
    return _call("hexdigest", (v,), after=(algorithm,))


def hmac(v: IntoColumn, key: str | bytes | None | pl.Expr, algorithm: str | None | pl.Expr) -> pl.Expr:
    """HMAC under a secret key and a hash: md5, sha1, sha224, sha256, sha384, sha512, sha512_256, sha3_224, sha3_256, sha3_384, sha3_512, keccak256, blake2b, blake2s, ripemd160.

    In SQL: `hmac(v, key, algorithm)` returns BLOB.
    Equal to RFC 2104 over the hashes of digest.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of any length.
        algorithm: the name of an algorithm.

    Example, in SQL:
        hmac('hashlane', 'key', 'sha256')
        0d2b4823ec887b4f43f54736d109a3aa1982fbf0ef4ad921c22b030c9c1cfbe8
    """
    return _call("hmac", (v,), after=(key, algorithm))


def hmac_hex(v: IntoColumn, key: str | bytes | None | pl.Expr, algorithm: str | None | pl.Expr) -> pl.Expr:
    """HMAC under a secret key and a hash, in hex.

    In SQL: `hmac_hex(v, key, algorithm)` returns VARCHAR.
    Equal to RFC 2104 over the hashes of digest.

    Args:
        v: VARCHAR or BLOB.
        key: VARCHAR or BLOB of any length.
        algorithm: the name of an algorithm.

    Example, in SQL:
        hmac_hex('hashlane', 'key', 'sha1')
        02108a6cb2fcf50b5bf088eff527089f0a50a19e
    """
    return _call("hmac_hex", (v,), after=(key, algorithm))


def s3_checksum(v: IntoColumn, algorithm: str | None | pl.Expr) -> pl.Expr:
    """The checksum that S3 stores with an object, in base64: CRC32, CRC32C, CRC64NVME, XXHASH64, XXHASH3, XXHASH128, SHA1, SHA256, SHA512, MD5.

    In SQL: `s3_checksum(v, algorithm)` returns VARCHAR.
    Equal to the headers x-amz-checksum-* and Content-MD5.

    Args:
        v: VARCHAR or BLOB.
        algorithm: the name of a checksum as S3 spells it.

    Example, in SQL:
        s3_checksum('hello world', 'CRC32')
        DUoRhQ==
    """
    return _call("s3_checksum", (v,), after=(algorithm,))


def trino_xxhash64(v: IntoColumn) -> pl.Expr:
    """Trino's xxhash64, as 8 bytes.

    In SQL: `trino_xxhash64(v)` returns BLOB.
    Equal to xxhash64 of Trino: XXH64 under the seed 0, big-endian.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        trino_xxhash64('')
        ef46db3751d8e999
    """
    return _call("trino_xxhash64", (v,))


def bq_farm_fingerprint(v: IntoColumn) -> pl.Expr:
    """BigQuery's FARM_FINGERPRINT.

    In SQL: `bq_farm_fingerprint(v)` returns BIGINT.
    Equal to FARM_FINGERPRINT of BigQuery: FarmHash Fingerprint64 as a signed number.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        bq_farm_fingerprint('1footrue')
        -1541654101129638711
    """
    return _call("bq_farm_fingerprint", (v,))


def iceberg_hash(v: IntoColumn) -> pl.Expr:
    """The 32-bit hash on which Iceberg's bucket transform is based.

    In SQL: `iceberg_hash(v)` returns INTEGER.
    Equal to the 32-bit hash of the Iceberg specification (appendix B), for all types that the bucket transform takes.

    Args:
        v: VARCHAR, BLOB, TINYINT to BIGINT, DECIMAL, DATE, TIME, TIMESTAMP or UUID.

    Example, in SQL:
        iceberg_hash(34)
        2017239379
    """
    return _call("iceberg_hash", (v,))


def iceberg_partition(v: IntoColumn, n: int | None | pl.Expr) -> pl.Expr:
    """Iceberg's bucket transform: the bucket of a value, from 0 to n - 1.

    In SQL: `iceberg_partition(v, n)` returns INTEGER.
    Equal to the bucket transform of the Iceberg specification, for all types that it takes.

    Args:
        v: VARCHAR, BLOB, TINYINT to BIGINT, DECIMAL, DATE, TIME, TIMESTAMP or UUID.
        n: 1 to 2147483647.

    Example, in SQL:
        iceberg_partition('iceberg', 2147483647)
        1210000089
    """
    return _call("iceberg_partition", (v,), after=(n,))


def kafka_partition(key: IntoColumn, n: int | None | pl.Expr, client: str | None | pl.Expr = "java") -> pl.Expr:
    """The partition, from 0 to n - 1, to which a client of Kafka sends a record with this key.

    In SQL: `kafka_partition(key, n[, client])` returns INTEGER.
    Equal to the default partitioner of the client: of the Java client, kafka-python, franz-go and kafkajs since 2.0 ('java'), of librdkafka and what is built on it ('librdkafka'; it sends records with an empty key to random partitions), of kafkajs before 2.0, called LegacyPartitioner since ('kafkajs').

    Args:
        key: VARCHAR or BLOB.
        n: 1 to 2147483647.
        client: 'java', 'librdkafka' or 'kafkajs'.

    Example, in SQL:
        kafka_partition('21', 2147483647)
        1173551340
    """
    return _call("kafka_partition", (key,), after=(n, client))


def jump_hash(h: IntoColumn, n: int | None | pl.Expr) -> pl.Expr:
    """The bucket, from 0 to n - 1, that jump consistent hash gives a hash of 64 bits: with one bucket more, a hash stays where it is or moves to the new bucket. A negative number counts by its 64 bits.

    In SQL: `jump_hash(h, n)` returns INTEGER.
    Equal to JumpConsistentHash of Lamping and Veach (arXiv:1406.2294); of a key, hash it first: jump_hash(xxh3(v), n).

    Args:
        h: a whole number of at most 64 bits.
        n: 1 to 2147483647.

    Example, in SQL:
        jump_hash(10863919174838991, 11)
        6
    """
    return _call("jump_hash", (h,), after=(n,))


def postgres_hashtext(v: IntoColumn) -> pl.Expr:
    """PostgreSQL's hashtext.

    In SQL: `postgres_hashtext(v)` returns INTEGER.
    Equal to hashtext of PostgreSQL 15 under a deterministic collation, on a little-endian machine; hashbytea does the same for bytes.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        postgres_hashtext('hashlane')
        1188589531
    """
    return _call("postgres_hashtext", (v,))


def postgres_hashtextextended(v: IntoColumn, seed: int | None | pl.Expr) -> pl.Expr:
    """PostgreSQL's hashtextextended, by which tables are partitioned: PARTITION BY HASH has the seed 8816678312871386365.

    In SQL: `postgres_hashtextextended(v, seed)` returns BIGINT.
    Equal to hashtextextended of PostgreSQL 15 under a deterministic collation, on a little-endian machine.

    Args:
        v: VARCHAR or BLOB.
        seed: a whole number (BIGINT).

    Example, in SQL:
        postgres_hashtextextended('hashlane', 0)
        5634128350505627611
    """
    return _call("postgres_hashtextextended", (v,), after=(seed,))


def redshift_fnv_hash(v: IntoColumn, seed: int | None | pl.Expr = -3750763034362895579) -> pl.Expr:
    """Redshift's fnv_hash: FNV-1a of 64 bits. The width of a number counts: write CAST(1 AS INTEGER) if Redshift has an INT. For several columns, the hash of one is the seed of the next.

    In SQL: `redshift_fnv_hash(v[, seed])` returns BIGINT.
    Equal to FNV_HASH of Redshift, for the types whose results its reference shows.

    Args:
        v: VARCHAR, BLOB, SMALLINT, INTEGER or BIGINT.
        seed: a whole number (BIGINT).

    Example, in SQL:
        redshift_fnv_hash('Amazon Redshift')
        7783490368944507294
    """
    return _call("redshift_fnv_hash", (v,), after=(seed,))


def java_hash(v: IntoColumn) -> pl.Expr:
    """Java's String.hashCode.

    In SQL: `java_hash(v)` returns INTEGER.
    Equal to String.hashCode of Java, over UTF-16 code units.

    Args:
        v: VARCHAR.

    Example, in SQL:
        java_hash('hello')
        99162322
    """
    return _call("java_hash", (v,))


def clickhouse_siphash64(*values: IntoColumns) -> pl.Expr:
    """ClickHouse's sipHash64 of one value or several. The width of a number counts: write CAST(7 AS INTEGER) if ClickHouse has an Int32.

    In SQL: `clickhouse_siphash64(any…)` returns UBIGINT.
    Equal to sipHash64 of ClickHouse, SipHash-2-4 under the key 0; docs/engine-hashes.md lists the types.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        clickhouse_siphash64('hashlane')
        4838238444351004100
    """
    return _call("clickhouse_siphash64", values, is_row=True)


def clickhouse_cityhash64(*values: IntoColumns) -> pl.Expr:
    """ClickHouse's cityHash64 of one value or several. The width of a negative number counts: write CAST(-7 AS INTEGER) if ClickHouse has an Int32.

    In SQL: `clickhouse_cityhash64(any…)` returns UBIGINT.
    Equal to cityHash64 of ClickHouse, CityHash64 of CityHash 1.0.2; docs/engine-hashes.md lists the types.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        clickhouse_cityhash64('Moscow')
        12507901496292878638
    """
    return _call("clickhouse_cityhash64", values, is_row=True)


def clickhouse_halfmd5(*values: IntoColumns) -> pl.Expr:
    """ClickHouse's halfMD5 of one value or several: the first 8 bytes of MD5. The width of a number counts.

    In SQL: `clickhouse_halfmd5(any…)` returns UBIGINT.
    Equal to halfMD5 of ClickHouse; docs/engine-hashes.md lists the types.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        clickhouse_halfmd5('hashlane')
        1778114157737143300
    """
    return _call("clickhouse_halfmd5", values, is_row=True)


def spark_hash(*values: IntoColumns) -> pl.Expr:
    """Spark's `hash`: 32-bit Murmur3 over typed values, which Spark shuffles and buckets by. The width of a number counts: write CAST(2 AS INTEGER) if Spark has an INT.

    In SQL: `spark_hash(any…)` returns INTEGER.
    Equal to hash of Spark 4.0.1, the same since 3.2.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        spark_hash('ABC', 'DEF')
        599895104
    """
    return _call("spark_hash", values, is_row=True)


def spark_xxhash64(*values: IntoColumns) -> pl.Expr:
    """Spark's `xxhash64`: XXH64 over typed values. The width of a number counts: write CAST(2 AS INTEGER) if Spark has an INT.

    In SQL: `spark_xxhash64(any…)` returns BIGINT.
    Equal to xxhash64 of Spark 4.0.1, the same since 3.2.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        spark_xxhash64('ABC', 'DEF')
        3233247871021311208
    """
    return _call("spark_xxhash64", values, is_row=True)


def spark_hash_with_seed(seed: int | None | pl.Expr, *values: IntoColumns) -> pl.Expr:
    """Spark's `hash` under a seed, which comes first: spark_hash has the seed 42. The hash of some values is the seed of those that follow.

    In SQL: `spark_hash_with_seed(seed, any…)` returns INTEGER.
    Equal to Murmur3Hash of Spark 4.0.1 with a seed, the same since 3.2.

    Args:
        seed: a whole number (INTEGER).
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        spark_hash_with_seed(-757602832, 'DEF')
        599895104
    """
    return _call("spark_hash_with_seed", values, before=(seed,), is_row=True)


def spark_xxhash64_with_seed(seed: int | None | pl.Expr, *values: IntoColumns) -> pl.Expr:
    """Spark's `xxhash64` under a seed, which comes first: spark_xxhash64 has the seed 42. The hash of some values is the seed of those that follow.

    In SQL: `spark_xxhash64_with_seed(seed, any…)` returns BIGINT.
    Equal to XxHash64 of Spark 4.0.1 with a seed, the same since 3.2.

    Args:
        seed: a whole number (BIGINT).
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        spark_xxhash64_with_seed(4105715581806190027, 'DEF')
        3233247871021311208
    """
    return _call("spark_xxhash64_with_seed", values, before=(seed,), is_row=True)


def hive_hash(*values: IntoColumns) -> pl.Expr:
    """The hash that chooses the bucket of a row in version 1 of Hive's bucketing.

    In SQL: `hive_hash(any…)` returns INTEGER.
    Equal to ObjectInspectorUtils.getBucketHashCode of Hive 2.3.10; Spark's HiveHash, but for BLOB, -0.0 and parts of a second before 1970.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        hive_hash('apache spark')
        1142704523
    """
    return _call("hive_hash", values, is_row=True)


def row_bytes(*values: IntoColumns) -> pl.Expr:
    """The canonical encoding of the row: different rows have different bytes.

    In SQL: `row_bytes(any…)` returns BLOB.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        row_bytes(7, 'ok')
        0d0203010705026f6b
    """
    return _call("row_bytes", values, is_row=True)


def row_bytes_hex(*values: IntoColumns) -> pl.Expr:
    """The canonical encoding of the row in hex.

    In SQL: `row_bytes_hex(any…)` returns VARCHAR.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        row_bytes_hex(7, 'ok')
        0d0203010705026f6b
    """
    return _call("row_bytes_hex", values, is_row=True)


def row_xxh3(*values: IntoColumns) -> pl.Expr:
    """64-bit XXH3 of the row, in which NULL is a value: the fastest hash for joins and change detection.

    In SQL: `row_xxh3(any…)` returns UBIGINT.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        row_xxh3(7, 'ok')
        14381603423083832641
    """
    return _call("row_xxh3", values, is_row=True)


def row_xxh3_hex(*values: IntoColumns) -> pl.Expr:
    """64-bit XXH3 of the row as 16 hex digits.

    In SQL: `row_xxh3_hex(any…)` returns VARCHAR.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        row_xxh3_hex(7, 'ok')
        c795b81dc5742541
    """
    return _call("row_xxh3_hex", values, is_row=True)


def row_xxh3_signed(*values: IntoColumns) -> pl.Expr:
    """row_xxh3 as a BIGINT with the same bits, for systems without unsigned integers.

    In SQL: `row_xxh3_signed(any…)` returns BIGINT.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        row_xxh3_signed(7, 'ok')
        -4065140650625718975
    """
    return _call("row_xxh3_signed", values, is_row=True)


def row_uuid(*values: IntoColumns) -> pl.Expr:
    """row_xxh128 as a version 8 UUID: 122 bits of the hash, and 6 bits for the version and variant.

    In SQL: `row_uuid(any…)` returns UUID.
    Equal to row_xxh128, with version and variant as RFC 9562, section 5.8 has them.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        row_uuid(7, 'ok')
        2d2bd7e0-b7a0-8c28-821a-29285a5314d3
    """
    return _call("row_uuid", values, is_row=True)


def hash_bucket(*values: IntoColumns, n: int | None | pl.Expr) -> pl.Expr:
    """The row's bucket, from 0 to n - 1: the same in every run, on every machine and in both engines. The last argument is n.

    In SQL: `hash_bucket(any…, n)` returns INTEGER.
    Equal to the high 64 bits of row_xxh3(any…) * n, a product of 128 bits.

    Args:
        values: one or more values of any types; a list stands for the columns in it.
        n: 1 to 2147483647.

    Example, in SQL:
        hash_bucket(7, 'ok', 10)
        7
    """
    return _call("hash_bucket", values, after=(n,), is_row=True)


def hash_sample(*values: IntoColumns, fraction: float | None | pl.Expr) -> pl.Expr:
    """Whether the row is in a sample of about this fraction of all rows: the same rows in every run, on every machine and in both engines. A larger fraction keeps these rows and adds others. The sample has rows from all buckets of hash_bucket. The last argument is the fraction.

    In SQL: `hash_sample(any…, fraction)` returns BOOLEAN.
    Equal to h < fraction * 2^64 without rounding, where h is XXH3 of 64 bits of row_bytes(any…) under the seed 1, and the fraction is the DOUBLE nearest to the given number.

    Args:
        values: one or more values of any types; a list stands for the columns in it.
        fraction: 0 to 1, compared as a DOUBLE.

    Example, in SQL:
        hash_sample(7, 'ok', 0.66)
        false
    """
    return _call("hash_sample", values, after=(fraction,), is_row=True)


def row_xxh128(*values: IntoColumns) -> pl.Expr:
    """128-bit XXH3 of the row: a key for tables of any size, unless an attacker chooses the values.

    In SQL: `row_xxh128(any…)` returns BLOB.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        row_xxh128(7, 'ok')
        2d2bd7e0b7a08c28c21a29285a5314d3
    """
    return _call("row_xxh128", values, is_row=True)


def row_xxh128_hex(*values: IntoColumns) -> pl.Expr:
    """128-bit XXH3 of the row as 32 hex digits.

    In SQL: `row_xxh128_hex(any…)` returns VARCHAR.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        row_xxh128_hex(7, 'ok')
        2d2bd7e0b7a08c28c21a29285a5314d3
    """
    return _call("row_xxh128_hex", values, is_row=True)


def row_blake3(*values: IntoColumns) -> pl.Expr:
    """BLAKE3 of the row: a key that resists attackers.

    In SQL: `row_blake3(any…)` returns BLOB.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        row_blake3(7, 'ok')
        cc42f6452c4f5939790cc54be667b40996ab01e47b8e1e586fa6e27f761081a1
    """
    return _call("row_blake3", values, is_row=True)


def row_blake3_hex(*values: IntoColumns) -> pl.Expr:
    """BLAKE3 of the row in hex.

    In SQL: `row_blake3_hex(any…)` returns VARCHAR.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        row_blake3_hex(7, 'ok')
        cc42f6452c4f5939790cc54be667b40996ab01e47b8e1e586fa6e27f761081a1
    """
    return _call("row_blake3_hex", values, is_row=True)


def row_digest(algorithm: str | None | pl.Expr, *values: IntoColumns) -> pl.Expr:
    """The digest of the row under an algorithm of `digest`.

    In SQL: `row_digest(algorithm, any…)` returns BLOB.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        algorithm: the name of an algorithm.
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        row_digest('sha256', 7, 'ok')
        c912417a4ce8ae9e3dba8a835851552dd8ce46bb7a6cb22583f795b74818f59d
    """
    return _call("row_digest", values, before=(algorithm,), is_row=True)


def row_digest_hex(algorithm: str | None | pl.Expr, *values: IntoColumns) -> pl.Expr:
    """The digest of the row under an algorithm, in hex.

    In SQL: `row_digest_hex(algorithm, any…)` returns VARCHAR.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        algorithm: the name of an algorithm.
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        row_digest_hex('md5', 7, 'ok')
        f97d1b4f7cbf943a50a21c9cca2e571f
    """
    return _call("row_digest_hex", values, before=(algorithm,), is_row=True)


def zstd_compress(v: IntoColumn, level: int | None | pl.Expr = 3, dictionary: bytes | None | pl.Expr = None) -> pl.Expr:
    """A zstd frame with its content size and a checksum, at level -7 to 22.

    In SQL: `zstd_compress(v[, level[, dictionary]])` returns BLOB.
    Equal to RFC 8878 (the frame's bytes may change with zstd's version).

    Args:
        v: VARCHAR or BLOB.
        level: -7 to 22.
        dictionary: a dictionary of zstd_train_dict or of the zstd tool, or any 8 bytes or more as raw content.

    Example, in SQL:
        zstd_compress('hashlane')
        28b52ffd2408410000686173686c616e6500d48659
    """
    return _call("zstd_compress", (v,), after=(level, *_given(dictionary)))


def zstd_dict_id(b: IntoColumn) -> pl.Expr:
    """The id of a zstd dictionary, or of the dictionary that a frame needs; NULL for a frame without one.

    In SQL: `zstd_dict_id(b)` returns UINTEGER.
    Equal to RFC 8878.

    Args:
        b: VARCHAR or BLOB.

    Example, in SQL:
        zstd_dict_id(zstd_compress('hashlane'))
        NULL
    """
    return _call("zstd_dict_id", (b,))


def zstd_decompress(b: IntoColumn, dictionary: bytes | None | pl.Expr = None, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in zstd frames.

    In SQL: `zstd_decompress(b[, dictionary[, max_bytes]])` returns BLOB.
    Equal to RFC 8878 (the frame's bytes may change with zstd's version).

    Args:
        b: VARCHAR or BLOB.
        dictionary: the dictionary of zstd_compress; or max_bytes, without one.
        max_bytes: bytes.

    Example, in SQL:
        zstd_decompress(unhex('28b52ffd2408410000686173686c616e6500d48659'))
        686173686c616e65
    """
    return _call("zstd_decompress", (b,), after=(*_given(dictionary), max_bytes))


def zstd_decompress_text(b: IntoColumn, dictionary: bytes | None | pl.Expr = None, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in zstd frames.

    In SQL: `zstd_decompress_text(b[, dictionary[, max_bytes]])` returns VARCHAR.
    Equal to RFC 8878 (the frame's bytes may change with zstd's version).

    Args:
        b: VARCHAR or BLOB.
        dictionary: the dictionary of zstd_compress; or max_bytes, without one.
        max_bytes: bytes.

    Example, in SQL:
        zstd_decompress_text(unhex('28b52ffd2408410000686173686c616e6500d48659'))
        hashlane
    """
    return _call("zstd_decompress_text", (b,), after=(*_given(dictionary), max_bytes))


def try_zstd_decompress(b: IntoColumn, dictionary: bytes | None | pl.Expr = None, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in zstd frames, or NULL where it is corrupt or too long.

    In SQL: `try_zstd_decompress(b[, dictionary[, max_bytes]])` returns BLOB.
    Equal to RFC 8878 (the frame's bytes may change with zstd's version).

    Args:
        b: VARCHAR or BLOB.
        dictionary: the dictionary of zstd_compress; or max_bytes, without one.
        max_bytes: bytes.

    Example, in SQL:
        try_zstd_decompress(unhex('28b52ffd2408410000686173686c616e6500d486'))
        NULL
    """
    return _call("try_zstd_decompress", (b,), after=(*_given(dictionary), max_bytes))


def try_zstd_decompress_text(b: IntoColumn, dictionary: bytes | None | pl.Expr = None, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in zstd frames, or NULL where it is corrupt, too long or no text.

    In SQL: `try_zstd_decompress_text(b[, dictionary[, max_bytes]])` returns VARCHAR.
    Equal to RFC 8878 (the frame's bytes may change with zstd's version).

    Args:
        b: VARCHAR or BLOB.
        dictionary: the dictionary of zstd_compress; or max_bytes, without one.
        max_bytes: bytes.

    Example, in SQL:
        try_zstd_decompress_text(unhex('28b52ffd2408410000686173686c616e6500d486'))
        NULL
    """
    return _call("try_zstd_decompress_text", (b,), after=(*_given(dictionary), max_bytes))


def lz4_compress(v: IntoColumn) -> pl.Expr:
    """An LZ4 frame with its content size and a checksum, which the lz4 tool reads.

    In SQL: `lz4_compress(v)` returns BLOB.
    Equal to LZ4 Frame Format 1.6 (the frame's bytes may change with lz4_flex's version).

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        lz4_compress('hashlane')
        04224d186c4008000000000000003808000080686173686c616e6500000000d40f521b
    """
    return _call("lz4_compress", (v,))


def lz4_block_compress(v: IntoColumn) -> pl.Expr:
    """One LZ4 block after a 4-byte little-endian length: the compact form for short strings.

    In SQL: `lz4_block_compress(v)` returns BLOB.
    Equal to LZ4 Block Format after the length, as lz4.block of Python writes it.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        lz4_block_compress('hashlane')
        0800000080686173686c616e65
    """
    return _call("lz4_block_compress", (v,))


def lz4_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in LZ4 frames.

    In SQL: `lz4_decompress(b[, max_bytes])` returns BLOB.
    Equal to LZ4 Frame Format 1.6 (the frame's bytes may change with lz4_flex's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        lz4_decompress(unhex('04224d186c4008000000000000003808000080686173686c616e6500000000d40f521b'))
        686173686c616e65
    """
    return _call("lz4_decompress", (b,), after=(max_bytes,))


def lz4_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in LZ4 frames.

    In SQL: `lz4_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to LZ4 Frame Format 1.6 (the frame's bytes may change with lz4_flex's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        lz4_decompress_text(unhex('04224d186c4008000000000000003808000080686173686c616e6500000000d40f521b'))
        hashlane
    """
    return _call("lz4_decompress_text", (b,), after=(max_bytes,))


def try_lz4_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in LZ4 frames, or NULL where it is corrupt or too long.

    In SQL: `try_lz4_decompress(b[, max_bytes])` returns BLOB.
    Equal to LZ4 Frame Format 1.6 (the frame's bytes may change with lz4_flex's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_lz4_decompress(unhex('04224d186c4008000000000000003808000080686173686c616e6500000000d40f52'))
        NULL
    """
    return _call("try_lz4_decompress", (b,), after=(max_bytes,))


def try_lz4_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in LZ4 frames, or NULL where it is corrupt, too long or no text.

    In SQL: `try_lz4_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to LZ4 Frame Format 1.6 (the frame's bytes may change with lz4_flex's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_lz4_decompress_text(unhex('04224d186c4008000000000000003808000080686173686c616e6500000000d40f52'))
        NULL
    """
    return _call("try_lz4_decompress_text", (b,), after=(max_bytes,))


def lz4_block_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in an LZ4 block after its 4-byte length.

    In SQL: `lz4_block_decompress(b[, max_bytes])` returns BLOB.
    Equal to LZ4 Block Format after the length, as lz4.block of Python writes it.

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        lz4_block_decompress(unhex('0800000080686173686c616e65'))
        686173686c616e65
    """
    return _call("lz4_block_decompress", (b,), after=(max_bytes,))


def lz4_block_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in an LZ4 block after its 4-byte length.

    In SQL: `lz4_block_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to LZ4 Block Format after the length, as lz4.block of Python writes it.

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        lz4_block_decompress_text(unhex('0800000080686173686c616e65'))
        hashlane
    """
    return _call("lz4_block_decompress_text", (b,), after=(max_bytes,))


def try_lz4_block_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in an LZ4 block after its 4-byte length, or NULL where it is corrupt or too long.

    In SQL: `try_lz4_block_decompress(b[, max_bytes])` returns BLOB.
    Equal to LZ4 Block Format after the length, as lz4.block of Python writes it.

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_lz4_block_decompress(unhex('0800000080686173686c616e'))
        NULL
    """
    return _call("try_lz4_block_decompress", (b,), after=(max_bytes,))


def try_lz4_block_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in an LZ4 block after its 4-byte length, or NULL where it is corrupt, too long or no text.

    In SQL: `try_lz4_block_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to LZ4 Block Format after the length, as lz4.block of Python writes it.

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_lz4_block_decompress_text(unhex('0800000080686173686c616e'))
        NULL
    """
    return _call("try_lz4_block_decompress_text", (b,), after=(max_bytes,))


def gzip_compress(v: IntoColumn, level: int | None | pl.Expr = 6) -> pl.Expr:
    """A gzip member without a file name or a time stamp, at level 0 to 9.

    In SQL: `gzip_compress(v[, level])` returns BLOB.
    Equal to RFC 1952 (the bytes may change with zlib-rs's version).

    Args:
        v: VARCHAR or BLOB.
        level: 0 to 9.

    Example, in SQL:
        gzip_decompress_text(gzip_compress('hashlane', 9))
        hashlane
    """
    return _call("gzip_compress", (v,), after=(level,))


def zlib_compress(v: IntoColumn, level: int | None | pl.Expr = 6) -> pl.Expr:
    """A zlib stream, at level 0 to 9.

    In SQL: `zlib_compress(v[, level])` returns BLOB.
    Equal to RFC 1950 (the bytes may change with zlib-rs's version).

    Args:
        v: VARCHAR or BLOB.
        level: 0 to 9.

    Example, in SQL:
        zlib_compress('hashlane')
        789ccb482ccec849cc4b05000ebd0345
    """
    return _call("zlib_compress", (v,), after=(level,))


def snappy_compress(v: IntoColumn) -> pl.Expr:
    """A raw Snappy block, which has no checksum.

    In SQL: `snappy_compress(v)` returns BLOB.
    Equal to Snappy's raw format, without the framing.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        snappy_compress('hashlane')
        081c686173686c616e65
    """
    return _call("snappy_compress", (v,))


def brotli_compress(v: IntoColumn, level: int | None | pl.Expr = 5) -> pl.Expr:
    """A Brotli stream, which has no checksum, at quality 0 to 11.

    In SQL: `brotli_compress(v[, level])` returns BLOB.
    Equal to RFC 7932 (the bytes may change with the crate's version).

    Args:
        v: VARCHAR or BLOB.
        level: 0 to 11.

    Example, in SQL:
        brotli_decompress_text(brotli_compress('hashlane', 11))
        hashlane
    """
    return _call("brotli_compress", (v,), after=(level,))


def xz_compress(v: IntoColumn, level: int | None | pl.Expr = 6) -> pl.Expr:
    """An xz stream with a CRC-64, at level 0 to 9.

    In SQL: `xz_compress(v[, level])` returns BLOB.
    Equal to the .xz format 1.2 (the bytes may change with liblzma's version).

    Args:
        v: VARCHAR or BLOB.
        level: 0 to 9.

    Example, in SQL:
        xz_decompress_text(xz_compress('hashlane', 9))
        hashlane
    """
    return _call("xz_compress", (v,), after=(level,))


def lz4hc_block_compress(v: IntoColumn, level: int | None | pl.Expr = 9) -> pl.Expr:
    """lz4_block_compress by LZ4 HC, at level 1 to 12; lz4_block_decompress reads the result.

    In SQL: `lz4hc_block_compress(v[, level])` returns BLOB.
    Equal to LZ4 Block Format after the length, as lz4.block of Python writes it.

    Args:
        v: VARCHAR or BLOB.
        level: 1 to 12.

    Example, in SQL:
        lz4hc_block_compress('hashlanehashlanehashlanehashlanehashlane')
        280000008f686173686c616e6508000850686c616e65
    """
    return _call("lz4hc_block_compress", (v,), after=(level,))


def gzip_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in gzip members.

    In SQL: `gzip_decompress(b[, max_bytes])` returns BLOB.
    Equal to RFC 1952 (the bytes may change with zlib-rs's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        gzip_decompress(unhex('1f8b0800000000000203cb482ccec849cc4b0500875a5a9108000000'))
        686173686c616e65
    """
    return _call("gzip_decompress", (b,), after=(max_bytes,))


def gzip_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in gzip members.

    In SQL: `gzip_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to RFC 1952 (the bytes may change with zlib-rs's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        gzip_decompress_text(unhex('1f8b0800000000000203cb482ccec849cc4b0500875a5a9108000000'))
        hashlane
    """
    return _call("gzip_decompress_text", (b,), after=(max_bytes,))


def try_gzip_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in gzip members, or NULL where it is corrupt or too long.

    In SQL: `try_gzip_decompress(b[, max_bytes])` returns BLOB.
    Equal to RFC 1952 (the bytes may change with zlib-rs's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_gzip_decompress(unhex('1f8b0800000000000203cb482ccec849cc4b0500875a5a91080000'))
        NULL
    """
    return _call("try_gzip_decompress", (b,), after=(max_bytes,))


def try_gzip_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in gzip members, or NULL where it is corrupt, too long or no text.

    In SQL: `try_gzip_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to RFC 1952 (the bytes may change with zlib-rs's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_gzip_decompress_text(unhex('1f8b0800000000000203cb482ccec849cc4b0500875a5a91080000'))
        NULL
    """
    return _call("try_gzip_decompress_text", (b,), after=(max_bytes,))


def zlib_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in a zlib stream.

    In SQL: `zlib_decompress(b[, max_bytes])` returns BLOB.
    Equal to RFC 1950 (the bytes may change with zlib-rs's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        zlib_decompress(unhex('789ccb482ccec849cc4b05000ebd0345'))
        686173686c616e65
    """
    return _call("zlib_decompress", (b,), after=(max_bytes,))


def zlib_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in a zlib stream.

    In SQL: `zlib_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to RFC 1950 (the bytes may change with zlib-rs's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        zlib_decompress_text(unhex('789ccb482ccec849cc4b05000ebd0345'))
        hashlane
    """
    return _call("zlib_decompress_text", (b,), after=(max_bytes,))


def try_zlib_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in a zlib stream, or NULL where it is corrupt or too long.

    In SQL: `try_zlib_decompress(b[, max_bytes])` returns BLOB.
    Equal to RFC 1950 (the bytes may change with zlib-rs's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_zlib_decompress(unhex('789ccb482ccec849cc4b05000ebd03'))
        NULL
    """
    return _call("try_zlib_decompress", (b,), after=(max_bytes,))


def try_zlib_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in a zlib stream, or NULL where it is corrupt, too long or no text.

    In SQL: `try_zlib_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to RFC 1950 (the bytes may change with zlib-rs's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_zlib_decompress_text(unhex('789ccb482ccec849cc4b05000ebd03'))
        NULL
    """
    return _call("try_zlib_decompress_text", (b,), after=(max_bytes,))


def snappy_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in a raw Snappy block.

    In SQL: `snappy_decompress(b[, max_bytes])` returns BLOB.
    Equal to Snappy's raw format, without the framing.

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        snappy_decompress(unhex('081c686173686c616e65'))
        686173686c616e65
    """
    return _call("snappy_decompress", (b,), after=(max_bytes,))


def snappy_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in a raw Snappy block.

    In SQL: `snappy_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to Snappy's raw format, without the framing.

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        snappy_decompress_text(unhex('081c686173686c616e65'))
        hashlane
    """
    return _call("snappy_decompress_text", (b,), after=(max_bytes,))


def try_snappy_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in a raw Snappy block, or NULL where it is corrupt or too long.

    In SQL: `try_snappy_decompress(b[, max_bytes])` returns BLOB.
    Equal to Snappy's raw format, without the framing.

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_snappy_decompress(unhex('081c686173686c616e'))
        NULL
    """
    return _call("try_snappy_decompress", (b,), after=(max_bytes,))


def try_snappy_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in a raw Snappy block, or NULL where it is corrupt, too long or no text.

    In SQL: `try_snappy_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to Snappy's raw format, without the framing.

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_snappy_decompress_text(unhex('081c686173686c616e'))
        NULL
    """
    return _call("try_snappy_decompress_text", (b,), after=(max_bytes,))


def brotli_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in a Brotli stream.

    In SQL: `brotli_decompress(b[, max_bytes])` returns BLOB.
    Equal to RFC 7932 (the bytes may change with the crate's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        brotli_decompress(unhex('8b0380686173686c616e6503'))
        686173686c616e65
    """
    return _call("brotli_decompress", (b,), after=(max_bytes,))


def brotli_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in a Brotli stream.

    In SQL: `brotli_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to RFC 7932 (the bytes may change with the crate's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        brotli_decompress_text(unhex('8b0380686173686c616e6503'))
        hashlane
    """
    return _call("brotli_decompress_text", (b,), after=(max_bytes,))


def try_brotli_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in a Brotli stream, or NULL where it is corrupt or too long.

    In SQL: `try_brotli_decompress(b[, max_bytes])` returns BLOB.
    Equal to RFC 7932 (the bytes may change with the crate's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_brotli_decompress(unhex('8b0380686173686c616e65'))
        NULL
    """
    return _call("try_brotli_decompress", (b,), after=(max_bytes,))


def try_brotli_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in a Brotli stream, or NULL where it is corrupt, too long or no text.

    In SQL: `try_brotli_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to RFC 7932 (the bytes may change with the crate's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_brotli_decompress_text(unhex('8b0380686173686c616e65'))
        NULL
    """
    return _call("try_brotli_decompress_text", (b,), after=(max_bytes,))


def xz_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in xz streams.

    In SQL: `xz_decompress(b[, max_bytes])` returns BLOB.
    Equal to the .xz format 1.2 (the bytes may change with liblzma's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        xz_decompress(unhex('fd377a585a000004e6d6b4460200210116000000742fe5a3010007686173686c616e6500528fea610483d09700012008bb19d9bb1fb6f37d010000000004595a'))
        686173686c616e65
    """
    return _call("xz_decompress", (b,), after=(max_bytes,))


def xz_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in xz streams.

    In SQL: `xz_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to the .xz format 1.2 (the bytes may change with liblzma's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        xz_decompress_text(unhex('fd377a585a000004e6d6b4460200210116000000742fe5a3010007686173686c616e6500528fea610483d09700012008bb19d9bb1fb6f37d010000000004595a'))
        hashlane
    """
    return _call("xz_decompress_text", (b,), after=(max_bytes,))


def try_xz_decompress(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in xz streams, or NULL where it is corrupt or too long.

    In SQL: `try_xz_decompress(b[, max_bytes])` returns BLOB.
    Equal to the .xz format 1.2 (the bytes may change with liblzma's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_xz_decompress(unhex('fd377a585a000004e6d6b4460200210116000000742fe5a3010007686173686c616e6500528fea610483d09700012008bb19d9bb1fb6f37d01000000000459'))
        NULL
    """
    return _call("try_xz_decompress", (b,), after=(max_bytes,))


def try_xz_decompress_text(b: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in xz streams, or NULL where it is corrupt, too long or no text.

    In SQL: `try_xz_decompress_text(b[, max_bytes])` returns VARCHAR.
    Equal to the .xz format 1.2 (the bytes may change with liblzma's version).

    Args:
        b: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        try_xz_decompress_text(unhex('fd377a585a000004e6d6b4460200210116000000742fe5a3010007686173686c616e6500528fea610483d09700012008bb19d9bb1fb6f37d01000000000459'))
        NULL
    """
    return _call("try_xz_decompress_text", (b,), after=(max_bytes,))


def compress(v: IntoColumn, codec: str | None | pl.Expr) -> pl.Expr:
    """The value, compressed with a codec by name, optionally with a level as in 'zstd(3)'.

    In SQL: `compress(v, codec)` returns BLOB.
    Equal to the function or the writer that the codec is named after.

    Args:
        v: VARCHAR or BLOB.
        codec: the name of a codec, as 'zstd', or with a level, as 'zstd(9)'.

    Example, in SQL:
        compress('hashlane', 'zlib(6)')
        789ccb482ccec849cc4b05000ebd0345
    """
    return _call("compress", (v,), after=(codec,))


def compressed_size(v: IntoColumn, codec: str | None | pl.Expr) -> pl.Expr:
    """The size of compress(v, codec) in bytes.

    In SQL: `compressed_size(v, codec)` returns UBIGINT.
    Equal to the length of compress(v, codec).

    Args:
        v: VARCHAR or BLOB.
        codec: the name of a codec, as 'zstd', or with a level, as 'zstd(9)'.

    Example, in SQL:
        compressed_size('hashlane', 'zlib(6)')
        16
    """
    return _call("compressed_size", (v,), after=(codec,))


def uncompressed_size(b: IntoColumn, codec: str | None | pl.Expr) -> pl.Expr:
    """The size of the content that a compressed value declares, without decompressing it; NULL if its format doesn't declare one.

    In SQL: `uncompressed_size(b, codec)` returns UBIGINT.
    Equal to the formats' specifications.

    Args:
        b: VARCHAR or BLOB.
        codec: the name of a codec, or 'auto' for formats with a magic number.

    Example, in SQL:
        uncompressed_size(unhex('081c686173686c616e65'), 'snappy')
        8
    """
    return _call("uncompressed_size", (b,), after=(codec,))


def detect_codec(b: IntoColumn) -> pl.Expr:
    """The codec whose magic number a value starts with; NULL if it starts with none.

    In SQL: `detect_codec(b)` returns VARCHAR.
    Equal to the formats' specifications.

    Args:
        b: VARCHAR or BLOB.

    Example, in SQL:
        detect_codec(unhex('1f8b0800000000000203cb482ccec849cc4b0500875a5a9108000000'))
        gzip
    """
    return _call("detect_codec", (b,))


def decompress(b: IntoColumn, codec: str | None | pl.Expr, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in a value compressed with the codec, or, for 'auto', with the one that it starts like.

    In SQL: `decompress(b, codec[, max_bytes])` returns BLOB.
    Equal to the function or the writer that the codec is named after.

    Args:
        b: VARCHAR or BLOB.
        codec: the name of a codec, or 'auto' for formats with a magic number.
        max_bytes: bytes.

    Example, in SQL:
        decompress(unhex('789ccb482ccec849cc4b05000ebd0345'), 'zlib')
        686173686c616e65
    """
    return _call("decompress", (b,), after=(codec, max_bytes))


def decompress_text(b: IntoColumn, codec: str | None | pl.Expr, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in a value compressed with the codec, or, for 'auto', with the one that it starts like.

    In SQL: `decompress_text(b, codec[, max_bytes])` returns VARCHAR.
    Equal to the function or the writer that the codec is named after.

    Args:
        b: VARCHAR or BLOB.
        codec: the name of a codec, or 'auto' for formats with a magic number.
        max_bytes: bytes.

    Example, in SQL:
        decompress_text(unhex('789ccb482ccec849cc4b05000ebd0345'), 'zlib')
        hashlane
    """
    return _call("decompress_text", (b,), after=(codec, max_bytes))


def try_decompress(b: IntoColumn, codec: str | None | pl.Expr, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in a value compressed with the codec, or, for 'auto', with the one that it starts like, or NULL where it is corrupt or too long.

    In SQL: `try_decompress(b, codec[, max_bytes])` returns BLOB.
    Equal to the function or the writer that the codec is named after.

    Args:
        b: VARCHAR or BLOB.
        codec: the name of a codec, or 'auto' for formats with a magic number.
        max_bytes: bytes.

    Example, in SQL:
        try_decompress(unhex('789ccb482ccec849cc4b05000ebd03'), 'zlib')
        NULL
    """
    return _call("try_decompress", (b,), after=(codec, max_bytes))


def try_decompress_text(b: IntoColumn, codec: str | None | pl.Expr, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in a value compressed with the codec, or, for 'auto', with the one that it starts like, or NULL where it is corrupt, too long or no text.

    In SQL: `try_decompress_text(b, codec[, max_bytes])` returns VARCHAR.
    Equal to the function or the writer that the codec is named after.

    Args:
        b: VARCHAR or BLOB.
        codec: the name of a codec, or 'auto' for formats with a magic number.
        max_bytes: bytes.

    Example, in SQL:
        try_decompress_text(unhex('789ccb482ccec849cc4b05000ebd03'), 'zlib')
        NULL
    """
    return _call("try_decompress_text", (b,), after=(codec, max_bytes))


def fsst_compress(v: IntoColumn, symbols: bytes | None | pl.Expr) -> pl.Expr:
    """The value, compressed with a symbol table from fsst_train: the smallest form of short, similar texts; no checksum.

    In SQL: `fsst_compress(v, symbols)` returns BLOB.
    Equal to FSST (Boncz, Neumann, Leis, VLDB 2020); the table is docs/fsst-format.md.

    Args:
        v: VARCHAR or BLOB.
        symbols: a symbol table of fsst_train.

    Example, in SQL:
        fsst_compress('hashlane!', unhex('46535354010108686173686c616e652e67dadc'))
        00ff21
    """
    return _call("fsst_compress", (v,), after=(symbols,))


def fsst_decompress(b: IntoColumn, symbols: bytes | None | pl.Expr, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in codes under the symbol table that they were made with.

    In SQL: `fsst_decompress(b, symbols[, max_bytes])` returns BLOB.
    Equal to FSST (Boncz, Neumann, Leis, VLDB 2020); the table is docs/fsst-format.md.

    Args:
        b: VARCHAR or BLOB.
        symbols: a symbol table of fsst_train.
        max_bytes: bytes.

    Example, in SQL:
        fsst_decompress(unhex('00'), unhex('46535354010108686173686c616e652e67dadc'))
        686173686c616e65
    """
    return _call("fsst_decompress", (b,), after=(symbols, max_bytes))


def fsst_decompress_text(b: IntoColumn, symbols: bytes | None | pl.Expr, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in codes under the symbol table that they were made with.

    In SQL: `fsst_decompress_text(b, symbols[, max_bytes])` returns VARCHAR.
    Equal to FSST (Boncz, Neumann, Leis, VLDB 2020); the table is docs/fsst-format.md.

    Args:
        b: VARCHAR or BLOB.
        symbols: a symbol table of fsst_train.
        max_bytes: bytes.

    Example, in SQL:
        fsst_decompress_text(unhex('00'), unhex('46535354010108686173686c616e652e67dadc'))
        hashlane
    """
    return _call("fsst_decompress_text", (b,), after=(symbols, max_bytes))


def try_fsst_decompress(b: IntoColumn, symbols: bytes | None | pl.Expr, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The bytes in codes under the symbol table that they were made with, or NULL where it is corrupt or too long.

    In SQL: `try_fsst_decompress(b, symbols[, max_bytes])` returns BLOB.
    Equal to FSST (Boncz, Neumann, Leis, VLDB 2020); the table is docs/fsst-format.md.

    Args:
        b: VARCHAR or BLOB.
        symbols: a symbol table of fsst_train.
        max_bytes: bytes.

    Example, in SQL:
        try_fsst_decompress(unhex('ff'), unhex('46535354010108686173686c616e652e67dadc'))
        NULL
    """
    return _call("try_fsst_decompress", (b,), after=(symbols, max_bytes))


def try_fsst_decompress_text(b: IntoColumn, symbols: bytes | None | pl.Expr, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """The text in codes under the symbol table that they were made with, or NULL where it is corrupt, too long or no text.

    In SQL: `try_fsst_decompress_text(b, symbols[, max_bytes])` returns VARCHAR.
    Equal to FSST (Boncz, Neumann, Leis, VLDB 2020); the table is docs/fsst-format.md.

    Args:
        b: VARCHAR or BLOB.
        symbols: a symbol table of fsst_train.
        max_bytes: bytes.

    Example, in SQL:
        try_fsst_decompress_text(unhex('ff'), unhex('46535354010108686173686c616e652e67dadc'))
        NULL
    """
    return _call("try_fsst_decompress_text", (b,), after=(symbols, max_bytes))


def block_get(pack: IntoColumn, i: int | None | pl.Expr, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """Value i of a pack, counted from 1; decompresses only the value's chunk, or with FSST only the value.

    In SQL: `block_get(pack, i[, max_bytes])` returns BLOB.
    Equal to docs/block-format.md.

    Args:
        pack: VARCHAR or BLOB.
        i: 1 to the number of values.
        max_bytes: bytes.

    Example, in SQL:
        block_get(unhex('484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46'), 1)
        686173686c616e65
    """
    return _call("block_get", (pack,), after=(i, max_bytes))


def block_get_text(pack: IntoColumn, i: int | None | pl.Expr, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """Value i of a pack as text, counted from 1; decompresses only the value's chunk, or with FSST only the value.

    In SQL: `block_get_text(pack, i[, max_bytes])` returns VARCHAR.
    Equal to docs/block-format.md.

    Args:
        pack: VARCHAR or BLOB.
        i: 1 to the number of values.
        max_bytes: bytes.

    Example, in SQL:
        block_get_text(unhex('484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46'), 3)
        x
    """
    return _call("block_get_text", (pack,), after=(i, max_bytes))


def block_count(pack: IntoColumn) -> pl.Expr:
    """The number of values in a pack, NULLs included.

    In SQL: `block_count(pack)` returns UBIGINT.
    Equal to docs/block-format.md.

    Args:
        pack: VARCHAR or BLOB.

    Example, in SQL:
        block_count(unhex('484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46'))
        3
    """
    return _call("block_count", (pack,))


def block_values(pack: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """All values of a pack in order, as a list to UNNEST; max_bytes limits their total size plus 16 bytes for each value.

    In SQL: `block_values(pack[, max_bytes])` returns BLOB[].
    Equal to docs/block-format.md.

    Args:
        pack: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        array_length(block_values(unhex('484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46')))
        3
    """
    return _call("block_values", (pack,), after=(max_bytes,))


def block_values_text(pack: IntoColumn, max_bytes: int | None | pl.Expr = 268435456) -> pl.Expr:
    """All values of a pack in order as text, as a list to UNNEST; max_bytes limits their total size plus 16 bytes for each value.

    In SQL: `block_values_text(pack[, max_bytes])` returns VARCHAR[].
    Equal to docs/block-format.md.

    Args:
        pack: VARCHAR or BLOB.
        max_bytes: bytes.

    Example, in SQL:
        array_to_string(block_values_text(unhex('484c4250010000000040000001000000020000003f00000000000000246236bd040100000007686173686c616e65782000000000000000000000005e62264b')), ',')
        hashlane,x
    """
    return _call("block_values_text", (pack,), after=(max_bytes,))


def list_hash_agg(list: IntoColumn) -> pl.Expr:
    """hash_agg over the elements of a list: list_hash_agg(list(row(a, b))) equals hash_agg(a, b), and list_hash_agg(list(a)) equals hash_agg(a).

    In SQL: `list_hash_agg(list)` returns BLOB.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        list: a list of values of any types; the fields of a struct are the values of a row.

    Example, in SQL:
        list_hash_agg(array_agg(row(n, v))) FROM (VALUES (1, 'a'), (2, 'b'), (2, 'b')) AS t(n, v)
        74fefcd060068634b120be8592d94abd
    """
    return _call("list_hash_agg", (list,))


def list_fingerprint(list: IntoColumn) -> pl.Expr:
    """fingerprint over the elements of a list: list_fingerprint(list(row(a, b))) equals fingerprint(a, b), and list_fingerprint(list(a)) equals fingerprint(a).

    In SQL: `list_fingerprint(list)` returns VARCHAR.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        list: a list of values of any types; the fields of a struct are the values of a row.

    Example, in SQL:
        list_fingerprint(array_agg(row(n, v))) FROM (VALUES (1, 'a'), (2, 'b'), (2, 'b')) AS t(n, v)
        hl1:3:74fefcd060068634b120be8592d94abd
    """
    return _call("list_fingerprint", (list,))


def minhash(list: IntoColumn, k: int | None | pl.Expr) -> pl.Expr:
    """The MinHash signature of a list's distinct elements: k numbers. The fraction of places at which two signatures are equal estimates the Jaccard similarity of the lists. NULL elements are ignored; NULL for a list without elements.

    In SQL: `minhash(list, k)` returns UINTEGER[].
    Equal to MinHash(num_perm=k) of datasketch 2.0 (PyPI), whose defaults are seed 1, SHA-1 and the scheme affine32; version 1 made other signatures.

    Args:
        list: a list of VARCHAR or BLOB.
        k: 1 to 4096 numbers.

    Example, in SQL:
        minhash(['the quick', 'quick brown', 'brown fox'], 4)
        [171415518, 2947859791, 834529472, 463664658]
    """
    return _call("minhash", (list,), after=(k,))


def simhash(list: IntoColumn) -> pl.Expr:
    """The 64-bit SimHash of a list's elements: lists with many elements in common differ in few bits. Repeated elements count each time, NULL elements are ignored; NULL for a list without elements.

    In SQL: `simhash(list)` returns UBIGINT.
    Equal to Simhash(list) of simhash 2.1 (PyPI): 64 bits, MD5, weight 1.

    Args:
        list: a list of VARCHAR or BLOB.

    Example, in SQL:
        simhash(['the quick', 'quick brown', 'brown fox'])
        12299421467887558597
    """
    return _call("simhash", (list,))


def list_digest(list: IntoColumn, algorithm: str | None | pl.Expr) -> pl.Expr:
    """digest_agg over the elements of a list, in order: the digest of their concatenated row_bytes; NULL for an empty list.

    In SQL: `list_digest(list, algorithm)` returns BLOB.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        list: a list of values of any type.
        algorithm: the name of an algorithm.

    Example, in SQL:
        list_digest(array_agg(v ORDER BY n), 'sha256') FROM (VALUES (2, 'b'), (1, 'a')) AS t(n, v)
        57ae2dc17000458c03ee2ab420d03fe4a5b1387f29502c0e86cef2ca54b4007c
    """
    return _call("list_digest", (list,), after=(algorithm,))


def list_zstd_train_dict(list: IntoColumn, max_bytes: int | None | pl.Expr = 112640, max_samples: int | None | pl.Expr = 100000) -> pl.Expr:
    """zstd_train_dict over the elements of a list: a zstd dictionary for similar values; NULLs are ignored.

    In SQL: `list_zstd_train_dict(list[, max_bytes[, max_samples]])` returns BLOB.
    Equal to ZDICT_trainFromBuffer of zstd (its bytes may change with zstd's version).

    Args:
        list: a list of VARCHAR or BLOB.
        max_bytes: 256 to 16777216 bytes.
        max_samples: 7 to 10000000 values.

    Example, in SQL:
        zstd_dict_id(list_zstd_train_dict(array_agg('value ' || CAST(i * i AS VARCHAR)), 256)) > 0 FROM range(1, 200) AS t(i)
        true
    """
    return _call("list_zstd_train_dict", (list,), after=(max_bytes, max_samples))


def list_fsst_train(list: IntoColumn) -> pl.Expr:
    """fsst_train over the elements of a list: an FSST symbol table for similar values; NULLs are ignored.

    In SQL: `list_fsst_train(list)` returns BLOB.
    Equal to docs/fsst-format.md (its symbols may change with the version of fsst-rs).

    Args:
        list: a list of VARCHAR or BLOB.

    Example, in SQL:
        fsst_decompress_text(fsst_compress('hashlane', s), s) FROM (SELECT list_fsst_train(array_agg('hashlane ' || CAST(i AS VARCHAR))) AS s FROM range(0, 100) AS t(i)) AS r
        hashlane
    """
    return _call("list_fsst_train", (list,))


def list_block_pack(list: IntoColumn, codec: str | None | pl.Expr = "zstd(3)", chunk_bytes: int | None | pl.Expr = 16384) -> pl.Expr:
    """block_pack over the elements of a list, in order: a single value that holds all of them, NULLs included, in compressed chunks; NULL for an empty list.

    In SQL: `list_block_pack(list[, codec[, chunk_bytes]])` returns BLOB.
    Equal to docs/block-format.md.

    Args:
        list: a list of VARCHAR or BLOB.
        codec: 'none', 'lz4', 'fsst', 'zstd' or, with a level, 'zstd(9)'.
        chunk_bytes: 1 to 16777216 bytes.

    Example, in SQL:
        list_block_pack(array_agg(v ORDER BY n), 'none') FROM (VALUES (3, 'x'), (1, 'hashlane'), (2, NULL)) AS t(n, v)
        484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46
    """
    return _call("list_block_pack", (list,), after=(codec, chunk_bytes))


def list_compress_bench(list: IntoColumn) -> pl.Expr:
    """compress_bench over the elements of a list: the ratio and the speed of each codec on a sample of them, on this machine.

    In SQL: `list_compress_bench(list)` returns STRUCT(codec VARCHAR, "level" INTEGER, ratio DOUBLE, compress_mb_s DOUBLE, decompress_mb_s DOUBLE)[].
    Equal to its own measurement.

    Args:
        list: a list of VARCHAR or BLOB.

    Example, in SQL:
        array_length(list_compress_bench(array_agg(v))) > 10 FROM (VALUES ('a'), ('b')) AS t(v)
        true
    """
    return _call("list_compress_bench", (list,))


def hash_agg(*values: IntoColumns) -> pl.Expr:
    """The sum of row_xxh128 over all rows modulo 2^128, big-endian: it doesn't depend on the order of the rows, and it counts duplicates.

    In SQL: `hash_agg(any…)` returns BLOB.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        hash_agg(n, v) FROM (VALUES (1, 'a'), (2, 'b'), (2, 'b')) AS t(n, v)
        74fefcd060068634b120be8592d94abd
    """
    return _aggregate("hash_agg", values, is_row=True)


def fingerprint(*values: IntoColumns) -> pl.Expr:
    """The number of rows and hash_agg as text, `hl1:<rows>:<hex>`: tables with the same rows have the same fingerprint.

    In SQL: `fingerprint(any…)` returns VARCHAR.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        values: one or more values of any types; a list stands for the columns in it.

    Example, in SQL:
        fingerprint(n, v) FROM (VALUES (1, 'a'), (2, 'b'), (2, 'b')) AS t(n, v)
        hl1:3:74fefcd060068634b120be8592d94abd
    """
    return _aggregate("fingerprint", values, is_row=True)


def digest_agg(v: IntoColumn, algorithm: str | None | pl.Expr) -> pl.Expr:
    """The digest of the concatenated row_bytes of all values, in the order of ORDER BY; NULL for no rows.

    In SQL: `digest_agg(v, algorithm)` returns BLOB.
    Equal to polars-hash's hash_rows(version=1), whose bytes are hashed.

    Args:
        v: a value of any type.
        algorithm: the name of an algorithm.

    Example, in SQL:
        digest_agg(v, 'sha256' ORDER BY n) FROM (VALUES (2, 'b'), (1, 'a')) AS t(n, v)
        57ae2dc17000458c03ee2ab420d03fe4a5b1387f29502c0e86cef2ca54b4007c
    """
    return _aggregate("digest_agg", (v,), after=(algorithm,))


def zstd_train_dict(v: IntoColumn, max_bytes: int | None | pl.Expr = 112640, max_samples: int | None | pl.Expr = 100000) -> pl.Expr:
    """A zstd dictionary for similar values, trained on a sample that doesn't depend on their order; NULLs are ignored.

    In SQL: `zstd_train_dict(v[, max_bytes[, max_samples]])` returns BLOB.
    Equal to ZDICT_trainFromBuffer of zstd (its bytes may change with zstd's version).

    Args:
        v: VARCHAR or BLOB.
        max_bytes: 256 to 16777216 bytes.
        max_samples: 7 to 10000000 values.

    Example, in SQL:
        zstd_dict_id(zstd_train_dict('value ' || CAST(i * i AS VARCHAR), 256)) > 0 FROM range(1, 200) AS t(i)
        true
    """
    return _aggregate("zstd_train_dict", (v,), after=(max_bytes, max_samples))


def fsst_train(v: IntoColumn) -> pl.Expr:
    """An FSST symbol table for similar values, trained on a sample that doesn't depend on their order; NULLs are ignored.

    In SQL: `fsst_train(v)` returns BLOB.
    Equal to docs/fsst-format.md (its symbols may change with the version of fsst-rs).

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        fsst_decompress_text(fsst_compress('hashlane', s), s) FROM (SELECT fsst_train('hashlane ' || CAST(i AS VARCHAR)) AS s FROM range(0, 100) AS t(i)) AS r
        hashlane
    """
    return _aggregate("fsst_train", (v,))


def block_pack(v: IntoColumn, codec: str | None | pl.Expr = "zstd(3)", chunk_bytes: int | None | pl.Expr = 16384) -> pl.Expr:
    """A single value that holds all values, NULLs included, in compressed chunks, for block_get and block_values; in the order of ORDER BY; NULL for no rows.

    In SQL: `block_pack(v[, codec[, chunk_bytes]])` returns BLOB.
    Equal to docs/block-format.md.

    Args:
        v: VARCHAR or BLOB.
        codec: 'none', 'lz4', 'fsst', 'zstd' or, with a level, 'zstd(9)'.
        chunk_bytes: 1 to 16777216 bytes.

    Example, in SQL:
        block_pack(v, 'none' ORDER BY n) FROM (VALUES (3, 'x'), (1, 'hashlane'), (2, NULL)) AS t(n, v)
        484c42500100000000400000010000000300000040000000000000006bc1d0b184010000000801686173686c616e65782000000000000000000000005ab0aa46
    """
    return _aggregate("block_pack", (v,), after=(codec, chunk_bytes))


def compress_bench(v: IntoColumn) -> pl.Expr:
    """The compression ratio (compressed size divided by size) and the speed in MB/s of each codec on a sample of the values, on this machine.

    In SQL: `compress_bench(v)` returns STRUCT(codec VARCHAR, "level" INTEGER, ratio DOUBLE, compress_mb_s DOUBLE, decompress_mb_s DOUBLE)[].
    Equal to its own measurement.

    Args:
        v: VARCHAR or BLOB.

    Example, in SQL:
        array_length(compress_bench(v)) > 10 FROM (VALUES ('a'), ('b')) AS t(v)
        true
    """
    return _aggregate("compress_bench", (v,))
