//! imohash against the vectors of its specification:
//! <https://github.com/kalafut/imohash/blob/master/algorithm.md>, "Test Vectors". Its messages are
//! MurmurHash3 hashes of ever more letters A.

use hashlane_files::imohash::imohash;
use hashlane_kernels::blocks::{self, Rows, Seeds};
use hashlane_kernels::hash::murmur3::MURMUR3_X64_128;
use hashlane_kernels::isa::Isa;

use crate::memory::Memory;

/// `M(n)` of the specification.
fn message(len: usize) -> Vec<u8> {
    let (mut letters, mut message) = (Vec::new(), Vec::new());
    while message.len() < len {
        letters.push(b'A');
        let mut hash = [[0; 16]];
        let (rows, seed) = (Rows::Slices(&[&letters]), Seeds::Constant(0));
        blocks::hash(Isa::current(), &rows, seed, &mut hash, MURMUR3_X64_128);
        message.extend_from_slice(&hash[0]);
    }
    message.truncate(len);
    message
}

#[test]
fn vectors_of_the_specification() {
    for (len, sampled, hash) in [
        (0, 0, "00000000000000000000000000000000"),
        (1, 1, "016ac6dd306a3e594e711127c5b5a8e4"),
        (127, 127, "7f0e0eaa0a415e2878303214a087fbab"),
        (128, 128, "80017902d85ab752459758292a217ed8"),
        (4095, 4095, "ff1fc7e3b9890469ee676df99f6ac7b7"),
        (4096, 4096, "80203d4ea589349dcdf63511a8d49d4a"),
        (131_072, 49_152, "808008ed886018d5cd37a9b35bbae286"),
        (500_000, 49_152, "a0c21ea46738cf366d496962000a45f7"),
    ] {
        let found = imohash(&Memory(message(len))).expect("it can be read");
        assert_eq!(found.hex(), hash, "{len} bytes");
        assert_eq!((found.size, found.sampled_bytes), (len as u64, sampled));
    }
}
