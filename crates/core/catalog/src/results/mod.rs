//! Results of a batch that are not written in place: a tree of the same form as their type.

mod budget;
mod lists;
mod output;
mod result_type;
mod room;
mod strings;

pub use budget::Budget;
pub use lists::ListResults;
pub use output::CallOutput;
pub(crate) use result_type::{DIFFERENCES, MEASUREMENTS};
pub use result_type::{ResultField, ResultType};
pub(crate) use room::more_room;
pub use room::{collected, filled, room};
pub use strings::StringResults;

use bytemuck::Pod;

use crate::CallError;
use crate::function::Function;

/// The results of a batch, one a row.
#[derive(Debug)]
pub enum Results {
    /// Values of one width: numbers, booleans and UUIDs, or texts and bytes of one length.
    Fixed(FixedResults),
    /// Texts or bytes of any length.
    Strings(StringResults),
    /// Lists.
    Lists(ListResults),
    /// Structs: the results of each field.
    Structs(Vec<Results>),
}

/// Results of one width.
#[derive(Debug, Default)]
pub struct FixedResults {
    /// The bytes of each.
    pub width: usize,
    /// All results, one after the other. Numbers are in the machine's order of bytes.
    pub bytes: Vec<u8>,
    /// The rows that are NULL though no argument is, in ascending order.
    pub nulls: Vec<usize>,
}

impl Results {
    /// No results yet. All of them together may take `most` bytes, and lists may have `most` elements.
    pub fn of(returns: &ResultType, most: usize) -> Self {
        match returns {
            ResultType::Blob | ResultType::Varchar => {
                Results::Strings(StringResults::at_most(most))
            }
            ResultType::List(element) => Results::Lists(ListResults::of(element, most)),
            ResultType::Struct(fields) => Results::Structs(
                fields.iter().map(|field| Self::of(&field.returns, most)).collect(),
            ),
            number => {
                let width = number.width().unwrap_or_default();
                Results::Fixed(FixedResults { width, ..FixedResults::default() })
            }
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match self {
            Results::Fixed(FixedResults { width, bytes, .. }) => bytes.len() / (*width).max(1),
            Results::Strings(strings) => strings.ends().len(),
            Results::Lists(lists) => lists.ends().len(),
            Results::Structs(fields) => fields.first().map_or(0, Results::len),
        }
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of all values.
    pub fn size(&self) -> usize {
        match self {
            Results::Fixed(FixedResults { bytes, .. }) => bytes.len(),
            Results::Strings(strings) => strings.bytes().len(),
            Results::Lists(lists) => lists.values().size(),
            Results::Structs(fields) => fields.iter().map(Results::size).sum(),
        }
    }

    /// Removes all rows, and frees memory beyond about `bytes` bytes, so that the rest can be used again.
    pub fn shrink_to(&mut self, bytes: usize) {
        match self {
            Results::Fixed(fixed) => {
                fixed.bytes.clear();
                fixed.bytes.shrink_to(bytes);
            }
            Results::Strings(strings) => strings.shrink_to(bytes),
            Results::Lists(_) | Results::Structs(_) => *self = Results::Structs(Vec::new()),
        }
    }

    /// Texts or bytes.
    ///
    /// # Errors
    /// Returns an error if the results are something else.
    pub fn strings(&mut self, function: &Function) -> Result<&mut StringResults, CallError> {
        match self {
            Results::Strings(strings) => Ok(strings),
            _ => Err(CallError::shape(function)),
        }
    }

    /// Lists.
    ///
    /// # Errors
    /// Returns an error if the results are something else.
    pub fn lists(&mut self, function: &Function) -> Result<&mut ListResults, CallError> {
        match self {
            Results::Lists(lists) => Ok(lists),
            _ => Err(CallError::shape(function)),
        }
    }

    /// Adds a number.
    ///
    /// # Errors
    /// Returns an error if the results aren't numbers of this width, or if memory for it can't be allocated.
    pub fn push_number<T: Pod>(&mut self, function: &Function, number: T) -> Result<(), CallError> {
        self.push_numbers(function, &[number])
    }

    /// Adds several numbers.
    ///
    /// # Errors
    /// As for [`Results::push_number`].
    pub(crate) fn push_numbers<T: Pod>(
        &mut self,
        function: &Function,
        numbers: &[T],
    ) -> Result<(), CallError> {
        match self {
            Results::Fixed(FixedResults { width, bytes, .. }) if *width == size_of::<T>() => {
                more_room(function, bytes, size_of_val(numbers))?;
                bytes.extend_from_slice(bytemuck::cast_slice(numbers));
                Ok(())
            }
            _ => Err(CallError::shape(function)),
        }
    }

    /// Adds NULL.
    ///
    /// # Errors
    /// Returns an error if memory for it can't be allocated.
    pub fn push_null(&mut self, function: &Function) -> Result<(), CallError> {
        let row = self.len();
        match self {
            Results::Fixed(FixedResults { width, bytes, nulls }) => {
                more_room(function, nulls, 1)?;
                more_room(function, bytes, *width)?;
                nulls.push(row);
                bytes.resize(bytes.len() + *width, 0);
                Ok(())
            }
            Results::Strings(strings) => strings.push_null(function),
            Results::Lists(lists) => lists.push_null(function),
            Results::Structs(fields) => {
                fields.iter_mut().try_for_each(|field| field.push_null(function))
            }
        }
    }
}
