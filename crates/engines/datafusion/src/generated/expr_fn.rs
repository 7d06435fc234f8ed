//! The functions for the DataFrame API. Each returns an [`Expr`].
//!
//! `xxh3(v)` takes the arguments that are required; `xxh3_with_seed(v, seed)` takes optional ones too. Functions of rows
//! take a list of values.

// Generated from the catalogue by `make generate`.

use datafusion::logical_expr::Expr;

fn call(name: &str, args: Vec<Expr>) -> Expr {
    let function = hashlane_catalog::find(name).expect("generated from the catalogue");
    crate::udf(function).call(args)
}

fn aggregate(name: &str, args: Vec<Expr>) -> Expr {
    let function = hashlane_catalog::find(name).expect("generated from the catalogue");
    crate::udaf(function).call(args)
}

/// `xxh3(v[, seed])`: 64-bit XXH3: the fastest hash for most columns.
pub fn xxh3(v: Expr) -> Expr {
    call("xxh3", vec![v])
}

/// `xxh3(v[, seed])`: 64-bit XXH3: the fastest hash for most columns.
pub fn xxh3_with_seed(v: Expr, seed: Expr) -> Expr {
    call("xxh3", vec![v, seed])
}

/// `xxh3_hex(v[, seed])`: 64-bit XXH3 as 16 hex digits, as xxhsum -H3 prints it after XXH3_.
pub fn xxh3_hex(v: Expr) -> Expr {
    call("xxh3_hex", vec![v])
}

/// `xxh3_hex(v[, seed])`: 64-bit XXH3 as 16 hex digits, as xxhsum -H3 prints it after XXH3_.
pub fn xxh3_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("xxh3_hex", vec![v, seed])
}

/// `xxh3_signed(v[, seed])`: 64-bit XXH3 as a BIGINT with the same bits, for systems without unsigned integers.
pub fn xxh3_signed(v: Expr) -> Expr {
    call("xxh3_signed", vec![v])
}

/// `xxh3_signed(v[, seed])`: 64-bit XXH3 as a BIGINT with the same bits, for systems without unsigned integers.
pub fn xxh3_signed_with_seed(v: Expr, seed: Expr) -> Expr {
    call("xxh3_signed", vec![v, seed])
}

/// `xxh128_uuid(v[, seed])`: 128-bit XXH3 as a version 8 UUID: 122 bits of the hash, and 6 bits for the version and variant.
pub fn xxh128_uuid(v: Expr) -> Expr {
    call("xxh128_uuid", vec![v])
}

/// `xxh128_uuid(v[, seed])`: 128-bit XXH3 as a version 8 UUID: 122 bits of the hash, and 6 bits for the version and variant.
pub fn xxh128_uuid_with_seed(v: Expr, seed: Expr) -> Expr {
    call("xxh128_uuid", vec![v, seed])
}

/// `xxh128(v[, seed])`: 128-bit XXH3 as 16 bytes in canonical order, high half first.
pub fn xxh128(v: Expr) -> Expr {
    call("xxh128", vec![v])
}

/// `xxh128(v[, seed])`: 128-bit XXH3 as 16 bytes in canonical order, high half first.
pub fn xxh128_with_seed(v: Expr, seed: Expr) -> Expr {
    call("xxh128", vec![v, seed])
}

/// `xxh128_hex(v[, seed])`: 128-bit XXH3 as 32 hex digits, as xxhsum -H2 prints it.
pub fn xxh128_hex(v: Expr) -> Expr {
    call("xxh128_hex", vec![v])
}

/// `xxh128_hex(v[, seed])`: 128-bit XXH3 as 32 hex digits, as xxhsum -H2 prints it.
pub fn xxh128_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("xxh128_hex", vec![v, seed])
}

/// `xxh64(v[, seed])`: XXH64, for compatibility with values that other systems have stored.
pub fn xxh64(v: Expr) -> Expr {
    call("xxh64", vec![v])
}

/// `xxh64(v[, seed])`: XXH64, for compatibility with values that other systems have stored.
pub fn xxh64_with_seed(v: Expr, seed: Expr) -> Expr {
    call("xxh64", vec![v, seed])
}

/// `xxh64_hex(v[, seed])`: XXH64 as 16 hex digits, as xxhsum -H1 prints it.
pub fn xxh64_hex(v: Expr) -> Expr {
    call("xxh64_hex", vec![v])
}

/// `xxh64_hex(v[, seed])`: XXH64 as 16 hex digits, as xxhsum -H1 prints it.
pub fn xxh64_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("xxh64_hex", vec![v, seed])
}

/// `xxh32(v[, seed])`: XXH32, the checksum of LZ4 frames.
pub fn xxh32(v: Expr) -> Expr {
    call("xxh32", vec![v])
}

/// `xxh32(v[, seed])`: XXH32, the checksum of LZ4 frames.
pub fn xxh32_with_seed(v: Expr, seed: Expr) -> Expr {
    call("xxh32", vec![v, seed])
}

/// `xxh32_hex(v[, seed])`: XXH32 as 8 hex digits, as xxhsum -H0 prints it.
pub fn xxh32_hex(v: Expr) -> Expr {
    call("xxh32_hex", vec![v])
}

/// `xxh32_hex(v[, seed])`: XXH32 as 8 hex digits, as xxhsum -H0 prints it.
pub fn xxh32_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("xxh32_hex", vec![v, seed])
}

/// `blake3(v[, length])`: BLAKE3, a cryptographic hash, to any length.
pub fn blake3(v: Expr) -> Expr {
    call("blake3", vec![v])
}

/// `blake3(v[, length])`: BLAKE3, a cryptographic hash, to any length.
pub fn blake3_with_length(v: Expr, length: Expr) -> Expr {
    call("blake3", vec![v, length])
}

/// `blake3_hex(v[, length])`: BLAKE3 in hex, as b3sum prints it.
pub fn blake3_hex(v: Expr) -> Expr {
    call("blake3_hex", vec![v])
}

/// `blake3_hex(v[, length])`: BLAKE3 in hex, as b3sum prints it.
pub fn blake3_hex_with_length(v: Expr, length: Expr) -> Expr {
    call("blake3_hex", vec![v, length])
}

/// `blake3_keyed(v, key)`: BLAKE3 under a secret key of 32 bytes: a MAC.
pub fn blake3_keyed(v: Expr, key: Expr) -> Expr {
    call("blake3_keyed", vec![v, key])
}

/// `blake3_keyed_hex(v, key)`: BLAKE3 under a secret key of 32 bytes, in hex.
pub fn blake3_keyed_hex(v: Expr, key: Expr) -> Expr {
    call("blake3_keyed_hex", vec![v, key])
}

/// `blake3_derive_key(context, v)`: A 32-byte key, derived from key material for the purpose that context names.
pub fn blake3_derive_key(context: Expr, v: Expr) -> Expr {
    call("blake3_derive_key", vec![context, v])
}

/// `blake3_derive_key_hex(context, v)`: A derived 32-byte key, in hex.
pub fn blake3_derive_key_hex(context: Expr, v: Expr) -> Expr {
    call("blake3_derive_key_hex", vec![context, v])
}

/// `crc32(v)`: CRC-32, as in zlib, PNG and Parquet.
pub fn crc32(v: Expr) -> Expr {
    call("crc32", vec![v])
}

/// `crc32_hex(v)`: CRC-32 as 8 hex digits.
pub fn crc32_hex(v: Expr) -> Expr {
    call("crc32_hex", vec![v])
}

/// `crc32c(v)`: CRC-32C (Castagnoli), as in iSCSI, ext4 and cloud storage.
pub fn crc32c(v: Expr) -> Expr {
    call("crc32c", vec![v])
}

/// `crc32c_hex(v)`: CRC-32C (Castagnoli) as 8 hex digits.
pub fn crc32c_hex(v: Expr) -> Expr {
    call("crc32c_hex", vec![v])
}

/// `crc64nvme(v)`: CRC-64/NVME, the default checksum of S3.
pub fn crc64nvme(v: Expr) -> Expr {
    call("crc64nvme", vec![v])
}

/// `crc64nvme_hex(v)`: CRC-64/NVME as 16 hex digits.
pub fn crc64nvme_hex(v: Expr) -> Expr {
    call("crc64nvme_hex", vec![v])
}

/// `adler32(v)`: Adler-32, the checksum of zlib streams.
pub fn adler32(v: Expr) -> Expr {
    call("adler32", vec![v])
}

/// `adler32_hex(v)`: Adler-32, in hex.
pub fn adler32_hex(v: Expr) -> Expr {
    call("adler32_hex", vec![v])
}

/// `fnv1a_32(v)`: 32-bit FNV-1a.
pub fn fnv1a_32(v: Expr) -> Expr {
    call("fnv1a_32", vec![v])
}

/// `fnv1a_32_hex(v)`: 32-bit FNV-1a, in hex.
pub fn fnv1a_32_hex(v: Expr) -> Expr {
    call("fnv1a_32_hex", vec![v])
}

/// `fnv1a_64(v)`: 64-bit FNV-1a.
pub fn fnv1a_64(v: Expr) -> Expr {
    call("fnv1a_64", vec![v])
}

/// `fnv1a_64_hex(v)`: 64-bit FNV-1a, in hex.
pub fn fnv1a_64_hex(v: Expr) -> Expr {
    call("fnv1a_64_hex", vec![v])
}

/// `murmur2_32(v[, seed])`: 32-bit MurmurHash2. For the murmur2 of Kafka's Java client, pass the seed 2538058380: Java reads the same bits as a signed number.
pub fn murmur2_32(v: Expr) -> Expr {
    call("murmur2_32", vec![v])
}

/// `murmur2_32(v[, seed])`: 32-bit MurmurHash2. For the murmur2 of Kafka's Java client, pass the seed 2538058380: Java reads the same bits as a signed number.
pub fn murmur2_32_with_seed(v: Expr, seed: Expr) -> Expr {
    call("murmur2_32", vec![v, seed])
}

