//! Rows over 240 bytes, one after the other: stripes of 64 bytes into eight accumulators. And input
//! that arrives in pieces.

use std::hint::black_box;

use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128_with_seed};

use super::{ListedRows, MEDIUM, Xxh3Hash};
use crate::blocks::Block;
use crate::isa::Isa;
use crate::lanes::{Kernel, Scalar, Simd, Stripes};

pub(super) const PRIME32_1: u64 = 0x9E37_79B1;
pub(super) const PRIME32_2: u64 = 0x85EB_CA77;
pub(super) const PRIME32_3: u64 = 0xC2B2_AE3D;
pub(super) const PRIME64_1: u64 = 0x9E37_79B1_85EB_CA87;
pub(super) const PRIME64_2: u64 = 0xC2B2_AE3D_27D4_EB4F;
pub(super) const PRIME64_3: u64 = 0x1656_67B1_9E37_79F9;
pub(super) const PRIME64_4: u64 = 0x85EB_CA77_C2B2_AE63;
pub(super) const PRIME64_5: u64 = 0x27D4_EB2F_1656_67C5;
pub(super) const PRIME_MX1: u64 = 0x1656_6791_9E37_79F9;
pub(super) const PRIME_MX2: u64 = 0x9FB2_1C65_1E98_DF25;

/// The default secret, `kSecret`.
pub(super) const SECRET: SecretBytes = *b"\
\xb8\xfe\x6c\x39\x23\xa4\x4b\xbe\x7c\x01\x81\x2c\xf7\x21\xad\x1c\xde\xd4\x6d\xe9\x83\x90\x97\xdb\
\x72\x40\xa4\xa4\xb7\xb3\x67\x1f\xcb\x79\xe6\x4e\xcc\xc0\xe5\x78\x82\x5a\xd0\x7d\xcc\xff\x72\x21\
\xb8\x08\x46\x74\xf7\x43\x24\x8e\xe0\x35\x90\xe6\x81\x3a\x26\x4c\x3c\x28\x52\xbb\x91\xc3\x00\xcb\
\x88\xd0\x65\x8b\x1b\x53\x2e\xa3\x71\x64\x48\x97\xa2\x0d\xf9\x4e\x38\x19\xef\x46\xa9\xde\xac\xd8\
\xa8\xfa\x76\x3f\xe3\x9c\x34\x3f\xf9\xdc\xbb\xc7\xc7\x0b\x4f\x1d\x8a\x51\xe0\x4b\xcd\xb4\x59\x31\
\xc8\x9f\x7e\xc9\xd9\x78\x73\x64\xea\xc5\xac\x83\x34\xd3\xeb\xc3\xc5\x81\xa0\xff\xfa\x13\x63\xeb\
\x17\x0d\xdd\x51\xb7\xf0\xda\x49\xd3\x16\x55\x26\x29\xd4\x68\x9e\x2b\x16\xbe\x58\x7d\x47\xa1\xfc\
\x8f\xf8\xb8\xd1\x7a\xd0\x31\xce\x45\xcb\x3a\x8f\x95\x16\x04\x28\xaf\xd7\xfb\xca\xbb\x4b\x40\x7e";

/// A secret, as bytes that rows over 240 bytes read at any offset.
pub(super) type SecretBytes = [u8; 192];

/// A secret as little-endian words.
pub(super) type SecretWords = [u64; 24];

/// The secret under a seed: its words plus and minus the seed in turn.
pub(super) fn derive_words(seed: u64) -> SecretWords {
    let words = SECRET.as_chunks::<8>().0;
    std::array::from_fn(|i| {
        let plus = if i.is_multiple_of(2) { seed } else { seed.wrapping_neg() };
        u64::from_le_bytes(words[i]).wrapping_add(plus)
    })
}

/// The same as bytes.
pub(super) fn derive(seed: u64) -> SecretBytes {
    let mut secret = SECRET;
    for (bytes, word) in secret.as_chunks_mut::<8>().0.iter_mut().zip(derive_words(seed)) {
        *bytes = word.to_le_bytes();
    }
    secret
}

/// The little-endian word at a byte offset.
#[inline(always)]
pub(super) fn word_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(*bytes[at..].first_chunk().expect("8 bytes"))
}

