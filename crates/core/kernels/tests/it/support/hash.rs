//! Every hash of the kernels with one interface: a column in, canonical bytes for each row out.

use hashlane_kernels::blocks::{self, HashKernel, Rows, Seeds};
use hashlane_kernels::engines::TRINO_XXHASH64;
use hashlane_kernels::hash::algorithm::ALGORITHMS;
use hashlane_kernels::hash::blake3::Blake3Mode;
use hashlane_kernels::hash::s3::CHECKSUMS;
use hashlane_kernels::hash::{Digester, Hmac, MacAlgorithm};
use hashlane_kernels::isa::Isa;

pub use super::reference::short;
use super::sets::sets;

/// A hash with its kernel.
#[derive(Clone)]
pub enum Hash {
    Of32(&'static str, HashKernel<u32, u32>),
    Of64(&'static str, HashKernel<u64, u64>),
    Of128(&'static str, HashKernel<u64, [u8; 16]>),
    Keyed64(&'static str, HashKernel<u128, u64>),
    Keyed128(&'static str, HashKernel<u128, [u8; 16]>),
    Digest(String, Digester),
}

/// The 16-byte key for a seed, for hashes that take a key.
pub fn key_of(seed: u64) -> u128 {
    u128::from(!seed) << 64 | u128::from(seed)
}

/// The key of `blake3_keyed` and the context of `blake3_derive_key` in [`all`].
pub const KEY: [u8; 32] = [7; 32];
pub const CONTEXT: &str = "a context";

/// Every hash: the short ones, the digests and checksums, BLAKE3 with a key and with other widths,
/// HMAC.
pub fn all() -> Vec<Hash> {
    let digests =
        ALGORITHMS.iter().chain(CHECKSUMS).map(|a| (a.name.to_string(), Digester::Algorithm(a)));
    let others = [
        ("blake3 to 1", Digester::Blake3 { mode: Blake3Mode::Hash, width: 1 }),
        ("blake3 to 131", Digester::Blake3 { mode: Blake3Mode::Hash, width: 131 }),
        ("blake3_keyed", Digester::Blake3 { mode: Blake3Mode::Keyed(KEY), width: 32 }),
        (
            "blake3_derive_key",
            Digester::Blake3 { mode: Blake3Mode::derive_key(CONTEXT), width: 32 },
        ),
        ("trino_xxhash64", Digester::Algorithm(&TRINO_XXHASH64)),
        ("hmac", Digester::Hmac(Hmac::new(MacAlgorithm::find("sha512").expect("it"), &KEY))),
    ]
    .map(|(name, digester)| (name.to_string(), digester));
    let digests = digests.chain(others).map(|(name, digester)| Hash::Digest(name, digester));
    short().into_iter().chain(digests).collect()
}

impl Hash {
    /// The short hash or digest algorithm called `name`.
    pub fn named(name: &str) -> Hash {
        all().into_iter().find(|h| h.name() == name).unwrap_or_else(|| panic!("no hash {name}"))
    }

    pub fn name(&self) -> &str {
        match self {
            Hash::Of32(name, _) | Hash::Of64(name, _) | Hash::Of128(name, _) => name,
            Hash::Keyed64(name, _) | Hash::Keyed128(name, _) => name,
            Hash::Digest(name, _) => name,
        }
    }

    /// Bytes in a hash.
    pub fn width(&self) -> usize {
        match self {
            Hash::Of32(..) => 4,
            Hash::Of64(..) | Hash::Keyed64(..) => 8,
            Hash::Of128(..) | Hash::Keyed128(..) => 16,
            Hash::Digest(_, digester) => digester.width(),
        }
    }

    /// Whether the hash depends on a seed.
    pub fn takes_seed(&self) -> bool {
        self.one(b"a text", 1) != self.one(b"a text", 2)
    }

    /// The canonical bytes of each row's hash, one after the other, computed on `isa`. 32-bit
    /// hashes use the low half of a seed, keyed ones the key for it; CRCs and digests ignore it.
    pub fn on(&self, isa: Isa, rows: &Rows<'_>, seeds: Seeds<'_, u64>) -> Vec<u8> {
        match self {
            Hash::Of32(_, kernel) => {
                let halves = Made::by(|seed| seed as u32, seeds);
                let out = between_guards(rows.len(), |out| {
                    blocks::hash(isa, rows, halves.seeds(), out, *kernel);
                });
                out.into_iter().flat_map(u32::to_be_bytes).collect()
            }
            Hash::Of64(_, kernel) => {
                let out = between_guards(rows.len(), |out| {
                    blocks::hash(isa, rows, seeds, out, *kernel);
                });
                out.into_iter().flat_map(u64::to_be_bytes).collect()
            }
            Hash::Of128(_, kernel) => between_guards(rows.len(), |out| {
                blocks::hash(isa, rows, seeds, out, *kernel);
            })
            .concat(),
            Hash::Keyed64(_, kernel) => {
                let keys = Made::by(key_of, seeds);
                let out = between_guards(rows.len(), |out| {
                    blocks::hash(isa, rows, keys.seeds(), out, *kernel);
                });
                out.into_iter().flat_map(u64::to_be_bytes).collect()
            }
            Hash::Keyed128(_, kernel) => {
                let keys = Made::by(key_of, seeds);
                between_guards(rows.len(), |out| {
                    blocks::hash(isa, rows, keys.seeds(), out, *kernel);
                })
                .concat()
            }
            Hash::Digest(_, digester) => between_guards(rows.len() * digester.width(), |out| {
                digester.digest(isa, rows, out);
            }),
        }
    }

    /// The canonical bytes of each row's hash, on the default instruction set.
    pub fn column(&self, rows: &Rows<'_>, seeds: Seeds<'_, u64>) -> Vec<Vec<u8>> {
        self.on(Isa::current(), rows, seeds)
            .chunks_exact(self.width())
            .map(<[u8]>::to_vec)
            .collect()
    }

    /// The canonical bytes of the hash of one input.
    pub fn one(&self, input: &[u8], seed: u64) -> Vec<u8> {
        self.on(Isa::current(), &Rows::Slices(&[input]), Seeds::Constant(seed))
    }

    /// [`Hash::one`] on every instruction set, in a column of one row and in one that fills all
    /// lanes.
    pub fn everywhere(&self, input: &[u8], seed: u64) -> Vec<u8> {
        const COPIES: usize = 2 * 16 + 1;
        let hash = self.one(input, seed);
        for &isa in sets() {
            for copies in [1, COPIES] {
                let rows = [input; COPIES];
                let rows = Rows::Slices(&rows[..copies]);
                let hashes = self.on(isa, &rows, Seeds::Constant(seed));
                let (name, len) = (self.name(), input.len());
                let what = || format!("{name} of {copies} rows of {len} bytes on {isa}");
                assert_eq!(hashes, hash.repeat(copies), "{}", what());
            }
        }
        hash
    }

    /// The canonical bytes of the hash of one input under a key of 16 bytes.
    pub fn keyed(&self, input: &[u8], key: [u8; 16]) -> Vec<u8> {
        let (rows, key) = (Rows::Slices(&[input]), Seeds::Constant(u128::from_le_bytes(key)));
        match self {
            Hash::Keyed64(_, kernel) => {
                let mut out = [0];
                blocks::hash(Isa::current(), &rows, key, &mut out, *kernel);
                out[0].to_be_bytes().to_vec()
            }
            Hash::Keyed128(_, kernel) => {
                let mut out = [[0; 16]];
                blocks::hash(Isa::current(), &rows, key, &mut out, *kernel);
                out[0].to_vec()
            }
            _ => panic!("{} takes no key of 16 bytes", self.name()),
        }
    }

    /// [`Hash::everywhere`] as hex.
    pub fn hex(&self, input: &[u8], seed: u64) -> String {
        const_hex::encode(self.everywhere(input, seed))
    }
}

/// Seeds in a kernel's type, made from 64-bit seeds.
enum Made<S> {
    Constant(S),
    Column(Vec<S>),
}

impl<S: Copy> Made<S> {
    fn by(make: impl Fn(u64) -> S, seeds: Seeds<'_, u64>) -> Self {
        match seeds {
            Seeds::Constant(seed) => Made::Constant(make(seed)),
            Seeds::Column(seeds) => Made::Column(seeds.iter().map(|seed| make(*seed)).collect()),
        }
    }

    fn seeds(&self) -> Seeds<'_, S> {
        match self {
            Made::Constant(seed) => Seeds::Constant(*seed),
            Made::Column(seeds) => Seeds::Column(seeds),
        }
    }
}

/// The value of the output before a kernel writes to it, and of the bytes around the output.
pub trait Unwritten: Copy + PartialEq {
    const UNWRITTEN: Self;
}

impl Unwritten for u8 {
    const UNWRITTEN: u8 = 0xA5;
}

impl Unwritten for u32 {
    const UNWRITTEN: u32 = 0xA5A5_A5A5;
}

impl Unwritten for u64 {
    const UNWRITTEN: u64 = 0xA5A5_A5A5_A5A5_A5A5;
}

impl Unwritten for [u8; 16] {
    const UNWRITTEN: [u8; 16] = [0xA5; 16];
}

/// The output of `hash`, with `len` values. `hash` must not write outside of it. The output is
/// aligned only to one value.
fn between_guards<T: Unwritten>(len: usize, hash: impl FnOnce(&mut [T])) -> Vec<T> {
    const GUARD: usize = 17;
    let mut out = vec![T::UNWRITTEN; GUARD + len + GUARD];
    hash(&mut out[GUARD..][..len]);
    let mut guards = out[..GUARD].iter().chain(&out[GUARD + len..]);
    assert!(guards.all(|value| *value == T::UNWRITTEN), "written outside an output of {len}");
    out.truncate(GUARD + len);
    out.drain(..GUARD);
    out
}
