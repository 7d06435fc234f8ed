//! The hashes of the reference crates: one call of their plain function over a slice.

use std::collections::HashMap;
use std::hash::Hasher;
use std::sync::LazyLock;

use const_fnv1a_hash::{fnv1a_hash_32, fnv1a_hash_64};
use crc_fast::{CrcAlgorithm, checksum};
use hashlane_kernels::blocks::Seeds;
use hashlane_kernels::hash as ours;
use murmur2::{murmur2, murmur64a};
use sha2::Digest;
use sha2::digest::{ExtendableOutput, Update};
use xxhash_rust::{xxh3, xxh32, xxh64};

use super::hash::{CONTEXT, Hash, KEY, key_of};

/// Appends the canonical bytes of a text's hash under a seed.
type Reference = fn(&[u8], u64, &mut Vec<u8>);

/// The hashes of up to 128 bits, each with its reference. A new hash has its line here.
const SHORT: &[(Hash, Reference)] = &[
    (Hash::Of32("xxh32", ours::xxh32::XXH32), |text, seed, out| {
        put(out, xxh32::xxh32(text, seed as u32).to_be_bytes());
    }),
    (Hash::Of64("xxh64", ours::xxh64::XXH64), |text, seed, out| {
        put(out, xxh64::xxh64(text, seed).to_be_bytes());
    }),
    (Hash::Of64("xxh3", ours::xxh3::XXH3_64), |text, seed, out| {
        put(out, xxh3::xxh3_64_with_seed(text, seed).to_be_bytes());
    }),
    (Hash::Of128("xxh128", ours::xxh3::XXH3_128), |text, seed, out| {
        put(out, xxh3::xxh3_128_with_seed(text, seed).to_be_bytes());
    }),
    (Hash::Of32("crc32", ours::crc::CRC32), |text, _, out| {
        put(out, crc32(CrcAlgorithm::Crc32IsoHdlc, text));
    }),
    (Hash::Of32("crc32c", ours::crc::CRC32C), |text, _, out| {
        put(out, crc32(CrcAlgorithm::Crc32Iscsi, text));
    }),
    (Hash::Of64("crc64nvme", ours::crc::CRC64NVME), |text, _, out| {
        put(out, checksum(CrcAlgorithm::Crc64Nvme, text).to_be_bytes());
    }),
    (Hash::Of32("adler32", ours::adler32::ADLER32), |text, _, out| {
        put(out, simd_adler32::adler32(&text).to_be_bytes());
    }),
    (Hash::Of32("fnv1a_32", ours::fnv::FNV1A_32), |text, _, out| {
        put(out, fnv1a_hash_32(text, None).to_be_bytes());
    }),
    (Hash::Of64("fnv1a_64", ours::fnv::FNV1A_64), |text, _, out| {
        put(out, fnv1a_hash_64(text, None).to_be_bytes());
    }),
    (Hash::Of32("murmur2_32", ours::murmur2::MURMUR2_32), |text, seed, out| {
        put(out, murmur2(text, seed as u32).to_be_bytes());
    }),
    (Hash::Of64("murmur2_64", ours::murmur2::MURMUR2_64), |text, seed, out| {
        put(out, murmur64a(text, seed).to_be_bytes());
    }),
    (Hash::Of32("murmur3_x86_32", ours::murmur3::MURMUR3_X86_32), |mut text, seed, out| {
        let hash = murmur3::murmur3_32(&mut text, seed as u32);
        put(out, hash.expect("a slice").to_be_bytes());
    }),
    (Hash::Of128("murmur3_x64_128", ours::murmur3::MURMUR3_X64_128), |mut text, seed, out| {
        let hash = murmur3::murmur3_x64_128(&mut text, seed as u32).expect("a slice");
        // It has h1 in the low half.
        put(out, hash.rotate_left(64).to_be_bytes());
    }),
    (Hash::Of128("murmur3_x86_128", ours::murmur3::MURMUR3_X86_128), |mut text, seed, out| {
        let hash = murmur3::murmur3_x86_128(&mut text, seed as u32).expect("a slice");
        // It has h1 in the low quarter.
        let words = [0, 32, 64, 96].map(|shift| (hash >> shift) as u32);
        words.iter().for_each(|word| put(out, word.to_be_bytes()));
    }),
    (Hash::Of64("wyhash", ours::wyhash::WYHASH), |text, seed, out| {
        put(out, wyhash(text, seed).to_be_bytes());
    }),
    (Hash::Of64("rapidhash", ours::rapidhash::RAPIDHASH), |text, seed, out| {
        // The crate's compact form is different code from what ours calls.
        let secrets = rapidhash::v3::RapidSecrets::seed_cpp(seed);
        let hash = rapidhash::v3::rapidhash_v3_inline::<true, true, false>(text, &secrets);
        put(out, hash.to_be_bytes());
    }),
    (Hash::Of64("metrohash64", ours::metrohash::METROHASH64), |text, seed, out| {
        let mut hasher = metrohash::MetroHash64::with_seed(seed);
        hasher.write(text);
        put(out, hasher.finish().to_be_bytes());
    }),
    (Hash::Of128("metrohash128", ours::metrohash::METROHASH128), |text, seed, out| {
        let mut hasher = metrohash::MetroHash128::with_seed(seed);
        hasher.write(text);
        let (first, second) = hasher.finish128();
        put(out, first.to_be_bytes());
        put(out, second.to_be_bytes());
    }),
    (Hash::Of64("cityhash64", ours::city::CITYHASH64), |text, _, out| {
        put(out, cityhasher::hash::<u64>(text).to_be_bytes());
    }),
    // The crate is wrong at multiples of 64 bytes, which `tests/vectors/unseeded.json` covers.
    (Hash::Of64("farmhash64", ours::city::FARMHASH64), |text, _, out| {
        if !text.is_empty() && text.len().is_multiple_of(64) {
            put(out, Hash::named("farmhash64").one(text, 0));
        } else {
            put(out, farmhash::fingerprint64(text).to_be_bytes());
        }
    }),
    (Hash::Of64("clickhouse_cityhash64", ours::city::CITYHASH64_V102), |text, _, out| {
        put(out, naive_cityhash::cityhash64(text).to_be_bytes());
    }),
    // No crate has version 2. SMHasher3's codes and `tests/vectors/seeded.json` check the values;
    // this checks the columns.
    (Hash::Of32("spookyhash_v2_32", ours::spooky::SPOOKYHASH_V2_32), |text, seed, out| {
        put(out, alone("spookyhash_v2_32", text, seed));
    }),
    (Hash::Of64("spookyhash_v2_64", ours::spooky::SPOOKYHASH_V2_64), |text, seed, out| {
        put(out, alone("spookyhash_v2_64", text, seed));
    }),
    (Hash::Of128("spookyhash_v2_128", ours::spooky::SPOOKYHASH_V2_128), |text, seed, out| {
        put(out, alone("spookyhash_v2_128", text, seed));
    }),
    (Hash::Of64("komihash", ours::komihash::KOMIHASH), |text, seed, out| {
        put(out, komihash::komihash(text, seed).to_be_bytes());
    }),
    // The crate of GxHash compiles only for other target CPUs, and AquaHash has no crate.
    (Hash::Of64("gxhash64", ours::gxhash::GXHASH64), |text, seed, out| {
        put(out, alone("gxhash64", text, seed));
    }),
    (Hash::Of128("aquahash", ours::aquahash::AQUAHASH), |text, seed, out| {
        put(out, alone("aquahash", text, seed));
    }),
    // The crate of MeowHash implements an older version.
    (Hash::Of128("meowhash", ours::meow::MEOWHASH), |text, seed, out| {
        put(out, alone("meowhash", text, seed));
    }),
    (Hash::Keyed64("siphash13", ours::siphash::SIPHASH13), |text, seed, out| {
        let key = key_of(seed).to_le_bytes();
        put(out, siphasher::sip::SipHasher13::new_with_key(&key).hash(text).to_be_bytes());
    }),
    (Hash::Keyed64("siphash24", ours::siphash::SIPHASH24), |text, seed, out| {
        let key = key_of(seed).to_le_bytes();
        put(out, siphasher::sip::SipHasher24::new_with_key(&key).hash(text).to_be_bytes());
    }),
    (Hash::Keyed128("siphash24_128", ours::siphash::SIPHASH24_128), |text, seed, out| {
        let key = key_of(seed).to_le_bytes();
        put(out, siphasher::sip128::SipHasher24::new_with_key(&key).hash(text).as_bytes());
    }),
    (Hash::Keyed128("uuid3", ours::uuid::UUID3), |text, seed, out| {
        let digest = md5::Md5::new().chain_update(key_of(seed).to_le_bytes()).chain_update(text);
        put(out, uuid(3, &digest.finalize()));
    }),
    (Hash::Keyed128("uuid5", ours::uuid::UUID5), |text, seed, out| {
        let digest = sha1::Sha1::new().chain_update(key_of(seed).to_le_bytes()).chain_update(text);
        put(out, uuid(5, &digest.finalize()));
    }),
    (Hash::Of128("xxh128_uuid", ours::uuid::XXH3_UUID), |text, seed, out| {
        put(out, uuid(8, &xxh3::xxh3_128_with_seed(text, seed).to_be_bytes()));
    }),
];

