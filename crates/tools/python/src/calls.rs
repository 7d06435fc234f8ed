//! Calls of the catalogue over chunks of columns. All uses of `hashlane-arrow` and the catalogue are here.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Datum, LargeListArray, StructArray, UInt32Array};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields};
use hashlane_arrow::{NumbersMut, check_list, check_row, scalar_value, type_class, type_name};
use hashlane_catalog::{ArgKind, CallError, Function, Settings, Work};

/// The reason why a call fails, by the exception that Python raises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallFailure {
    /// TypeError: the function doesn't accept an argument's type, or the number of arguments is wrong.
    Type(String),
    /// ValueError: everything else.
    Value(String),
}

impl CallFailure {
    /// The message.
    pub fn message(&self) -> &str {
        match self {
            CallFailure::Type(text) | CallFailure::Value(text) => text,
        }
    }

    fn of_type(error: CallError) -> Self {
        CallFailure::Type(error.to_string())
    }

    /// Converts an error of a call.
    pub fn of_value(error: CallError) -> Self {
        CallFailure::Value(error.to_string())
    }
}

/// An argument of a call: a chunk of a column, or one value for all rows.
#[derive(Clone, Debug)]
pub struct CallArgument {
    pub array: ArrayRef,
    pub is_scalar: bool,
}

impl CallArgument {
    /// A chunk of a column.
    pub fn column(array: ArrayRef) -> Self {
        CallArgument { array, is_scalar: false }
    }

    /// The value of an array of one row.
    pub fn scalar(array: ArrayRef) -> Self {
        CallArgument { array, is_scalar: true }
    }

    /// A range of its rows. A value for all rows doesn't change.
    pub fn slice(&self, first: usize, rows: usize) -> Self {
        match self.is_scalar {
            true => self.clone(),
            false => CallArgument::column(self.array.slice(first, rows)),
        }
    }

    /// A column of `len` rows.
    fn expanded(&self, len: usize) -> Result<ArrayRef, CallFailure> {
        if !self.is_scalar {
            return Ok(self.array.clone());
        }
        let rows = UInt32Array::from(vec![0; len]);
        arrow_select::take::take(&self.array, &rows, None).map_err(failed)
    }
}

impl Datum for CallArgument {
    fn get(&self) -> (&dyn Array, bool) {
        (&self.array, self.is_scalar)
    }
}

/// Converts an error of Arrow's crates.
pub fn failed(error: impl std::fmt::Display) -> CallFailure {
    CallFailure::Value(error.to_string())
}

/// Finds the scalar function or aggregate of this name.
pub fn find(name: &str) -> Result<&'static Function, CallFailure> {
    hashlane_catalog::ready().map_err(CallFailure::of_value)?;
    let unknown = || CallFailure::Value(format!("hashlane has no function called {name}"));
    hashlane_catalog::find(name).ok_or_else(unknown)
}

/// The type of a function's results.
pub fn return_type(function: &Function) -> DataType {
    hashlane_arrow::return_type(function)
}

/// Checks the number and the types of arguments.
pub fn check_types(function: &'static Function, types: &[&DataType]) -> Result<(), CallFailure> {
    if !function.arity().contains(&types.len()) {
        return Err(CallFailure::of_type(CallError::arity(function, types.len())));
    }
    for (place, data_type) in types.iter().enumerate() {
        let arg = function.arg(place, types.len());
        if !arg.kind.accepts(type_class(data_type)) {
            let given = type_name(data_type);
            return Err(CallFailure::of_type(CallError::argument_type(function, arg, &given)));
        }
    }
    let value = function.value_index();
    let row = match function.takes_row() || takes_column(function, types[value]) {
        true => function.value_places(types.len()),
        false if function.takes_list() => {
            return check_list(function, types[value]).map_err(CallFailure::of_type);
        }
        false => return Ok(()),
    };
    check_row(function, types[row].iter().copied()).map_err(CallFailure::of_type)
}

/// Whether a function reads values of a type as a typed column.
fn takes_column(function: &Function, data_type: &DataType) -> bool {
    function.args[function.value_index()].kind == ArgKind::Value
        || function.takes_column(type_class(data_type))
}