/// `murmur2_32_hex(v[, seed])`: 32-bit MurmurHash2, in hex.
pub fn murmur2_32_hex(v: Expr) -> Expr {
    call("murmur2_32_hex", vec![v])
}

/// `murmur2_32_hex(v[, seed])`: 32-bit MurmurHash2, in hex.
pub fn murmur2_32_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("murmur2_32_hex", vec![v, seed])
}

/// `murmur2_64(v[, seed])`: 64-bit MurmurHash2 (64A).
pub fn murmur2_64(v: Expr) -> Expr {
    call("murmur2_64", vec![v])
}

/// `murmur2_64(v[, seed])`: 64-bit MurmurHash2 (64A).
pub fn murmur2_64_with_seed(v: Expr, seed: Expr) -> Expr {
    call("murmur2_64", vec![v, seed])
}

/// `murmur2_64_hex(v[, seed])`: 64-bit MurmurHash2 (64A), in hex.
pub fn murmur2_64_hex(v: Expr) -> Expr {
    call("murmur2_64_hex", vec![v])
}

/// `murmur2_64_hex(v[, seed])`: 64-bit MurmurHash2 (64A), in hex.
pub fn murmur2_64_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("murmur2_64_hex", vec![v, seed])
}

/// `murmur3_x86_32(v[, seed])`: 32-bit MurmurHash3 (x86_32).
pub fn murmur3_x86_32(v: Expr) -> Expr {
    call("murmur3_x86_32", vec![v])
}

/// `murmur3_x86_32(v[, seed])`: 32-bit MurmurHash3 (x86_32).
pub fn murmur3_x86_32_with_seed(v: Expr, seed: Expr) -> Expr {
    call("murmur3_x86_32", vec![v, seed])
}

/// `murmur3_x86_32_hex(v[, seed])`: 32-bit MurmurHash3 (x86_32), in hex.
pub fn murmur3_x86_32_hex(v: Expr) -> Expr {
    call("murmur3_x86_32_hex", vec![v])
}

/// `murmur3_x86_32_hex(v[, seed])`: 32-bit MurmurHash3 (x86_32), in hex.
pub fn murmur3_x86_32_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("murmur3_x86_32_hex", vec![v, seed])
}

/// `murmur3_x64_128(v[, seed])`: 128-bit MurmurHash3 (x64_128) as 16 bytes.
pub fn murmur3_x64_128(v: Expr) -> Expr {
    call("murmur3_x64_128", vec![v])
}

/// `murmur3_x64_128(v[, seed])`: 128-bit MurmurHash3 (x64_128) as 16 bytes.
pub fn murmur3_x64_128_with_seed(v: Expr, seed: Expr) -> Expr {
    call("murmur3_x64_128", vec![v, seed])
}

/// `murmur3_x64_128_hex(v[, seed])`: 128-bit MurmurHash3 (x64_128), in hex.
pub fn murmur3_x64_128_hex(v: Expr) -> Expr {
    call("murmur3_x64_128_hex", vec![v])
}

/// `murmur3_x64_128_hex(v[, seed])`: 128-bit MurmurHash3 (x64_128), in hex.
pub fn murmur3_x64_128_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("murmur3_x64_128_hex", vec![v, seed])
}

/// `murmur3_x86_128(v[, seed])`: 128-bit MurmurHash3 (x86_128) as 16 bytes.
pub fn murmur3_x86_128(v: Expr) -> Expr {
    call("murmur3_x86_128", vec![v])
}

/// `murmur3_x86_128(v[, seed])`: 128-bit MurmurHash3 (x86_128) as 16 bytes.
pub fn murmur3_x86_128_with_seed(v: Expr, seed: Expr) -> Expr {
    call("murmur3_x86_128", vec![v, seed])
}

/// `murmur3_x86_128_hex(v[, seed])`: 128-bit MurmurHash3 (x86_128), in hex.
pub fn murmur3_x86_128_hex(v: Expr) -> Expr {
    call("murmur3_x86_128_hex", vec![v])
}

/// `murmur3_x86_128_hex(v[, seed])`: 128-bit MurmurHash3 (x86_128), in hex.
pub fn murmur3_x86_128_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("murmur3_x86_128_hex", vec![v, seed])
}

/// `wyhash(v[, seed])`: 64-bit wyhash.
pub fn wyhash(v: Expr) -> Expr {
    call("wyhash", vec![v])
}

/// `wyhash(v[, seed])`: 64-bit wyhash.
pub fn wyhash_with_seed(v: Expr, seed: Expr) -> Expr {
    call("wyhash", vec![v, seed])
}

/// `wyhash_hex(v[, seed])`: 64-bit wyhash, in hex.
pub fn wyhash_hex(v: Expr) -> Expr {
    call("wyhash_hex", vec![v])
}

/// `wyhash_hex(v[, seed])`: 64-bit wyhash, in hex.
pub fn wyhash_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("wyhash_hex", vec![v, seed])
}

/// `rapidhash(v[, seed])`: 64-bit rapidhash.
pub fn rapidhash(v: Expr) -> Expr {
    call("rapidhash", vec![v])
}

/// `rapidhash(v[, seed])`: 64-bit rapidhash.
pub fn rapidhash_with_seed(v: Expr, seed: Expr) -> Expr {
    call("rapidhash", vec![v, seed])
}

/// `rapidhash_hex(v[, seed])`: 64-bit rapidhash, in hex.
pub fn rapidhash_hex(v: Expr) -> Expr {
    call("rapidhash_hex", vec![v])
}

/// `rapidhash_hex(v[, seed])`: 64-bit rapidhash, in hex.
pub fn rapidhash_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("rapidhash_hex", vec![v, seed])
}

/// `metrohash64(v[, seed])`: 64-bit MetroHash.
pub fn metrohash64(v: Expr) -> Expr {
    call("metrohash64", vec![v])
}

/// `metrohash64(v[, seed])`: 64-bit MetroHash.
pub fn metrohash64_with_seed(v: Expr, seed: Expr) -> Expr {
    call("metrohash64", vec![v, seed])
}

/// `metrohash64_hex(v[, seed])`: 64-bit MetroHash, in hex.
pub fn metrohash64_hex(v: Expr) -> Expr {
    call("metrohash64_hex", vec![v])
}

/// `metrohash64_hex(v[, seed])`: 64-bit MetroHash, in hex.
pub fn metrohash64_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("metrohash64_hex", vec![v, seed])
}

/// `metrohash128(v[, seed])`: 128-bit MetroHash as 16 bytes.
pub fn metrohash128(v: Expr) -> Expr {
    call("metrohash128", vec![v])
}

/// `metrohash128(v[, seed])`: 128-bit MetroHash as 16 bytes.
pub fn metrohash128_with_seed(v: Expr, seed: Expr) -> Expr {
    call("metrohash128", vec![v, seed])
}

/// `metrohash128_hex(v[, seed])`: 128-bit MetroHash, in hex.
pub fn metrohash128_hex(v: Expr) -> Expr {
    call("metrohash128_hex", vec![v])
}

/// `metrohash128_hex(v[, seed])`: 128-bit MetroHash, in hex.
pub fn metrohash128_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("metrohash128_hex", vec![v, seed])
}

/// `farmhash64(v)`: 64-bit FarmHash fingerprint; BigQuery has it as a signed number.
pub fn farmhash64(v: Expr) -> Expr {
    call("farmhash64", vec![v])
}

/// `farmhash64_hex(v)`: 64-bit FarmHash fingerprint, in hex; BigQuery has it as a signed number.
pub fn farmhash64_hex(v: Expr) -> Expr {
    call("farmhash64_hex", vec![v])
}

/// `cityhash64(v)`: 64-bit CityHash.
pub fn cityhash64(v: Expr) -> Expr {
    call("cityhash64", vec![v])
}

/// `cityhash64_hex(v)`: 64-bit CityHash, in hex.
pub fn cityhash64_hex(v: Expr) -> Expr {
    call("cityhash64_hex", vec![v])
}

/// `spookyhash_v2_32(v[, seed])`: 32-bit SpookyHash V2, the low half of the 64-bit one, for compatibility: xxh3 is faster.
pub fn spookyhash_v2_32(v: Expr) -> Expr {
    call("spookyhash_v2_32", vec![v])
}

/// `spookyhash_v2_32(v[, seed])`: 32-bit SpookyHash V2, the low half of the 64-bit one, for compatibility: xxh3 is faster.
pub fn spookyhash_v2_32_with_seed(v: Expr, seed: Expr) -> Expr {
    call("spookyhash_v2_32", vec![v, seed])
}

/// `spookyhash_v2_32_hex(v[, seed])`: 32-bit SpookyHash V2, in hex.
pub fn spookyhash_v2_32_hex(v: Expr) -> Expr {
    call("spookyhash_v2_32_hex", vec![v])
}

/// `spookyhash_v2_32_hex(v[, seed])`: 32-bit SpookyHash V2, in hex.
pub fn spookyhash_v2_32_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("spookyhash_v2_32_hex", vec![v, seed])
}

/// `spookyhash_v2_64(v[, seed])`: 64-bit SpookyHash V2, for compatibility: xxh3 is faster.
pub fn spookyhash_v2_64(v: Expr) -> Expr {
    call("spookyhash_v2_64", vec![v])
}

/// `spookyhash_v2_64(v[, seed])`: 64-bit SpookyHash V2, for compatibility: xxh3 is faster.
pub fn spookyhash_v2_64_with_seed(v: Expr, seed: Expr) -> Expr {
    call("spookyhash_v2_64", vec![v, seed])
}

/// `spookyhash_v2_64_hex(v[, seed])`: 64-bit SpookyHash V2, in hex.
pub fn spookyhash_v2_64_hex(v: Expr) -> Expr {
    call("spookyhash_v2_64_hex", vec![v])
}

/// `spookyhash_v2_64_hex(v[, seed])`: 64-bit SpookyHash V2, in hex.
pub fn spookyhash_v2_64_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("spookyhash_v2_64_hex", vec![v, seed])
}

