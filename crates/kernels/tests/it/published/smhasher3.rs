//! The verification codes of SMHasher3: one number that stands for 256 hashes under 256 seeds.
//!
//! Left out: CRC-32C and the digests. SMHasher3 mixes its seed into their state in ways of its
//! own, and ours take no seed.

use super::{folder, lines};
use crate::support::hash::Hash;

/// Hashes the prefixes of 0, 1, 2 … under falling seeds, then the hashes; the code is the first
/// four bytes, read as little-endian.
fn code(hash: &Hash) -> u32 {
    let bytes: Vec<u8> = (0..=255).collect();
    let hashes: Vec<u8> =
        (0..256usize).flat_map(|i| hash.everywhere(&bytes[..i], 256 - i as u64)).collect();
    u32::from_le_bytes(hash.everywhere(&hashes, 0)[..4].try_into().unwrap())
}

#[test]
fn verification_codes() {
    let Some(folder) = folder() else { return };
    let lines = lines(&folder, "smhasher3/verification_codes.csv");
    for (listed, name) in
        [("XXH-32", "xxh32"), ("XXH-64", "xxh64"), ("XXH3-64", "xxh3"), ("XXH3-128", "xxh128")]
    {
        // CE: the hash in its canonical order of bytes, which is ours.
        let expected = lines
            .iter()
            .find_map(|line| line.split_once(&format!(",{listed},CE,0x")))
            .unwrap_or_else(|| panic!("{listed} has no code"));
        assert_eq!(format!("{:08X}", code(&Hash::named(name))), expected.1, "{name}");
    }
}
