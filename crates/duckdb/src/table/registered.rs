//! What the callbacks of a table function need of it.

use std::sync::Arc;

use hashlane_catalog::TableFunction;

use super::interrupts::Probe;

/// A table function, and what asks for interrupts in its database.
pub struct Registered {
    pub function: &'static TableFunction,
    pub probe: Option<Arc<Probe>>,
}