/// `spookyhash_v2_128(v[, seed])`: 128-bit SpookyHash V2, for compatibility: xxh128 is faster.
pub fn spookyhash_v2_128(v: Expr) -> Expr {
    call("spookyhash_v2_128", vec![v])
}

/// `spookyhash_v2_128(v[, seed])`: 128-bit SpookyHash V2, for compatibility: xxh128 is faster.
pub fn spookyhash_v2_128_with_seed(v: Expr, seed: Expr) -> Expr {
    call("spookyhash_v2_128", vec![v, seed])
}

/// `spookyhash_v2_128_hex(v[, seed])`: 128-bit SpookyHash V2, in hex.
pub fn spookyhash_v2_128_hex(v: Expr) -> Expr {
    call("spookyhash_v2_128_hex", vec![v])
}

/// `spookyhash_v2_128_hex(v[, seed])`: 128-bit SpookyHash V2, in hex.
pub fn spookyhash_v2_128_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("spookyhash_v2_128_hex", vec![v, seed])
}

/// `komihash(v[, seed])`: 64-bit komihash. For compatibility: it takes 4.5 ns for 24 bytes here, xxh3 2.7.
pub fn komihash(v: Expr) -> Expr {
    call("komihash", vec![v])
}

/// `komihash(v[, seed])`: 64-bit komihash. For compatibility: it takes 4.5 ns for 24 bytes here, xxh3 2.7.
pub fn komihash_with_seed(v: Expr, seed: Expr) -> Expr {
    call("komihash", vec![v, seed])
}

/// `komihash_hex(v[, seed])`: 64-bit komihash, in hex.
pub fn komihash_hex(v: Expr) -> Expr {
    call("komihash_hex", vec![v])
}

/// `komihash_hex(v[, seed])`: 64-bit komihash, in hex.
pub fn komihash_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("komihash_hex", vec![v, seed])
}

/// `gxhash64(v[, seed])`: 64-bit GxHash. For compatibility: it takes 77 ns for 24 bytes here, xxh3 2.7.
pub fn gxhash64(v: Expr) -> Expr {
    call("gxhash64", vec![v])
}

/// `gxhash64(v[, seed])`: 64-bit GxHash. For compatibility: it takes 77 ns for 24 bytes here, xxh3 2.7.
pub fn gxhash64_with_seed(v: Expr, seed: Expr) -> Expr {
    call("gxhash64", vec![v, seed])
}

/// `gxhash64_hex(v[, seed])`: 64-bit GxHash, in hex.
pub fn gxhash64_hex(v: Expr) -> Expr {
    call("gxhash64_hex", vec![v])
}

/// `gxhash64_hex(v[, seed])`: 64-bit GxHash, in hex.
pub fn gxhash64_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("gxhash64_hex", vec![v, seed])
}

/// `aquahash(v[, seed])`: 128-bit AquaHash. For compatibility: it takes 97 ns for 24 bytes here, xxh128 3.3.
pub fn aquahash(v: Expr) -> Expr {
    call("aquahash", vec![v])
}

/// `aquahash(v[, seed])`: 128-bit AquaHash. For compatibility: it takes 97 ns for 24 bytes here, xxh128 3.3.
pub fn aquahash_with_seed(v: Expr, seed: Expr) -> Expr {
    call("aquahash", vec![v, seed])
}

/// `aquahash_hex(v[, seed])`: 128-bit AquaHash, in hex.
pub fn aquahash_hex(v: Expr) -> Expr {
    call("aquahash_hex", vec![v])
}

/// `aquahash_hex(v[, seed])`: 128-bit AquaHash, in hex.
pub fn aquahash_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("aquahash_hex", vec![v, seed])
}

/// `meowhash(v[, seed])`: 128-bit MeowHash 0.5. For compatibility: 24 bytes take 2,900 instructions here, 120 with xxh128.
pub fn meowhash(v: Expr) -> Expr {
    call("meowhash", vec![v])
}

/// `meowhash(v[, seed])`: 128-bit MeowHash 0.5. For compatibility: 24 bytes take 2,900 instructions here, 120 with xxh128.
pub fn meowhash_with_seed(v: Expr, seed: Expr) -> Expr {
    call("meowhash", vec![v, seed])
}

/// `meowhash_hex(v[, seed])`: 128-bit MeowHash 0.5, in hex.
pub fn meowhash_hex(v: Expr) -> Expr {
    call("meowhash_hex", vec![v])
}

/// `meowhash_hex(v[, seed])`: 128-bit MeowHash 0.5, in hex.
pub fn meowhash_hex_with_seed(v: Expr, seed: Expr) -> Expr {
    call("meowhash_hex", vec![v, seed])
}

/// `haraka256(v)`: 256-bit Haraka-256 v2 of exactly 32 bytes; other lengths are an error. For compatibility: 2,000 instructions here, 120 with xxh128.
pub fn haraka256(v: Expr) -> Expr {
    call("haraka256", vec![v])
}

/// `haraka256_hex(v)`: 256-bit Haraka-256 v2 of exactly 32 bytes; other lengths are an error, in hex.
pub fn haraka256_hex(v: Expr) -> Expr {
    call("haraka256_hex", vec![v])
}

/// `haraka512(v)`: 256-bit Haraka-512 v2 of exactly 64 bytes; other lengths are an error. For compatibility: 3,900 instructions here, 150 with xxh128.
pub fn haraka512(v: Expr) -> Expr {
    call("haraka512", vec![v])
}

/// `haraka512_hex(v)`: 256-bit Haraka-512 v2 of exactly 64 bytes; other lengths are an error, in hex.
pub fn haraka512_hex(v: Expr) -> Expr {
    call("haraka512_hex", vec![v])
}

/// `highwayhash64(v, key)`: 64-bit HighwayHash under a secret key of 32 bytes. For compatibility: it takes 36 ns for 24 bytes here, siphash24 14.
pub fn highwayhash64(v: Expr, key: Expr) -> Expr {
    call("highwayhash64", vec![v, key])
}

/// `highwayhash64_hex(v, key)`: 64-bit HighwayHash under a secret key of 32 bytes, in hex.
pub fn highwayhash64_hex(v: Expr, key: Expr) -> Expr {
    call("highwayhash64_hex", vec![v, key])
}

/// `highwayhash128(v, key)`: 128-bit HighwayHash under a secret key of 32 bytes. For compatibility: to authenticate, use blake3_keyed.
pub fn highwayhash128(v: Expr, key: Expr) -> Expr {
    call("highwayhash128", vec![v, key])
}

/// `highwayhash128_hex(v, key)`: 128-bit HighwayHash under a secret key of 32 bytes, in hex.
pub fn highwayhash128_hex(v: Expr, key: Expr) -> Expr {
    call("highwayhash128_hex", vec![v, key])
}

/// `highwayhash256(v, key)`: 256-bit HighwayHash under a secret key of 32 bytes, MinIO's checksum of shards. For compatibility: to authenticate, use blake3_keyed.
pub fn highwayhash256(v: Expr, key: Expr) -> Expr {
    call("highwayhash256", vec![v, key])
}

/// `highwayhash256_hex(v, key)`: 256-bit HighwayHash under a secret key of 32 bytes, in hex.
pub fn highwayhash256_hex(v: Expr, key: Expr) -> Expr {
    call("highwayhash256_hex", vec![v, key])
}

/// `siphash13(v, key)`: SipHash-1-3 under a secret key of 16 bytes, for hash tables that attackers can fill.
pub fn siphash13(v: Expr, key: Expr) -> Expr {
    call("siphash13", vec![v, key])
}

/// `siphash13_hex(v, key)`: SipHash-1-3 under a secret key of 16 bytes, for hash tables that attackers can fill, in hex.
pub fn siphash13_hex(v: Expr, key: Expr) -> Expr {
    call("siphash13_hex", vec![v, key])
}

/// `siphash24(v, key)`: SipHash-2-4 under a secret key of 16 bytes.
pub fn siphash24(v: Expr, key: Expr) -> Expr {
    call("siphash24", vec![v, key])
}

/// `siphash24_hex(v, key)`: SipHash-2-4 under a secret key of 16 bytes, in hex.
pub fn siphash24_hex(v: Expr, key: Expr) -> Expr {
    call("siphash24_hex", vec![v, key])
}

/// `siphash24_128(v, key)`: 128-bit SipHash-2-4 under a secret key of 16 bytes.
pub fn siphash24_128(v: Expr, key: Expr) -> Expr {
    call("siphash24_128", vec![v, key])
}

/// `siphash24_128_hex(v, key)`: 128-bit SipHash-2-4 under a secret key of 16 bytes, in hex.
pub fn siphash24_128_hex(v: Expr, key: Expr) -> Expr {
    call("siphash24_128_hex", vec![v, key])
}

/// `digest(v, algorithm)`: The digest under an algorithm: md5, sha1, sha224, sha256, sha384, sha512, sha512_224, sha512_256, sha3_224, sha3_256, sha3_384, sha3_512, keccak256, shake128, shake256, blake2b, blake2s, blake3, k12, skein256, skein512, ripemd160, sm3.
pub fn digest(v: Expr, algorithm: Expr) -> Expr {
    call("digest", vec![v, algorithm])
}

/// `hexdigest(v, algorithm)`: The digest under an algorithm, in hex.
pub fn hexdigest(v: Expr, algorithm: Expr) -> Expr {
    call("hexdigest", vec![v, algorithm])
}

/// `hmac(v, key, algorithm)`: HMAC under a secret key and a hash: md5, sha1, sha224, sha256, sha384, sha512, sha512_224, sha512_256, sha3_224, sha3_256, sha3_384, sha3_512, keccak256, blake2b, blake2s, ripemd160, sm3.
pub fn hmac(v: Expr, key: Expr, algorithm: Expr) -> Expr {
    call("hmac", vec![v, key, algorithm])
}

/// `hmac_hex(v, key, algorithm)`: HMAC under a secret key and a hash, in hex.
pub fn hmac_hex(v: Expr, key: Expr, algorithm: Expr) -> Expr {
    call("hmac_hex", vec![v, key, algorithm])
}