/// Checks a parameter that is known before there are rows.
pub fn check_parameter(
    function: &'static Function,
    place: usize,
    value: &ArrayRef,
) -> Result<(), CallFailure> {
    let arg = &function.args[place.min(function.args.len() - 1)];
    if !arg.kind.accepts(type_class(value.data_type())) {
        let given = type_name(value.data_type());
        return Err(CallFailure::of_type(CallError::argument_type(function, arg, &given)));
    }
    let Some(value) = scalar_value(value) else { return Ok(()) };
    Settings::defaults(function).set(function, arg, &value).map_err(CallFailure::of_value)
}

/// Calls a scalar function over arguments whose types have been checked.
pub fn evaluate(
    function: &'static Function,
    args: &[CallArgument],
) -> Result<ArrayRef, CallFailure> {
    let data: Vec<&dyn Datum> = args.iter().map(|arg| arg as &dyn Datum).collect();
    guarded(|| hashlane_arrow::evaluate(function, &data).map_err(CallFailure::of_value))
}

/// Like [`evaluate`], but writes results that are numbers to `out`. Returns the rows that are NULL.
pub fn evaluate_into(
    function: &'static Function,
    args: &[CallArgument],
    out: NumbersMut<'_>,
) -> Result<Option<NullBuffer>, CallFailure> {
    let data: Vec<&dyn Datum> = args.iter().map(|arg| arg as &dyn Datum).collect();
    guarded(|| hashlane_arrow::evaluate_into(function, &data, out).map_err(CallFailure::of_value))
}

/// Calls an aggregate over columns of one length, whose types have been checked. Its list form is called with one list
/// of all rows.
pub fn aggregate(
    function: &'static Function,
    args: &[CallArgument],
    len: usize,
) -> Result<ArrayRef, CallFailure> {
    let Some(over_list) = function.list_form() else {
        return Err(CallFailure::Value(format!("{} is not an aggregate", function.name)));
    };
    let places = function.value_places(args.len());
    let (before, after) = (&args[..places.start], &args[places.end..]);
    let params = || before.iter().chain(after);
    for ((_, arg), given) in function.params().zip(params()) {
        if !given.is_scalar {
            return Err(CallFailure::of_value(CallError::not_constant(function, arg)));
        }
    }
    let values = &args[places];
    let columns = values.iter().map(|value| value.expanded(len)).collect::<Result<Vec<_>, _>>()?;
    guarded(|| {
        let elements = elements(function, columns, len)?;
        let field = Arc::new(Field::new_list_field(elements.data_type().clone(), true));
        let offsets = OffsetBuffer::from_lengths([len]);
        let list = LargeListArray::try_new(field, offsets, elements, None).map_err(failed)?;
        let list = CallArgument::column(Arc::new(list));
        let args: Vec<_> = [list].into_iter().chain(params().cloned()).collect();
        evaluate(over_list, &args)
    })
}

/// The elements of the list: structs of the values of a row, or the values.
fn elements(
    function: &Function,
    mut columns: Vec<ArrayRef>,
    len: usize,
) -> Result<ArrayRef, CallFailure> {
    if !function.takes_row() {
        return Ok(columns.remove(0));
    }
    let field = |(i, column): (usize, &ArrayRef)| {
        Field::new(i.to_string(), column.data_type().clone(), true)
    };
    let fields: Fields = columns.iter().enumerate().map(field).collect();
    let rows = StructArray::try_new_with_length(fields, columns, None, len).map_err(failed)?;
    Ok(Arc::new(rows))
}

/// The most rows per call. Results of a fixed width stay within 32-bit offsets; results of any length have a memory
/// budget per call.
pub fn rows_per_call(function: &Function) -> usize {
    match function.work {
        Work::Hash | Work::Digest | Work::Aggregate(_) => 1 << 22,
        Work::Derive
        | Work::Compress
        | Work::Decompress
        | Work::Find
        | Work::Unpack
        | Work::List(_) => 1 << 16,
    }
}

/// Runs `call`. A panic becomes an error.
pub fn guarded<T>(call: impl FnOnce() -> Result<T, CallFailure>) -> Result<T, CallFailure> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|payload| {
        let reason = payload.downcast_ref::<&str>().copied();
        let reason = reason.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let reason = reason.unwrap_or("no reason given");
        Err(CallFailure::Value(format!("a defect of hashlane, please report it: {reason}")))
    })
}
