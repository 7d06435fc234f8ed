// The functions of `expr_fn`, from the catalogue by `make generate`.

functions! { call:
    /// `xxh3(v[, seed])`: 64-bit XXH3: the fastest hash for most columns.
    xxh3(v), xxh3_with_seed(v, seed);
    /// `xxh3_hex(v[, seed])`: 64-bit XXH3 as 16 hex digits, as xxhsum -H3 prints it after XXH3_.
    xxh3_hex(v), xxh3_hex_with_seed(v, seed);
    /// `xxh3_signed(v[, seed])`: 64-bit XXH3 as a BIGINT with the same bits, for systems without unsigned integers.
    xxh3_signed(v), xxh3_signed_with_seed(v, seed);
    /// `xxh128_uuid(v[, seed])`: 128-bit XXH3 as a version 8 UUID: 122 bits of the hash, and 6 bits for the version and variant.
    xxh128_uuid(v), xxh128_uuid_with_seed(v, seed);
    /// `xxh128(v[, seed])`: 128-bit XXH3 as 16 bytes in canonical order, high half first.
    xxh128(v), xxh128_with_seed(v, seed);
    /// `xxh128_hex(v[, seed])`: 128-bit XXH3 as 32 hex digits, as xxhsum -H2 prints it.
    xxh128_hex(v), xxh128_hex_with_seed(v, seed);
    /// `xxh64(v[, seed])`: XXH64, for compatibility with values that other systems have stored.
    xxh64(v), xxh64_with_seed(v, seed);
    /// `xxh64_hex(v[, seed])`: XXH64 as 16 hex digits, as xxhsum -H1 prints it.
    xxh64_hex(v), xxh64_hex_with_seed(v, seed);
    /// `xxh32(v[, seed])`: XXH32, the checksum of LZ4 frames.
    xxh32(v), xxh32_with_seed(v, seed);
    /// `xxh32_hex(v[, seed])`: XXH32 as 8 hex digits, as xxhsum -H0 prints it.
    xxh32_hex(v), xxh32_hex_with_seed(v, seed);
    /// `blake3(v[, length])`: BLAKE3, a cryptographic hash, to any length.
    blake3(v), blake3_with_length(v, length);
    /// `blake3_hex(v[, length])`: BLAKE3 in hex, as b3sum prints it.
    blake3_hex(v), blake3_hex_with_length(v, length);
    /// `blake3_keyed(v, key)`: BLAKE3 under a secret key of 32 bytes: a MAC.
    blake3_keyed(v, key);
    /// `blake3_keyed_hex(v, key)`: BLAKE3 under a secret key of 32 bytes, in hex.
    blake3_keyed_hex(v, key);
    /// `blake3_derive_key(context, v)`: A 32-byte key, derived from key material for the purpose that context names.
    blake3_derive_key(context, v);
    /// `blake3_derive_key_hex(context, v)`: A derived 32-byte key, in hex.
    blake3_derive_key_hex(context, v);
    /// `crc32(v)`: CRC-32, as in zlib, PNG and Parquet.
    crc32(v);
    /// `crc32_hex(v)`: CRC-32 as 8 hex digits.
    crc32_hex(v);
    /// `crc32c(v)`: CRC-32C (Castagnoli), as in iSCSI, ext4 and cloud storage.
    crc32c(v);
    /// `crc32c_hex(v)`: CRC-32C (Castagnoli) as 8 hex digits.
    crc32c_hex(v);
    /// `crc64nvme(v)`: CRC-64/NVME, the default checksum of S3.
    crc64nvme(v);
    /// `crc64nvme_hex(v)`: CRC-64/NVME as 16 hex digits.
    crc64nvme_hex(v);
    /// `adler32(v)`: Adler-32, the checksum of zlib streams.
    adler32(v);
    /// `adler32_hex(v)`: Adler-32, in hex.
    adler32_hex(v);
    /// `fnv1a_32(v)`: 32-bit FNV-1a.
    fnv1a_32(v);
    /// `fnv1a_32_hex(v)`: 32-bit FNV-1a, in hex.
    fnv1a_32_hex(v);
    /// `fnv1a_64(v)`: 64-bit FNV-1a.
    fnv1a_64(v);
    /// `fnv1a_64_hex(v)`: 64-bit FNV-1a, in hex.
    fnv1a_64_hex(v);
    /// `murmur2_32(v[, seed])`: 32-bit MurmurHash2. For the murmur2 of Kafka's Java client, pass the seed 2538058380: Java reads the same bits as a signed number.
    murmur2_32(v), murmur2_32_with_seed(v, seed);
    /// `murmur2_32_hex(v[, seed])`: 32-bit MurmurHash2, in hex.
    murmur2_32_hex(v), murmur2_32_hex_with_seed(v, seed);
    /// `murmur2_64(v[, seed])`: 64-bit MurmurHash2 (64A).
    murmur2_64(v), murmur2_64_with_seed(v, seed);
    /// `murmur2_64_hex(v[, seed])`: 64-bit MurmurHash2 (64A), in hex.
    murmur2_64_hex(v), murmur2_64_hex_with_seed(v, seed);
    /// `murmur3_x86_32(v[, seed])`: 32-bit MurmurHash3 (x86_32).
    murmur3_x86_32(v), murmur3_x86_32_with_seed(v, seed);
    /// `murmur3_x86_32_hex(v[, seed])`: 32-bit MurmurHash3 (x86_32), in hex.
    murmur3_x86_32_hex(v), murmur3_x86_32_hex_with_seed(v, seed);
    /// `murmur3_x64_128(v[, seed])`: 128-bit MurmurHash3 (x64_128) as 16 bytes.
    murmur3_x64_128(v), murmur3_x64_128_with_seed(v, seed);
    /// `murmur3_x64_128_hex(v[, seed])`: 128-bit MurmurHash3 (x64_128), in hex.
    murmur3_x64_128_hex(v), murmur3_x64_128_hex_with_seed(v, seed);
    /// `murmur3_x86_128(v[, seed])`: 128-bit MurmurHash3 (x86_128) as 16 bytes.
    murmur3_x86_128(v), murmur3_x86_128_with_seed(v, seed);
    /// `murmur3_x86_128_hex(v[, seed])`: 128-bit MurmurHash3 (x86_128), in hex.
    murmur3_x86_128_hex(v), murmur3_x86_128_hex_with_seed(v, seed);
    /// `wyhash(v[, seed])`: 64-bit wyhash.
    wyhash(v), wyhash_with_seed(v, seed);
    /// `wyhash_hex(v[, seed])`: 64-bit wyhash, in hex.
    wyhash_hex(v), wyhash_hex_with_seed(v, seed);
    /// `rapidhash(v[, seed])`: 64-bit rapidhash.
    rapidhash(v), rapidhash_with_seed(v, seed);
    /// `rapidhash_hex(v[, seed])`: 64-bit rapidhash, in hex.
    rapidhash_hex(v), rapidhash_hex_with_seed(v, seed);
    /// `metrohash64(v[, seed])`: 64-bit MetroHash.
    metrohash64(v), metrohash64_with_seed(v, seed);
    /// `metrohash64_hex(v[, seed])`: 64-bit MetroHash, in hex.
    metrohash64_hex(v), metrohash64_hex_with_seed(v, seed);
    /// `metrohash128(v[, seed])`: 128-bit MetroHash as 16 bytes.
    metrohash128(v), metrohash128_with_seed(v, seed);
    /// `metrohash128_hex(v[, seed])`: 128-bit MetroHash, in hex.
    metrohash128_hex(v), metrohash128_hex_with_seed(v, seed);
    /// `farmhash64(v)`: 64-bit FarmHash fingerprint; BigQuery has it as a signed number.
    farmhash64(v);
    /// `farmhash64_hex(v)`: 64-bit FarmHash fingerprint, in hex; BigQuery has it as a signed number.
    farmhash64_hex(v);
    /// `cityhash64(v)`: 64-bit CityHash.
    cityhash64(v);
    /// `cityhash64_hex(v)`: 64-bit CityHash, in hex.
    cityhash64_hex(v);
    /// `spookyhash_v2_32(v[, seed])`: 32-bit SpookyHash V2, the low half of the 64-bit one, for compatibility: xxh3 is faster.
    spookyhash_v2_32(v), spookyhash_v2_32_with_seed(v, seed);
    /// `spookyhash_v2_32_hex(v[, seed])`: 32-bit SpookyHash V2, in hex.
    spookyhash_v2_32_hex(v), spookyhash_v2_32_hex_with_seed(v, seed);
    /// `spookyhash_v2_64(v[, seed])`: 64-bit SpookyHash V2, for compatibility: xxh3 is faster.
    spookyhash_v2_64(v), spookyhash_v2_64_with_seed(v, seed);
    /// `spookyhash_v2_64_hex(v[, seed])`: 64-bit SpookyHash V2, in hex.
    spookyhash_v2_64_hex(v), spookyhash_v2_64_hex_with_seed(v, seed);
    /// `spookyhash_v2_128(v[, seed])`: 128-bit SpookyHash V2, for compatibility: xxh128 is faster.
    spookyhash_v2_128(v), spookyhash_v2_128_with_seed(v, seed);
    /// `spookyhash_v2_128_hex(v[, seed])`: 128-bit SpookyHash V2, in hex.
    spookyhash_v2_128_hex(v), spookyhash_v2_128_hex_with_seed(v, seed);
    /// `komihash(v[, seed])`: 64-bit komihash. For compatibility: it takes 4.5 ns for 24 bytes here, xxh3 2.7.
    komihash(v), komihash_with_seed(v, seed);
    /// `komihash_hex(v[, seed])`: 64-bit komihash, in hex.
    komihash_hex(v), komihash_hex_with_seed(v, seed);
    /// `gxhash64(v[, seed])`: 64-bit GxHash. For compatibility: it takes 77 ns for 24 bytes here, xxh3 2.7.
    gxhash64(v), gxhash64_with_seed(v, seed);
    /// `gxhash64_hex(v[, seed])`: 64-bit GxHash, in hex.
    gxhash64_hex(v), gxhash64_hex_with_seed(v, seed);
    /// `aquahash(v[, seed])`: 128-bit AquaHash. For compatibility: it takes 97 ns for 24 bytes here, xxh128 3.3.
    aquahash(v), aquahash_with_seed(v, seed);
    /// `aquahash_hex(v[, seed])`: 128-bit AquaHash, in hex.
    aquahash_hex(v), aquahash_hex_with_seed(v, seed);
    /// `meowhash(v[, seed])`: 128-bit MeowHash 0.5. For compatibility: 24 bytes take 2,900 instructions here, 120 with xxh128.
    meowhash(v), meowhash_with_seed(v, seed);
    /// `meowhash_hex(v[, seed])`: 128-bit MeowHash 0.5, in hex.
    meowhash_hex(v), meowhash_hex_with_seed(v, seed);
    /// `haraka256(v)`: 256-bit Haraka-256 v2 of exactly 32 bytes; other lengths are an error. For compatibility: 2,000 instructions here, 120 with xxh128.
    haraka256(v);
    /// `haraka256_hex(v)`: 256-bit Haraka-256 v2 of exactly 32 bytes; other lengths are an error, in hex.
    haraka256_hex(v);
    /// `haraka512(v)`: 256-bit Haraka-512 v2 of exactly 64 bytes; other lengths are an error. For compatibility: 3,900 instructions here, 150 with xxh128.
    haraka512(v);
    /// `haraka512_hex(v)`: 256-bit Haraka-512 v2 of exactly 64 bytes; other lengths are an error, in hex.
    haraka512_hex(v);
    /// `highwayhash64(v, key)`: 64-bit HighwayHash under a secret key of 32 bytes. For compatibility: it takes 36 ns for 24 bytes here, siphash24 14.
    highwayhash64(v, key);
    /// `highwayhash64_hex(v, key)`: 64-bit HighwayHash under a secret key of 32 bytes, in hex.
    highwayhash64_hex(v, key);
    /// `highwayhash128(v, key)`: 128-bit HighwayHash under a secret key of 32 bytes. For compatibility: to authenticate, use blake3_keyed.
    highwayhash128(v, key);
    /// `highwayhash128_hex(v, key)`: 128-bit HighwayHash under a secret key of 32 bytes, in hex.
    highwayhash128_hex(v, key);
    /// `highwayhash256(v, key)`: 256-bit HighwayHash under a secret key of 32 bytes, MinIO's checksum of shards. For compatibility: to authenticate, use blake3_keyed.
    highwayhash256(v, key);
    /// `highwayhash256_hex(v, key)`: 256-bit HighwayHash under a secret key of 32 bytes, in hex.
    highwayhash256_hex(v, key);
    /// `siphash13(v, key)`: SipHash-1-3 under a secret key of 16 bytes, for hash tables that attackers can fill.
    siphash13(v, key);
    /// `siphash13_hex(v, key)`: SipHash-1-3 under a secret key of 16 bytes, for hash tables that attackers can fill, in hex.
    siphash13_hex(v, key);
    /// `siphash24(v, key)`: SipHash-2-4 under a secret key of 16 bytes.
    siphash24(v, key);
    /// `siphash24_hex(v, key)`: SipHash-2-4 under a secret key of 16 bytes, in hex.
    siphash24_hex(v, key);
    /// `siphash24_128(v, key)`: 128-bit SipHash-2-4 under a secret key of 16 bytes.
    siphash24_128(v, key);
    /// `siphash24_128_hex(v, key)`: 128-bit SipHash-2-4 under a secret key of 16 bytes, in hex.
    siphash24_128_hex(v, key);
    /// `digest(v, algorithm)`: The digest under an algorithm: md5, sha1, sha224, sha256, sha384, sha512, sha512_224, sha512_256, sha3_224, sha3_256, sha3_384, sha3_512, keccak256, shake128, shake256, blake2b, blake2s, blake3, k12, skein256, skein512, ripemd160, sm3.
    digest(v, algorithm);
    /// `hexdigest(v, algorithm)`: The digest under an algorithm, in hex.
    hexdigest(v, algorithm);
    /// `hmac(v, key, algorithm)`: HMAC under a secret key and a hash: md5, sha1, sha224, sha256, sha384, sha512, sha512_224, sha512_256, sha3_224, sha3_256, sha3_384, sha3_512, keccak256, blake2b, blake2s, ripemd160, sm3.
    hmac(v, key, algorithm);
    /// `hmac_hex(v, key, algorithm)`: HMAC under a secret key and a hash, in hex.
    hmac_hex(v, key, algorithm);
    /// `uuid5(namespace, name)`: The version 5 UUID of a name in a namespace, which is 'dns', 'url', 'oid', 'x500' or a UUID: the same name always has the same UUID.
    uuid5(namespace, name);
    /// `uuid3(namespace, name)`: The version 3 UUID of a name in a namespace, for systems that require MD5; others use uuid5.
    uuid3(namespace, name);
    /// `s3_checksum(v, algorithm)`: The checksum that S3 stores with an object, in base64: CRC32, CRC32C, CRC64NVME, XXHASH64, XXHASH3, XXHASH128, SHA1, SHA256, SHA512, MD5.
    s3_checksum(v, algorithm);
    /// `trino_xxhash64(v)`: Trino's xxhash64, as 8 bytes.
    trino_xxhash64(v);
    /// `bq_farm_fingerprint(v)`: BigQuery's FARM_FINGERPRINT.
    bq_farm_fingerprint(v);
    /// `iceberg_hash(v)`: The 32-bit hash that Iceberg's bucket transform uses.
    iceberg_hash(v);
    /// `iceberg_partition(v, n)`: Iceberg's bucket transform: the bucket of a value, from 0 to n - 1.
    iceberg_partition(v, n);
    /// `kafka_partition(key, n[, client])`: The partition, from 0 to n - 1, to which a Kafka client sends a record with this key.
    kafka_partition(key, n), kafka_partition_with_client(key, n, client);
    /// `jump_hash(h, n)`: The bucket, from 0 to n - 1, that jump consistent hash assigns to a 64-bit hash: with one more bucket, a hash keeps its bucket or moves to the new one. A negative number is read as its 64 bits.
    jump_hash(h, n);
    /// `postgres_hashtext(v)`: PostgreSQL's hashtext.
    postgres_hashtext(v);
    /// `postgres_hashtextextended(v, seed)`: PostgreSQL's hashtextextended, which partitions tables: PARTITION BY HASH has the seed 8816678312871386365.
    postgres_hashtextextended(v, seed);
    /// `redshift_fnv_hash(v[, seed])`: Redshift's fnv_hash: FNV-1a of 64 bits. The width of a number counts: write CAST(1 AS INTEGER) if Redshift has an INT. For several columns, pass the hash of one as the seed of the next.
    redshift_fnv_hash(v), redshift_fnv_hash_with_seed(v, seed);
    /// `java_hash(v)`: Java's String.hashCode.
    java_hash(v);
    /// `clickhouse_siphash64(any…)`: ClickHouse's sipHash64 of one value or several. The width of a number counts: write CAST(7 AS INTEGER) if ClickHouse has an Int32.
    clickhouse_siphash64(; row);
    /// `clickhouse_siphash128(any…)`: ClickHouse's sipHash128 of one value or several, as 16 bytes. The width of a number counts: write CAST(7 AS INTEGER) if ClickHouse has an Int32.
    clickhouse_siphash128(; row);
    /// `clickhouse_siphash128_hex(any…)`: ClickHouse's sipHash128 of one value or several, in hex.
    clickhouse_siphash128_hex(; row);
    /// `clickhouse_cityhash64(any…)`: ClickHouse's cityHash64 of one value or several. The width of a negative number counts: write CAST(-7 AS INTEGER) if ClickHouse has an Int32.
    clickhouse_cityhash64(; row);
    /// `clickhouse_halfmd5(any…)`: ClickHouse's halfMD5 of one value or several: the first 8 bytes of MD5. The width of a number counts.
    clickhouse_halfmd5(; row);
    /// `spark_hash(any…)`: Spark's `hash`: 32-bit Murmur3 over typed values, by which Spark shuffles and buckets rows. The width of a number counts: write CAST(2 AS INTEGER) if Spark has an INT.
    spark_hash(; row);
    /// `spark_xxhash64(any…)`: Spark's `xxhash64`: XXH64 over typed values. The width of a number counts: write CAST(2 AS INTEGER) if Spark has an INT.
    spark_xxhash64(; row);
    /// `spark_hash_with_seed(seed, any…)`: Spark's `hash` under a seed, the first argument: spark_hash has the seed 42. To hash further values, pass the hash of the previous ones as the seed.
    spark_hash_with_seed(seed; row);
    /// `spark_xxhash64_with_seed(seed, any…)`: Spark's `xxhash64` under a seed, the first argument: spark_xxhash64 has the seed 42. To hash further values, pass the hash of the previous ones as the seed.
    spark_xxhash64_with_seed(seed; row);
    /// `hive_hash(any…)`: The hash that chooses the bucket of a row in version 1 of Hive's bucketing.
    hive_hash(; row);
    /// `row_bytes(any…)`: The canonical encoding of the row: different rows have different bytes.
    row_bytes(; row);
    /// `row_bytes_hex(any…)`: The canonical encoding of the row in hex.
    row_bytes_hex(; row);
    /// `row_xxh3(any…)`: 64-bit XXH3 of the row, in which NULL is a value: the fastest hash for joins and change detection.
    row_xxh3(; row);
    /// `row_xxh3_hex(any…)`: 64-bit XXH3 of the row as 16 hex digits.
    row_xxh3_hex(; row);
    /// `row_xxh3_signed(any…)`: row_xxh3 as a BIGINT with the same bits, for systems without unsigned integers.
    row_xxh3_signed(; row);
    /// `row_uuid(any…)`: row_xxh128 as a version 8 UUID: 122 bits of the hash, and 6 bits for the version and variant.
    row_uuid(; row);
    /// `row_uuid5(namespace, any…)`: The version 5 UUID of the row in a namespace: 'dns', 'url', 'oid', 'x500' or a UUID.
    row_uuid5(namespace; row);
    /// `hash_bucket(any…, n)`: The row's bucket, from 0 to n - 1: the same in every run, on every machine and in both engines. The last argument is n.
    hash_bucket(; row);
    /// `hash_sample(any…, fraction)`: Whether the row is in a sample of about this fraction of all rows: the same rows in every run, on every machine and in both engines. A larger fraction keeps these rows and adds more. The sample has rows from all buckets of hash_bucket. The last argument is the fraction.
    hash_sample(; row);
    /// `row_xxh128(any…)`: 128-bit XXH3 of the row: a key for tables of any size, unless an attacker chooses the values.
    row_xxh128(; row);
    /// `row_xxh128_hex(any…)`: 128-bit XXH3 of the row as 32 hex digits.
    row_xxh128_hex(; row);
    /// `row_blake3(any…)`: BLAKE3 of the row: a key that resists attackers.
    row_blake3(; row);
    /// `row_blake3_hex(any…)`: BLAKE3 of the row in hex.
    row_blake3_hex(; row);
    /// `row_digest(algorithm, any…)`: The digest of the row under an algorithm of `digest`.
    row_digest(algorithm; row);
    /// `row_digest_hex(algorithm, any…)`: The digest of the row under an algorithm, in hex.
    row_digest_hex(algorithm; row);
    /// `zstd_compress(v[, level[, dictionary]])`: A zstd frame with its content size and a checksum, at level -7 to 22.
    zstd_compress(v), zstd_compress_with_level(v, level), zstd_compress_with_level_and_dictionary(v, level, dictionary);
    /// `zstd_dict_id(b)`: The id of a zstd dictionary, or of the dictionary that a frame needs; NULL for a frame without one.
    zstd_dict_id(b);
    /// `zstd_decompress(b[, dictionary[, max_bytes]])`: The bytes in zstd frames.
    zstd_decompress(b), zstd_decompress_with_dictionary(b, dictionary), zstd_decompress_with_dictionary_and_max_bytes(b, dictionary, max_bytes);
    /// `zstd_decompress_text(b[, dictionary[, max_bytes]])`: The text in zstd frames.
    zstd_decompress_text(b), zstd_decompress_text_with_dictionary(b, dictionary), zstd_decompress_text_with_dictionary_and_max_bytes(b, dictionary, max_bytes);
    /// `try_zstd_decompress(b[, dictionary[, max_bytes]])`: The bytes in zstd frames, or NULL if the input is corrupt or too long.
    try_zstd_decompress(b), try_zstd_decompress_with_dictionary(b, dictionary), try_zstd_decompress_with_dictionary_and_max_bytes(b, dictionary, max_bytes);
    /// `try_zstd_decompress_text(b[, dictionary[, max_bytes]])`: The text in zstd frames, or NULL if the input is corrupt, too long or not UTF-8.
    try_zstd_decompress_text(b), try_zstd_decompress_text_with_dictionary(b, dictionary), try_zstd_decompress_text_with_dictionary_and_max_bytes(b, dictionary, max_bytes);
    /// `lz4_compress(v)`: An LZ4 frame with its content size and a checksum, which the lz4 tool reads.
    lz4_compress(v);
    /// `lz4_block_compress(v)`: One LZ4 block after a 4-byte little-endian length: the compact form for short strings.
    lz4_block_compress(v);
    /// `lz4_decompress(b[, max_bytes])`: The bytes in LZ4 frames.
    lz4_decompress(b), lz4_decompress_with_max_bytes(b, max_bytes);
    /// `lz4_decompress_text(b[, max_bytes])`: The text in LZ4 frames.
    lz4_decompress_text(b), lz4_decompress_text_with_max_bytes(b, max_bytes);
    /// `try_lz4_decompress(b[, max_bytes])`: The bytes in LZ4 frames, or NULL if the input is corrupt or too long.
    try_lz4_decompress(b), try_lz4_decompress_with_max_bytes(b, max_bytes);
    /// `try_lz4_decompress_text(b[, max_bytes])`: The text in LZ4 frames, or NULL if the input is corrupt, too long or not UTF-8.
    try_lz4_decompress_text(b), try_lz4_decompress_text_with_max_bytes(b, max_bytes);
    /// `lz4_block_decompress(b[, max_bytes])`: The bytes in an LZ4 block after its 4-byte length.
    lz4_block_decompress(b), lz4_block_decompress_with_max_bytes(b, max_bytes);
    /// `lz4_block_decompress_text(b[, max_bytes])`: The text in an LZ4 block after its 4-byte length.
    lz4_block_decompress_text(b), lz4_block_decompress_text_with_max_bytes(b, max_bytes);
    /// `try_lz4_block_decompress(b[, max_bytes])`: The bytes in an LZ4 block after its 4-byte length, or NULL if the input is corrupt or too long.
    try_lz4_block_decompress(b), try_lz4_block_decompress_with_max_bytes(b, max_bytes);
    /// `try_lz4_block_decompress_text(b[, max_bytes])`: The text in an LZ4 block after its 4-byte length, or NULL if the input is corrupt, too long or not UTF-8.
    try_lz4_block_decompress_text(b), try_lz4_block_decompress_text_with_max_bytes(b, max_bytes);
    /// `gzip_compress(v[, level])`: A gzip member without a file name or a time stamp, at level 0 to 9.
    gzip_compress(v), gzip_compress_with_level(v, level);
    /// `zlib_compress(v[, level])`: A zlib stream, at level 0 to 9.
    zlib_compress(v), zlib_compress_with_level(v, level);
    /// `snappy_compress(v)`: A raw Snappy block, which has no checksum.
    snappy_compress(v);
    /// `brotli_compress(v[, level])`: A Brotli stream, which has no checksum, at quality 0 to 11.
    brotli_compress(v), brotli_compress_with_level(v, level);
    /// `xz_compress(v[, level])`: An xz stream with a CRC-64, at level 0 to 9.
    xz_compress(v), xz_compress_with_level(v, level);
    /// `lz4hc_block_compress(v[, level])`: lz4_block_compress by LZ4 HC, at level 1 to 12; lz4_block_decompress reads the result.
    lz4hc_block_compress(v), lz4hc_block_compress_with_level(v, level);
    /// `gzip_decompress(b[, max_bytes])`: The bytes in gzip members.
    gzip_decompress(b), gzip_decompress_with_max_bytes(b, max_bytes);
    /// `gzip_decompress_text(b[, max_bytes])`: The text in gzip members.
    gzip_decompress_text(b), gzip_decompress_text_with_max_bytes(b, max_bytes);
    /// `try_gzip_decompress(b[, max_bytes])`: The bytes in gzip members, or NULL if the input is corrupt or too long.
    try_gzip_decompress(b), try_gzip_decompress_with_max_bytes(b, max_bytes);
    /// `try_gzip_decompress_text(b[, max_bytes])`: The text in gzip members, or NULL if the input is corrupt, too long or not UTF-8.
    try_gzip_decompress_text(b), try_gzip_decompress_text_with_max_bytes(b, max_bytes);
    /// `zlib_decompress(b[, max_bytes])`: The bytes in a zlib stream.
    zlib_decompress(b), zlib_decompress_with_max_bytes(b, max_bytes);
    /// `zlib_decompress_text(b[, max_bytes])`: The text in a zlib stream.
    zlib_decompress_text(b), zlib_decompress_text_with_max_bytes(b, max_bytes);
    /// `try_zlib_decompress(b[, max_bytes])`: The bytes in a zlib stream, or NULL if the input is corrupt or too long.
    try_zlib_decompress(b), try_zlib_decompress_with_max_bytes(b, max_bytes);
    /// `try_zlib_decompress_text(b[, max_bytes])`: The text in a zlib stream, or NULL if the input is corrupt, too long or not UTF-8.
    try_zlib_decompress_text(b), try_zlib_decompress_text_with_max_bytes(b, max_bytes);
    /// `snappy_decompress(b[, max_bytes])`: The bytes in a raw Snappy block.
    snappy_decompress(b), snappy_decompress_with_max_bytes(b, max_bytes);
    /// `snappy_decompress_text(b[, max_bytes])`: The text in a raw Snappy block.
    snappy_decompress_text(b), snappy_decompress_text_with_max_bytes(b, max_bytes);
    /// `try_snappy_decompress(b[, max_bytes])`: The bytes in a raw Snappy block, or NULL if the input is corrupt or too long.
    try_snappy_decompress(b), try_snappy_decompress_with_max_bytes(b, max_bytes);
    /// `try_snappy_decompress_text(b[, max_bytes])`: The text in a raw Snappy block, or NULL if the input is corrupt, too long or not UTF-8.
    try_snappy_decompress_text(b), try_snappy_decompress_text_with_max_bytes(b, max_bytes);
    /// `brotli_decompress(b[, max_bytes])`: The bytes in a Brotli stream.
    brotli_decompress(b), brotli_decompress_with_max_bytes(b, max_bytes);
    /// `brotli_decompress_text(b[, max_bytes])`: The text in a Brotli stream.
    brotli_decompress_text(b), brotli_decompress_text_with_max_bytes(b, max_bytes);
    /// `try_brotli_decompress(b[, max_bytes])`: The bytes in a Brotli stream, or NULL if the input is corrupt or too long.
    try_brotli_decompress(b), try_brotli_decompress_with_max_bytes(b, max_bytes);
    /// `try_brotli_decompress_text(b[, max_bytes])`: The text in a Brotli stream, or NULL if the input is corrupt, too long or not UTF-8.
    try_brotli_decompress_text(b), try_brotli_decompress_text_with_max_bytes(b, max_bytes);
    /// `xz_decompress(b[, max_bytes])`: The bytes in xz streams.
    xz_decompress(b), xz_decompress_with_max_bytes(b, max_bytes);
    /// `xz_decompress_text(b[, max_bytes])`: The text in xz streams.
    xz_decompress_text(b), xz_decompress_text_with_max_bytes(b, max_bytes);
    /// `try_xz_decompress(b[, max_bytes])`: The bytes in xz streams, or NULL if the input is corrupt or too long.
    try_xz_decompress(b), try_xz_decompress_with_max_bytes(b, max_bytes);
    /// `try_xz_decompress_text(b[, max_bytes])`: The text in xz streams, or NULL if the input is corrupt, too long or not UTF-8.
    try_xz_decompress_text(b), try_xz_decompress_text_with_max_bytes(b, max_bytes);
    /// `compress(v, codec)`: The value, compressed with a codec by name, optionally with a level as in 'zstd(3)'.
    compress(v, codec);
    /// `compressed_size(v, codec)`: The size of compress(v, codec) in bytes.
    compressed_size(v, codec);
    /// `uncompressed_size(b, codec)`: The size of the content that a compressed value declares, without decompressing it; NULL if its format doesn't declare one.
    uncompressed_size(b, codec);
    /// `detect_codec(b)`: The codec detected from the value's first bytes; NULL if they are not a known magic number.
    detect_codec(b);
    /// `decompress(b, codec[, max_bytes])`: The bytes in a value compressed with the codec ('auto' detects it from the first bytes).
    decompress(b, codec), decompress_with_max_bytes(b, codec, max_bytes);
    /// `decompress_text(b, codec[, max_bytes])`: The text in a value compressed with the codec ('auto' detects it from the first bytes).
    decompress_text(b, codec), decompress_text_with_max_bytes(b, codec, max_bytes);
    /// `try_decompress(b, codec[, max_bytes])`: The bytes in a value compressed with the codec ('auto' detects it from the first bytes), or NULL if the input is corrupt or too long.
    try_decompress(b, codec), try_decompress_with_max_bytes(b, codec, max_bytes);
    /// `try_decompress_text(b, codec[, max_bytes])`: The text in a value compressed with the codec ('auto' detects it from the first bytes), or NULL if the input is corrupt, too long or not UTF-8.
    try_decompress_text(b, codec), try_decompress_text_with_max_bytes(b, codec, max_bytes);
    /// `fsst_compress(v, symbols)`: The value, compressed with a symbol table from fsst_train: the smallest form for short, similar texts. It has no checksum.
    fsst_compress(v, symbols);
    /// `fsst_decompress(b, symbols[, max_bytes])`: The bytes in an FSST-compressed value, given the symbol table that compressed it.
    fsst_decompress(b, symbols), fsst_decompress_with_max_bytes(b, symbols, max_bytes);
    /// `fsst_decompress_text(b, symbols[, max_bytes])`: The text in an FSST-compressed value, given the symbol table that compressed it.
    fsst_decompress_text(b, symbols), fsst_decompress_text_with_max_bytes(b, symbols, max_bytes);
    /// `try_fsst_decompress(b, symbols[, max_bytes])`: The bytes in an FSST-compressed value, given the symbol table that compressed it, or NULL if the input is corrupt or too long.
    try_fsst_decompress(b, symbols), try_fsst_decompress_with_max_bytes(b, symbols, max_bytes);
    /// `try_fsst_decompress_text(b, symbols[, max_bytes])`: The text in an FSST-compressed value, given the symbol table that compressed it, or NULL if the input is corrupt, too long or not UTF-8.
    try_fsst_decompress_text(b, symbols), try_fsst_decompress_text_with_max_bytes(b, symbols, max_bytes);
    /// `block_get(pack, i[, max_bytes])`: Value i of a pack, counted from 1; decompresses only the value's chunk, or with FSST only the value.
    block_get(pack, i), block_get_with_max_bytes(pack, i, max_bytes);
    /// `block_get_text(pack, i[, max_bytes])`: Value i of a pack as text, counted from 1; decompresses only the value's chunk, or with FSST only the value.
    block_get_text(pack, i), block_get_text_with_max_bytes(pack, i, max_bytes);
    /// `block_count(pack)`: The number of values in a pack, NULLs included.
    block_count(pack);
    /// `block_values(pack[, max_bytes])`: All values of a pack in order, as a list to UNNEST; max_bytes limits their total size plus 16 bytes for each value.
    block_values(pack), block_values_with_max_bytes(pack, max_bytes);
    /// `block_values_text(pack[, max_bytes])`: All values of a pack in order as text, as a list to UNNEST; max_bytes limits their total size plus 16 bytes for each value.
    block_values_text(pack), block_values_text_with_max_bytes(pack, max_bytes);
    /// `list_hash_agg(list)`: hash_agg over the elements of a list: list_hash_agg(list(row(a, b))) equals hash_agg(a, b), and list_hash_agg(list(a)) equals hash_agg(a).
    list_hash_agg(list);
    /// `list_fingerprint(list)`: fingerprint over the elements of a list: list_fingerprint(list(row(a, b))) equals fingerprint(a, b), and list_fingerprint(list(a)) equals fingerprint(a).
    list_fingerprint(list);
    /// `list_fingerprint_sum(list)`: fingerprint_sum over the elements of a list: the sum of fingerprints; NULLs are ignored.
    list_fingerprint_sum(list);
    /// `minhash(list, k)`: The MinHash signature of a list's distinct elements: k numbers. The fraction of places at which two signatures are equal estimates the Jaccard similarity of the lists. NULL elements are ignored; NULL for a list without elements.
    minhash(list, k);
    /// `simhash(list)`: The 64-bit SimHash of a list's elements: lists with many elements in common differ in few bits. Repeated elements count each time, NULL elements are ignored; NULL for a list without elements.
    simhash(list);
    /// `list_digest(list, algorithm)`: digest_agg over the elements of a list, in order: the digest of their concatenated row_bytes; NULL for an empty list.
    list_digest(list, algorithm);
    /// `list_zstd_train_dict(list[, max_bytes[, max_samples]])`: zstd_train_dict over the elements of a list: a zstd dictionary for similar values; NULLs are ignored.
    list_zstd_train_dict(list), list_zstd_train_dict_with_max_bytes(list, max_bytes), list_zstd_train_dict_with_max_bytes_and_max_samples(list, max_bytes, max_samples);
    /// `list_fsst_train(list)`: fsst_train over the elements of a list: an FSST symbol table for similar values; NULLs are ignored.
    list_fsst_train(list);
    /// `list_block_pack(list[, codec[, chunk_bytes]])`: block_pack over the elements of a list, in order: a single value that holds all of them, NULLs included, in compressed chunks; NULL for an empty list.
    list_block_pack(list), list_block_pack_with_codec(list, codec), list_block_pack_with_codec_and_chunk_bytes(list, codec, chunk_bytes);
    /// `list_row_sketch(list, p)`: row_sketch over the elements of a list: list_row_sketch(list(row(key, a)), p) equals row_sketch(p, key, a); NULL for an empty list.
    list_row_sketch(list, p);
    /// `list_compress_bench(list)`: compress_bench over the elements of a list: the ratio and the speed of each codec on a sample of them, on this machine.
    list_compress_bench(list);
    /// `shingles(v, n[, unit])`: All sequences of n neighbouring words or characters of a text, in order and with repetitions: the elements for minhash and simhash. Words are separated by one space, whatever white space the text has; a text with fewer than n has none.
    shingles(v, n), shingles_with_unit(v, n, unit);
    /// `minhash_merge(a, b)`: The signature of the elements of two lists together, from the signatures of both.
    minhash_merge(a, b);
    /// `minhash_similarity(a, b)`: The fraction of places at which two signatures are equal, from 0 to 1: an estimate of the Jaccard similarity of two lists, whose standard error is at most 0.5 / sqrt(k).
    minhash_similarity(a, b);
    /// `minhash_bands(signature, bands)`: A hash of each band of a signature, which is split into as many bands of one length. Lists that share a band are candidates for near-duplicates: join on unnest(minhash_bands(…)). Similar lists share one with the probability 1 - (1 - similarity^(k / bands))^bands.
    minhash_bands(signature, bands);
    /// `fingerprint_add(a, b)`: The fingerprint of the rows of two tables together, from their fingerprints.
    fingerprint_add(a, b);
    /// `fingerprint_subtract(a, b)`: The fingerprint of a table after rows were removed: a is the fingerprint of the table before, and b of the removed rows.
    fingerprint_subtract(a, b);
    /// `sketch_diff(a, b)`: The rows that differ between two tables, from their sketches: the side that has a row, its key, its hash, and how many times more often it is there. If more rows differ than the sketches can hold, the error says which p can.
    sketch_diff(a, b);
    /// `sketch_info(s)`: What a sketch holds, as JSON: its p, the number of cells, the number of rows, the kind of keys, and how many differences two such sketches can hold.
    sketch_info(s);
}

