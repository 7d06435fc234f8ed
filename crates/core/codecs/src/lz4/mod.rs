//! The formats around LZ4 blocks.

pub(crate) mod bare;
pub mod block;
pub mod block_hc;
pub mod format;
pub mod frame;
pub mod java;
pub mod legacy;
pub(crate) mod prefix;
pub mod raw;
