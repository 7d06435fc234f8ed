//! Reads the chunks of aggregates: texts or bytes, and constants.

use hashlane_catalog::{ArgColumn, ArgValue, CallError, Function, Settings};

use crate::arguments::ChunkArguments;
use crate::input::{ReadColumn, column, fold};
use crate::scalar::checked;
use crate::vector::is_valid;

/// Calls `each` with the number of each row, its value (`None` for NULL), and the settings of the call. The other
/// arguments must be the same in all rows.
pub fn each_value(
    function: &'static Function,
    arguments: &ChunkArguments,
    mut each: impl FnMut(usize, Option<&[u8]>, &Settings) -> Result<(), CallError>,
) -> Result<(), String> {
    let (checked, len) = (checked(function, arguments)?, arguments.len);
    let readings: Vec<ReadColumn> = checked.iter().map(|arg| ReadColumn::new(&arg.node)).collect();
    let mut slices: Vec<Vec<&[u8]>> = vec![Vec::new(); checked.len()];
    // SAFETY: the vectors live as long as this call.
    let columns = readings.iter().zip(&mut slices).map(|(r, s)| unsafe { column(r, s) });
    let columns: Vec<ArgColumn> = columns.collect();
    let settings = constants(function, arguments)?;
    let place = function.value_index();
    let validity = checked[place].validity();
    for row in 0..len {
        let value = match columns[place] {
            ArgColumn::Bytes(rows) if is_valid(validity, row) => Some(rows.row(row)),
            _ => None,
        };
        each(row, value, &settings).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// The settings of a call. Every argument but the values must be the same in all rows.
pub fn constants(
    function: &'static Function,
    arguments: &ChunkArguments,
) -> Result<Settings, String> {
    let (columns, len) = (checked(function, arguments)?, arguments.len);
    let mut settings = Settings::defaults(function);
    for (place, arg) in
        function.params_of(columns.len()).filter(|(place, _)| *place < columns.len())
    {
        let (reading, mut slices) = (ReadColumn::new(&columns[place].node), Vec::new());
        // SAFETY: the vector lives as long as this call.
        let given = unsafe { column(&reading, &mut slices) };
        let validity = columns[place].validity();
        let value = match fold(given, validity, len) {
            ArgColumn::Constant(ArgValue::Null) => {
                return Err(CallError::argument_type(function, arg, "NULL").to_string());
            }
            ArgColumn::Constant(value) if (0..len).all(|row| is_valid(validity, row)) => value,
            _ => return Err(CallError::not_constant(function, arg).to_string()),
        };
        settings.set(function, arg, &value).map_err(|e| e.to_string())?;
    }
    Ok(settings)
}
