//! Results that are lists.

use super::room::more_room;
use super::{CallError, Variable};
use crate::function::Function;

/// The results of a batch that are lists of bytes: the values of all lists one after the other, and where
/// each list ends among them.
#[derive(Debug, Default)]
pub struct Lists {
    pub(super) values: Variable,
    ends: Vec<usize>,
}

impl Lists {
    /// The values of all lists. Those that are NULL are among [`Variable::failed`].
    pub fn values(&self) -> &Variable {
        &self.values
    }

    /// The values of all lists, to keep.
    pub fn into_values(self) -> Variable {
        self.values
    }

    /// Where the list of each row ends among the values; NULL rows have none.
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// Empties it for another batch of `rows` rows.
    pub(super) fn clear(&mut self, function: &Function, rows: usize) -> Result<(), CallError> {
        self.values.clear(function, 0)?;
        self.ends.clear();
        more_room(function, &mut self.ends, rows)
    }

    /// Ends a row's list after its last value. [`Lists::clear`] has made room for one a row.
    pub(super) fn end_list(&mut self) {
        self.ends.push(self.values.ends().len());
    }
}
