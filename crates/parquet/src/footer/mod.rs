//! The footer of a file, which everything here opens through this module alone: nothing that it
//! claims decides how much memory is taken, or how deep anything calls itself.
//!
//! | module | holds |
//! |---|---|
//! | `ends` | the two ends of a file, and the bytes of the metadata between them |
//! | `shape` | the form of the metadata, checked before anything parses them |
//! | `parse` | the metadata, parsed |

mod ends;
mod parse;
mod shape;
mod unreadable;

pub(crate) use ends::{Ends, MAGIC, Misfit};
pub(crate) use parse::parse;
pub(crate) use unreadable::Unreadable;
