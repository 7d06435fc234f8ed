//! The verification codes of SMHasher3: one number for 256 hashes with 256 seeds.
//!
//! Left out: CityHash, FarmHash and SipHash, which SMHasher3 gives seeds or keys that they don't
//! take, or uses in its own way; CRC-32C, FNV-1a and the digests, into whose state SMHasher3 mixes
//! its seed. Ours take no seed.

use super::{folder, lines};
use crate::support::hash::Hash;

/// Hashes the prefixes of 0, 1, 2 … under descending seeds, then the hashes. The code is the first
/// four bytes, read as little-endian. A hash consists of numbers of `number` bytes, written as on a
/// little-endian machine.
fn code(hash: &Hash, number: usize) -> u32 {
    let of = |input: &[u8], seed| {
        let mut bytes = hash.everywhere(input, seed);
        bytes.chunks_exact_mut(number).for_each(<[u8]>::reverse);
        bytes
    };
    let bytes: Vec<u8> = (0..=255).collect();
    let hashes: Vec<u8> = (0..256usize).flat_map(|i| of(&bytes[..i], 256 - i as u64)).collect();
    u32::from_le_bytes(of(&hashes, 0)[..4].try_into().unwrap())
}

#[test]
fn verification_codes() {
    let Some(folder) = folder() else { return };
    let lines = lines(&folder, "smhasher3/verification_codes.csv");
    for (listed, name, number) in [
        // CE: the hash in its canonical order of bytes, which is ours.
        ("XXH-32,CE", "xxh32", 1),
        ("XXH-64,CE", "xxh64", 1),
        ("XXH3-64,CE", "xxh3", 1),
        ("XXH3-128,CE", "xxh128", 1),
        // LE: numbers as a little-endian machine writes them.
        ("MurmurHash2-32,LE", "murmur2_32", 4),
        ("MurmurHash2-64,LE", "murmur2_64", 8),
        ("MurmurHash3-32,LE", "murmur3_x86_32", 4),
        ("MurmurHash3-128,LE", "murmur3_x64_128", 8),
        ("MurmurHash3-128.int32,LE", "murmur3_x86_128", 4),
        ("wyhash,LE", "wyhash", 8),
        ("rapidhash,LE", "rapidhash", 8),
        ("MetroHash-64,LE", "metrohash64", 8),
        ("MetroHash-128,LE", "metrohash128", 8),
        ("komihash,CE", "komihash", 8),
        ("gxhash-64,CE", "gxhash64", 8),
        ("AquaHash,LE", "aquahash", 1),
        ("MeowHash,LE", "meowhash", 1),
        ("SpookyHash2-32,LE", "spookyhash_v2_32", 4),
        ("SpookyHash2-64,LE", "spookyhash_v2_64", 8),
        ("SpookyHash2-128,LE", "spookyhash_v2_128", 8),
    ] {
        let expected = lines
            .iter()
            .find_map(|line| line.split_once(&format!(",{listed},0x")))
            .unwrap_or_else(|| panic!("{listed} has no code"));
        let code = code(&Hash::named(name), number);
        assert_eq!(format!("{:08X}", code), expected.1, "{name}");
    }
}