/// The halves of a product, XORed.
#[inline(always)]
pub(super) fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// `XXH3_avalanche`.
#[inline(always)]
pub(super) fn avalanche(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 37)).wrapping_mul(PRIME_MX1);
    hash ^ (hash >> 32)
}

/// The bytes of a stripe.
const STRIPE: usize = 64;

/// The number of stripes after which the secret is used up and the accumulators are scrambled.
const STRIPES: usize = (SECRET.len() - STRIPE) / 8;

/// The sums before any input.
const INITIAL: [u64; 8] =
    [PRIME32_3, PRIME64_1, PRIME64_2, PRIME64_3, PRIME64_4, PRIME32_2, PRIME64_5, PRIME32_1];

/// Hashes a row over [`MEDIUM`] bytes. A MiB takes 26 µs with the crate, 19 with AVX2 and 10 with
/// AVX-512 (Zen 5).
#[inline(never)]
pub(super) fn hash_row<T: Xxh3Hash>(isa: Isa, row: &[u8], seed: u64) -> T {
    match isa {
        Isa::Portable => T::of_row(row, seed),
        isa => {
            let secret = derive(seed);
            T::of_sums(&isa.vectorize(LongRow { row, secret: &secret }), row.len() as u64, &secret)
        }
    }
}

/// Hashes listed rows over [`MEDIUM`] bytes, in runs that take turns.
pub(super) fn hash_rows<T: Xxh3Hash>(isa: Isa, block: &Block<'_>, rows: ListedRows<'_, T>) {
    isa.vectorize(LongRows { block, rows });
}

struct LongRows<'a, T> {
    block: &'a Block<'a>,
    rows: ListedRows<'a, T>,
}

impl<T: Xxh3Hash> Kernel for LongRows<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let LongRows { block, rows: ListedRows { members, seeds, out, .. } } = self;
        let mut last = (0, SECRET);
        let run = members.ids().len().div_ceil(S::Stripes::RUNS);
        for at in 0..run {
            for id in members.ids()[at..].iter().step_by(run) {
                let id = usize::from(*id);
                let seed = seeds.seed(id);
                if seed != last.0 {
                    last = (seed, derive(seed));
                }
                let row = block.row(id);
                out[id] = T::of_sums(&hash_stripes(simd, row, &last.1), row.len() as u64, &last.1);
            }
        }
    }
}

/// The sums of the stripes of a row over [`MEDIUM`] bytes.
struct LongRow<'a> {
    row: &'a [u8],
    secret: &'a SecretBytes,
}

impl Kernel for LongRow<'_> {
    type Output = [u64; 8];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [u64; 8] {
        hash_stripes(simd, self.row, self.secret)
    }
}

#[inline(always)]
fn hash_stripes<S: Simd>(simd: S, row: &[u8], secret: &SecretBytes) -> [u64; 8] {
    let (stripes, last) = stripes(row);
    add_last(from_block(S::Stripes::new(simd, INITIAL), stripes, secret), last, secret)
}

#[inline(always)]
fn key(secret: &SecretBytes, at: usize) -> &[u8; STRIPE] {
    secret[at..].first_chunk().expect("64 bytes of the secret")
}

/// Adds stripes to sums at the start of a block.
#[inline(always)]
fn from_block<A: Stripes>(mut acc: A, stripes: &[[u8; STRIPE]], secret: &SecretBytes) -> A {
    let (blocks, rest) = stripes.as_chunks::<STRIPES>();
    for block in blocks {
        acc = within_block(acc, 0, block, secret).scramble(key(secret, 128));
    }
    within_block(acc, 0, rest, secret)
}

/// Adds stripes to sums that have `held` stripes of a block that is not complete, or not scrambled
/// yet.
#[inline(always)]
fn within_block<A: Stripes>(
    mut acc: A,
    held: usize,
    stripes: &[[u8; STRIPE]],
    secret: &SecretBytes,
) -> A {
    for (i, stripe) in stripes.iter().enumerate() {
        acc = acc.accumulate(stripe, key(secret, 8 * (held + i)));
    }
    acc
}