/// `uuid5(namespace, name)`: The version 5 UUID of a name in a namespace, which is 'dns', 'url', 'oid', 'x500' or a UUID: the same name always has the same UUID.
pub fn uuid5(namespace: Expr, name: Expr) -> Expr {
    call("uuid5", vec![namespace, name])
}

/// `uuid3(namespace, name)`: The version 3 UUID of a name in a namespace, for systems that require MD5; others use uuid5.
pub fn uuid3(namespace: Expr, name: Expr) -> Expr {
    call("uuid3", vec![namespace, name])
}

/// `s3_checksum(v, algorithm)`: The checksum that S3 stores with an object, in base64: CRC32, CRC32C, CRC64NVME, XXHASH64, XXHASH3, XXHASH128, SHA1, SHA256, SHA512, MD5.
pub fn s3_checksum(v: Expr, algorithm: Expr) -> Expr {
    call("s3_checksum", vec![v, algorithm])
}

/// `trino_xxhash64(v)`: Trino's xxhash64, as 8 bytes.
pub fn trino_xxhash64(v: Expr) -> Expr {
    call("trino_xxhash64", vec![v])
}

/// `bq_farm_fingerprint(v)`: BigQuery's FARM_FINGERPRINT.
pub fn bq_farm_fingerprint(v: Expr) -> Expr {
    call("bq_farm_fingerprint", vec![v])
}

/// `iceberg_hash(v)`: The 32-bit hash that Iceberg's bucket transform uses.
pub fn iceberg_hash(v: Expr) -> Expr {
    call("iceberg_hash", vec![v])
}

/// `iceberg_partition(v, n)`: Iceberg's bucket transform: the bucket of a value, from 0 to n - 1.
pub fn iceberg_partition(v: Expr, n: Expr) -> Expr {
    call("iceberg_partition", vec![v, n])
}

/// `kafka_partition(key, n[, client])`: The partition, from 0 to n - 1, to which a Kafka client sends a record with this key.
pub fn kafka_partition(key: Expr, n: Expr) -> Expr {
    call("kafka_partition", vec![key, n])
}

/// `kafka_partition(key, n[, client])`: The partition, from 0 to n - 1, to which a Kafka client sends a record with this key.
pub fn kafka_partition_with_client(key: Expr, n: Expr, client: Expr) -> Expr {
    call("kafka_partition", vec![key, n, client])
}

/// `jump_hash(h, n)`: The bucket, from 0 to n - 1, that jump consistent hash assigns to a 64-bit hash: with one more bucket, a hash keeps its bucket or moves to the new one. A negative number is read as its 64 bits.
pub fn jump_hash(h: Expr, n: Expr) -> Expr {
    call("jump_hash", vec![h, n])
}

/// `postgres_hashtext(v)`: PostgreSQL's hashtext.
pub fn postgres_hashtext(v: Expr) -> Expr {
    call("postgres_hashtext", vec![v])
}

/// `postgres_hashtextextended(v, seed)`: PostgreSQL's hashtextextended, which partitions tables: PARTITION BY HASH has the seed 8816678312871386365.
pub fn postgres_hashtextextended(v: Expr, seed: Expr) -> Expr {
    call("postgres_hashtextextended", vec![v, seed])
}

/// `redshift_fnv_hash(v[, seed])`: Redshift's fnv_hash: FNV-1a of 64 bits. The width of a number counts: write CAST(1 AS INTEGER) if Redshift has an INT. For several columns, pass the hash of one as the seed of the next.
pub fn redshift_fnv_hash(v: Expr) -> Expr {
    call("redshift_fnv_hash", vec![v])
}

/// `redshift_fnv_hash(v[, seed])`: Redshift's fnv_hash: FNV-1a of 64 bits. The width of a number counts: write CAST(1 AS INTEGER) if Redshift has an INT. For several columns, pass the hash of one as the seed of the next.
pub fn redshift_fnv_hash_with_seed(v: Expr, seed: Expr) -> Expr {
    call("redshift_fnv_hash", vec![v, seed])
}

/// `java_hash(v)`: Java's String.hashCode.
pub fn java_hash(v: Expr) -> Expr {
    call("java_hash", vec![v])
}

/// `clickhouse_siphash64(any…)`: ClickHouse's sipHash64 of one value or several. The width of a number counts: write CAST(7 AS INTEGER) if ClickHouse has an Int32.
pub fn clickhouse_siphash64(row: Vec<Expr>) -> Expr {
    call("clickhouse_siphash64", row)
}

/// `clickhouse_siphash128(any…)`: ClickHouse's sipHash128 of one value or several, as 16 bytes. The width of a number counts: write CAST(7 AS INTEGER) if ClickHouse has an Int32.
pub fn clickhouse_siphash128(row: Vec<Expr>) -> Expr {
    call("clickhouse_siphash128", row)
}

/// `clickhouse_siphash128_hex(any…)`: ClickHouse's sipHash128 of one value or several, in hex.
pub fn clickhouse_siphash128_hex(row: Vec<Expr>) -> Expr {
    call("clickhouse_siphash128_hex", row)
}

/// `clickhouse_cityhash64(any…)`: ClickHouse's cityHash64 of one value or several. The width of a negative number counts: write CAST(-7 AS INTEGER) if ClickHouse has an Int32.
pub fn clickhouse_cityhash64(row: Vec<Expr>) -> Expr {
    call("clickhouse_cityhash64", row)
}

/// `clickhouse_halfmd5(any…)`: ClickHouse's halfMD5 of one value or several: the first 8 bytes of MD5. The width of a number counts.
pub fn clickhouse_halfmd5(row: Vec<Expr>) -> Expr {
    call("clickhouse_halfmd5", row)
}

/// `spark_hash(any…)`: Spark's `hash`: 32-bit Murmur3 over typed values, by which Spark shuffles and buckets rows. The width of a number counts: write CAST(2 AS INTEGER) if Spark has an INT.
pub fn spark_hash(row: Vec<Expr>) -> Expr {
    call("spark_hash", row)
}

/// `spark_xxhash64(any…)`: Spark's `xxhash64`: XXH64 over typed values. The width of a number counts: write CAST(2 AS INTEGER) if Spark has an INT.
pub fn spark_xxhash64(row: Vec<Expr>) -> Expr {
    call("spark_xxhash64", row)
}

/// `spark_hash_with_seed(seed, any…)`: Spark's `hash` under a seed, the first argument: spark_hash has the seed 42. To hash further values, pass the hash of the previous ones as the seed.
pub fn spark_hash_with_seed(seed: Expr, row: Vec<Expr>) -> Expr {
    call("spark_hash_with_seed", [vec![seed], row].concat())
}

/// `spark_xxhash64_with_seed(seed, any…)`: Spark's `xxhash64` under a seed, the first argument: spark_xxhash64 has the seed 42. To hash further values, pass the hash of the previous ones as the seed.
pub fn spark_xxhash64_with_seed(seed: Expr, row: Vec<Expr>) -> Expr {
    call("spark_xxhash64_with_seed", [vec![seed], row].concat())
}

/// `hive_hash(any…)`: The hash that chooses the bucket of a row in version 1 of Hive's bucketing.
pub fn hive_hash(row: Vec<Expr>) -> Expr {
    call("hive_hash", row)
}

/// `row_bytes(any…)`: The canonical encoding of the row: different rows have different bytes.
pub fn row_bytes(row: Vec<Expr>) -> Expr {
    call("row_bytes", row)
}

/// `row_bytes_hex(any…)`: The canonical encoding of the row in hex.
pub fn row_bytes_hex(row: Vec<Expr>) -> Expr {
    call("row_bytes_hex", row)
}

/// `row_xxh3(any…)`: 64-bit XXH3 of the row, in which NULL is a value: the fastest hash for joins and change detection.
pub fn row_xxh3(row: Vec<Expr>) -> Expr {
    call("row_xxh3", row)
}

/// `row_xxh3_hex(any…)`: 64-bit XXH3 of the row as 16 hex digits.
pub fn row_xxh3_hex(row: Vec<Expr>) -> Expr {
    call("row_xxh3_hex", row)
}

/// `row_xxh3_signed(any…)`: row_xxh3 as a BIGINT with the same bits, for systems without unsigned integers.
pub fn row_xxh3_signed(row: Vec<Expr>) -> Expr {
    call("row_xxh3_signed", row)
}

/// `row_uuid(any…)`: row_xxh128 as a version 8 UUID: 122 bits of the hash, and 6 bits for the version and variant.
pub fn row_uuid(row: Vec<Expr>) -> Expr {
    call("row_uuid", row)
}

/// `row_uuid5(namespace, any…)`: The version 5 UUID of the row in a namespace: 'dns', 'url', 'oid', 'x500' or a UUID.
pub fn row_uuid5(namespace: Expr, row: Vec<Expr>) -> Expr {
    call("row_uuid5", [vec![namespace], row].concat())
}

/// `hash_bucket(any…, n)`: The row's bucket, from 0 to n - 1: the same in every run, on every machine and in both engines. The last argument is n.
pub fn hash_bucket(row: Vec<Expr>, n: Expr) -> Expr {
    call("hash_bucket", [row, vec![n]].concat())
}

/// `hash_sample(any…, fraction)`: Whether the row is in a sample of about this fraction of all rows: the same rows in every run, on every machine and in both engines. A larger fraction keeps these rows and adds more. The sample has rows from all buckets of hash_bucket. The last argument is the fraction.
pub fn hash_sample(row: Vec<Expr>, fraction: Expr) -> Expr {
    call("hash_sample", [row, vec![fraction]].concat())
}

/// `row_xxh128(any…)`: 128-bit XXH3 of the row: a key for tables of any size, unless an attacker chooses the values.
pub fn row_xxh128(row: Vec<Expr>) -> Expr {
    call("row_xxh128", row)
}

/// `row_xxh128_hex(any…)`: 128-bit XXH3 of the row as 32 hex digits.
pub fn row_xxh128_hex(row: Vec<Expr>) -> Expr {
    call("row_xxh128_hex", row)
}

