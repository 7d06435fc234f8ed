//! The symbols by which Polars finds the expressions.

// Generated from the catalogue by `make generate`.

use arrow_array::ffi::FFI_ArrowSchema;

use super::abi::SeriesExport;
use super::plugin;

/// The two functions of an expression: what it computes and what it returns.
macro_rules! expression {
    ($name:literal) => {
        const _: () = {
            #[unsafe(export_name = concat!("_polars_plugin_", $name))]
            unsafe extern "C" fn compute(
                inputs: *const SeriesExport,
                len: usize,
                _kwargs: *const u8,
                _kwargs_len: usize,
                out: *mut SeriesExport,
                _context: *const u8,
            ) {
                // SAFETY: Polars calls it by the ABI of its plugins.
                unsafe { plugin::compute($name, inputs, len, out) }
            }

            #[unsafe(export_name = concat!("_polars_plugin_field_", $name))]
            unsafe extern "C" fn field(
                fields: *const FFI_ArrowSchema,
                len: usize,
                out: *mut FFI_ArrowSchema,
                _kwargs: *const u8,
                _kwargs_len: usize,
            ) {
                // SAFETY: Polars calls it by the ABI of its plugins.
                unsafe { plugin::field($name, fields, len, out) }
            }
        };
    };
}

expression!("xxh3");
expression!("xxh3_hex");
expression!("xxh3_signed");
expression!("xxh128_uuid");
expression!("xxh128");
expression!("xxh128_hex");
expression!("xxh64");
expression!("xxh64_hex");
expression!("xxh32");
expression!("xxh32_hex");
expression!("blake3");
expression!("blake3_hex");
expression!("blake3_keyed");
expression!("blake3_keyed_hex");
expression!("blake3_derive_key");
expression!("blake3_derive_key_hex");
expression!("crc32");
expression!("crc32_hex");
expression!("crc32c");
expression!("crc32c_hex");
expression!("crc64nvme");
expression!("crc64nvme_hex");
expression!("adler32");
expression!("adler32_hex");
expression!("fnv1a_32");
expression!("fnv1a_32_hex");
expression!("fnv1a_64");
expression!("fnv1a_64_hex");
expression!("murmur2_32");
expression!("murmur2_32_hex");
expression!("murmur2_64");
expression!("murmur2_64_hex");
expression!("murmur3_x86_32");
expression!("murmur3_x86_32_hex");
expression!("murmur3_x64_128");
expression!("murmur3_x64_128_hex");
expression!("murmur3_x86_128");
expression!("murmur3_x86_128_hex");
expression!("wyhash");
expression!("wyhash_hex");
expression!("rapidhash");
expression!("rapidhash_hex");
expression!("metrohash64");
expression!("metrohash64_hex");
expression!("metrohash128");
expression!("metrohash128_hex");
expression!("farmhash64");
expression!("farmhash64_hex");
expression!("cityhash64");
expression!("cityhash64_hex");
expression!("spookyhash_v2_32");
expression!("spookyhash_v2_32_hex");
expression!("spookyhash_v2_64");
expression!("spookyhash_v2_64_hex");
expression!("spookyhash_v2_128");
expression!("spookyhash_v2_128_hex");
expression!("komihash");
expression!("komihash_hex");
expression!("gxhash64");
expression!("gxhash64_hex");
expression!("aquahash");
expression!("aquahash_hex");
expression!("meowhash");
expression!("meowhash_hex");
expression!("haraka256");
expression!("haraka256_hex");
expression!("haraka512");
expression!("haraka512_hex");
expression!("highwayhash64");
expression!("highwayhash64_hex");
expression!("highwayhash128");
expression!("highwayhash128_hex");
expression!("highwayhash256");
expression!("highwayhash256_hex");
expression!("siphash13");
expression!("siphash13_hex");
expression!("siphash24");
expression!("siphash24_hex");
expression!("siphash24_128");
expression!("siphash24_128_hex");
expression!("digest");
expression!("hexdigest");
expression!("hmac");
expression!("hmac_hex");
expression!("uuid5");
expression!("uuid3");
expression!("s3_checksum");
expression!("trino_xxhash64");
expression!("bq_farm_fingerprint");
expression!("iceberg_hash");
expression!("iceberg_partition");
expression!("kafka_partition");
expression!("jump_hash");
expression!("postgres_hashtext");
expression!("postgres_hashtextextended");
expression!("redshift_fnv_hash");
expression!("java_hash");
expression!("clickhouse_siphash64");
expression!("clickhouse_siphash128");
expression!("clickhouse_siphash128_hex");
expression!("clickhouse_cityhash64");
expression!("clickhouse_halfmd5");
expression!("spark_hash");
expression!("spark_xxhash64");
expression!("spark_hash_with_seed");
expression!("spark_xxhash64_with_seed");
expression!("hive_hash");
expression!("row_bytes");
expression!("row_bytes_hex");
expression!("row_xxh3");
expression!("row_xxh3_hex");
expression!("row_xxh3_signed");
expression!("row_uuid");
expression!("row_uuid5");
expression!("hash_bucket");
expression!("hash_sample");
expression!("row_xxh128");
expression!("row_xxh128_hex");
expression!("row_blake3");
expression!("row_blake3_hex");
expression!("row_digest");
expression!("row_digest_hex");
expression!("zstd_compress");
expression!("zstd_dict_id");
expression!("zstd_decompress");
expression!("zstd_decompress_text");
expression!("try_zstd_decompress");
expression!("try_zstd_decompress_text");
expression!("lz4_compress");
expression!("lz4_block_compress");
expression!("lz4_decompress");
expression!("lz4_decompress_text");
expression!("try_lz4_decompress");
expression!("try_lz4_decompress_text");
expression!("lz4_block_decompress");
expression!("lz4_block_decompress_text");
expression!("try_lz4_block_decompress");
expression!("try_lz4_block_decompress_text");
expression!("gzip_compress");
expression!("zlib_compress");
expression!("snappy_compress");
expression!("brotli_compress");
expression!("xz_compress");
expression!("lz4hc_block_compress");
expression!("gzip_decompress");
expression!("gzip_decompress_text");
expression!("try_gzip_decompress");
expression!("try_gzip_decompress_text");
expression!("zlib_decompress");
expression!("zlib_decompress_text");
expression!("try_zlib_decompress");
expression!("try_zlib_decompress_text");
expression!("snappy_decompress");
expression!("snappy_decompress_text");
expression!("try_snappy_decompress");
expression!("try_snappy_decompress_text");
expression!("brotli_decompress");
expression!("brotli_decompress_text");
expression!("try_brotli_decompress");
expression!("try_brotli_decompress_text");
expression!("xz_decompress");
expression!("xz_decompress_text");
expression!("try_xz_decompress");
expression!("try_xz_decompress_text");
expression!("compress");
expression!("compressed_size");
expression!("uncompressed_size");
expression!("detect_codec");
expression!("decompress");
expression!("decompress_text");
expression!("try_decompress");
expression!("try_decompress_text");
expression!("fsst_compress");
expression!("fsst_decompress");
expression!("fsst_decompress_text");
expression!("try_fsst_decompress");
expression!("try_fsst_decompress_text");
expression!("block_get");
expression!("block_get_text");
expression!("block_count");
expression!("block_values");
expression!("block_values_text");
expression!("list_hash_agg");
expression!("list_fingerprint");
expression!("list_fingerprint_sum");
expression!("minhash");
expression!("simhash");
expression!("list_digest");
expression!("list_zstd_train_dict");
expression!("list_fsst_train");
expression!("list_block_pack");
expression!("list_row_sketch");
expression!("list_compress_bench");
expression!("shingles");
expression!("minhash_merge");
expression!("minhash_similarity");
expression!("minhash_bands");
expression!("fingerprint_add");
expression!("fingerprint_subtract");
expression!("sketch_diff");
expression!("sketch_info");
expression!("hash_agg");
expression!("fingerprint");
expression!("fingerprint_sum");
expression!("digest_agg");
expression!("zstd_train_dict");
expression!("fsst_train");
expression!("block_pack");
expression!("minhash_agg");
expression!("row_sketch");
expression!("compress_bench");
