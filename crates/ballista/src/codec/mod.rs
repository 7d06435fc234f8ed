//! Plans as bytes.

mod files;
mod functions;
mod logical;
mod memory;
mod patterns;
#[cfg(feature = "server")]
mod physical;
#[cfg(feature = "server")]
mod refused;
#[cfg(feature = "server")]
mod spread;
mod stamp;
mod tables;
#[cfg(feature = "server")]
mod unspilled;
#[cfg(feature = "server")]
mod yielding;

pub use logical::LogicalCodec;
pub use memory::encode_memory;
pub use patterns::Patterned;
#[cfg(feature = "server")]
pub use physical::PhysicalCodec;
pub use tables::encode_files;
