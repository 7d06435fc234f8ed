//! Plans as bytes.

mod files;
mod functions;
mod logical;
mod memory;
mod patterns;
#[cfg(feature = "program")]
mod physical;
#[cfg(feature = "program")]
mod refused;
#[cfg(feature = "program")]
mod spread;
mod stamp;
mod tables;
#[cfg(feature = "program")]
mod unspilled;
#[cfg(feature = "program")]
mod yielding;

pub use logical::LogicalCodec;
pub use memory::encode_memory;
pub use patterns::Patterned;
#[cfg(feature = "program")]
pub use physical::PhysicalCodec;
pub use tables::encode_files;
