//! Functions of MinHash signatures: their union, their similarity, their bands.

use hashlane_kernels::blocks::{self, Fixed, Rows, Seeds};
use hashlane_kernels::encoding::{Column, Integers, ValueClass, Values};
use hashlane_kernels::hash::xxh3;
use hashlane_kernels::isa::Isa;

use crate::CallOutput;
use crate::call::is_valid;
use crate::function::Function;
use crate::{Call, CallError, ValueSource};
use crate::{collected, filled, more_room};

impl<'a> Call<'a> {
    /// The signature of the elements of both sets: the lower number at each place.
    ///
    /// # Errors
    /// Returns an error if a signature has no numbers, if two have different lengths, or if memory can't be allocated.
    pub(crate) fn signature_unions(self, out: &mut CallOutput<'_>) -> Result<(), CallError> {
        let out = out.lists(self.function)?;
        let [mut a, mut b] = self.signatures()?;
        for row in 0..self.len() {
            if !is_valid(self.valid, row) {
                out.push_null(self.function)?;
                continue;
            }
            let (a, b) = of_one_length(self.function, a.read(row)?, b.read(row)?)?;
            a.iter_mut().zip(b).for_each(|(a, b)| *a = (*a).min(*b));
            out.push_numbers(self.function, a)?;
        }
        Ok(())
    }

    /// The fraction of places at which two signatures are equal.
    ///
    /// # Errors
    /// Returns an error if a signature has no numbers, if two have different lengths, or if memory can't be allocated.
    pub(crate) fn signature_similarities(self, out: &mut CallOutput<'_>) -> Result<(), CallError> {
        let out = out.numbers::<f64>(self.function, self.len())?;
        let [mut a, mut b] = self.signatures()?;
        for (row, out) in out.iter_mut().enumerate().filter(|(row, _)| is_valid(self.valid, *row)) {
            let (a, b) = of_one_length(self.function, a.read(row)?, b.read(row)?)?;
            let equal = a.iter().zip(&*b).filter(|(a, b)| a == b).count();
            *out = equal as f64 / a.len() as f64;
        }
        Ok(())
    }

    /// The hash of each band of a signature: the XXH3 of its numbers, each with its lowest byte first, under the index of the band as
    /// the seed. So bands at different places have different hashes, even with the same numbers.
    ///
    /// # Errors
    /// Returns an error if a signature can't be split into bands of one length, or if memory can't be allocated.
    pub(crate) fn signature_bands(mut self, out: &mut CallOutput<'_>) -> Result<(), CallError> {
        let (function, isa) = (self.function, Isa::current());
        let out = out.lists(function)?;
        let [mut signatures] = self.signatures()?;
        let mut seeds: Vec<u64> = Vec::new();
        for row in 0..self.len() {
            if !is_valid(self.valid, row) {
                out.push_null(function)?;
                continue;
            }
            let bands = self.by_row.settings(row)?.length;
            let numbers = signatures.read(row)?;
            if !numbers.len().is_multiple_of(bands) {
                return Err(uneven(function, numbers.len(), bands));
            }
            if seeds.len() != bands {
                seeds = collected(function, (0..bands).map(|band| band as u64))?;
            }
            numbers.iter_mut().for_each(|number| *number = number.to_le());
            let bytes = bytemuck::cast_slice(numbers);
            let bands_of = Fixed::new(bytes.len() / bands, bands, bytes);
            let rows = Rows::Fixed(bands_of.map_err(|e| CallError::layout(function, &e))?);
            let mut hashes = filled(function, bands, 0)?;
            blocks::hash(isa, &rows, Seeds::Column(&seeds), &mut hashes, xxh3::XXH3_64);
            out.push_numbers(function, &hashes)?;
        }
        Ok(())
    }

    /// The arguments of the call that are signatures.
    fn signatures<const N: usize>(&self) -> Result<[SignatureColumn<'a>; N], CallError> {
        let function = self.function;
        let ValueSource::Row { columns, .. } = self.source else {
            return Err(CallError::shape(function));
        };
        let columns: &[Column<'a>; N] =
            columns.try_into().map_err(|_| CallError::arity(function, columns.len()))?;
        Ok(columns.each_ref().map(|column| SignatureColumn {
            function,
            column,
            numbers: Vec::new(),
        }))
    }
}

/// A column of signatures.
struct SignatureColumn<'a> {
    function: &'static Function,
    column: &'a Column<'a>,
    /// The numbers of the last signature.
    numbers: Vec<u32>,
}

impl SignatureColumn<'_> {
    /// The numbers of a signature that isn't NULL.
    fn read(&mut self, row: usize) -> Result<&mut [u32], CallError> {
        let SignatureColumn { function, column, numbers } = self;
        numbers.clear();
        append(function, column, row, numbers)?;
        match numbers.len() {
            0 => Err(CallError::layout(function, &"a signature has no numbers")),
            _ => Ok(numbers),
        }
    }
}

/// Appends the numbers of a list.
fn append(
    function: &Function,
    column: &Column<'_>,
    row: usize,
    numbers: &mut Vec<u32>,
) -> Result<(), CallError> {
    match column.values() {
        Values::Indexed(keys, values) => append(function, values, keys[row], numbers),
        Values::List(lists, child) => {
            let (first, len) = lists.span(row);
            more_room(function, numbers, len)?;
            for id in first..first + len {
                let Some(number) = number(child, id) else {
                    return Err(CallError::layout(
                        function,
                        &"a signature has a number that is NULL",
                    ));
                };
                numbers.push(number);
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// A number in lists; `None` if it is NULL.
fn number(column: &Column<'_>, id: usize) -> Option<u32> {
    match column.values() {
        _ if !column.is_valid(id) => None,
        Values::Indexed(keys, values) => number(values, keys[id]),
        Values::Integers(_, Integers::U32(values), _) => Some(values[id]),
        _ => None,
    }
}

fn of_one_length<'n>(
    function: &Function,
    a: &'n mut [u32],
    b: &'n mut [u32],
) -> Result<(&'n mut [u32], &'n mut [u32]), CallError> {
    match (a.len(), b.len()) {
        (first, second) if first != second => {
            let what = format!(
                "the signatures have {first} and {second} numbers; compute both with the same k"
            );
            Err(CallError::layout(function, &what))
        }
        _ => Ok((a, b)),
    }
}

fn uneven(function: &Function, len: usize, bands: usize) -> CallError {
    let what = format!(
        "a signature of {len} numbers can't be split into {bands} bands of one length; use a number of bands that \
         divides {len}"
    );
    CallError::layout(function, &what)
}

/// Checks that columns are signatures.
pub(crate) fn check_signatures(
    function: &Function,
    columns: &[Column<'_>],
) -> Result<(), CallError> {
    match function.args.iter().zip(columns).find(|(_, column)| !are_signatures(column)) {
        Some((arg, _)) => Err(CallError::argument_type(function, arg, "a list of another type")),
        None => Ok(()),
    }
}

fn are_signatures(column: &Column<'_>) -> bool {
    match column.values() {
        Values::Null => true,
        Values::Indexed(_, values) => are_signatures(values),
        Values::List(_, child) => are_numbers(child),
        _ => false,
    }
}

fn are_numbers(column: &Column<'_>) -> bool {
    match column.values() {
        Values::Null | Values::Integers(ValueClass::Integer, Integers::U32(_), _) => true,
        Values::Indexed(_, values) => are_numbers(values),
        _ => false,
    }
}
