//! Results that are lists.

use bytemuck::Pod;

use crate::ResultType;
use crate::function::Function;
use crate::more_room;
use crate::{CallError, Results};

/// The results of a batch that are lists: the elements of all lists one after the other, and the end of each list among
/// them.
#[derive(Debug)]
pub struct ListResults {
    values: Box<Results>,
    ends: Vec<usize>,
    nulls: Vec<usize>,
    /// The most elements that the engine can hold.
    most: usize,
}

impl ListResults {
    /// No rows yet. All lists together may have at most `most` elements, and as many bytes.
    pub fn of(element: &ResultType, most: usize) -> Self {
        let values = Box::new(Results::of(element, most));
        ListResults { values, ends: Vec::new(), nulls: Vec::new(), most }
    }

    /// The elements of all lists.
    pub fn values(&self) -> &Results {
        &self.values
    }

    /// The elements of all lists, to which those of a new list are added.
    pub fn values_mut(&mut self) -> &mut Results {
        &mut self.values
    }

    /// The elements of all lists, owned.
    pub fn into_values(self) -> Results {
        *self.values
    }

    /// The end of each row's list among the elements; NULL rows have an empty list.
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// The rows that are NULL though no argument is, in ascending order.
    pub fn nulls(&self) -> &[usize] {
        &self.nulls
    }

    /// Adds a list of numbers.
    ///
    /// # Errors
    /// Returns an error if the elements aren't numbers of this width, or if memory for them can't be allocated.
    pub(crate) fn push_numbers<T: Pod>(
        &mut self,
        function: &Function,
        list: &[T],
    ) -> Result<(), CallError> {
        self.values.push_numbers(function, list)?;
        self.end_list(function)
    }

    /// Adds NULL.
    ///
    /// # Errors
    /// Returns an error if memory for it can't be allocated.
    pub fn push_null(&mut self, function: &Function) -> Result<(), CallError> {
        more_room(function, &mut self.nulls, 1)?;
        self.nulls.push(self.ends.len());
        self.end_list(function)
    }

    /// Ends a row's list after its last element.
    ///
    /// # Errors
    /// Returns an error if the engine can't hold so many elements or bytes, or if memory can't be allocated.
    pub fn end_list(&mut self, function: &Function) -> Result<(), CallError> {
        more_room(function, &mut self.ends, 1)?;
        if let Results::Strings(strings) = &*self.values {
            strings.check_size(function)?;
        }
        match self.values.len() {
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
