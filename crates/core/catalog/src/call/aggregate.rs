//! The row hashes and digests that aggregates are computed from.

use hashlane_kernels::hash::stream::Stream;
use hashlane_kernels::hash::{Algorithm, xxh3};
use hashlane_kernels::isa::Isa;
use hashlane_kernels::row::{Column, Part};
use hashlane_kernels::rows::{BLOCK_ROWS, Seeds};

use super::source::parts;
use super::{CallError, Source};
use crate::function::Function;

/// Calls `each` with every row and its `row_xxh128`. The hash of a multiset of rows is the sum of these.
///
/// # Errors
/// Returns an error if memory for a row can't be allocated; `each` may then have been called for others.
pub fn each_row_hash(
    function: &Function,
    columns: &[Column<'_>],
    len: usize,
    mut each: impl FnMut(usize, &[u8; 16]),
) -> Result<(), CallError> {
    crate::ready()?;
    let isa = Isa::current();
    let mut hashes = [[0; 16]; BLOCK_ROWS];
    let encoded = Source::Row { columns, len }.blocks(isa, |first, block| {
        let hashes = &mut hashes[..block.len()];
        xxh3::XXH3_128.hash_block(isa, block, Seeds::Constant(0), hashes);
        for (i, hash) in hashes.iter().enumerate() {
            each(first + i, hash);
        }
    });
    encoded.map_err(|e| CallError::out_of_memory(function, e.bytes))
}

/// Calls `each` with the `row_xxh128` of consecutive rows, as [`each_row_hash`] does, and of the values in every
/// column that is to be hashed `alone`, as it does for that column by itself.
///
/// # Errors
/// Returns an error if memory for a row can't be allocated; `each` may then have been called for others.
pub fn part_hashes(
    function: &Function,
    columns: &[Column<'_>],
    alone: impl Fn(usize) -> bool,
    len: usize,
    mut each: impl FnMut(Part, &[[u8; 16]]),
) -> Result<(), CallError> {
    crate::ready()?;
    let isa = Isa::current();
    let mut hashes = [[0; 16]; BLOCK_ROWS];
    let encoded = parts(isa, columns, alone, len, |part, block| {
        let hashes = &mut hashes[..block.len()];
        xxh3::XXH3_128.hash_block(isa, block, Seeds::Constant(0), hashes);
        each(part, hashes);
    });
    encoded.map_err(|e| CallError::out_of_memory(function, e.bytes))
}

/// Calls `each` with every row and its bytes, which `digest_agg` digests.
///
/// # Errors
/// Returns an error if memory for a row can't be allocated, or if `each` fails; `each` may then have been called for others.
pub fn each_row(
    function: &Function,
    columns: &[Column<'_>],
    len: usize,
    each: impl FnMut(usize, &[u8]) -> Result<(), CallError>,
) -> Result<(), CallError> {
    crate::ready()?;
    Source::Row { columns, len }.each_row(function, each)
}

/// The digest of the values of a group, in the order in which they arrive.
pub struct OrderedDigest {
    algorithm: &'static Algorithm,
    stream: Box<dyn Stream>,
}

impl OrderedDigest {
    /// The digest of no values.
    pub fn new(algorithm: &'static Algorithm) -> Self {
        OrderedDigest { algorithm, stream: algorithm.stream() }
    }

    /// The algorithm.
    pub fn algorithm(&self) -> &'static Algorithm {
        self.algorithm
    }

    /// Adds a value, given as the bytes of its row.
    pub fn add(&mut self, row: &[u8]) {
        self.stream.update(row);
    }

    /// The bytes that it holds.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.stream)
    }

    /// The digest so far.
    pub fn digest(&self) -> Vec<u8> {
        self.stream.digest()
    }
}

impl Clone for OrderedDigest {
    fn clone(&self) -> Self {
        OrderedDigest { algorithm: self.algorithm, stream: self.stream.copy() }
    }
}

impl std::fmt::Debug for OrderedDigest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a digest under {}", self.algorithm.name)
    }
}
