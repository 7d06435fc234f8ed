//! The footer of a file. All code opens footers through this module. A footer's claims decide neither how much memory
//! is allocated nor how deep a function recurses.
//!
//! | module | holds |
//! |---|---|
//! | `ends` | the two ends of a file, and the bytes of the metadata between them |
//! | `shape` | the form of the metadata, checked before anything parses them |
//! | `logical_type` | the form of a logical type |
//! | `key_values` | texts that are not UTF-8 |
//! | `unknown_counts` | -1 NULLs, which the parser of the crate rejects |
//! | `parse` | the metadata, parsed, or the reason why they are not |

mod ends;
mod key_values;
mod logical_type;
mod parse;
mod shape;
mod unknown_counts;

pub(crate) use ends::{FileEnds, MAGIC, MetadataError};
pub(crate) use key_values::replace_invalid;
pub(crate) use parse::{UnreadableMetadata, parse};
pub(crate) use shape::unknown_field;
