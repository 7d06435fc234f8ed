//! The expected result of a call for one row: the kernels on a plain slice.

use hashlane_catalog::{Function, OnBadInput, ResultForm, TypeClass, Work};
use hashlane_codecs::deflate::{gzip, zlib};
use hashlane_codecs::fsst::SymbolTable;
use hashlane_codecs::pack;
use hashlane_codecs::zstd::Dictionary;
use hashlane_codecs::{Codec, Compress, Workspace, brotli, lz4, snappy, xz, zstd};
use hashlane_kernels::blocks::{self, HashKernel, Rows, Seeds};
use hashlane_kernels::encoding::{self, ValueClass, Values, uuid_text};
use hashlane_kernels::engines;
use hashlane_kernels::engines::KafkaPartitions;
use hashlane_kernels::engines::columns::REDSHIFT_FNV_HASH;
use hashlane_kernels::hash::blake3::Blake3Mode;
use hashlane_kernels::hash::s3::CHECKSUMS;
use hashlane_kernels::hash::{
    Algorithm, Digester, Hmac, MacAlgorithm, adler32, aquahash, base64, city, crc, fnv, gxhash,
    haraka, highway, komihash, meow, metrohash, murmur2, murmur3, rapidhash, siphash, spooky,
    wyhash, xxh3, xxh32, xxh64,
};
use hashlane_kernels::isa::Isa;

use super::inputs::{Cells, DICTIONARIES, Params, TABLES, cycle, fixed, ragged, text};

/// Lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Decodes hex digits.
pub fn unhex(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).expect("ASCII"));
    pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hex")).collect()
}

/// A hash of at most 128 bits, in canonical bytes.
fn short<S: Copy, T: Copy + Default>(kernel: HashKernel<S, T>, row: &[u8], seed: S) -> T {
    let mut out = [T::default()];
    let rows = Rows::Slices(&[row]);
    blocks::hash(Isa::current(), &rows, Seeds::Constant(seed), &mut out, kernel);
    out[0]
}

fn digest(digester: &Digester, row: &[u8]) -> Vec<u8> {
    let mut out = vec![0; digester.width()];
    digester.digest(Isa::current(), &Rows::Slices(&[row]), &mut out);
    out
}

fn compressed(compress: Compress, level: i32, row: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    compress(&mut Workspace::default(), level, row, &mut out).expect("it can be compressed");
    out
}

fn zstd_frame(row: &[u8], p: &Params) -> Vec<u8> {
    let Some(dictionary) = p.dictionary else { return compressed(zstd::compress, p.level, row) };
    let dictionary = Dictionary::prepared(&DICTIONARIES[dictionary].bytes).expect("a dictionary");
    let (mut out, workspace) = (Vec::new(), &mut Workspace::default());
    zstd::compress_with(workspace, p.level, &dictionary, row, &mut out).expect("it can be");
    out
}

/// The values of a pack with `content` in the third place.
fn pack_values(content: &[u8]) -> Cells {
    vec![Some(b"first".to_vec()), None, Some(content.to_vec()), Some(vec![])]
}

fn pack(content: &[u8]) -> Vec<u8> {
    let mut builder =
        pack::PackBuilder::new(pack::ChunkCodec::default(), 64).expect("it is allowed");
    let workspace = &mut Workspace::default();
    for value in pack_values(content) {
        builder.push(workspace, value.as_deref()).expect("there is room");
    }
    builder.finish(workspace).expect("there is memory")
}

