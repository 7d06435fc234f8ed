//! What COPY and INSERT write: a statement's outputs appear when it has succeeded.
//!
//! | file | holds |
//! |---|---|
//! | `name.rs` | the format and the compression of COPY, by the name of its target |
//! | `deferred.rs` | stores whose writes wait for the end of the statement |
//! | `upload.rs` | the upload of a file on this machine |
//! | `sinks.rs` | what DataFusion's sinks would write wrongly |
//! | `partitions.rs` | NULL in the columns of PARTITIONED BY |
//! | `floats.rs` | NaN and infinities in JSON |

mod deferred;
mod floats;
mod name;
mod partitions;
mod sinks;
mod upload;

pub use deferred::Outputs;
pub use floats::Floats;
pub use name::resolve;
pub use sinks::{exact, write_json};