/// `row_blake3(any…)`: BLAKE3 of the row: a key that resists attackers.
pub fn row_blake3(row: Vec<Expr>) -> Expr {
    call("row_blake3", row)
}

/// `row_blake3_hex(any…)`: BLAKE3 of the row in hex.
pub fn row_blake3_hex(row: Vec<Expr>) -> Expr {
    call("row_blake3_hex", row)
}

/// `row_digest(algorithm, any…)`: The digest of the row under an algorithm of `digest`.
pub fn row_digest(algorithm: Expr, row: Vec<Expr>) -> Expr {
    call("row_digest", [vec![algorithm], row].concat())
}

/// `row_digest_hex(algorithm, any…)`: The digest of the row under an algorithm, in hex.
pub fn row_digest_hex(algorithm: Expr, row: Vec<Expr>) -> Expr {
    call("row_digest_hex", [vec![algorithm], row].concat())
}

/// `zstd_compress(v[, level[, dictionary]])`: A zstd frame with its content size and a checksum, at level -7 to 22.
pub fn zstd_compress(v: Expr) -> Expr {
    call("zstd_compress", vec![v])
}

/// `zstd_compress(v[, level[, dictionary]])`: A zstd frame with its content size and a checksum, at level -7 to 22.
pub fn zstd_compress_with_level(v: Expr, level: Expr) -> Expr {
    call("zstd_compress", vec![v, level])
}

/// `zstd_compress(v[, level[, dictionary]])`: A zstd frame with its content size and a checksum, at level -7 to 22.
pub fn zstd_compress_with_level_and_dictionary(v: Expr, level: Expr, dictionary: Expr) -> Expr {
    call("zstd_compress", vec![v, level, dictionary])
}

/// `zstd_dict_id(b)`: The id of a zstd dictionary, or of the dictionary that a frame needs; NULL for a frame without one.
pub fn zstd_dict_id(b: Expr) -> Expr {
    call("zstd_dict_id", vec![b])
}

/// `zstd_decompress(b[, dictionary[, max_bytes]])`: The bytes in zstd frames.
pub fn zstd_decompress(b: Expr) -> Expr {
    call("zstd_decompress", vec![b])
}

/// `zstd_decompress(b[, dictionary[, max_bytes]])`: The bytes in zstd frames.
pub fn zstd_decompress_with_dictionary(b: Expr, dictionary: Expr) -> Expr {
    call("zstd_decompress", vec![b, dictionary])
}

/// `zstd_decompress(b[, dictionary[, max_bytes]])`: The bytes in zstd frames.
pub fn zstd_decompress_with_dictionary_and_max_bytes(
    b: Expr,
    dictionary: Expr,
    max_bytes: Expr,
) -> Expr {
    call("zstd_decompress", vec![b, dictionary, max_bytes])
}

/// `zstd_decompress_text(b[, dictionary[, max_bytes]])`: The text in zstd frames.
pub fn zstd_decompress_text(b: Expr) -> Expr {
    call("zstd_decompress_text", vec![b])
}

/// `zstd_decompress_text(b[, dictionary[, max_bytes]])`: The text in zstd frames.
pub fn zstd_decompress_text_with_dictionary(b: Expr, dictionary: Expr) -> Expr {
    call("zstd_decompress_text", vec![b, dictionary])
}

/// `zstd_decompress_text(b[, dictionary[, max_bytes]])`: The text in zstd frames.
pub fn zstd_decompress_text_with_dictionary_and_max_bytes(
    b: Expr,
    dictionary: Expr,
    max_bytes: Expr,
) -> Expr {
    call("zstd_decompress_text", vec![b, dictionary, max_bytes])
}

/// `try_zstd_decompress(b[, dictionary[, max_bytes]])`: The bytes in zstd frames, or NULL if the input is corrupt or too long.
pub fn try_zstd_decompress(b: Expr) -> Expr {
    call("try_zstd_decompress", vec![b])
}

/// `try_zstd_decompress(b[, dictionary[, max_bytes]])`: The bytes in zstd frames, or NULL if the input is corrupt or too long.
pub fn try_zstd_decompress_with_dictionary(b: Expr, dictionary: Expr) -> Expr {
    call("try_zstd_decompress", vec![b, dictionary])
}

/// `try_zstd_decompress(b[, dictionary[, max_bytes]])`: The bytes in zstd frames, or NULL if the input is corrupt or too long.
pub fn try_zstd_decompress_with_dictionary_and_max_bytes(
    b: Expr,
    dictionary: Expr,
    max_bytes: Expr,
) -> Expr {
    call("try_zstd_decompress", vec![b, dictionary, max_bytes])
}

/// `try_zstd_decompress_text(b[, dictionary[, max_bytes]])`: The text in zstd frames, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_zstd_decompress_text(b: Expr) -> Expr {
    call("try_zstd_decompress_text", vec![b])
}

/// `try_zstd_decompress_text(b[, dictionary[, max_bytes]])`: The text in zstd frames, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_zstd_decompress_text_with_dictionary(b: Expr, dictionary: Expr) -> Expr {
    call("try_zstd_decompress_text", vec![b, dictionary])
}

/// `try_zstd_decompress_text(b[, dictionary[, max_bytes]])`: The text in zstd frames, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_zstd_decompress_text_with_dictionary_and_max_bytes(
    b: Expr,
    dictionary: Expr,
    max_bytes: Expr,
) -> Expr {
    call("try_zstd_decompress_text", vec![b, dictionary, max_bytes])
}

/// `lz4_compress(v)`: An LZ4 frame with its content size and a checksum, which the lz4 tool reads.
pub fn lz4_compress(v: Expr) -> Expr {
    call("lz4_compress", vec![v])
}

/// `lz4_block_compress(v)`: One LZ4 block after a 4-byte little-endian length: the compact form for short strings.
pub fn lz4_block_compress(v: Expr) -> Expr {
    call("lz4_block_compress", vec![v])
}

/// `lz4_decompress(b[, max_bytes])`: The bytes in LZ4 frames.
pub fn lz4_decompress(b: Expr) -> Expr {
    call("lz4_decompress", vec![b])
}

/// `lz4_decompress(b[, max_bytes])`: The bytes in LZ4 frames.
pub fn lz4_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("lz4_decompress", vec![b, max_bytes])
}

/// `lz4_decompress_text(b[, max_bytes])`: The text in LZ4 frames.
pub fn lz4_decompress_text(b: Expr) -> Expr {
    call("lz4_decompress_text", vec![b])
}

/// `lz4_decompress_text(b[, max_bytes])`: The text in LZ4 frames.
pub fn lz4_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("lz4_decompress_text", vec![b, max_bytes])
}

/// `try_lz4_decompress(b[, max_bytes])`: The bytes in LZ4 frames, or NULL if the input is corrupt or too long.
pub fn try_lz4_decompress(b: Expr) -> Expr {
    call("try_lz4_decompress", vec![b])
}

/// `try_lz4_decompress(b[, max_bytes])`: The bytes in LZ4 frames, or NULL if the input is corrupt or too long.
pub fn try_lz4_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_lz4_decompress", vec![b, max_bytes])
}

/// `try_lz4_decompress_text(b[, max_bytes])`: The text in LZ4 frames, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_lz4_decompress_text(b: Expr) -> Expr {
    call("try_lz4_decompress_text", vec![b])
}

/// `try_lz4_decompress_text(b[, max_bytes])`: The text in LZ4 frames, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_lz4_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_lz4_decompress_text", vec![b, max_bytes])
}

/// `lz4_block_decompress(b[, max_bytes])`: The bytes in an LZ4 block after its 4-byte length.
pub fn lz4_block_decompress(b: Expr) -> Expr {
    call("lz4_block_decompress", vec![b])
}

/// `lz4_block_decompress(b[, max_bytes])`: The bytes in an LZ4 block after its 4-byte length.
pub fn lz4_block_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("lz4_block_decompress", vec![b, max_bytes])
}

/// `lz4_block_decompress_text(b[, max_bytes])`: The text in an LZ4 block after its 4-byte length.
pub fn lz4_block_decompress_text(b: Expr) -> Expr {
    call("lz4_block_decompress_text", vec![b])
}

/// `lz4_block_decompress_text(b[, max_bytes])`: The text in an LZ4 block after its 4-byte length.
pub fn lz4_block_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("lz4_block_decompress_text", vec![b, max_bytes])
}

/// `try_lz4_block_decompress(b[, max_bytes])`: The bytes in an LZ4 block after its 4-byte length, or NULL if the input is corrupt or too long.
pub fn try_lz4_block_decompress(b: Expr) -> Expr {
    call("try_lz4_block_decompress", vec![b])
}

/// `try_lz4_block_decompress(b[, max_bytes])`: The bytes in an LZ4 block after its 4-byte length, or NULL if the input is corrupt or too long.
pub fn try_lz4_block_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_lz4_block_decompress", vec![b, max_bytes])
}

/// `try_lz4_block_decompress_text(b[, max_bytes])`: The text in an LZ4 block after its 4-byte length, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_lz4_block_decompress_text(b: Expr) -> Expr {
    call("try_lz4_block_decompress_text", vec![b])
}

/// `try_lz4_block_decompress_text(b[, max_bytes])`: The text in an LZ4 block after its 4-byte length, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_lz4_block_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_lz4_block_decompress_text", vec![b, max_bytes])
}

/// `gzip_compress(v[, level])`: A gzip member without a file name or a time stamp, at level 0 to 9.
pub fn gzip_compress(v: Expr) -> Expr {
    call("gzip_compress", vec![v])
}

/// `gzip_compress(v[, level])`: A gzip member without a file name or a time stamp, at level 0 to 9.
pub fn gzip_compress_with_level(v: Expr, level: Expr) -> Expr {
    call("gzip_compress", vec![v, level])
}

/// `zlib_compress(v[, level])`: A zlib stream, at level 0 to 9.
pub fn zlib_compress(v: Expr) -> Expr {
    call("zlib_compress", vec![v])
}

