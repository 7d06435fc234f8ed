//! A call of a function over a batch: columns in, results into the engine's own buffers.

mod error;
mod evaluate;
mod parameters;
mod settings;
mod variable;

pub use error::CallError;
pub use evaluate::{Call, Output};
pub use settings::{Column, Settings, Value};
pub use variable::Variable;
