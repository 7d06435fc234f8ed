//! The one table of SQL functions.
//!
//! This crate is a part of Hashlane: its interface follows the other crates and may change with any release. Use
//! [hashlane-datafusion](https://docs.rs/hashlane-datafusion), or [hashlane-arrow](https://docs.rs/hashlane-arrow)
//! for Arrow arrays.
//!
//! Every function of Hashlane is a row of [`FUNCTIONS`], [`AGGREGATES`] or [`TABLE_FUNCTIONS`]. The registration in
//! each engine, the reference `sql/FUNCTIONS.md`, `hashlane_functions()`, the example tests and the error messages all
//! come from it. An adapter passes columns to a [`Call`]. Numbers are written to memory of the engine, and all other results are
//! returned:
//!
//! ```
//! use hashlane_catalog::{Call, find};
//! use hashlane_kernels::blocks::Rows;
//!
//! let xxh3 = find("xxh3").expect("it is in the catalogue");
//! let call = Call::new(xxh3, Rows::Slices(&[b"hashlane"]), &[], None)?;
//! let mut digest = [0];
//! call.write(bytemuck::cast_slice_mut(&mut digest))?;
//! assert_eq!(digest, [4052515222990873942_u64]);
//! # Ok::<(), hashlane_catalog::CallError>(())
//! ```
//!
//! # Aggregates and memory
//!
//! An aggregate adds the hashes of a block to the states of its groups. A state is a `MultisetHash` of 24
//! bytes; the sum of two states is the state of both groups together. All other states implement
//! `catalog::AggregateState` (`aggregates/mod.rs`), which says what their rows and results are and how much memory
//! they own. Each engine has one adapter for all of them, `duckdb/src/aggregate/group.rs` and
//! `datafusion/src/states.rs`, and their list forms fold the elements of each list into one. DuckDB before 2.0
//! can't pass states safely, so there each aggregate is registered as an error that names its list form
//! (`duckdb/src/aggregate/refusal.rs`).
//!
//! Memory whose size comes from input is requested with `try_reserve`, never with a call that aborts. The
//! results of a batch have a `Budget` (`results/budget.rs`): 1 GiB, or `max_bytes` if a call raises it above
//! that, and at most DuckDB's `memory_limit` if the host exposes it (`duckdb/src/memory_limit.rs`). The
//! contexts of crates that abort without memory have a fixed size, and `hashlane_codecs::probe` asks for that
//! size first. What remains are small requests of a fixed size: a process that can't have a few hundred bytes
//! more may end.
#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod aggregates;
mod call;
mod error;
mod function;
mod functions;
mod info;
mod kind;
mod lists;
mod parameters;
mod reference;
mod results;
mod table;
mod work;

pub use aggregates::{
    AggregateInput, AggregateState, EncodedRows, FingerprintSum, GroupValues, KeyedRow, KeyedRows,
    MinHash, OrderedDigest, PackedValues, PortableState, RowSketch, SampledValues,
    SummedFingerprints, each_keyed_row, each_row, each_row_hash, finish, part_hashes,
};
pub use call::{Call, HashResult, ValueSource};
pub use error::CallError;
pub use function::{Arg, Example, Function, Omitted, OnBadInput, OnNull};
pub use functions::{AGGREGATES, FUNCTIONS, TABLE_FUNCTIONS};
pub use info::{function_rows, info_rows};
pub use kind::{AcceptedTypes, ArgKind, TypeClass};
pub use parameters::{ArgColumn, ArgValue, SeedParameter, Settings, nearest_double};
pub use reference::markdown;
pub(crate) use results::more_room;
pub use results::{
    Budget, CallOutput, FixedResults, ListResults, ResultField, ResultType, Results, StringResults,
    collected, filled, room,
};
pub use table::{
    Cell, CellType, FileTableFunction, Parameter, ParameterKind, TableColumn, TableFunction,
    TableRows,
};
pub use work::{Fold, ResultForm, Work};

pub use hashlane_kernels::encoding::BlockPart;
/// The state that the aggregates over rows keep for a group.
pub use hashlane_kernels::hash::MultisetHash;
use hashlane_kernels::isa::Isa;

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
        let Work::Aggregate(fold) = self.work else { return None };
        all().find(|other| other.work == Work::List(fold))
    }
}

/// The version of this release.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
