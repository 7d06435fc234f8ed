//! Results that are lists.

use super::room::more_room;
use super::{CallError, Variable};
use crate::function::Function;

/// The results of a batch that are lists of bytes: the values of all lists one after the other, and the end
/// of each list among them.
#[derive(Debug)]
pub struct Lists {
    pub(super) values: Variable,
    ends: Vec<usize>,
    /// The most values that the engine can hold.
    most: usize,
}

impl Default for Lists {
    fn default() -> Self {
        Lists::at_most(usize::MAX)
    }
}

impl Lists {
    /// No rows yet. All lists together may have at most `most` values and `most` bytes.
    pub fn at_most(most: usize) -> Self {
        Lists { values: Variable::at_most(most), ends: Vec::new(), most }
    }

    /// The values of all lists. Those that are NULL are among [`Variable::failed`].
    pub fn values(&self) -> &Variable {
        &self.values
    }

    /// The values of all lists, owned.
    pub fn into_values(self) -> Variable {
        self.values
    }

    /// The end of each row's list among the values; NULL rows have an empty list.
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// Makes room for `rows` more rows.
    pub(super) fn reserve(&mut self, function: &Function, rows: usize) -> Result<(), CallError> {
        more_room(function, &mut self.ends, rows)
    }

    /// Ends a row's list after its last value. [`Lists::reserve`] has made room for it.
    ///
    /// # Errors
    /// Returns an error if the engine can't hold so many values or bytes.
    pub(super) fn end_list(&mut self, function: &Function) -> Result<(), CallError> {
        self.values.check_size(function)?;
        match self.values.ends().len() {
            values if values > self.most => {
                Err(CallError::lists_too_long(function, values, self.most))
            }
            values => {
                self.ends.push(values);
                Ok(())
            }
        }
    }
}
