//! Manifests: lines of digests and names, as `xxhsum`, `b3sum` and `sha256sum` write and read them.
//!
//! | file | holds |
//! |---|---|
//! | `write.rs` | writes a digest and a name as a line |
//! | `text.rs` | the lines of a manifest, whatever its encoding |
//! | `parse.rs` | what a line says, and how it is parsed |
//! | `value.rs` | parses a digest, in hexadecimal or in base64 |
//! | `bag.rs` | names and paths of BagIt |
//! | `file_name.rs` | the algorithm in the name of a manifest, and the only file it is about |
//! | `name.rs` | escapes in names: `\n`, `\r` and `\\` |
//!
//! Lines have GNU's form, `hex  name`, or BSD's, `TAG (name) = hex`. Lines of SFV files, `name hex`, and of POSIX's
//! `cksum`, `checksum size name`, are read as well, and so are digests in base64: S3's, `sha256-…=` and those of
//! `cksum --base64`. Names are bytes, as in Unix.

mod bag;
mod file_name;
mod name;
mod parse;
mod text;
mod value;
mod write;

pub use bag::{is_bag_manifest, path_in_bag};
pub use file_name::{algorithm_of_name, described_file};
pub use name::{escaped, unescaped};
pub use parse::{LineAlgorithm, MalformedLine, ManifestEntry, parse, parse_value, unknown_tag};
pub use text::{decoded, lines};
pub use write::{LineEnd, ManifestForm, line, value_line};