/// Adds stripes to sums that have `held` stripes of their block, fewer than [`STRIPES`].
#[inline(always)]
fn absorb<A: Stripes>(acc: A, held: usize, stripes: &[[u8; STRIPE]], secret: &SecretBytes) -> A {
    let Some((first, others)) = stripes.split_at_checked(STRIPES - held) else {
        return within_block(acc, held, stripes, secret);
    };
    let acc = within_block(acc, held, first, secret).scramble(key(secret, 128));
    from_block(acc, others, secret)
}

/// Splits the end of an input into stripes and its last 64 bytes, which are separate even if they
/// are a whole stripe.
#[inline(always)]
fn stripes(end: &[u8]) -> (&[[u8; STRIPE]], &[u8; STRIPE]) {
    let last = end.last_chunk().expect("a long row has a stripe");
    (end[..end.len() - 1].as_chunks().0, last)
}

/// The sums of an input, with its last 64 bytes.
#[inline(always)]
fn add_last<A: Stripes>(acc: A, last: &[u8; STRIPE], secret: &SecretBytes) -> [u64; 8] {
    acc.accumulate(last, key(secret, 128 - 7)).sums()
}

/// XXH3-64 of an input over [`MEDIUM`] bytes: `XXH3_mergeAccs`.
///
/// Through memory: otherwise the compiler extracts each word from a vector, and JSON of 900 bytes
/// takes 39.7 instead of 37.5 ns (AVX2, Zen 3). Two hashes of 128 bits share what is extracted:
/// JSON takes 40, and 45 through memory.
#[inline(always)]
pub(super) fn merge_64(sums: &[u64; 8], len: u64, secret: &SecretBytes) -> u64 {
    merge(black_box(sums), secret, 11, len.wrapping_mul(PRIME64_1))
}

/// XXH3-128 of such an input.
#[inline(always)]
pub(super) fn merge_128(sums: &[u64; 8], len: u64, secret: &SecretBytes) -> u128 {
    let low = merge(sums, secret, 11, len.wrapping_mul(PRIME64_1));
    let high = merge(sums, secret, SECRET.len() - STRIPE - 11, !len.wrapping_mul(PRIME64_2));
    u128::from(high) << 64 | u128::from(low)
}

/// The sums under the secret from `at` on.
#[inline(always)]
fn merge(sums: &[u64; 8], secret: &SecretBytes, at: usize, start: u64) -> u64 {
    let mut hash = start;
    for (i, [a, b]) in sums.as_chunks().0.iter().enumerate() {
        let at = at + 16 * i;
        hash = hash.wrapping_add(fold(a ^ word_at(secret, at), b ^ word_at(secret, at + 8)));
    }
    avalanche(hash)
}

/// The most bytes that wait for more input, in whole stripes: an input without stripes, of at most
/// 240 bytes, waits as a whole.
const WAITING: usize = 4 * STRIPE;

/// XXH3, 64 and 128 bits, of input that arrives in pieces. It allocates nothing.
///
/// ```
/// use hashlane_kernels::{hash::xxh3::Xxh3, isa::Isa};
///
/// let mut hash = Xxh3::new(Isa::current(), 0);
/// hash.update(b"hash");
/// hash.update(b"lane");
/// assert_eq!(hash.digest(), 0x383d_6d1f_c93b_e556);
/// ```
#[derive(Clone)]
pub struct Xxh3(Xxh3State);

#[derive(Clone)]
enum Xxh3State {
    /// Without vectors, the state below takes 1.17 times as long as the crate's for pieces of 64
    /// KiB, and twice as long for pieces of 1000 bytes.
    Portable(xxhash_rust::xxh3::Xxh3),
    Striped(Xxh3Vectors),
}

impl Xxh3 {
    /// Starts a hash under a seed, on an instruction set.
    pub fn new(isa: Isa, seed: u64) -> Self {
        Xxh3(match isa {
            Isa::Portable => Xxh3State::Portable(xxhash_rust::xxh3::Xxh3::with_seed(seed)),
            isa => Xxh3State::Striped(Xxh3Vectors::new(isa, seed)),
        })
    }

    /// Adds to the input.
    pub fn update(&mut self, input: &[u8]) {
        match &mut self.0 {
            Xxh3State::Portable(state) => state.update(input),
            Xxh3State::Striped(state) => state.update(input),
        }
    }

