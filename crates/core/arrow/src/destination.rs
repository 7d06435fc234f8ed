//! Where the results of a call go: to a new array, or to memory of the caller.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use hashlane_catalog::{Call, CallError, Function};

use crate::results::CallRows;
use crate::types::return_type;

/// Takes the results of one call.
pub(crate) trait Destination {
    type Results;

    /// Takes what a call computes.
    fn call(self, call: Call<'_>, results: CallRows) -> Result<Self::Results, CallError>;

    /// Takes results that are there.
    fn array(self, function: &Function, array: ArrayRef) -> Result<Self::Results, CallError>;
}

/// A new array.
pub(crate) struct NewArray;

impl Destination for NewArray {
    type Results = ArrayRef;

    fn call(self, call: Call<'_>, results: CallRows) -> Result<ArrayRef, CallError> {
        results.array(call)
    }

    fn array(self, _: &Function, array: ArrayRef) -> Result<ArrayRef, CallError> {
        Ok(array)
    }
}

/// Memory for the results of a function that returns numbers, one for each row.
#[derive(Debug)]
pub enum NumbersMut<'a> {
    /// For UINTEGER.
    U32(&'a mut [u32]),
    /// For UBIGINT.
    U64(&'a mut [u64]),
    /// For INTEGER.
    I32(&'a mut [i32]),
    /// For BIGINT.
    I64(&'a mut [i64]),
}

macro_rules! from_slice {
    ($($variant:ident $number:ident)*) => {$(
        impl<'a> From<&'a mut [$number]> for NumbersMut<'a> {
            fn from(out: &'a mut [$number]) -> Self {
                NumbersMut::$variant(out)
            }
        }
    )*};
}

from_slice!(U32 u32 U64 u64 I32 i32 I64 i64);

impl<'a> NumbersMut<'a> {
    fn into_bytes(self) -> &'a mut [u8] {
        match self {
            NumbersMut::U32(out) => bytemuck::cast_slice_mut(out),
            NumbersMut::U64(out) => bytemuck::cast_slice_mut(out),
            NumbersMut::I32(out) => bytemuck::cast_slice_mut(out),
            NumbersMut::I64(out) => bytemuck::cast_slice_mut(out),
        }
    }
}

impl NumbersMut<'_> {
    /// Returns an error if this is not the type of a function's results.
    pub(crate) fn check_type(&self, function: &Function) -> Result<(), CallError> {
        let here = match self {
            NumbersMut::U32(_) => DataType::UInt32,
            NumbersMut::U64(_) => DataType::UInt64,
            NumbersMut::I32(_) => DataType::Int32,
            NumbersMut::I64(_) => DataType::Int64,
        };
        match return_type(function) {
            returned if returned == here => Ok(()),
            returned => {
                let what =
                    format!("it returns {returned}, but the memory for its results is for {here}");
                Err(CallError::layout(function, &what))
            }
        }
    }
}

/// Memory of the caller. The results are the NULLs; the numbers of NULL rows are arbitrary.
pub(crate) struct InPlace<'a>(pub NumbersMut<'a>);

impl Destination for InPlace<'_> {
    type Results = Option<NullBuffer>;

    fn call(self, call: Call<'_>, results: CallRows) -> Result<Self::Results, CallError> {
        results.written(call, self.0.into_bytes())
    }

    fn array(self, function: &Function, array: ArrayRef) -> Result<Self::Results, CallError> {
        match self.0 {
            NumbersMut::U32(out) => copied::<UInt32Type>(function, out, &array),
            NumbersMut::U64(out) => copied::<UInt64Type>(function, out, &array),
            NumbersMut::I32(out) => copied::<Int32Type>(function, out, &array),
            NumbersMut::I64(out) => copied::<Int64Type>(function, out, &array),
        }
    }
}

fn copied<T: ArrowPrimitiveType>(
    function: &Function,
    out: &mut [T::Native],
    array: &dyn Array,
) -> Result<Option<NullBuffer>, CallError> {
    if out.len() != array.len() {
        return Err(CallError::lengths(function, array.len(), out.len()));
    }
    out.copy_from_slice(array.as_primitive::<T>().values());
    Ok(array.nulls().cloned())
}
