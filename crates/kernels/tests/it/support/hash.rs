//! Every hash of the kernels in one shape: a column in, canonical bytes for each row out.

use hashlane_kernels::hash::algorithm::ALGORITHMS;
use hashlane_kernels::hash::blake3::Mode;
use hashlane_kernels::hash::{Digester, crc, xxh3, xxh32, xxh64};
use hashlane_kernels::isa::Isa;
use hashlane_kernels::rows::{self, HashKernel, Rows, Seeds};

/// A hash with its kernel.
#[derive(Clone)]
pub enum Hash {
    Of32(&'static str, HashKernel<u32, u32>),
    Of64(&'static str, HashKernel<u64, u64>),
    Of128(&'static str, HashKernel<u64, [u8; 16]>),
    Digest(String, Digester),
}

/// The hash functions of up to 128 bits, by name.
pub const SHORT: &[Hash] = &[
    Hash::Of32("xxh32", xxh32::xxh32),
    Hash::Of64("xxh64", xxh64::xxh64),
    Hash::Of64("xxh3", xxh3::xxh3_64),
    Hash::Of128("xxh128", xxh3::xxh3_128),
    Hash::Of32("crc32", crc::crc32),
    Hash::Of32("crc32c", crc::crc32c),
    Hash::Of64("crc64nvme", crc::crc64nvme),
];

/// Every hash: the short ones, the digests, BLAKE3 with a key and with other widths.
pub fn all() -> Vec<Hash> {
    let digests = ALGORITHMS.iter().map(|a| (a.name.to_string(), Digester::Algorithm(a)));
    let blake3 = [
        ("blake3 to 1", Digester::Blake3 { mode: Mode::Hash, width: 1 }),
        ("blake3 to 131", Digester::Blake3 { mode: Mode::Hash, width: 131 }),
        ("blake3_keyed", Digester::Blake3 { mode: Mode::Keyed([7; 32]), width: 32 }),
        ("blake3_derive_key", Digester::Blake3 { mode: Mode::derive_key("a context"), width: 32 }),
    ]
    .map(|(name, digester)| (name.to_string(), digester));
    let digests = digests.chain(blake3).map(|(name, digester)| Hash::Digest(name, digester));
    SHORT.iter().cloned().chain(digests).collect()
}

impl Hash {
    /// The short hash or digest algorithm called `name`.
    pub fn named(name: &str) -> Hash {
        all().into_iter().find(|h| h.name() == name).unwrap_or_else(|| panic!("no hash {name}"))
    }

    pub fn name(&self) -> &str {
        match self {
            Hash::Of32(name, _) | Hash::Of64(name, _) | Hash::Of128(name, _) => name,
            Hash::Digest(name, _) => name,
        }
    }

    /// The canonical bytes of each row's hash. 32-bit hashes take the low half of a seed; CRCs and
    /// digests take none.
    pub fn column(&self, rows: &Rows<'_>, seeds: Seeds<'_, u64>) -> Vec<Vec<u8>> {
        match self {
            Hash::Of32(_, kernel) => {
                let halves: Vec<u32>;
                let seeds = match seeds {
                    Seeds::Constant(seed) => Seeds::Constant(seed as u32),
                    Seeds::Column(seeds) => {
                        halves = seeds.iter().map(|seed| *seed as u32).collect();
                        Seeds::Column(&halves[..])
                    }
                };
                run(rows, seeds, *kernel, |hash: u32| hash.to_be_bytes().to_vec())
            }
            Hash::Of64(_, kernel) => {
                run(rows, seeds, *kernel, |hash: u64| hash.to_be_bytes().to_vec())
            }
            Hash::Of128(_, kernel) => run(rows, seeds, *kernel, |hash: [u8; 16]| hash.to_vec()),
            Hash::Digest(_, digester) => {
                let mut out = vec![0; rows.len() * digester.width()];
                digester.digest(Isa::current(), rows, &mut out);
                out.chunks_exact(digester.width()).map(<[u8]>::to_vec).collect()
            }
        }
    }

    /// The canonical bytes of the hash of one input.
    pub fn one(&self, input: &[u8], seed: u64) -> Vec<u8> {
        let mut hashes = self.column(&Rows::Slices(&[input]), Seeds::Constant(seed));
        hashes.pop().expect("a hash for the only row")
    }

    /// [`Hash::one`] as hex.
    pub fn hex(&self, input: &[u8], seed: u64) -> String {
        const_hex::encode(self.one(input, seed))
    }
}

fn run<S: Copy, T: Copy + Default>(
    rows: &Rows<'_>,
    seeds: Seeds<'_, S>,
    kernel: HashKernel<S, T>,
    bytes: impl Fn(T) -> Vec<u8>,
) -> Vec<Vec<u8>> {
    let mut out = vec![T::default(); rows.len()];
    rows::hash(Isa::current(), rows, seeds, &mut out, kernel);
    out.into_iter().map(bytes).collect()
}
