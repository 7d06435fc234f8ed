//! A call of a function over a batch: columns in, results into the engine's own buffers.

mod aggregate;
mod batch;
mod buckets;
mod budget;
mod by_row;
mod columns;
mod digests;
mod error;
mod fingerprints;
mod form;
mod group;
mod hashes;
mod list;
mod lists;
mod min_hash;
mod output;
mod packed;
mod parameters;
mod repeats;
mod results;
mod room;
mod sampled;
mod settings;
mod signatures;
mod sketches;
mod source;
mod strings;

pub use aggregate::{OrderedDigest, each_row, each_row_hash, part_hashes};
pub use batch::Call;
pub use budget::Budget;
pub(crate) use columns::{check_columns, check_value};
pub use error::CallError;
pub use fingerprints::{FingerprintSum, SummedFingerprints};
pub(crate) use fingerprints::{TOO_MANY, parsed};
pub use group::{Aggregate, EncodedRows, Input, KeyedRows, Portable, Values, finish};
pub use hashes::HashResult;
pub use lists::ListResults;
pub use min_hash::MinHash;
pub use output::Output;
pub use packed::Packed;
pub use parameters::Seed;
pub use results::{FixedResults, Results};
pub use room::{collected, filled, more_room, room};
pub use sampled::Sampled;
pub use settings::{Column, Value, nearest_double};
pub(crate) use signatures::check_signatures;
pub(crate) use sketches::check_sketched;
pub use sketches::{KeyedRow, RowSketch, each_keyed_row};
pub use source::Source;
pub use strings::StringResults;

use std::cell::RefCell;

use hashlane_codecs::Workspace;

use crate::settings::Settings;

thread_local! {
    /// The codecs' contexts of this thread, which outlive batches and queries.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

/// Calls `body` with this thread's contexts.
fn with_workspace<T>(body: impl FnOnce(&mut Workspace) -> T) -> T {
    WORKSPACE.with_borrow_mut(body)
}
