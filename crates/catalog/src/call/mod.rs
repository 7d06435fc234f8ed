//! A call of a function over a batch: columns in, results into the engine's own buffers.

mod aggregate;
mod budget;
mod by_row;
mod columns;
mod digests;
mod error;
mod evaluate;
mod form;
mod list;
mod lists;
mod packed;
mod parameters;
mod plan;
mod room;
mod sampled;
mod settings;
mod source;
mod variable;

pub use aggregate::{OrderedDigest, each_row, each_row_hash, part_hashes};
pub use budget::Budget;
pub use error::CallError;
pub use evaluate::{Call, Output};
pub use lists::Lists;
pub use packed::Packed;
pub use room::{collected, filled, more_room, room};
pub use sampled::Sampled;
pub use settings::{Column, Settings, Value};
pub use source::Source;
pub use variable::Variable;