functions! { aggregate:
    /// `hash_agg(any…)`: The sum of row_xxh128 over all rows modulo 2^128, big-endian: it doesn't depend on the order of the rows, and it counts duplicates.
    hash_agg(; row);
    /// `fingerprint(any…)`: The number of rows and hash_agg as text, `hl1:<rows>:<hex>`: tables with the same rows have the same fingerprint.
    fingerprint(; row);
    /// `fingerprint_sum(f)`: The sum of fingerprints: a table's fingerprint from those of its parts. NULLs are ignored; without values it is the fingerprint of an empty table.
    fingerprint_sum(f);
    /// `digest_agg(v, algorithm)`: The digest of the concatenated row_bytes of all values, in the order of ORDER BY; NULL without rows.
    digest_agg(v, algorithm);
    /// `zstd_train_dict(v[, max_bytes[, max_samples]])`: A zstd dictionary for similar values. The training sample doesn't depend on their order; NULLs are ignored.
    zstd_train_dict(v), zstd_train_dict_with_max_bytes(v, max_bytes), zstd_train_dict_with_max_bytes_and_max_samples(v, max_bytes, max_samples);
    /// `fsst_train(v)`: An FSST symbol table for similar values. The training sample doesn't depend on their order; NULLs are ignored.
    fsst_train(v);
    /// `block_pack(v[, codec[, chunk_bytes]])`: A single value that holds all values, NULLs included, in compressed chunks, for block_get and block_values; in the order of ORDER BY; NULL without rows.
    block_pack(v), block_pack_with_codec(v, codec), block_pack_with_codec_and_chunk_bytes(v, codec, chunk_bytes);
    /// `minhash_agg(v, k)`: The MinHash signature of all distinct values: k numbers, as minhash returns them for a list; minhash_merge joins signatures of parts. NULLs are ignored; NULL without values.
    minhash_agg(v, k);
    /// `row_sketch(p, key, any…)`: A sketch of a table, for sketch_diff: 160 bytes times 2^p, whatever the number of rows. It holds about 2.4 times 2^p differences. The key is a whole number, any other value, or a struct of several; NULL without rows.
    row_sketch(p; row);
    /// `compress_bench(v)`: The compression ratio (compressed size divided by size) and the speed in MB/s of each codec on a sample of the values, on this machine.
    compress_bench(v);
}
