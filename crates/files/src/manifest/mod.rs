//! Manifests: lines of digests and names, as `xxhsum`, `b3sum` and `sha256sum` write and read them.
//!
//! | file | holds |
//! |---|---|
//! | `write.rs` | writes a digest and a name as a line |
//! | `parse.rs` | parses a line |
//! | `file_name.rs` | the algorithm in the name of a manifest |
//! | `name.rs` | escapes in names: `\n`, `\r` and `\\` |
//!
//! Lines have GNU's form, `hex  name`, or BSD's, `TAG (name) = hex`. Lines of SFV files, `name hex`, and of POSIX's
//! `cksum`, `checksum size name`, are read as well. Names are bytes, as in Unix.

mod file_name;
mod name;
mod parse;
mod write;

pub use file_name::algorithm_of_name;
pub use name::{escaped, unescaped};
pub use parse::{Entry, Kind, Malformed, parse, unknown_tag};
pub use write::{End, Form, line, value_line};
