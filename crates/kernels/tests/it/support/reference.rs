//! What the reference crates make of a text: one call of their plain function over a slice.

use std::collections::HashMap;
use std::sync::LazyLock;

use crc_fast::{CrcAlgorithm, checksum};
use hashlane_kernels::rows::Seeds;
use sha2::Digest;
use xxhash_rust::{xxh3, xxh32, xxh64};

use super::hash::{CONTEXT, Hash, KEY};

/// Appends the canonical bytes of a text's hash under a seed.
type Reference = fn(&[u8], u64, &mut Vec<u8>);

/// The references by the names of the hashes.
static REFERENCES: LazyLock<HashMap<&'static str, Reference>> = LazyLock::new(|| {
    let references: [(&str, Reference); 26] = [
        ("xxh32", |text, seed, out| put(out, xxh32::xxh32(text, seed as u32).to_be_bytes())),
        ("xxh64", |text, seed, out| put(out, xxh64::xxh64(text, seed).to_be_bytes())),
        ("xxh3", |text, seed, out| put(out, xxh3::xxh3_64_with_seed(text, seed).to_be_bytes())),
        ("xxh128", |text, seed, out| put(out, xxh3::xxh3_128_with_seed(text, seed).to_be_bytes())),
        ("crc32", |text, _, out| put(out, crc32(CrcAlgorithm::Crc32IsoHdlc, text))),
        ("crc32c", |text, _, out| put(out, crc32(CrcAlgorithm::Crc32Iscsi, text))),
        ("crc64nvme", |text, _, out| {
            put(out, checksum(CrcAlgorithm::Crc64Nvme, text).to_be_bytes());
        }),
        ("md5", |text, _, out| put(out, md5::Md5::digest(text))),
        ("sha1", |text, _, out| put(out, sha1::Sha1::digest(text))),
        ("sha224", |text, _, out| put(out, sha2::Sha224::digest(text))),
        ("sha256", |text, _, out| put(out, sha2::Sha256::digest(text))),
        ("sha384", |text, _, out| put(out, sha2::Sha384::digest(text))),
        ("sha512", |text, _, out| put(out, sha2::Sha512::digest(text))),
        ("sha512_256", |text, _, out| put(out, sha2::Sha512_256::digest(text))),
        ("sha3_224", |text, _, out| put(out, sha3::Sha3_224::digest(text))),
        ("sha3_256", |text, _, out| put(out, sha3::Sha3_256::digest(text))),
        ("sha3_384", |text, _, out| put(out, sha3::Sha3_384::digest(text))),
        ("sha3_512", |text, _, out| put(out, sha3::Sha3_512::digest(text))),
        ("keccak256", |text, _, out| put(out, sha3::Keccak256::digest(text))),
        ("blake2b", |text, _, out| put(out, blake2::<blake2::Blake2b512>(text))),
        ("blake2s", |text, _, out| put(out, blake2::<blake2::Blake2s256>(text))),
        ("blake3", |text, _, out| put(out, blake3::hash(text).as_bytes())),
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

/// The hashes of `texts`, as [`Hash::on`] gives them.
pub fn hashes(hash: &Hash, texts: &[&[u8]], seeds: Seeds<'_, u64>) -> Vec<u8> {
    let name = hash.name();
    let reference = REFERENCES.get(name).unwrap_or_else(|| panic!("{name} has no reference"));
    let mut out = Vec::with_capacity(texts.len() * hash.width());
    for (i, text) in texts.iter().enumerate() {
        reference(text, seeds.of(i), &mut out);
    }
    out
}

fn put(out: &mut Vec<u8>, hash: impl AsRef<[u8]>) {
    out.extend_from_slice(hash.as_ref());
}

fn crc32(algorithm: CrcAlgorithm, text: &[u8]) -> [u8; 4] {
    (checksum(algorithm, text) as u32).to_be_bytes()
}

/// Of the one crate that still implements the traits of `digest` 0.10.
fn blake2<D: blake2::Digest>(text: &[u8]) -> impl AsRef<[u8]> {
    D::digest(text)
}
