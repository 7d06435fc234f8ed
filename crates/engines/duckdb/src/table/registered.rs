//! The data that the callbacks of a table function need.

use std::sync::Arc;

use hashlane_catalog::TableFunction;

use super::interrupts::Probe;

/// A table function, and the probe for interrupts in its database.
pub struct Registered {
    pub function: &'static TableFunction,
    pub probe: Option<Arc<Probe>>,
}
