//! Manifests: lines of digests and names, as `xxhsum`, `b3sum` and `sha256sum` write and read them.
//!
//! | file | holds |
//! |---|---|
//! | `write.rs` | a digest and a name as a line |
//! | `parse.rs` | a line as a digest and a name |
//! | `file_name.rs` | the algorithm that a manifest's own name states |
//! | `name.rs` | names in lines: `\n`, `\r` and `\\` for what a line can't hold |
//!
//! A line is either in the form of GNU, `hex  name`, or in that of BSD, `TAG (name) = hex`. Lines of SFV
//! files, `name hex`, and of POSIX's `cksum`, `checksum size name`, are read as well. Names are bytes, as Unix has them.

mod file_name;
mod name;
mod parse;
mod write;

pub use file_name::algorithm_of_name;
pub use name::{escaped, unescaped};
pub use parse::{Entry, Kind, Malformed, parse, unknown_tag};
pub use write::{End, Form, line, value_line};
