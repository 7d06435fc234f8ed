//! A call of a function over a batch: columns in, results into the engine's own buffers.

mod aggregate;
mod batch;
mod budget;
mod by_row;
mod collect;
mod columns;
mod digests;
mod error;
mod evaluate;
mod form;
mod hashes;
mod list;
mod lists;
mod number_lists;
mod packed;
mod parameters;
mod room;
mod rows;
mod sampled;
mod settings;
mod sink;
mod source;
mod variable;
mod workspace;

pub use aggregate::{OrderedDigest, each_row, each_row_hash, part_hashes};
pub use batch::Call;
pub use budget::Budget;
pub use collect::{Collect, Collected};
pub use error::CallError;
pub use lists::Lists;
pub use number_lists::{Measurements, U32Lists};
pub use packed::Packed;
pub use room::{collected, filled, more_room, room};
pub use sampled::Sampled;
pub use settings::{Column, Value, nearest_double};
pub use sink::{Fill, Sink};
pub use source::Source;
pub use variable::Variable;

use crate::settings::Settings;
