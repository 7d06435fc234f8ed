//! Results that are lists of numbers, of measurements or of differences.

use hashlane_codecs::Measurement;
use hashlane_kernels::sketch::Difference;

use super::CallError;
use super::room::more_room;
use crate::function::Function;

/// The results of a batch that are lists of numbers of 32 bits.
pub type U32Lists = ListsOf<u32>;

/// The results of a batch that are lists of numbers of 64 bits.
pub type U64Lists = ListsOf<u64>;

/// The results of a batch that are lists of measurements.
pub type Measurements = ListsOf<Measurement>;

/// The results of a batch that are lists of differences between two tables.
pub type Differences = ListsOf<Difference>;

/// The results of a batch that are lists of values of one size.
#[derive(Debug)]
pub struct ListsOf<T> {
    /// The values of all lists, one after the other.
    pub all: Vec<T>,
    /// The end of each row's list among them.
    pub ends: Vec<usize>,
    /// The rows that are NULL, in ascending order.
    pub nulls: Vec<usize>,
}

impl<T> Default for ListsOf<T> {
    fn default() -> Self {
        ListsOf { all: Vec::new(), ends: Vec::new(), nulls: Vec::new() }
    }
}

impl<T: Copy> ListsOf<T> {
    /// Adds the list of a row, `None` for NULL.
    ///
    /// # Errors
    /// Returns an error if memory for it can't be allocated.
    pub fn push(&mut self, function: &Function, list: Option<&[T]>) -> Result<(), CallError> {
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
