//! Where the results of a call go: to a new array, or to memory of the caller.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use hashlane_catalog::{
    CallError, Fill, Function, Lists, Measurements, Returns, Sink, U32Lists, Variable,
};

use crate::results::Results;
use crate::types::return_type;

/// Takes the results of one call.
pub(crate) trait Destination {
    type Results;

    /// Takes what a call computes.
    fn sink(self, results: Results) -> impl Sink<Results = Self::Results>;

    /// Takes results that are there.
    fn array(self, function: &Function, array: ArrayRef) -> Result<Self::Results, CallError>;
}

/// A new array.
pub(crate) struct NewArray;

impl Destination for NewArray {
    type Results = ArrayRef;

    fn sink(self, results: Results) -> impl Sink<Results = ArrayRef> {
        results
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

    fn sink(self, results: Results) -> impl Sink<Results = Option<NullBuffer>> {
        Written { numbers: self.0, results }
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

struct Written<'a> {
    numbers: NumbersMut<'a>,
    results: Results,
}

impl Written<'_> {
    /// The type of the memory was checked before the call, so this error is one of the catalogue.
    fn other<T>(self) -> Result<T, CallError> {
        let function = self.results.function;
        Err(CallError::layout(function, &"its results are not what its description says"))
    }
}

type Nulls = Result<Option<NullBuffer>, CallError>;

impl Sink for Written<'_> {
    type Results = Option<NullBuffer>;

    fn u32(self, fill: impl Fill<[u32], Vec<usize>>) -> Nulls {
        match self.numbers {
            NumbersMut::U32(out) => self.results.fill(out, fill),
            _ => self.other(),
        }
    }

    fn u64(self, fill: impl Fill<[u64], Vec<usize>>) -> Nulls {
        match self.numbers {
            NumbersMut::U64(out) => self.results.fill(out, fill),
            NumbersMut::I64(out) if self.results.function.returns() == Returns::Bigint => {
                self.results.fill(bytemuck::cast_slice_mut(out), fill)
            }
            _ => self.other(),
        }
    }

    fn i32(self, fill: impl Fill<[i32], Vec<usize>>) -> Nulls {
        match self.numbers {
            NumbersMut::I32(out) => self.results.fill(out, fill),
            _ => self.other(),
        }
    }

    fn i64(self, fill: impl Fill<[i64], Vec<usize>>) -> Nulls {
        match self.numbers {
            NumbersMut::I64(out) => self.results.fill(out, fill),
            _ => self.other(),
        }
    }

    fn bools(self, _: impl Fill<[u8]>) -> Nulls {
        self.other()
    }

    fn uuids(self, _: impl Fill<[[u8; 16]]>) -> Nulls {
        self.other()
    }

    fn u32_lists(self, _: U32Lists) -> Nulls {
        self.other()
    }

    fn fixed(self, _: usize, _: impl Fill<[u8]>) -> Nulls {
        self.other()
    }

    fn variable(self, _: impl Fill<Variable>) -> Nulls {
        self.other()
    }

    fn lists(self, _: impl Fill<Lists>) -> Nulls {
        self.other()
    }

    fn measurements(self, _: Measurements) -> Nulls {
        self.other()
    }
}
