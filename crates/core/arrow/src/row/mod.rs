//! Converts Arrow arrays to columns of rows, without copying.
//!
//! [`RowNode`] is an array with its children and the parts that must be converted: bits that do not start at a word,
//! half floats, and the keys of dictionaries and runs. [`NodeViews`] has the buffers of string views, which a column
//! borrows.

mod column;
mod evaluate;
mod kinds;
mod list;
mod node;
mod parts;

pub(crate) use column::{NodeViews, column};
pub(crate) use evaluate::evaluate;
pub use evaluate::{check_row, each_keyed_row, each_row, each_row_hash, each_row_hash_as};
pub(crate) use kinds::is_too_deep;
use kinds::{Unencodable, unencodable};
pub use list::check_list;
pub(crate) use list::evaluate as evaluate_lists;
pub(crate) use node::RowNode;
pub use parts::{EncodedDictionary, PartColumn, part_hashes};
