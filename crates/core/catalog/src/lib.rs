//! The one table of SQL functions.
//!
//! Every function of Hashlane is a row of [`FUNCTIONS`], [`AGGREGATES`] or [`TABLE_FUNCTIONS`]. The registration in
//! each engine, the reference `sql/FUNCTIONS.md`, `hashlane_functions()`, the example tests and the error messages all
//! come from it. An adapter passes columns to a [`Call`], asks it for the [`Shape`] of its results, and provides [`Memory`] for them:
//!
//! ```
//! use hashlane_catalog::{Call, Memory, find};
//! use hashlane_kernels::rows::Rows;
//!
//! let xxh3 = find("xxh3").expect("it is in the catalogue");
//! let call = Call::new(xxh3, Rows::Slices(&[b"hashlane"]), &[], None)?;
//! let mut digests = [0];
//! call.evaluate(Memory::U64(&mut digests))?;
//! assert_eq!(digests, [4052515222990873942]);
//! # Ok::<(), hashlane_catalog::CallError>(())
//! ```
#![forbid(unsafe_code)]

mod call;
mod function;
mod functions;
mod info;
mod kernel;
mod kind;
mod reference;
mod settings;
mod table;

pub use call::{
    Aggregate, Budget, Call, CallError, Collected, Column, Differences, EncodedRows,
    FingerprintSum, GroupResults, Input, KeyedRow, KeyedRows, Lists, Measurements, Memory, MinHash,
    OrderedDigest, Packed, Portable, RowSketch, SampleResults, Sampled, Shape, Source,
    SummedFingerprints, U32Lists, U64Lists, Value, Values, Variable, collected, each_keyed_row,
    each_row, each_row_hash, filled, finish, more_room, nearest_double, part_hashes, room,
};
pub use function::{Arg, Example, Function, Nulls, Omitted, OnBadInput};
pub use functions::{AGGREGATES, FUNCTIONS, TABLE_FUNCTIONS};
pub use info::{function_rows, info_rows};
pub use kernel::{Bucket, ByRow, Fold, Form, HashBy, Kernel, OfSignatures, Returns};
pub use kind::{Accepted, Kind, TypeClass};
pub use reference::markdown;
pub use settings::Settings;
pub use table::{
    Cell, CellType, FileTable, Parameter, ParameterKind, TableColumn, TableFunction, TableRows,
};

/// The measurements of `compress_bench` for a codec.
pub use hashlane_codecs::Measurement;
/// The state that the aggregates over rows keep for a group.
pub use hashlane_kernels::hash::MultisetHash;
use hashlane_kernels::isa::Isa;
pub use hashlane_kernels::row::Part;
/// A row that `sketch_diff` finds.
pub use hashlane_kernels::sketch::Difference;

/// Returns an error if `HASHLANE_ISA` names an instruction set that this CPU lacks. Every call then fails, so an
/// adapter should register no functions.
pub fn ready() -> Result<(), CallError> {
    Isa::selected().map(|_| ()).map_err(CallError::instruction_set)
}

/// The scalar function or aggregate with this name or alias, in lower case.
pub fn find(name: &str) -> Option<&'static Function> {
    all().chain(AGGREGATES).find(|f| f.name == name || f.aliases.contains(&name))
}

/// Every scalar function, in the order of the reference.
pub fn all() -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.iter().copied().flatten()
}

impl Function {
    /// The function that computes this aggregate over a list of rows; `None` if it isn't an aggregate.
    pub fn list_form(&self) -> Option<&'static Function> {
        let Kernel::Aggregate(fold) = self.kernel else { return None };
        all().find(|other| matches!(other.kernel, Kernel::List(of) if of == fold))
    }
}

/// The version of this release.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