/// The first 16 bytes of a digest as a UUID. RFC 9562 numbers its 48th to 51st bits `ver`, and its
/// 64th and 65th `var`.
fn uuid(version: u128, digest: &[u8]) -> [u8; 16] {
    let mut bits = u128::from_be_bytes(*digest.first_chunk().expect("a digest"));
    bits = bits & !(0b1111 << 76) | version << 76;
    bits = bits & !(0b11 << 62) | 0b10 << 62;
    bits.to_be_bytes()
}

/// The references of the digests, by name.
static REFERENCES: LazyLock<HashMap<&'static str, Reference>> = LazyLock::new(|| {
    let references: [(&str, Reference); 39] = [
        ("md5", |text, _, out| put(out, md5::Md5::digest(text))),
        ("sha1", |text, _, out| put(out, sha1::Sha1::digest(text))),
        ("sha224", |text, _, out| put(out, sha2::Sha224::digest(text))),
        ("sha256", |text, _, out| put(out, sha2::Sha256::digest(text))),
        ("sha384", |text, _, out| put(out, sha2::Sha384::digest(text))),
        ("sha512", |text, _, out| put(out, sha2::Sha512::digest(text))),
        ("sha512_224", |text, _, out| put(out, sha2::Sha512_224::digest(text))),
        ("sha512_256", |text, _, out| put(out, sha2::Sha512_256::digest(text))),
        ("sha3_224", |text, _, out| put(out, sha3::Sha3_224::digest(text))),
        ("sha3_256", |text, _, out| put(out, sha3::Sha3_256::digest(text))),
        ("sha3_384", |text, _, out| put(out, sha3::Sha3_384::digest(text))),
        ("sha3_512", |text, _, out| put(out, sha3::Sha3_512::digest(text))),
        ("keccak256", |text, _, out| put(out, sha3::Keccak256::digest(text))),
        ("blake2b", |text, _, out| put(out, blake2::<blake2::Blake2b512>(text))),
        ("blake2s", |text, _, out| put(out, blake2::<blake2::Blake2s256>(text))),
        ("blake3", |text, _, out| put(out, blake3::hash(text).as_bytes())),
        ("shake128", |text, _, out| put(out, xof::<shake::Shake128, 32>(text))),
        ("shake256", |text, _, out| put(out, xof::<shake::Shake256, 64>(text))),
        ("k12", |text, _, out| put(out, xof::<k12::Kt128, 32>(text))),
        ("skein256", |text, _, out| put(out, skein::Skein256_256::digest(text))),
        ("skein512", |text, _, out| put(out, skein::Skein512_512::digest(text))),
        ("ripemd160", |text, _, out| put(out, ripemd::Ripemd160::digest(text))),
        ("sm3", |text, _, out| put(out, sm3::Sm3::digest(text))),
        ("CRC32", |text, _, out| put(out, crc32(CrcAlgorithm::Crc32IsoHdlc, text))),
        ("CRC32C", |text, _, out| put(out, crc32(CrcAlgorithm::Crc32Iscsi, text))),
        ("CRC64NVME", |text, _, out| {
            put(out, checksum(CrcAlgorithm::Crc64Nvme, text).to_be_bytes());
        }),
        ("XXHASH64", |text, _, out| put(out, xxh64::xxh64(text, 0).to_be_bytes())),
        ("XXHASH3", |text, _, out| put(out, xxh3::xxh3_64(text).to_be_bytes())),
        ("XXHASH128", |text, _, out| put(out, xxh3::xxh3_128(text).to_be_bytes())),
        ("SHA1", |text, _, out| put(out, sha1::Sha1::digest(text))),
        ("SHA256", |text, _, out| put(out, sha2::Sha256::digest(text))),
        ("SHA512", |text, _, out| put(out, sha2::Sha512::digest(text))),
        ("MD5", |text, _, out| put(out, md5::Md5::digest(text))),
        ("trino_xxhash64", |text, _, out| put(out, xxh64::xxh64(text, 0).to_be_bytes())),
        ("hmac", |text, _, out| put(out, hmac_sha512(&KEY, text))),
        ("blake3 to 1", |text, _, out| put(out, &blake3::hash(text).as_bytes()[..1])),
        ("blake3 to 131", |text, _, out| {
            let mut output = [0; 131];
            blake3::Hasher::new().update(text).finalize_xof().fill(&mut output);
            put(out, output);
        }),
        ("blake3_keyed", |text, _, out| put(out, blake3::keyed_hash(&KEY, text).as_bytes())),
        ("blake3_derive_key", |text, _, out| put(out, blake3::derive_key(CONTEXT, text))),
    ];
    HashMap::from(references)
});

