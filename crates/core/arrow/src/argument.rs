//! Converts arguments to columns of the catalogue.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, NullArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use hashlane_catalog::{Arg, ArgColumn, ArgValue, CallError, Function, TypeClass, filled};
use hashlane_kernels::blocks::{LayoutError, Rows, ViewDamage};
use hashlane_kernels::encoding::Integers;

use crate::flat::FlatArray;
use crate::strings;
use crate::types::{integers, reals, scalar_value, type_class, type_name};

/// An argument of a call: an array with a value per row, or one value for all rows.
pub(crate) struct Argument {
    pub array: ArrayRef,
    pub is_scalar: bool,
    /// The value of each row in `array`; `None` if row i has value i.
    places: Option<Vec<usize>>,
    nulls: Option<NullBuffer>,
}

impl Argument {
    /// Checks the type. The array of a scalar is not a dictionary and has no runs.
    pub fn new(
        function: &Function,
        arg: &Arg,
        array: &dyn Array,
        is_scalar: bool,
    ) -> Result<Self, CallError> {
        if !arg.kind.accepts(type_class(array.data_type())) {
            return Err(CallError::argument_type(function, arg, &type_name(array.data_type())));
        }
        let array = array.slice(0, array.len());
        match is_scalar {
            true => Self::scalar(function, array),
            false => Ok(Self::with_values(array, is_scalar)),
        }
    }

    /// Wraps an array that is not a dictionary and has no runs.
    pub fn with_values(array: ArrayRef, is_scalar: bool) -> Self {
        Argument { array, is_scalar, places: None, nulls: None }
    }

    /// The value of an array of one row.
    fn scalar(function: &Function, array: ArrayRef) -> Result<Self, CallError> {
        let is_null = array.logical_nulls().is_some_and(|nulls| nulls.is_null(0));
        let FlatArray { values, places } = FlatArray::new(function, array)?;
        let value = match (is_null, places) {
            (true, _) => Arc::new(NullArray::new(1)),
            (false, None) => values,
            (false, Some(places)) => values.slice(places[0], 1),
        };
        Ok(Self::with_values(value, true))
    }

    /// Replaces dictionaries and runs by their values and NULLs.
    pub fn flat(self, function: &Function) -> Result<Self, CallError> {
        if self.is_scalar {
            return Ok(self);
        }
        let nulls = self.array.logical_nulls().filter(|nulls| nulls.null_count() > 0);
        let FlatArray { values, places } = FlatArray::new(function, self.array)?;
        Ok(Argument { array: values, is_scalar: false, places, nulls })
    }

    /// Whether it is one value for all rows, and that value is NULL.
    pub fn is_null_scalar(&self) -> bool {
        self.is_scalar && scalar_value(&self.array) == Some(ArgValue::Null)
    }

    /// Returns a test of whether the argument is NULL in a row. It must not be [flat](Argument::flat) yet.
    pub fn null_test(&self) -> impl Fn(usize) -> bool {
        let is_null_scalar = self.is_null_scalar();
        let nulls = match self.is_scalar {
            true => None,
            false => self.array.logical_nulls(),
        };
        move |row| is_null_scalar || nulls.as_ref().is_some_and(|nulls| nulls.is_null(row))
    }

    /// The rows of a [flat](Argument::flat) argument that are NULL; `None` if no row is.
    pub fn nulls(&self) -> Option<&NullBuffer> {
        self.nulls.as_ref()
    }
}

/// The data that a column borrows in addition to its array.
#[derive(Default)]
pub(crate) struct BorrowedData<'a> {
    buffers: Vec<&'a [u8]>,
    slices: Vec<&'a [u8]>,
    integers: Vec<i128>,
    reals: Vec<f64>,
}

impl<'a> BorrowedData<'a> {
    /// Prepares to read the value with [`rows`]. The value must be flat and has `len` rows.
    pub fn value(
        function: &Function,
        argument: &'a Argument,
        len: usize,
    ) -> Result<Self, CallError> {
        let mut borrowed = BorrowedData::new(function, argument)?;
        if argument.is_scalar
            && let Some(ArgValue::Bytes(bytes)) = scalar_value(&argument.array)
        {
            borrowed.slices = filled(function, len, bytes)?;
        }
        Ok(borrowed)
    }

    /// Prepares to read `argument` with [`column`]. It must be flat.
    pub fn new(function: &Function, argument: &'a Argument) -> Result<Self, CallError> {
        let mut borrowed = BorrowedData::default();
        let array = &argument.array;
        if argument.is_scalar {
            return Ok(borrowed);
        }
        let places = argument.places.as_deref();
        match (array.data_type(), places) {
            (DataType::Null | DataType::UInt32 | DataType::UInt64, None) => {}
            (DataType::Null, Some(_)) => {}
            (data_type, Some(places)) if strings::is_string(data_type) => {
                borrowed.slices = strings::slices(function, array, places)?;
            }
            (data_type, None) if strings::is_string(data_type) => {
                borrowed.buffers = strings::buffers(array);
            }
            (data_type, places) if type_class(data_type) == TypeClass::Real => {
                borrowed.reals = reals(function, array, places)?;
            }
            _ => borrowed.integers = integers(function, array, places)?,
        }
        Ok(borrowed)
    }
}

/// The rows of the value. With `damage`, views are checked when they are read.
pub(crate) fn rows<'a>(
    argument: &'a Argument,
    borrowed: &'a BorrowedData<'a>,
    damage: Option<&'a ViewDamage>,
) -> Result<Rows<'a>, LayoutError> {
    match argument.is_scalar || argument.places.is_some() {
        true => Ok(Rows::Slices(&borrowed.slices)),
        false => strings::rows(&argument.array, &borrowed.buffers, damage),
    }
}

/// The column of an argument that is not the value.
pub(crate) fn column<'a>(
    argument: &'a Argument,
    borrowed: &'a BorrowedData<'a>,
) -> Result<ArgColumn<'a>, LayoutError> {
    let array = &argument.array;
    if argument.is_scalar {
        return Ok(ArgColumn::Constant(scalar_value(array).expect("a type that was checked")));
    }
    Ok(match array.data_type() {
        DataType::Null => ArgColumn::Constant(ArgValue::Null),
        DataType::UInt32 if argument.places.is_none() => {
            ArgColumn::Integers(Integers::U32(array.as_primitive::<UInt32Type>().values()))
        }
        DataType::UInt64 if argument.places.is_none() => {
            ArgColumn::Integers(Integers::U64(array.as_primitive::<UInt64Type>().values()))
        }
        _ if !borrowed.reals.is_empty() => ArgColumn::Reals(&borrowed.reals),
        _ if !borrowed.integers.is_empty() => {
            ArgColumn::Integers(Integers::I128(&borrowed.integers))
        }
        _ => match rows(argument, borrowed, None)? {
            // A constant that a join has given every row, such as a dictionary.
            rows if rows.have_one_entry() => ArgColumn::Constant(ArgValue::Bytes(rows.row(0))),
            rows => ArgColumn::Bytes(rows),
        },
    })
}
