//! Results that are lists of measurements.

use hashlane_codecs::Measurement;

use super::CallError;
use super::room::more_room;
use crate::function::Function;

/// The results of a batch that are lists of measurements.
#[derive(Debug, Default)]
pub struct Measurements {
    /// The measurements of all lists, one after the other.
    pub all: Vec<Measurement>,
    /// The end of each row's list among them.
    pub ends: Vec<usize>,
    /// The rows that are NULL, in ascending order.
    pub nulls: Vec<usize>,
}

impl Measurements {
    /// Adds the list of a row, `None` for NULL.
    ///
    /// # Errors
    /// Returns an error if there is no memory for it.
    pub fn push(
        &mut self,
        function: &Function,
        measured: Option<Vec<Measurement>>,
    ) -> Result<(), CallError> {
        more_room(function, &mut self.ends, 1)?;
        match measured {
            Some(measured) => {
                more_room(function, &mut self.all, measured.len())?;
                self.all.extend(measured);
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
