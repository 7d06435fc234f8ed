//! Results that are lists of numbers.

use super::CallError;
use super::room::more_room;
use crate::function::Function;

/// The results of a batch that are lists of numbers.
#[derive(Debug, Default)]
pub struct U32Lists {
    /// The numbers of all lists, one after the other.
    pub all: Vec<u32>,
    /// Where the list of each row ends among them.
    pub ends: Vec<usize>,
    /// The rows that are NULL, in ascending order.
    pub nulls: Vec<usize>,
}

impl U32Lists {
    /// Adds the list of a row, `None` for NULL.
    ///
    /// # Errors
    /// Returns an error if there is no memory for it.
    pub fn push(&mut self, function: &Function, list: Option<&[u32]>) -> Result<(), CallError> {
        more_room(function, &mut self.ends, 1)?;
        match list {
            Some(list) => {
                more_room(function, &mut self.all, list.len())?;
                self.all.extend_from_slice(list);
            }
            None => {
                more_room(function, &mut self.nulls, 1)?;
                self.nulls.push(self.ends.len());
            }
        }
        self.ends.push(self.all.len());
        Ok(())
    }
}
