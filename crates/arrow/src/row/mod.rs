//! Arrow arrays as the columns of rows, read where they lie.
//!
//! [`Node`] is an array and its children, with what must be made anew: bits that do not start at a word,
//! half floats, the keys of dictionaries and of runs. [`Views`] is what lies between a node and its
//! column, the buffers of string views.

mod column;
mod evaluate;
mod kinds;
mod list;
mod node;
mod parts;

pub(crate) use column::{Views, column};
pub(crate) use evaluate::evaluate;
pub use evaluate::{check_row, each_row, each_row_hash, each_row_hash_as};
pub(crate) use kinds::is_too_deep;
use kinds::{Unencodable, unencodable};
pub use list::check_list;
pub(crate) use list::evaluate as evaluate_lists;
pub(crate) use node::Node;
pub use parts::{EncodedValues, PartColumn, part_hashes};