/// `zlib_compress(v[, level])`: A zlib stream, at level 0 to 9.
pub fn zlib_compress_with_level(v: Expr, level: Expr) -> Expr {
    call("zlib_compress", vec![v, level])
}

/// `snappy_compress(v)`: A raw Snappy block, which has no checksum.
pub fn snappy_compress(v: Expr) -> Expr {
    call("snappy_compress", vec![v])
}

/// `brotli_compress(v[, level])`: A Brotli stream, which has no checksum, at quality 0 to 11.
pub fn brotli_compress(v: Expr) -> Expr {
    call("brotli_compress", vec![v])
}

/// `brotli_compress(v[, level])`: A Brotli stream, which has no checksum, at quality 0 to 11.
pub fn brotli_compress_with_level(v: Expr, level: Expr) -> Expr {
    call("brotli_compress", vec![v, level])
}

/// `xz_compress(v[, level])`: An xz stream with a CRC-64, at level 0 to 9.
pub fn xz_compress(v: Expr) -> Expr {
    call("xz_compress", vec![v])
}

/// `xz_compress(v[, level])`: An xz stream with a CRC-64, at level 0 to 9.
pub fn xz_compress_with_level(v: Expr, level: Expr) -> Expr {
    call("xz_compress", vec![v, level])
}

/// `lz4hc_block_compress(v[, level])`: lz4_block_compress by LZ4 HC, at level 1 to 12; lz4_block_decompress reads the result.
pub fn lz4hc_block_compress(v: Expr) -> Expr {
    call("lz4hc_block_compress", vec![v])
}

/// `lz4hc_block_compress(v[, level])`: lz4_block_compress by LZ4 HC, at level 1 to 12; lz4_block_decompress reads the result.
pub fn lz4hc_block_compress_with_level(v: Expr, level: Expr) -> Expr {
    call("lz4hc_block_compress", vec![v, level])
}

/// `gzip_decompress(b[, max_bytes])`: The bytes in gzip members.
pub fn gzip_decompress(b: Expr) -> Expr {
    call("gzip_decompress", vec![b])
}

/// `gzip_decompress(b[, max_bytes])`: The bytes in gzip members.
pub fn gzip_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("gzip_decompress", vec![b, max_bytes])
}

/// `gzip_decompress_text(b[, max_bytes])`: The text in gzip members.
pub fn gzip_decompress_text(b: Expr) -> Expr {
    call("gzip_decompress_text", vec![b])
}

/// `gzip_decompress_text(b[, max_bytes])`: The text in gzip members.
pub fn gzip_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("gzip_decompress_text", vec![b, max_bytes])
}

/// `try_gzip_decompress(b[, max_bytes])`: The bytes in gzip members, or NULL if the input is corrupt or too long.
pub fn try_gzip_decompress(b: Expr) -> Expr {
    call("try_gzip_decompress", vec![b])
}

/// `try_gzip_decompress(b[, max_bytes])`: The bytes in gzip members, or NULL if the input is corrupt or too long.
pub fn try_gzip_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_gzip_decompress", vec![b, max_bytes])
}

/// `try_gzip_decompress_text(b[, max_bytes])`: The text in gzip members, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_gzip_decompress_text(b: Expr) -> Expr {
    call("try_gzip_decompress_text", vec![b])
}

/// `try_gzip_decompress_text(b[, max_bytes])`: The text in gzip members, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_gzip_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_gzip_decompress_text", vec![b, max_bytes])
}

/// `zlib_decompress(b[, max_bytes])`: The bytes in a zlib stream.
pub fn zlib_decompress(b: Expr) -> Expr {
    call("zlib_decompress", vec![b])
}

/// `zlib_decompress(b[, max_bytes])`: The bytes in a zlib stream.
pub fn zlib_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("zlib_decompress", vec![b, max_bytes])
}

/// `zlib_decompress_text(b[, max_bytes])`: The text in a zlib stream.
pub fn zlib_decompress_text(b: Expr) -> Expr {
    call("zlib_decompress_text", vec![b])
}

/// `zlib_decompress_text(b[, max_bytes])`: The text in a zlib stream.
pub fn zlib_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("zlib_decompress_text", vec![b, max_bytes])
}

/// `try_zlib_decompress(b[, max_bytes])`: The bytes in a zlib stream, or NULL if the input is corrupt or too long.
pub fn try_zlib_decompress(b: Expr) -> Expr {
    call("try_zlib_decompress", vec![b])
}

/// `try_zlib_decompress(b[, max_bytes])`: The bytes in a zlib stream, or NULL if the input is corrupt or too long.
pub fn try_zlib_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_zlib_decompress", vec![b, max_bytes])
}

/// `try_zlib_decompress_text(b[, max_bytes])`: The text in a zlib stream, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_zlib_decompress_text(b: Expr) -> Expr {
    call("try_zlib_decompress_text", vec![b])
}

/// `try_zlib_decompress_text(b[, max_bytes])`: The text in a zlib stream, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_zlib_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_zlib_decompress_text", vec![b, max_bytes])
}

/// `snappy_decompress(b[, max_bytes])`: The bytes in a raw Snappy block.
pub fn snappy_decompress(b: Expr) -> Expr {
    call("snappy_decompress", vec![b])
}

/// `snappy_decompress(b[, max_bytes])`: The bytes in a raw Snappy block.
pub fn snappy_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("snappy_decompress", vec![b, max_bytes])
}

/// `snappy_decompress_text(b[, max_bytes])`: The text in a raw Snappy block.
pub fn snappy_decompress_text(b: Expr) -> Expr {
    call("snappy_decompress_text", vec![b])
}

/// `snappy_decompress_text(b[, max_bytes])`: The text in a raw Snappy block.
pub fn snappy_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("snappy_decompress_text", vec![b, max_bytes])
}

/// `try_snappy_decompress(b[, max_bytes])`: The bytes in a raw Snappy block, or NULL if the input is corrupt or too long.
pub fn try_snappy_decompress(b: Expr) -> Expr {
    call("try_snappy_decompress", vec![b])
}

/// `try_snappy_decompress(b[, max_bytes])`: The bytes in a raw Snappy block, or NULL if the input is corrupt or too long.
pub fn try_snappy_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_snappy_decompress", vec![b, max_bytes])
}

/// `try_snappy_decompress_text(b[, max_bytes])`: The text in a raw Snappy block, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_snappy_decompress_text(b: Expr) -> Expr {
    call("try_snappy_decompress_text", vec![b])
}

/// `try_snappy_decompress_text(b[, max_bytes])`: The text in a raw Snappy block, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_snappy_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_snappy_decompress_text", vec![b, max_bytes])
}

/// `brotli_decompress(b[, max_bytes])`: The bytes in a Brotli stream.
pub fn brotli_decompress(b: Expr) -> Expr {
    call("brotli_decompress", vec![b])
}

/// `brotli_decompress(b[, max_bytes])`: The bytes in a Brotli stream.
pub fn brotli_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("brotli_decompress", vec![b, max_bytes])
}

/// `brotli_decompress_text(b[, max_bytes])`: The text in a Brotli stream.
pub fn brotli_decompress_text(b: Expr) -> Expr {
    call("brotli_decompress_text", vec![b])
}

/// `brotli_decompress_text(b[, max_bytes])`: The text in a Brotli stream.
pub fn brotli_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("brotli_decompress_text", vec![b, max_bytes])
}

/// `try_brotli_decompress(b[, max_bytes])`: The bytes in a Brotli stream, or NULL if the input is corrupt or too long.
pub fn try_brotli_decompress(b: Expr) -> Expr {
    call("try_brotli_decompress", vec![b])
}

/// `try_brotli_decompress(b[, max_bytes])`: The bytes in a Brotli stream, or NULL if the input is corrupt or too long.
pub fn try_brotli_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_brotli_decompress", vec![b, max_bytes])
}

/// `try_brotli_decompress_text(b[, max_bytes])`: The text in a Brotli stream, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_brotli_decompress_text(b: Expr) -> Expr {
    call("try_brotli_decompress_text", vec![b])
}

/// `try_brotli_decompress_text(b[, max_bytes])`: The text in a Brotli stream, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_brotli_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_brotli_decompress_text", vec![b, max_bytes])
}

/// `xz_decompress(b[, max_bytes])`: The bytes in xz streams.
pub fn xz_decompress(b: Expr) -> Expr {
    call("xz_decompress", vec![b])
}

/// `xz_decompress(b[, max_bytes])`: The bytes in xz streams.
pub fn xz_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("xz_decompress", vec![b, max_bytes])
}

/// `xz_decompress_text(b[, max_bytes])`: The text in xz streams.
pub fn xz_decompress_text(b: Expr) -> Expr {
    call("xz_decompress_text", vec![b])
}

/// `xz_decompress_text(b[, max_bytes])`: The text in xz streams.
pub fn xz_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("xz_decompress_text", vec![b, max_bytes])
}

/// `try_xz_decompress(b[, max_bytes])`: The bytes in xz streams, or NULL if the input is corrupt or too long.
pub fn try_xz_decompress(b: Expr) -> Expr {
    call("try_xz_decompress", vec![b])
}

/// `try_xz_decompress(b[, max_bytes])`: The bytes in xz streams, or NULL if the input is corrupt or too long.
pub fn try_xz_decompress_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_xz_decompress", vec![b, max_bytes])
}

/// `try_xz_decompress_text(b[, max_bytes])`: The text in xz streams, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_xz_decompress_text(b: Expr) -> Expr {
    call("try_xz_decompress_text", vec![b])
}

/// `try_xz_decompress_text(b[, max_bytes])`: The text in xz streams, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_xz_decompress_text_with_max_bytes(b: Expr, max_bytes: Expr) -> Expr {
    call("try_xz_decompress_text", vec![b, max_bytes])
}

/// `compress(v, codec)`: The value, compressed with a codec by name, optionally with a level as in 'zstd(3)'.
pub fn compress(v: Expr, codec: Expr) -> Expr {
    call("compress", vec![v, codec])
}

/// `compressed_size(v, codec)`: The size of compress(v, codec) in bytes.
pub fn compressed_size(v: Expr, codec: Expr) -> Expr {
    call("compressed_size", vec![v, codec])
}

