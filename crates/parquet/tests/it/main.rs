//! The Parquet crate, as one binary.
//!
//! | module | what it is about |
//! |---|---|
//! | `add_crc` | copies with page checksums, read by others |
//! | `seal` | manifests, and what they find |
//! | `written` | files that are written for these tests |

mod add_crc;
mod seal;
mod written;
