//! Reads the rows that a chunk adds to groups.

use hashlane_catalog::{
    AggregateInput, ArgValue, CallError, EncodedRows, Function, GroupValues, KeyedRows, Settings,
    each_keyed_row, each_row,
};

use super::values::{constants, each_value};
use crate::arguments::ChunkArguments;
use crate::input::{ReadColumn, column};
use crate::row;
use crate::scalar::checked;
use crate::vector::is_valid;

/// The arguments of a chunk as rows.
pub trait ArgumentRows: AggregateInput {
    /// Calls `each` with the number of each row, the row, and the settings of the call.
    fn each(
        function: &'static Function,
        arguments: &ChunkArguments,
        each: impl FnMut(usize, Self::Row<'_>, &Settings) -> Result<(), CallError>,
    ) -> Result<(), String>;
}

impl ArgumentRows for GroupValues {
    fn each(
        function: &'static Function,
        arguments: &ChunkArguments,
        each: impl FnMut(usize, Option<&[u8]>, &Settings) -> Result<(), CallError>,
    ) -> Result<(), String> {
        each_value(function, arguments, each)
    }
}

impl ArgumentRows for KeyedRows {
    fn each(
        function: &'static Function,
        arguments: &ChunkArguments,
        mut each: impl FnMut(usize, Self::Row<'_>, &Settings) -> Result<(), CallError>,
    ) -> Result<(), String> {
        let settings = constants(function, arguments)?;
        let places = function.value_places(arguments.columns.len());
        let columns = row::columns(function, arguments, places).map_err(|e| e.to_string())?;
        let each = |i, row| each(i, row, &settings);
        each_keyed_row(function, &columns, 0..arguments.len, each).map_err(|e| e.to_string())
    }
}

/// The rows of `digest_agg`. Groups may have different algorithms.
impl ArgumentRows for EncodedRows {
    fn each(
        function: &'static Function,
        arguments: &ChunkArguments,
        mut each: impl FnMut(usize, &[u8], &Settings) -> Result<(), CallError>,
    ) -> Result<(), String> {
        checked(function, arguments)?;
        let arg = &function.args[1];
        let value = row::columns(function, arguments, 0..1).map_err(|e| e.to_string())?;
        let algorithm = &arguments.columns[1];
        let reading = ReadColumn::new(&algorithm.node);
        let (mut slices, mut settings) = (Vec::new(), Settings::defaults(function));
        // SAFETY: the vector lives as long as this call.
        let algorithms = unsafe { column(&reading, &mut slices) };
        let add = |i: usize, row: &[u8]| {
            let is_valid = is_valid(algorithm.validity(), i);
            let name = if is_valid { algorithms.value(i) } else { ArgValue::Null };
            if !matches!(name, ArgValue::Bytes(_)) {
                return Err(CallError::argument_type(function, arg, "NULL or no text"));
            }
            settings.set(function, arg, &name)?;
            each(i, row, &settings)
        };
        each_row(function, &value, arguments.len, add).map_err(|e| e.to_string())
    }
}