/// `uncompressed_size(b, codec)`: The size of the content that a compressed value declares, without decompressing it; NULL if its format doesn't declare one.
pub fn uncompressed_size(b: Expr, codec: Expr) -> Expr {
    call("uncompressed_size", vec![b, codec])
}

/// `detect_codec(b)`: The codec detected from the value's first bytes; NULL if they are not a known magic number.
pub fn detect_codec(b: Expr) -> Expr {
    call("detect_codec", vec![b])
}

/// `decompress(b, codec[, max_bytes])`: The bytes in a value compressed with the codec ('auto' detects it from the first bytes).
pub fn decompress(b: Expr, codec: Expr) -> Expr {
    call("decompress", vec![b, codec])
}

/// `decompress(b, codec[, max_bytes])`: The bytes in a value compressed with the codec ('auto' detects it from the first bytes).
pub fn decompress_with_max_bytes(b: Expr, codec: Expr, max_bytes: Expr) -> Expr {
    call("decompress", vec![b, codec, max_bytes])
}

/// `decompress_text(b, codec[, max_bytes])`: The text in a value compressed with the codec ('auto' detects it from the first bytes).
pub fn decompress_text(b: Expr, codec: Expr) -> Expr {
    call("decompress_text", vec![b, codec])
}

/// `decompress_text(b, codec[, max_bytes])`: The text in a value compressed with the codec ('auto' detects it from the first bytes).
pub fn decompress_text_with_max_bytes(b: Expr, codec: Expr, max_bytes: Expr) -> Expr {
    call("decompress_text", vec![b, codec, max_bytes])
}

/// `try_decompress(b, codec[, max_bytes])`: The bytes in a value compressed with the codec ('auto' detects it from the first bytes), or NULL if the input is corrupt or too long.
pub fn try_decompress(b: Expr, codec: Expr) -> Expr {
    call("try_decompress", vec![b, codec])
}

/// `try_decompress(b, codec[, max_bytes])`: The bytes in a value compressed with the codec ('auto' detects it from the first bytes), or NULL if the input is corrupt or too long.
pub fn try_decompress_with_max_bytes(b: Expr, codec: Expr, max_bytes: Expr) -> Expr {
    call("try_decompress", vec![b, codec, max_bytes])
}

/// `try_decompress_text(b, codec[, max_bytes])`: The text in a value compressed with the codec ('auto' detects it from the first bytes), or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_decompress_text(b: Expr, codec: Expr) -> Expr {
    call("try_decompress_text", vec![b, codec])
}

/// `try_decompress_text(b, codec[, max_bytes])`: The text in a value compressed with the codec ('auto' detects it from the first bytes), or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_decompress_text_with_max_bytes(b: Expr, codec: Expr, max_bytes: Expr) -> Expr {
    call("try_decompress_text", vec![b, codec, max_bytes])
}

/// `fsst_compress(v, symbols)`: The value, compressed with a symbol table from fsst_train: the smallest form for short, similar texts. It has no checksum.
pub fn fsst_compress(v: Expr, symbols: Expr) -> Expr {
    call("fsst_compress", vec![v, symbols])
}

/// `fsst_decompress(b, symbols[, max_bytes])`: The bytes in an FSST-compressed value, given the symbol table that compressed it.
pub fn fsst_decompress(b: Expr, symbols: Expr) -> Expr {
    call("fsst_decompress", vec![b, symbols])
}

/// `fsst_decompress(b, symbols[, max_bytes])`: The bytes in an FSST-compressed value, given the symbol table that compressed it.
pub fn fsst_decompress_with_max_bytes(b: Expr, symbols: Expr, max_bytes: Expr) -> Expr {
    call("fsst_decompress", vec![b, symbols, max_bytes])
}

/// `fsst_decompress_text(b, symbols[, max_bytes])`: The text in an FSST-compressed value, given the symbol table that compressed it.
pub fn fsst_decompress_text(b: Expr, symbols: Expr) -> Expr {
    call("fsst_decompress_text", vec![b, symbols])
}

/// `fsst_decompress_text(b, symbols[, max_bytes])`: The text in an FSST-compressed value, given the symbol table that compressed it.
pub fn fsst_decompress_text_with_max_bytes(b: Expr, symbols: Expr, max_bytes: Expr) -> Expr {
    call("fsst_decompress_text", vec![b, symbols, max_bytes])
}

/// `try_fsst_decompress(b, symbols[, max_bytes])`: The bytes in an FSST-compressed value, given the symbol table that compressed it, or NULL if the input is corrupt or too long.
pub fn try_fsst_decompress(b: Expr, symbols: Expr) -> Expr {
    call("try_fsst_decompress", vec![b, symbols])
}

/// `try_fsst_decompress(b, symbols[, max_bytes])`: The bytes in an FSST-compressed value, given the symbol table that compressed it, or NULL if the input is corrupt or too long.
pub fn try_fsst_decompress_with_max_bytes(b: Expr, symbols: Expr, max_bytes: Expr) -> Expr {
    call("try_fsst_decompress", vec![b, symbols, max_bytes])
}

/// `try_fsst_decompress_text(b, symbols[, max_bytes])`: The text in an FSST-compressed value, given the symbol table that compressed it, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_fsst_decompress_text(b: Expr, symbols: Expr) -> Expr {
    call("try_fsst_decompress_text", vec![b, symbols])
}

/// `try_fsst_decompress_text(b, symbols[, max_bytes])`: The text in an FSST-compressed value, given the symbol table that compressed it, or NULL if the input is corrupt, too long or not UTF-8.
pub fn try_fsst_decompress_text_with_max_bytes(b: Expr, symbols: Expr, max_bytes: Expr) -> Expr {
    call("try_fsst_decompress_text", vec![b, symbols, max_bytes])
}

/// `block_get(pack, i[, max_bytes])`: Value i of a pack, counted from 1; decompresses only the value's chunk, or with FSST only the value.
pub fn block_get(pack: Expr, i: Expr) -> Expr {
    call("block_get", vec![pack, i])
}

/// `block_get(pack, i[, max_bytes])`: Value i of a pack, counted from 1; decompresses only the value's chunk, or with FSST only the value.
pub fn block_get_with_max_bytes(pack: Expr, i: Expr, max_bytes: Expr) -> Expr {
    call("block_get", vec![pack, i, max_bytes])
}

/// `block_get_text(pack, i[, max_bytes])`: Value i of a pack as text, counted from 1; decompresses only the value's chunk, or with FSST only the value.
pub fn block_get_text(pack: Expr, i: Expr) -> Expr {
    call("block_get_text", vec![pack, i])
}

/// `block_get_text(pack, i[, max_bytes])`: Value i of a pack as text, counted from 1; decompresses only the value's chunk, or with FSST only the value.
pub fn block_get_text_with_max_bytes(pack: Expr, i: Expr, max_bytes: Expr) -> Expr {
    call("block_get_text", vec![pack, i, max_bytes])
}

/// `block_count(pack)`: The number of values in a pack, NULLs included.
pub fn block_count(pack: Expr) -> Expr {
    call("block_count", vec![pack])
}

/// `block_values(pack[, max_bytes])`: All values of a pack in order, as a list to UNNEST; max_bytes limits their total size plus 16 bytes for each value.
pub fn block_values(pack: Expr) -> Expr {
    call("block_values", vec![pack])
}

/// `block_values(pack[, max_bytes])`: All values of a pack in order, as a list to UNNEST; max_bytes limits their total size plus 16 bytes for each value.
pub fn block_values_with_max_bytes(pack: Expr, max_bytes: Expr) -> Expr {
    call("block_values", vec![pack, max_bytes])
}

/// `block_values_text(pack[, max_bytes])`: All values of a pack in order as text, as a list to UNNEST; max_bytes limits their total size plus 16 bytes for each value.
pub fn block_values_text(pack: Expr) -> Expr {
    call("block_values_text", vec![pack])
}

/// `block_values_text(pack[, max_bytes])`: All values of a pack in order as text, as a list to UNNEST; max_bytes limits their total size plus 16 bytes for each value.
pub fn block_values_text_with_max_bytes(pack: Expr, max_bytes: Expr) -> Expr {
    call("block_values_text", vec![pack, max_bytes])
}

/// `list_hash_agg(list)`: hash_agg over the elements of a list: list_hash_agg(list(row(a, b))) equals hash_agg(a, b), and list_hash_agg(list(a)) equals hash_agg(a).
pub fn list_hash_agg(list: Expr) -> Expr {
    call("list_hash_agg", vec![list])
}

/// `list_fingerprint(list)`: fingerprint over the elements of a list: list_fingerprint(list(row(a, b))) equals fingerprint(a, b), and list_fingerprint(list(a)) equals fingerprint(a).
pub fn list_fingerprint(list: Expr) -> Expr {
    call("list_fingerprint", vec![list])
}

/// `list_fingerprint_sum(list)`: fingerprint_sum over the elements of a list: the sum of fingerprints; NULLs are ignored.
pub fn list_fingerprint_sum(list: Expr) -> Expr {
    call("list_fingerprint_sum", vec![list])
}

/// `minhash(list, k)`: The MinHash signature of a list's distinct elements: k numbers. The fraction of places at which two signatures are equal estimates the Jaccard similarity of the lists. NULL elements are ignored; NULL for a list without elements.
pub fn minhash(list: Expr, k: Expr) -> Expr {
    call("minhash", vec![list, k])
}

/// `simhash(list)`: The 64-bit SimHash of a list's elements: lists with many elements in common differ in few bits. Repeated elements count each time, NULL elements are ignored; NULL for a list without elements.
pub fn simhash(list: Expr) -> Expr {
    call("simhash", vec![list])
}

/// `list_digest(list, algorithm)`: digest_agg over the elements of a list, in order: the digest of their concatenated row_bytes; NULL for an empty list.
pub fn list_digest(list: Expr, algorithm: Expr) -> Expr {
    call("list_digest", vec![list, algorithm])
}

