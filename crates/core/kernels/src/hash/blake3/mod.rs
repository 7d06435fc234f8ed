//! BLAKE3. Spec: <https://github.com/BLAKE3-team/BLAKE3-specs/blob/master/blake3.pdf>
//!
//! Each lane takes a row: rows of one block in their order, longer ones of up to a chunk by their
//! number of blocks. For rows of several chunks, each lane takes a chunk, and then a parent node.
//! Rows that would fill too few lanes, and rows that have many chunks themselves, go to the crate.

mod chunk;
mod compress;
mod length_order;
mod tree;

use ::blake3::{Hasher, OUT_LEN, hash, hazmat, keyed_hash};

use self::compress::{BLOCK, Blake3Key};
use self::length_order::LengthOrder;
use crate::blocks::{Block, FewLimits};
use crate::groups::LengthExtent;
use crate::isa::Isa;
use crate::lanes::{Kernel32, Simd32};

/// One of BLAKE3's three functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Blake3Mode {
    /// The plain hash.
    Hash,
    /// The keyed hash (a MAC), under this key.
    Keyed([u8; 32]),
    /// Key derivation, under the key that [`Blake3Mode::derive_key`] computes from a context.
    DeriveKey(hazmat::ContextKey),
}

impl Blake3Mode {
    /// Key derivation under `context`, hashed once here rather than once per row.
    pub fn derive_key(context: &str) -> Blake3Mode {
        Blake3Mode::DeriveKey(hazmat::hash_derive_key_context(context))
    }

    fn hasher(&self) -> Hasher {
        match self {
            Blake3Mode::Hash => Hasher::new(),
            Blake3Mode::Keyed(key) => Hasher::new_keyed(key),
            Blake3Mode::DeriveKey(key) => hazmat::HasherExt::new_from_context_key(key),
        }
    }
}

/// Keeps keys out of logs.
impl std::fmt::Debug for Blake3Mode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Blake3Mode::Hash => "Hash",
            Blake3Mode::Keyed(_) => "Keyed",
            Blake3Mode::DeriveKey(_) => "DeriveKey",
        })
    }
}

/// Batches of fewer rows need no block.
///
/// | ns a row on Zen 4, the crate : AVX2 : AVX-512 | 1 row | 2 | 3 | 4 |
/// |---|---|---|---|---|
/// | UUIDs | 90 : 114 : 114 | 88 : 88 : 100 | 87 : 60 : 68 | 88 : 58 : 59 |
/// | texts of 20 to 120 bytes | 120 : 153 : 153 | 115 : 154 : 173 | 113 : 121 : 145 | 114 : 94 : 111 |
pub(super) const FEW: FewLimits = FewLimits::by_isa(32, 3, 3);

/// The first `width` bytes of each row's BLAKE3 output, one row after the other in `out`.
pub fn digest(isa: Isa, mode: &Blake3Mode, width: usize, block: &Block<'_>, out: &mut [u8]) {
    assert_eq!(out.len(), block.len() * width);
    let LengthExtent { longest, .. } = LengthExtent::of_block(isa, block);
    let column = DigestColumn { isa, mode, width, longest, block, out };
    // One function each: the compiler stops inlining in a function that has them all.
    macro_rules! run {
        ($simd:expr) => {
            match longest {
                0..=16 => $simd.vectorize32(OneBlock::<4>(column)),
                17..=32 => $simd.vectorize32(OneBlock::<8>(column)),
                33..=48 => $simd.vectorize32(OneBlock::<12>(column)),
                49..=BLOCK => $simd.vectorize32(OneBlock::<16>(column)),
                _ => $simd.vectorize32(column),
            }
        };
    }
    match isa {
        // Past the first 32 bytes, each output takes another compression, by the crate.
        _ if width > OUT_LEN || block.len() < 2 => column.through_crate(),
        Isa::Portable => column.through_crate(),
        Isa::Avx2(simd) => run!(simd),
        Isa::Avx512(simd) => run!(simd),
        Isa::Neon(simd) => run!(simd),
    }
}

/// The rows of a block, and the output of their digests.
struct DigestColumn<'a> {
    isa: Isa,
    mode: &'a Blake3Mode,
    width: usize,
    /// The length of the longest row.
    longest: usize,
    block: &'a Block<'a>,
    out: &'a mut [u8],
}

impl DigestColumn<'_> {
    fn through_crate(mut self) {
        for i in 0..self.block.len() {
            self.row_through_crate(i);
        }
    }

    fn row_through_crate(&mut self, i: usize) {
        let row = self.block.row(i);
        digest_row(self.mode, row, &mut self.out[i * self.width..][..self.width]);
    }
}

/// The first bytes of one row's BLAKE3 output, by the crate.
pub(super) fn digest_row(mode: &Blake3Mode, row: &[u8], out: &mut [u8]) {
    match mode {
        Blake3Mode::Hash if out.len() <= OUT_LEN => truncate(hash(row).as_bytes(), out),
        Blake3Mode::Keyed(key) if out.len() <= OUT_LEN => {
            truncate(keyed_hash(key, row).as_bytes(), out);
        }
        mode => mode.hasher().update(row).finalize_xof().fill(out),
    }
}

fn truncate(digest: &[u8; OUT_LEN], out: &mut [u8]) {
    match <&mut [u8; OUT_LEN]>::try_from(&mut *out) {
        Ok(out) => *out = *digest, // moves rather than a call of memcpy
        Err(_) => out.copy_from_slice(&digest[..out.len()]),
    }
}

/// Rows that have one block of up to `WORDS` words.
struct OneBlock<'a, const WORDS: usize>(DigestColumn<'a>);

impl<const WORDS: usize> Kernel32 for OneBlock<'_, WORDS> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd32>(self, simd: S) {
        let OneBlock(mut column) = self;
        let key = Blake3Key::splat(simd, column.mode);
        chunk::one_block::<S, WORDS>(simd, &key, &mut column);
    }
}

impl Kernel32 for DigestColumn<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd32>(mut self, simd: S) {
        let key = Blake3Key::splat(simd, self.mode);
        self.block.touch_long();
        let order = LengthOrder::sorted_rows(self.isa, self.block.lens(), self.longest);
        chunk::sorted(simd, &key, &mut self, &order);
        tree::rows(simd, &key, &mut self, order.trees());
        for id in order.long() {
            self.row_through_crate(usize::from(*id));
        }
    }
}
