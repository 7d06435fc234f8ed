//! Arguments as columns of the catalogue.

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use hashlane_catalog::{Arg, CallError, Column, Function, Value};
use hashlane_kernels::rows::{LayoutError, Rows};

use crate::spelled::{without_dictionary, without_runs};
use crate::strings;
use crate::types::{integers, scalar_value, type_class, type_name};

/// An argument of a call: an array with a value a row, or one value for all rows.
pub(crate) struct Argument {
    pub array: ArrayRef,
    pub is_scalar: bool,
}

impl Argument {
    /// Checks the type, and decodes run-end encoding and the dictionaries of scalars.
    pub fn new(
        function: &Function,
        arg: &Arg,
        array: &dyn Array,
        is_scalar: bool,
    ) -> Result<Self, CallError> {
        if !arg.kind.takes(type_class(array.data_type())) {
            return Err(CallError::argument_type(function, arg, &type_name(array.data_type())));
        }
        let array = array.slice(0, array.len());
        let array = without_runs(array).map_err(|e| CallError::layout(function, &e))?;
        let argument = Argument { array, is_scalar };
        if is_scalar { argument.dense(function) } else { Ok(argument) }
    }

    /// The argument with a dictionary spelled out.
    pub fn dense(self, function: &Function) -> Result<Self, CallError> {
        let array = without_dictionary(self.array).map_err(|e| CallError::layout(function, &e))?;
        Ok(Argument { array, ..self })
    }

    /// Whether it is one value for all rows, and that is NULL.
    pub fn is_null_scalar(&self) -> bool {
        self.is_scalar && scalar_value(&self.array) == Some(Value::Null)
    }

    /// The rows that are NULL; `None` where no row is.
    pub fn nulls(&self) -> Option<NullBuffer> {
        match self.is_scalar {
            true => None,
            false => self.array.logical_nulls().filter(|nulls| nulls.null_count() > 0),
        }
    }
}

/// What a column borrows from beside its array.
#[derive(Default)]
pub(crate) struct Borrowed<'a> {
    buffers: Vec<&'a [u8]>,
    slices: Vec<&'a [u8]>,
    integers: Vec<i128>,
}

impl<'a> Borrowed<'a> {
    /// Prepares what [`rows`] and [`column`] need to read `argument`.
    pub fn new(argument: &'a Argument, len: usize) -> Self {
        let mut borrowed = Borrowed::default();
        if argument.is_scalar {
            if let Some(Value::Bytes(bytes)) = scalar_value(&argument.array) {
                borrowed.slices = vec![bytes; len];
            }
            return borrowed;
        }
        borrowed.buffers = strings::buffers(&argument.array);
        match argument.array.data_type() {
            DataType::UInt32 | DataType::UInt64 => {}
            _ => borrowed.integers = integers(&argument.array).unwrap_or_default(),
        }
        borrowed
    }
}

/// The rows of the value.
pub(crate) fn rows<'a>(
    argument: &'a Argument,
    borrowed: &'a Borrowed<'a>,
) -> Result<Rows<'a>, LayoutError> {
    match argument.is_scalar {
        true => Ok(Rows::Slices(&borrowed.slices)),
        false => strings::rows(&argument.array, &borrowed.buffers),
    }
}

/// The column of an argument that is not the value.
pub(crate) fn column<'a>(
    argument: &'a Argument,
    borrowed: &'a Borrowed<'a>,
) -> Result<Column<'a>, LayoutError> {
    if argument.is_scalar {
        let value = scalar_value(&argument.array);
        return Ok(Column::Constant(value.expect("a type that was checked")));
    }
    Ok(match argument.array.data_type() {
        DataType::Null => Column::Constant(Value::Null),
        DataType::UInt32 => Column::U32(argument.array.as_primitive::<UInt32Type>().values()),
        DataType::UInt64 => Column::U64(argument.array.as_primitive::<UInt64Type>().values()),
        _ if !borrowed.integers.is_empty() => Column::Integers(&borrowed.integers),
        _ => Column::Bytes(rows(argument, borrowed)?),
    })
}