/// `list_zstd_train_dict(list[, max_bytes[, max_samples]])`: zstd_train_dict over the elements of a list: a zstd dictionary for similar values; NULLs are ignored.
pub fn list_zstd_train_dict(list: Expr) -> Expr {
    call("list_zstd_train_dict", vec![list])
}

/// `list_zstd_train_dict(list[, max_bytes[, max_samples]])`: zstd_train_dict over the elements of a list: a zstd dictionary for similar values; NULLs are ignored.
pub fn list_zstd_train_dict_with_max_bytes(list: Expr, max_bytes: Expr) -> Expr {
    call("list_zstd_train_dict", vec![list, max_bytes])
}

/// `list_zstd_train_dict(list[, max_bytes[, max_samples]])`: zstd_train_dict over the elements of a list: a zstd dictionary for similar values; NULLs are ignored.
pub fn list_zstd_train_dict_with_max_bytes_and_max_samples(
    list: Expr,
    max_bytes: Expr,
    max_samples: Expr,
) -> Expr {
    call("list_zstd_train_dict", vec![list, max_bytes, max_samples])
}

/// `list_fsst_train(list)`: fsst_train over the elements of a list: an FSST symbol table for similar values; NULLs are ignored.
pub fn list_fsst_train(list: Expr) -> Expr {
    call("list_fsst_train", vec![list])
}

/// `list_block_pack(list[, codec[, chunk_bytes]])`: block_pack over the elements of a list, in order: a single value that holds all of them, NULLs included, in compressed chunks; NULL for an empty list.
pub fn list_block_pack(list: Expr) -> Expr {
    call("list_block_pack", vec![list])
}

/// `list_block_pack(list[, codec[, chunk_bytes]])`: block_pack over the elements of a list, in order: a single value that holds all of them, NULLs included, in compressed chunks; NULL for an empty list.
pub fn list_block_pack_with_codec(list: Expr, codec: Expr) -> Expr {
    call("list_block_pack", vec![list, codec])
}

/// `list_block_pack(list[, codec[, chunk_bytes]])`: block_pack over the elements of a list, in order: a single value that holds all of them, NULLs included, in compressed chunks; NULL for an empty list.
pub fn list_block_pack_with_codec_and_chunk_bytes(
    list: Expr,
    codec: Expr,
    chunk_bytes: Expr,
) -> Expr {
    call("list_block_pack", vec![list, codec, chunk_bytes])
}

/// `list_row_sketch(list, p)`: row_sketch over the elements of a list: list_row_sketch(list(row(key, a)), p) equals row_sketch(p, key, a); NULL for an empty list.
pub fn list_row_sketch(list: Expr, p: Expr) -> Expr {
    call("list_row_sketch", vec![list, p])
}

/// `list_compress_bench(list)`: compress_bench over the elements of a list: the ratio and the speed of each codec on a sample of them, on this machine.
pub fn list_compress_bench(list: Expr) -> Expr {
    call("list_compress_bench", vec![list])
}

/// `shingles(v, n[, unit])`: All sequences of n neighbouring words or characters of a text, in order and with repetitions: the elements for minhash and simhash. Words are separated by one space, whatever white space the text has; a text with fewer than n has none.
pub fn shingles(v: Expr, n: Expr) -> Expr {
    call("shingles", vec![v, n])
}

/// `shingles(v, n[, unit])`: All sequences of n neighbouring words or characters of a text, in order and with repetitions: the elements for minhash and simhash. Words are separated by one space, whatever white space the text has; a text with fewer than n has none.
pub fn shingles_with_unit(v: Expr, n: Expr, unit: Expr) -> Expr {
    call("shingles", vec![v, n, unit])
}

/// `minhash_merge(a, b)`: The signature of the elements of two lists together, from the signatures of both.
pub fn minhash_merge(a: Expr, b: Expr) -> Expr {
    call("minhash_merge", vec![a, b])
}

/// `minhash_similarity(a, b)`: The fraction of places at which two signatures are equal, from 0 to 1: an estimate of the Jaccard similarity of two lists, whose standard error is at most 0.5 / sqrt(k).
pub fn minhash_similarity(a: Expr, b: Expr) -> Expr {
    call("minhash_similarity", vec![a, b])
}

/// `minhash_bands(signature, bands)`: A hash of each band of a signature, which is split into as many bands of one length. Lists that share a band are candidates for near-duplicates: join on unnest(minhash_bands(…)). Similar lists share one with the probability 1 - (1 - similarity^(k / bands))^bands.
pub fn minhash_bands(signature: Expr, bands: Expr) -> Expr {
    call("minhash_bands", vec![signature, bands])
}

/// `fingerprint_add(a, b)`: The fingerprint of the rows of two tables together, from their fingerprints.
pub fn fingerprint_add(a: Expr, b: Expr) -> Expr {
    call("fingerprint_add", vec![a, b])
}

/// `fingerprint_subtract(a, b)`: The fingerprint of a table after rows were removed: a is the fingerprint of the table before, and b of the removed rows.
pub fn fingerprint_subtract(a: Expr, b: Expr) -> Expr {
    call("fingerprint_subtract", vec![a, b])
}

/// `sketch_diff(a, b)`: The rows that differ between two tables, from their sketches: the side that has a row, its key, its hash, and how many times more often it is there. If more rows differ than the sketches can hold, the error says which p can.
pub fn sketch_diff(a: Expr, b: Expr) -> Expr {
    call("sketch_diff", vec![a, b])
}

/// `sketch_info(s)`: What a sketch holds, as JSON: its p, the number of cells, the number of rows, the kind of keys, and how many differences two such sketches can hold.
pub fn sketch_info(s: Expr) -> Expr {
    call("sketch_info", vec![s])
}

/// `hash_agg(any…)`: The sum of row_xxh128 over all rows modulo 2^128, big-endian: it doesn't depend on the order of the rows, and it counts duplicates.
pub fn hash_agg(row: Vec<Expr>) -> Expr {
    aggregate("hash_agg", row)
}

/// `fingerprint(any…)`: The number of rows and hash_agg as text, `hl1:<rows>:<hex>`: tables with the same rows have the same fingerprint.
pub fn fingerprint(row: Vec<Expr>) -> Expr {
    aggregate("fingerprint", row)
}

/// `fingerprint_sum(f)`: The sum of fingerprints: a table's fingerprint from those of its parts. NULLs are ignored; without values it is the fingerprint of an empty table.
pub fn fingerprint_sum(f: Expr) -> Expr {
    aggregate("fingerprint_sum", vec![f])
}

/// `digest_agg(v, algorithm)`: The digest of the concatenated row_bytes of all values, in the order of ORDER BY; NULL without rows.
pub fn digest_agg(v: Expr, algorithm: Expr) -> Expr {
    aggregate("digest_agg", vec![v, algorithm])
}

/// `zstd_train_dict(v[, max_bytes[, max_samples]])`: A zstd dictionary for similar values. The training sample doesn't depend on their order; NULLs are ignored.
pub fn zstd_train_dict(v: Expr) -> Expr {
    aggregate("zstd_train_dict", vec![v])
}

/// `zstd_train_dict(v[, max_bytes[, max_samples]])`: A zstd dictionary for similar values. The training sample doesn't depend on their order; NULLs are ignored.
pub fn zstd_train_dict_with_max_bytes(v: Expr, max_bytes: Expr) -> Expr {
    aggregate("zstd_train_dict", vec![v, max_bytes])
}

/// `zstd_train_dict(v[, max_bytes[, max_samples]])`: A zstd dictionary for similar values. The training sample doesn't depend on their order; NULLs are ignored.
pub fn zstd_train_dict_with_max_bytes_and_max_samples(
    v: Expr,
    max_bytes: Expr,
    max_samples: Expr,
) -> Expr {
    aggregate("zstd_train_dict", vec![v, max_bytes, max_samples])
}

/// `fsst_train(v)`: An FSST symbol table for similar values. The training sample doesn't depend on their order; NULLs are ignored.
pub fn fsst_train(v: Expr) -> Expr {
    aggregate("fsst_train", vec![v])
}

/// `block_pack(v[, codec[, chunk_bytes]])`: A single value that holds all values, NULLs included, in compressed chunks, for block_get and block_values; in the order of ORDER BY; NULL without rows.
pub fn block_pack(v: Expr) -> Expr {
    aggregate("block_pack", vec![v])
}

/// `block_pack(v[, codec[, chunk_bytes]])`: A single value that holds all values, NULLs included, in compressed chunks, for block_get and block_values; in the order of ORDER BY; NULL without rows.
pub fn block_pack_with_codec(v: Expr, codec: Expr) -> Expr {
    aggregate("block_pack", vec![v, codec])
}

/// `block_pack(v[, codec[, chunk_bytes]])`: A single value that holds all values, NULLs included, in compressed chunks, for block_get and block_values; in the order of ORDER BY; NULL without rows.
pub fn block_pack_with_codec_and_chunk_bytes(v: Expr, codec: Expr, chunk_bytes: Expr) -> Expr {
    aggregate("block_pack", vec![v, codec, chunk_bytes])
}

/// `minhash_agg(v, k)`: The MinHash signature of all distinct values: k numbers, as minhash returns them for a list; minhash_merge joins signatures of parts. NULLs are ignored; NULL without values.
pub fn minhash_agg(v: Expr, k: Expr) -> Expr {
    aggregate("minhash_agg", vec![v, k])
}

/// `row_sketch(p, key, any…)`: A sketch of a table, for sketch_diff: 160 bytes times 2^p, whatever the number of rows. It holds about 2.4 times 2^p differences. The key is a whole number, any other value, or a struct of several; NULL without rows.
pub fn row_sketch(p: Expr, row: Vec<Expr>) -> Expr {
    aggregate("row_sketch", [vec![p], row].concat())
}

/// `compress_bench(v)`: The compression ratio (compressed size divided by size) and the speed in MB/s of each codec on a sample of the values, on this machine.
pub fn compress_bench(v: Expr) -> Expr {
    aggregate("compress_bench", vec![v])
}
