//! Calls over lists. A list is treated as an aggregate treats a group of rows.

use arrow_array::{ArrayRef, Datum, new_empty_array};
use arrow_schema::DataType;
use hashlane_catalog::{ArgKind, CallError, Function, TypeClass, ValueSource};

use super::evaluate::{CheckedRows, check_encodable};
use super::is_too_deep;
use crate::argument::Argument;
use crate::dense::{self, length};
use crate::destination::NewArray;
use crate::types::{return_type, type_class, type_name};

/// Calls a function whose first argument is a list.
pub(crate) fn evaluate(
    function: &'static Function,
    args: &[&dyn Datum],
) -> Result<ArrayRef, CallError> {
    let len = length(function, args)?;
    check_list(function, args[0].get().0.data_type())?;
    let params = args[1..].iter().zip(&function.args[1..]).map(|(datum, arg)| {
        let (array, is_scalar) = datum.get();
        let param = Argument::new(function, arg, array, is_scalar)?.flat(function)?;
        match param.is_null_scalar() || param.nulls().is_some() {
            true => Err(CallError::argument_type(function, arg, "NULL")),
            false => Ok(param),
        }
    });
    let params = params.collect::<Result<Vec<_>, _>>()?;
    if len == 0 {
        return Ok(new_empty_array(&return_type(function)));
    }
    let rows = CheckedRows::new(function, &args[..1], len)?;
    let views = rows.views();
    let source = ValueSource::Lists { column: &rows.columns(function, &views)?[0], len };
    dense::evaluate_source(function, source, params.iter(), len, None, NewArray)
}

/// Checks that a function accepts lists of this type. The error names the type.
pub fn check_list(function: &Function, data_type: &DataType) -> Result<(), CallError> {
    let arg = &function.args[0];
    let refused = || CallError::argument_type(function, arg, &type_name(data_type));
    if !arg.kind.accepts(type_class(data_type)) || is_too_deep(data_type) {
        return Err(refused());
    }
    let Some(element) = element(data_type) else { return Ok(()) };
    if arg.kind == ArgKind::ListOfBytes {
        let class = type_class(element);
        let is_taken = ArgKind::Bytes.accepts(class) || class == TypeClass::Null;
        return if is_taken { Ok(()) } else { Err(refused()) };
    }
    check_encodable(function, std::iter::once(element))
}

/// The type of the elements; `None` for the type of a bare NULL.
fn element(mut data_type: &DataType) -> Option<&DataType> {
    loop {
        data_type = match data_type {
            DataType::List(field)
            | DataType::LargeList(field)
            | DataType::ListView(field)
            | DataType::LargeListView(field)
            | DataType::FixedSizeList(field, _) => return Some(field.data_type()),
            DataType::Dictionary(_, values) => values,
            DataType::RunEndEncoded(_, values) => values.data_type(),
            _ => return None,
        }
    }
}
