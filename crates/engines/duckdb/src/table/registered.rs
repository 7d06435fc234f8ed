//! The data that the callbacks of a table function need.

use std::sync::Arc;

use hashlane_catalog::TableFunction;

use super::interrupts::InterruptProbe;
use crate::names::LeftOut;

/// A table function, and what belongs to its database.
pub struct RegisteredTable {
    pub function: &'static TableFunction,
    /// The probe for interrupts.
    pub probe: Option<Arc<InterruptProbe>>,
    pub left_out: LeftOut,
}
