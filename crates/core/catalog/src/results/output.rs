//! Where a call writes its results: into the engine's memory, or into memory of ours.

use bytemuck::Pod;

use crate::function::Function;
use crate::{Call, CallError, FixedResults, ListResults, Results, StringResults};
use crate::{filled, more_room};

/// The results of a call that runs. A body asks it for memory by what its results are.
#[derive(Debug)]
pub struct CallOutput<'m> {
    /// The engine's memory, if all results have one width, until the body asks for it.
    in_place: Option<&'m mut [u8]>,
    /// The most bytes of texts, and elements of lists, that the engine can hold.
    most: usize,
    /// The rows that are NULL though no argument is, of results in place.
    pub(crate) nulls: Vec<usize>,
    /// All other results.
    results: Option<Results>,
}

impl CallOutput<'_> {
    /// Memory for a number a row.
    pub(crate) fn numbers<T: Pod>(
        &mut self,
        function: &Function,
        rows: usize,
    ) -> Result<&mut [T], CallError> {
        let memory = self.in_place.take().ok_or_else(|| CallError::shape(function))?;
        let places = memory.len() / size_of::<T>();
        if places != rows {
            return Err(CallError::lengths(function, rows, places));
        }
        bytemuck::try_cast_slice_mut(memory).map_err(|_| CallError::shape(function))
    }

    /// Memory for `width` bytes a row.
    pub(crate) fn bytes(
        &mut self,
        function: &Function,
        rows: usize,
        width: usize,
    ) -> Result<&mut [u8], CallError> {
        let total = rows.saturating_mul(width);
        if total > self.most {
            return Err(CallError::batch_too_long(function, total, self.most));
        }
        let mut bytes = match self.results.take() {
            Some(Results::Fixed(spare)) => spare.bytes,
            _ => Vec::new(),
        };
        bytes.clear();
        more_room(function, &mut bytes, total)?;
        bytes.resize(total, 0);
        let fixed = FixedResults { width, bytes, nulls: Vec::new() };
        match self.results.insert(Results::Fixed(fixed)) {
            Results::Fixed(fixed) => Ok(&mut fixed.bytes),
            _ => Err(CallError::shape(function)),
        }
    }

    /// Memory for texts or bytes of any length.
    pub(crate) fn strings(&mut self, function: &Function) -> Result<&mut StringResults, CallError> {
        let strings = match self.results.take() {
            Some(Results::Strings(spare)) => spare.emptied(self.most),
            _ => StringResults::at_most(self.most),
        };
        self.results.insert(Results::Strings(strings)).strings(function)
    }

    /// Memory for lists.
    pub(crate) fn lists(&mut self, function: &Function) -> Result<&mut ListResults, CallError> {
        self.grown(function).lists(function)
    }

    /// Memory for results of the function's type.
    pub(crate) fn grown(&mut self, function: &Function) -> &mut Results {
        self.results.insert(Results::of(&function.returns, self.most))
    }
}

impl Call<'_> {
    /// Runs a call whose results have one [width](crate::ResultType::width), and writes them to `memory`, which has that many bytes a row
    /// and is aligned for their type. Those of rows with a NULL argument are arbitrary. Returns the rows that are NULL though no argument
    /// is, in ascending order.
    ///
    /// # Errors
    /// Returns an error if the memory has another size, if a row has no result, or if an allocation fails.
    pub fn write(self, memory: &mut [u8]) -> Result<Vec<usize>, CallError> {
        let mut out = CallOutput {
            in_place: Some(memory),
            most: usize::MAX,
            nulls: Vec::new(),
            results: None,
        };
        let function = self.function;
        (function.body)(self, &mut out)?;
        // Memory that no body has asked for has no results.
        match out.in_place {
            None => Ok(out.nulls),
            Some(_) => Err(CallError::shape(function)),
        }
    }

    /// Runs a call and returns its results. Those of rows with a NULL argument are arbitrary. Texts may take `most` bytes, and lists have
    /// `most` elements. The memory of `spare`, results of an earlier call, is used again if it fits.
    ///
    /// # Errors
    /// Returns an error if a row has no result, if an allocation fails, or if the results take more than the engine
    /// can hold or than the call's [`Budget`](super::Budget). The call never allocates more than the budget.
    pub fn collect(self, most: usize, spare: Option<Results>) -> Result<Results, CallError> {
        let (function, rows) = (self.function, self.len());
        let Some(width) = function.returns.width() else {
            let mut out = CallOutput { in_place: None, most, nulls: Vec::new(), results: spare };
            (function.body)(self, &mut out)?;
            let results = out.results.ok_or_else(|| CallError::shape(function))?;
            return match results.len() {
                found if found == rows => Ok(results),
                found => Err(CallError::lengths(function, rows, found)),
            };
        };
        let total = rows * width;
        // Aligned for any number.
        let mut words = filled(function, total.div_ceil(size_of::<u128>()), 0_u128)?;
        let memory = &mut bytemuck::cast_slice_mut(&mut words)[..total];
        let nulls = self.write(memory)?;
        let mut bytes = filled(function, total, 0)?;
        bytes.copy_from_slice(memory);
        Ok(Results::Fixed(FixedResults { width, bytes, nulls }))
    }
}
