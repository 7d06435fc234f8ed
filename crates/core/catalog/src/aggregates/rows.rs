//! The row hashes and digests that aggregates are computed from.

use hashlane_kernels::blocks::{BLOCK_ROWS, Seeds};
use hashlane_kernels::encoding::{BlockPart, Column};
use hashlane_kernels::hash::stream::DigestStream;
use hashlane_kernels::hash::{Algorithm, xxh3};
use hashlane_kernels::isa::Isa;

use crate::Settings;
use crate::call::source::parts;
use crate::function::Function;
use crate::{AggregateState, EncodedRows};
use crate::{CallError, Results, ValueSource};

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
    let encoded = ValueSource::Row { columns, len }.blocks(isa, |first, block| {
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
    mut each: impl FnMut(BlockPart, &[[u8; 16]]),
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
    ValueSource::Row { columns, len }.each_row(function, each)
}

/// The digest of the values of a group, in the order in which they arrive.
pub struct OrderedDigest {
    function: &'static Function,
    algorithm: &'static Algorithm,
    stream: Box<dyn DigestStream>,
}

impl OrderedDigest {
    /// The digest of no values.
    pub fn of(function: &'static Function, algorithm: &'static Algorithm) -> Self {
        OrderedDigest { function, algorithm, stream: algorithm.stream() }
    }

    /// Adds a value, given as the bytes of its row.
    pub fn update(&mut self, row: &[u8]) {
        self.stream.update(row);
    }

    /// The digest so far.
    pub fn digest(&self) -> Vec<u8> {
        self.stream.digest()
    }
}

impl AggregateState for OrderedDigest {
    type Input = EncodedRows;

    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        let algorithm = settings.algorithm.expect("it is one of the call's arguments");
        Ok(OrderedDigest::of(function, algorithm))
    }

    fn add(&mut self, settings: &Settings, row: &[u8]) -> Result<(), CallError> {
        if settings.algorithm.is_none_or(|algorithm| algorithm.name != self.algorithm.name) {
            return Err(CallError::not_constant(self.function, &self.function.args[1]));
        }
        self.update(row);
        Ok(())
    }

    /// With ORDER BY, DuckDB gives each group's rows to one state, but in a window whose frame moves.
    fn merge(&mut self, _: &Self) -> Result<(), CallError> {
        let what = "the rows of a group come in parts without an order. Write digest_agg(v, algorithm ORDER BY …), and in a \
                    window whose frame moves list_digest(list(v) OVER (…), algorithm)";
        Err(CallError::layout(self.function, &what))
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        Ok(self.clone())
    }

    fn memory(&self) -> usize {
        size_of_val(&*self.stream)
    }

    fn result_len(&self) -> usize {
        self.algorithm.width
    }

    fn finish(&self, results: &mut Results) -> Result<(), CallError> {
        results.strings(self.function)?.push(self.function, &self.digest())
    }
}

impl Clone for OrderedDigest {
    fn clone(&self) -> Self {
        OrderedDigest { stream: self.stream.copy(), ..*self }
    }
}

impl std::fmt::Debug for OrderedDigest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a digest under {}", self.algorithm.name)
    }
}