/// The hashes of up to 128 bits.
pub fn short() -> Vec<Hash> {
    SHORT.iter().map(|(hash, _)| hash.clone()).collect()
}

/// The hashes of `texts`, in the form of [`Hash::on`].
pub fn hashes(hash: &Hash, texts: &[&[u8]], seeds: Seeds<'_, u64>) -> Vec<u8> {
    let name = hash.name();
    let short = SHORT.iter().find(|(hash, _)| hash.name() == name).map(|(_, reference)| reference);
    let reference = short.or_else(|| REFERENCES.get(name));
    let reference = reference.unwrap_or_else(|| panic!("{name} has no reference"));
    let mut out = Vec::with_capacity(texts.len() * hash.width());
    for (i, text) in texts.iter().enumerate() {
        reference(text, seeds.seed(i), &mut out);
    }
    out
}

/// Our own hash of one row.
fn alone(name: &str, text: &[u8], seed: u64) -> Vec<u8> {
    Hash::named(name).one(text, seed)
}

fn put(out: &mut Vec<u8>, hash: impl AsRef<[u8]>) {
    out.extend_from_slice(hash.as_ref());
}

fn crc32(algorithm: CrcAlgorithm, text: &[u8]) -> [u8; 4] {
    (checksum(algorithm, text) as u32).to_be_bytes()
}