    /// XXH3-64 of the input so far.
    pub fn digest(&self) -> u64 {
        match &self.0 {
            Xxh3State::Portable(state) => state.digest(),
            Xxh3State::Striped(state) => state.digest(),
        }
    }

    /// XXH3-128 of the input so far.
    pub fn digest128(&self) -> u128 {
        match &self.0 {
            Xxh3State::Portable(state) => state.digest128(),
            Xxh3State::Striped(state) => state.digest128(),
        }
    }
}

/// The state that uses vectors.
#[derive(Clone)]
struct Xxh3Vectors {
    seed: u64,
    sums: StripeSums,
    /// The last stripe in the sums, then the bytes that wait.
    buffer: [u8; STRIPE + WAITING],
    /// The number of waiting bytes; 0 only before any input.
    waiting: usize,
    len: u64,
}

impl Xxh3Vectors {
    fn new(isa: Isa, seed: u64) -> Self {
        let sums = StripeSums { isa, secret: derive(seed), sums: INITIAL, held: 0 };
        Xxh3Vectors { seed, sums, buffer: [0; _], waiting: 0, len: 0 }
    }

    fn update(&mut self, input: &[u8]) {
        self.len = self.len.wrapping_add(input.len() as u64);
        let Some((first, input)) = input.split_at_checked(WAITING - self.waiting) else {
            return self.wait(input);
        };
        self.wait(first);
        if input.is_empty() {
            return;
        }
        // The last stripe of an input is never in the sums, so a byte must follow the stripes that
        // are added.
        let (stripes, rest) = input.split_at((input.len() - 1) / STRIPE * STRIPE);
        self.sums.add(self.buffer[STRIPE..].as_chunks().0);
        self.sums.add(stripes.as_chunks().0);
        match stripes.last_chunk::<STRIPE>() {
            Some(last) => self.buffer[..STRIPE].copy_from_slice(last),
            None => self.buffer.copy_within(WAITING.., 0),
        }
        self.waiting = 0;
        self.wait(rest);
    }

    fn wait(&mut self, input: &[u8]) {
        self.buffer[STRIPE + self.waiting..][..input.len()].copy_from_slice(input);
        self.waiting += input.len();
    }

    fn digest(&self) -> u64 {
        match self.short() {
            Some(input) => xxh3_64_with_seed(input, self.seed),
            None => merge_64(&self.long(), self.len, &self.sums.secret),
        }
    }

    fn digest128(&self) -> u128 {
        match self.short() {
            Some(input) => xxh3_128_with_seed(input, self.seed),
            None => merge_128(&self.long(), self.len, &self.sums.secret),
        }
    }

    /// All of the input, if it has no stripes.
    fn short(&self) -> Option<&[u8]> {
        (self.len <= MEDIUM as u64).then(|| &self.buffer[STRIPE..][..self.waiting])
    }

    /// The sums of an input that has stripes.
    fn long(&self) -> [u64; 8] {
        let StripeSums { secret, sums, held, .. } = &self.sums;
        let end = &self.buffer[..STRIPE + self.waiting];
        let (stripes, last) = stripes(end);
        let sums = <[u64; 8]>::new(Scalar, *sums);
        add_last(absorb(sums, *held, &stripes[1..], secret), last, secret)
    }
}

/// The sums of the stripes so far.
#[derive(Clone)]
struct StripeSums {
    isa: Isa,
    secret: SecretBytes,
    sums: [u64; 8],
    /// The number of stripes of the current block in the sums.
    held: usize,
}

impl StripeSums {
    fn add(&mut self, stripes: &[[u8; STRIPE]]) {
        self.isa.vectorize(AddStripes(self, stripes));
    }
}

struct AddStripes<'a>(&'a mut StripeSums, &'a [[u8; STRIPE]]);

impl Kernel for AddStripes<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let AddStripes(StripeSums { secret, sums, held, .. }, stripes) = self;
        *sums = absorb(S::Stripes::new(simd, *sums), *held, stripes, secret).sums();
        *held = (*held + stripes.len()) % STRIPES;
    }
}