/// The values of a list as one: each follows its length, which is -1 for NULL.
pub fn joined(values: &[Option<Vec<u8>>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for value in values {
        let length = value.as_ref().map_or(-1, |value| value.len() as i64);
        bytes.extend_from_slice(&length.to_be_bytes());
        bytes.extend_from_slice(value.as_deref().unwrap_or_default());
    }
    bytes
}

/// A value that a function accepts, made of `content`, and the result of a call over it.
pub fn value_and_result(
    function: &Function,
    content: &[u8],
    p: &Params,
) -> (Vec<u8>, Option<Vec<u8>>) {
    if decompresses(function) {
        return (frame_with(function, content, p), Some(content.to_vec()));
    }
    let size = |bytes: &[u8]| Some((bytes.len() as u64).to_be_bytes().to_vec());
    let compressed = || plain("compress", content, p);
    match function.name {
        "zstd_dict_id" => {
            let id = p.dictionary.map(|i| DICTIONARIES[i].id.to_be_bytes().to_vec());
            (zstd_frame(content, p), id)
        }
        "compressed_size" => (content.to_vec(), size(&compressed())),
        "uncompressed_size" => {
            let says = !["gzip", "zlib", "brotli"].contains(&p.format());
            (compressed(), size(content).filter(|_| says))
        }
        "detect_codec" => {
            let tells = ["zstd", "gzip", "zlib", "xz", "lz4"].contains(&p.format());
            (compressed(), tells.then(|| p.format().as_bytes().to_vec()))
        }
        "block_get" | "block_get_text" => {
            (pack(content), pack_values(content)[p.pack_index - 1].clone())
        }
        "block_count" => (pack(content), Some(4u64.to_be_bytes().to_vec())),
        "block_values" | "block_values_text" => {
            (pack(content), Some(joined(&pack_values(content))))
        }
        _ => {
            let value = match function.name {
                // They accept values of one length: that of the hex of a digest.
                "haraka256" | "haraka256_hex" => hex_of("md5", content),
                "haraka512" | "haraka512_hex" => hex_of("sha256", content),
                _ => content.to_vec(),
            };
            let result = expected(function, &value, p);
            (value, Some(result))
        }
    }
}

fn hex_of(algorithm: &str, content: &[u8]) -> Vec<u8> {
    hex(&digest_of(algorithm, content)).into_bytes()
}

fn digest_of(algorithm: &str, content: &[u8]) -> Vec<u8> {
    let algorithm = Algorithm::find(algorithm).expect("it exists");
    digest(&Digester::Algorithm(algorithm), content)
}

/// The UUID that is [`NAMESPACE_TEXT`](super::inputs::NAMESPACE_TEXT).
const NAMESPACE: [u8; 16] = 0x8863_13e1_3b8a_5372_9b90_0c9a_ee19_9e5d_u128.to_be_bytes();

/// The text of a UUID of a version, from the first 16 bytes of a digest.
fn uuid_of(version: u8, digest: &[u8]) -> Vec<u8> {
    let mut uuid: [u8; 16] = *digest.first_chunk().expect("16 bytes or more");
    uuid[6] = uuid[6] & 0x0f | version << 4;
    uuid[8] = uuid[8] & 0x3f | 0x80;
    uuid_text(u128::from_be_bytes(uuid)).to_vec()
}

/// The canonical bytes of a hash, and `None` for other functions.
fn hash_of(name: &str, row: &[u8], p: &Params) -> Option<Vec<u8>> {
    let (seed, seed32) = (p.seed, p.seed as u32);
    Some(match name {
        "xxh3" => short(xxh3::XXH3_64, row, seed).to_be_bytes().to_vec(),
        "xxh128" => short(xxh3::XXH3_128, row, seed).to_vec(),
        "xxh64" => short(xxh64::XXH64, row, seed).to_be_bytes().to_vec(),
        "xxh32" => short(xxh32::XXH32, row, seed32).to_be_bytes().to_vec(),
        "crc32" => short(crc::CRC32, row, 0).to_be_bytes().to_vec(),
        "crc32c" => short(crc::CRC32C, row, 0).to_be_bytes().to_vec(),
        "crc64nvme" => short(crc::CRC64NVME, row, 0).to_be_bytes().to_vec(),
        "adler32" => short(adler32::ADLER32, row, 0).to_be_bytes().to_vec(),
        "fnv1a_32" => short(fnv::FNV1A_32, row, 0).to_be_bytes().to_vec(),
        "fnv1a_64" => short(fnv::FNV1A_64, row, 0).to_be_bytes().to_vec(),
        "murmur2_32" => short(murmur2::MURMUR2_32, row, seed32).to_be_bytes().to_vec(),
        "murmur2_64" => short(murmur2::MURMUR2_64, row, seed).to_be_bytes().to_vec(),
        "murmur3_x86_32" => short(murmur3::MURMUR3_X86_32, row, seed32).to_be_bytes().to_vec(),
        "murmur3_x64_128" => short(murmur3::MURMUR3_X64_128, row, seed32.into()).to_vec(),
        "murmur3_x86_128" => short(murmur3::MURMUR3_X86_128, row, seed32.into()).to_vec(),
        "wyhash" => short(wyhash::WYHASH, row, seed).to_be_bytes().to_vec(),
        "rapidhash" => short(rapidhash::RAPIDHASH, row, seed).to_be_bytes().to_vec(),
        "metrohash64" => short(metrohash::METROHASH64, row, seed).to_be_bytes().to_vec(),
        "metrohash128" => short(metrohash::METROHASH128, row, seed).to_vec(),
        "cityhash64" => short(city::CITYHASH64, row, 0).to_be_bytes().to_vec(),
        "farmhash64" => short(city::FARMHASH64, row, 0).to_be_bytes().to_vec(),
        "bq_farm_fingerprint" => short(city::FARMHASH64_SIGNED, row, 0).to_be_bytes().to_vec(),
        "spookyhash_v2_32" => short(spooky::SPOOKYHASH_V2_32, row, seed32).to_be_bytes().to_vec(),
        "spookyhash_v2_64" => short(spooky::SPOOKYHASH_V2_64, row, seed).to_be_bytes().to_vec(),
        "spookyhash_v2_128" => short(spooky::SPOOKYHASH_V2_128, row, seed).to_vec(),
        "komihash" => short(komihash::KOMIHASH, row, seed).to_be_bytes().to_vec(),
        "gxhash64" => short(gxhash::GXHASH64, row, seed).to_be_bytes().to_vec(),
        "aquahash" => short(aquahash::AQUAHASH, row, seed).to_vec(),
        "meowhash" => short(meow::MEOWHASH, row, seed).to_vec(),
        "highwayhash64" => {
            short(highway::HIGHWAYHASH64, row, p.highway_key()).to_be_bytes().to_vec()
        }
        "highwayhash128" => short(highway::HIGHWAYHASH128, row, p.highway_key()).to_vec(),
        "highwayhash256" => short(highway::HIGHWAYHASH256, row, p.highway_key()).to_vec(),
        "siphash13" => short(siphash::SIPHASH13, row, p.key16()).to_be_bytes().to_vec(),
        "siphash24" => short(siphash::SIPHASH24, row, p.key16()).to_be_bytes().to_vec(),
        "siphash24_128" => short(siphash::SIPHASH24_128, row, p.key16()).to_vec(),
        "postgres_hashtext" => short(engines::POSTGRES_HASHTEXT, row, 0).to_be_bytes().to_vec(),
        "postgres_hashtextextended" => {
            short(engines::POSTGRES_HASHTEXTEXTENDED, row, seed).to_be_bytes().to_vec()
        }
        "java_hash" => short(engines::JAVA_HASH, row, 0).to_be_bytes().to_vec(),
        _ => return None,
    })
}

/// The result of a hash or a compressor, before it is converted to hex.
fn plain(base: &str, row: &[u8], p: &Params) -> Vec<u8> {
    if let Some(hash) = hash_of(base, row, p) {
        return hash;
    }
    let blake3 = |mode, width| digest(&Digester::Blake3 { mode, width }, row);
    match base {
        "xxh3_signed" => short(xxh3::XXH3_64, row, p.seed).to_be_bytes().to_vec(),
        "xxh128_uuid" => uuid_of(8, &short(xxh3::XXH3_128, row, p.seed)),
        "uuid3" => uuid_of(3, &digest_of("md5", &[&NAMESPACE, row].concat())),
        "uuid5" => uuid_of(5, &digest_of("sha1", &[&NAMESPACE, row].concat())),
        "hmac" => {
            let algorithm = MacAlgorithm::find(p.mac_algorithm).expect("it exists");
            digest(&Digester::Hmac(Hmac::new(algorithm, &p.key)), row)
        }
        "s3_checksum" => {
            let checksum = CHECKSUMS.iter().find(|c| c.name == p.checksum).expect("it exists");
            digest(&Digester::Algorithm(checksum), row)
        }
        "trino_xxhash64" => short(xxh64::XXH64, row, 0).to_be_bytes().to_vec(),
        "iceberg_hash" => short(engines::ICEBERG_HASH, row, 0).to_be_bytes().to_vec(),
        "iceberg_partition" => {
            short(engines::ICEBERG_PARTITION, row, p.buckets).to_be_bytes().to_vec()
        }
        "kafka_partition" => {
            let partitions = KafkaPartitions { client: p.client().1, count: p.buckets };
            short(engines::KAFKA_PARTITION, row, partitions).to_be_bytes().to_vec()
        }
        "redshift_fnv_hash" => {
            let mut out = [p.seed.cast_signed()];
            let rows = [row];
            let values = Values::Bytes(ValueClass::Binary, Rows::Slices(&rows));
            let row = [encoding::Column::new(1, None, values)];
            REDSHIFT_FNV_HASH.hash_seeded(Isa::current(), &row, &mut out).expect("it has the type");
            out[0].to_be_bytes().to_vec()
        }
        "haraka256" => haraka::haraka256(row.try_into().expect("32 bytes")).to_vec(),
        "haraka512" => haraka::haraka512(row.try_into().expect("64 bytes")).to_vec(),
        "blake3" => blake3(Blake3Mode::Hash, p.length),
        "blake3_keyed" => blake3(Blake3Mode::Keyed(p.key), 32),
        "blake3_derive_key" => blake3(Blake3Mode::derive_key(&p.context), 32),
        "digest" | "hexdigest" => {
            digest(&Digester::Algorithm(Algorithm::find(p.algorithm).expect("it exists")), row)
        }
        "zstd_compress" => zstd_frame(row, p),
        "gzip_compress" => compressed(gzip::compress, p.level.clamp(0, 9), row),
        "zlib_compress" => compressed(zlib::compress, p.level.clamp(0, 9), row),
        "snappy_compress" => compressed(snappy::compress, 0, row),
        "brotli_compress" => compressed(brotli::compress, p.level.clamp(0, 11), row),
        "xz_compress" => compressed(xz::compress, p.level.clamp(0, 9), row),
        "lz4hc_block_compress" => compressed(lz4::block_hc::compress, p.level.clamp(1, 12), row),
        "compress" => {
            let (codec, level) = Codec::parse(p.codec).expect("it exists");
            compressed(codec.compress, level, row)
        }
        "fsst_compress" => {
            let table = SymbolTable::prepared(&TABLES[p.table]).expect("a table");
            let mut out = Vec::new();
            table.compress(row, &mut out).expect("there is memory");
            out
        }
        "lz4_compress" => compressed(lz4::frame::compress, 0, row),
        "lz4_block_compress" => compressed(lz4::block::compress, 0, row),
        other => panic!("the oracle does not know {other}"),
    }
}

/// The result of a hash or a compressor for a row.
pub fn expected(function: &Function, row: &[u8], params: &Params) -> Vec<u8> {
    let bytes = plain(function.name.trim_end_matches("_hex"), row, params);
    match function.form {
        ResultForm::Plain => bytes,
        ResultForm::Hex => hex(&bytes).into_bytes(),
        ResultForm::Base64 => {
            let mut out = bytes;
            base64::in_place(0, &mut out);
            out
        }
        ResultForm::Text => unreachable!("a decompressor"),
    }
}

/// Whether the value of a function may be a BLOB.
pub fn takes_bytes(function: &Function) -> bool {
    function.args[function.value_index()].kind.accepts(TypeClass::Blob)
}

/// Whether a function decompresses.
pub fn decompresses(function: &Function) -> bool {
    function.work == Work::Decompress
}

/// Whether a function returns NULL for corrupt rows.
pub fn forgives(function: &Function) -> bool {
    function.on_bad_input == OnBadInput::Null
}

/// A value that a decompressor must turn back into `content`.
pub fn frame_of(function: &Function, content: &[u8]) -> Vec<u8> {
    frame_with(function, content, &Params::nth(0))
}

/// The same for a call with these parameters.
pub fn frame_with(function: &Function, content: &[u8], params: &Params) -> Vec<u8> {
    let name = function.name.trim_start_matches("try_").trim_end_matches("_text");
    plain(&name.replace("decompress", "compress"), content, params)
}

/// A column of values with the expected result of a call over it.
pub struct Case {
    pub values: Cells,
    pub expected: Cells,
}

/// The columns to try a function on: texts of all lengths, bytes, rows of one length.
pub fn cases(function: &Function, params: &Params) -> Vec<Case> {
    let columns = [ragged(text), ragged(cycle), fixed()];
    let wants_text = function.form == ResultForm::Text || !takes_bytes(function);
    let is_text = |cells: &Cells| cells.iter().flatten().all(|c| std::str::from_utf8(c).is_ok());
    columns
        .into_iter()
        .filter(|cells| !wants_text || is_text(cells))
        .map(|cells| case(function, cells, params))
        .collect()
}

/// One column of [`cases`]: `cells` for a hash, their frames for a decompressor, packs with them for functions that
/// read packs.
pub fn case(function: &Function, cells: Cells, params: &Params) -> Case {
    let each = |cell: Option<Vec<u8>>| match cell {
        Some(cell) => {
            let (value, result) = value_and_result(function, &cell, params);
            (Some(value), result)
        }
        None => (None, None),
    };
    let (values, expected) = cells.into_iter().map(each).unzip();
    Case { values, expected }
}