fn xof<D: ExtendableOutput + Update + Default, const WIDTH: usize>(text: &[u8]) -> [u8; WIDTH] {
    let mut out = [0; WIDTH];
    D::digest_xof(text, &mut out);
    out
}

/// RFC 2104, word by word, for a key shorter than a block.
fn hmac_sha512(key: &[u8], text: &[u8]) -> impl AsRef<[u8]> {
    let pad = |byte: u8| -> Vec<u8> {
        (0..128).map(|i| key.get(i).copied().unwrap_or(0) ^ byte).collect()
    };
    let inner = sha2::Sha512::digest([&pad(0x36)[..], text].concat());
    sha2::Sha512::digest([&pad(0x5c)[..], &inner[..]].concat())
}

/// For the one crate that still implements the traits of `digest` 0.10.
fn blake2<D: blake2::Digest>(text: &[u8]) -> impl AsRef<[u8]> {
    D::digest(text)
}

/// wyhash, final version 4.2, word by word; no crate has it. SMHasher3's code and
/// `tests/vectors` confirm the values.
fn wyhash(text: &[u8], seed: u64) -> u64 {
    const P: [u64; 4] = [
        0x2d35_8dcc_aa6c_78a5,
        0x8bb8_4b93_962e_acc9,
        0x4b33_a62e_d433_d4a3,
        0x4d5a_2da5_1de1_aa47,
    ];
    let wide = |a: u64, b: u64| u128::from(a) * u128::from(b);
    let mix = |a, b| (wide(a, b) >> 64) as u64 ^ wide(a, b) as u64;
    let read = |at: usize, n: usize| {
        text[at..at + n].iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
    };
    let len = text.len();
    let mut states = [seed ^ mix(seed ^ P[0], P[1]); 3];
    let mut at = 0;
    while len > 16 && len - at >= 48 {
        for i in 0..3 {
            states[i] = mix(read(at + 16 * i, 8) ^ P[i + 1], read(at + 16 * i + 8, 8) ^ states[i]);
        }
        at += 48;
    }
    let mut state = if at > 0 { states[0] ^ states[1] ^ states[2] } else { states[0] };
    while len > 16 && len - at > 16 {
        state = mix(read(at, 8) ^ P[1], read(at + 8, 8) ^ state);
        at += 16;
    }
    let [a, b] = match len {
        0 => [0, 0],
        1..=3 => [read(0, 1) << 16 | read(len / 2, 1) << 8 | read(len - 1, 1), 0],
        4..=7 => [read(0, 4) << 32 | read(0, 4), read(len - 4, 4) << 32 | read(len - 4, 4)],
        8..=15 => [read(0, 4) << 32 | read(4, 4), read(len - 4, 4) << 32 | read(len - 8, 4)],
        16 => [read(0, 4) << 32 | read(8, 4), read(12, 4) << 32 | read(4, 4)],
        _ => [read(len - 16, 8), read(len - 8, 8)],
    };
    let product = wide(a ^ P[1], b ^ state);
    mix(product as u64 ^ P[0] ^ len as u64, (product >> 64) as u64 ^ P[1])
}
