//! XXH64 of input that arrives in pieces.

use xxhash_rust::xxh64::xxh64;

use super::STRIPE;
use super::accumulators::{finish, initial, merge};
use super::rounds::rounds;
use crate::isa::Isa;
use crate::lanes::{Kernel, Simd};

/// XXH64 of input that arrives in pieces. It allocates nothing.
///
/// ```
/// use hashlane_kernels::{hash::xxh64::Xxh64, isa::Isa};
///
/// let mut hash = Xxh64::new(Isa::current(), 0);
/// hash.update(b"hash");
/// hash.update(b"lane");
/// assert_eq!(hash.digest(), 0x61ff_a902_5986_d400);
/// ```
#[derive(Clone)]
pub struct Xxh64(State);

#[derive(Clone)]
enum State {
    /// Without vectors that multiply 64 bits, the crate is as fast.
    Portable(xxhash_rust::xxh64::Xxh64),
    Vectors(Vectors),
}

impl Xxh64 {
    /// Starts a hash under a seed, on an instruction set.
    pub fn new(isa: Isa, seed: u64) -> Self {
        Xxh64(match isa {
            Isa::Portable | Isa::Neon(_) => State::Portable(xxhash_rust::xxh64::Xxh64::new(seed)),
            isa => State::Vectors(Vectors::new(isa, seed)),
        })
    }

    /// Adds to the input.
    pub fn update(&mut self, input: &[u8]) {
        match &mut self.0 {
            State::Portable(state) => state.update(input),
            State::Vectors(state) => state.update(input),
        }
    }

    /// The hash of the input so far.
    pub fn digest(&self) -> u64 {
        match &self.0 {
            State::Portable(state) => state.digest(),
            State::Vectors(state) => state.digest(),
        }
    }
}

/// The state that uses vectors.
#[derive(Clone)]
struct Vectors {
    isa: Isa,
    seed: u64,
    acc: [u64; 4],
    /// The bytes after the last whole stripe.
    rest: [u8; STRIPE],
    len: u64,
}

impl Vectors {
    fn new(isa: Isa, seed: u64) -> Self {
        Vectors { isa, seed, acc: initial(seed), rest: [0; _], len: 0 }
    }

    /// The number of bytes after the last whole stripe.
    fn waiting(&self) -> usize {
        self.len as usize % STRIPE
    }

    fn update(&mut self, mut input: &[u8]) {
        let waiting = self.waiting();
        self.len = self.len.wrapping_add(input.len() as u64);
        if waiting > 0 {
            let first;
            (first, input) = input.split_at(input.len().min(STRIPE - waiting));
            self.rest[waiting..][..first.len()].copy_from_slice(first);
            if waiting + first.len() < STRIPE {
                return;
            }
            self.acc = self.isa.run(Rounds(self.acc, &[self.rest]));
        }
        let (stripes, rest) = input.as_chunks();
        self.acc = self.isa.run(Rounds(self.acc, stripes));
        self.rest[..rest.len()].copy_from_slice(rest);
    }

    fn digest(&self) -> u64 {
        let rest = &self.rest[..self.waiting()];
        if self.len < STRIPE as u64 {
            return xxh64(rest, self.seed);
        }
        let mut last = [0; 8];
        let bytes = rest.as_chunks::<8>().1;
        last[..bytes.len()].copy_from_slice(bytes);
        finish(merge(self.acc).wrapping_add(self.len), rest, u64::from_le_bytes(last))
    }
}

/// The accumulators after these stripes.
struct Rounds<'a>([u64; 4], &'a [[u8; STRIPE]]);

impl Kernel for Rounds<'_> {
    type Output = [u64; 4];

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> [u64; 4] {
        rounds(simd, self.0, self.1)
    }
}
