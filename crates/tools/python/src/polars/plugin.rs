//! The code that all expressions share.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::ptr;
use std::sync::Arc;

use arrow_array::Array;
use arrow_array::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field};
use hashlane_catalog::{Function, Work};

use super::abi::{self, Series, SeriesExport};
use crate::batches;
use crate::calls::{self, CallFailure, failed, guarded};
use crate::input::{CallInput, ChunkSource, InputColumn};

/// The version of the plugin's ABI, 0.1: the high half is the major version.
#[unsafe(export_name = "_polars_plugin_get_version")]
extern "C" fn version() -> u32 {
    1
}

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// The message of this thread's last failed call. Polars copies it at once.
#[unsafe(export_name = "_polars_plugin_get_last_error_message")]
extern "C" fn last_error() -> *const c_char {
    LAST_ERROR.with_borrow(|message| message.as_ptr())
}

fn keep(failure: &CallFailure) {
    let message = CString::new(failure.message().replace('\0', " ")).unwrap_or_default();
    LAST_ERROR.set(message);
}

/// The two symbols of an expression: what computes it, and what returns its type.
macro_rules! expression {
    ($name:literal) => {
        const _: () = {
            use $crate::polars::{abi::SeriesExport, plugin};

            #[unsafe(export_name = concat!("_polars_plugin_", $name))]
            unsafe extern "C" fn compute(
                inputs: *const SeriesExport,
                len: usize,
                _kwargs: *const u8,
                _kwargs_len: usize,
                out: *mut SeriesExport,
                _context: *const u8,
            ) {
                // SAFETY: Polars calls it by the ABI of its plugins.
                unsafe { plugin::compute($name, inputs, len, out) }
            }

            #[unsafe(export_name = concat!("_polars_plugin_field_", $name))]
            unsafe extern "C" fn field(
                fields: *const arrow_array::ffi::FFI_ArrowSchema,
                len: usize,
                out: *mut arrow_array::ffi::FFI_ArrowSchema,
                _kwargs: *const u8,
                _kwargs_len: usize,
            ) {
                // SAFETY: Polars calls it by the ABI of its plugins.
                unsafe { plugin::field($name, fields, len, out) }
            }
        };
    };
}
pub(super) use expression;

/// Computes an expression. If it fails, `out` stays empty.
///
/// # Safety
/// `inputs` are `len` series that Polars passes on, and `out` is room for one.
pub unsafe fn compute(name: &str, inputs: *const SeriesExport, len: usize, out: *mut SeriesExport) {
    let computed = guarded(|| {
        // SAFETY: Polars gives up the series that it passes, so each is moved out, even if one can't be used.
        let exports: Vec<_> = (0..len).map(|i| unsafe { ptr::read(inputs.add(i)) }).collect();
        // SAFETY: the caller guarantees this.
        let series = exports.into_iter().map(|export| unsafe { Series::import(export) });
        result(name, series.collect::<Result<_, _>>()?)?.export()
    });
    match computed {
        // SAFETY: `out` is room for a series, and what is there needs no release.
        Ok(series) => unsafe { ptr::write(out, series) },
        Err(failure) => keep(&failure),
    }
}

/// Returns the type of an expression. If it fails, `out` stays empty.
///
/// # Safety
/// `fields` are `len` schemas, and `out` is room for one.
pub unsafe fn field(
    name: &str,
    fields: *const FFI_ArrowSchema,
    len: usize,
    out: *mut FFI_ArrowSchema,
) {
    let returned = guarded(|| {
        // SAFETY: the caller guarantees this. Polars keeps the schemas.
        let fields = (0..len).map(|i| abi::field(unsafe { &*fields.add(i) }));
        let mut fields: Vec<_> = fields.collect::<Result<_, _>>()?;
        let function = calls::find(name)?;
        let column = fields.first().map_or_else(|| name.to_owned(), |first| first.name().clone());
        in_order(function, &mut fields);
        let types: Vec<&DataType> = fields.iter().map(Field::data_type).collect();
        calls::check_types(function, &types)?;
        let returned = Field::new(column, calls::return_type(function), true);
        FFI_ArrowSchema::try_from(&returned).map_err(failed)
    });
    match returned {
        // SAFETY: `out` is room for a schema, and what is there needs no release.
        Ok(schema) => unsafe { ptr::write(out, schema) },
        Err(failure) => keep(&failure),
    }
}

/// Puts arguments in the order of the function. Polars names a result after its first argument, so the value comes
/// first, followed by the parameters that precede it in the function.
fn in_order<T>(function: &Function, args: &mut [T]) {
    let before = function.value_index();
    if function.takes_row() {
        args.rotate_right(before.min(args.len()));
    } else if args.len() > before {
        args[..=before].rotate_left(1);
    }
}

fn result(name: &str, mut series: Vec<Series>) -> Result<Series, CallFailure> {
    let function = calls::find(name)?;
    let column = series.first().map_or_else(|| name.to_owned(), |s| s.field.name().clone());
    in_order(function, &mut series);
    let types: Vec<&DataType> = series.iter().map(|s| s.field.data_type()).collect();
    calls::check_types(function, &types)?;
    let chunks = match function.work {
        Work::Aggregate(_) => {
            let mut inputs = aggregated(function, series)?;
            vec![batches::aggregate(function, &mut inputs)?]
        }
        _ => batches::scalar(function, &mut broadcast(series)?)?,
    };
    Ok(Series { field: Arc::new(Field::new(column, calls::return_type(function), true)), chunks })
}

fn len(series: &Series) -> usize {
    series.chunks.iter().map(|chunk| chunk.len()).sum()
}

fn column(series: Series) -> CallInput {
    CallInput::Column(InputColumn::new(ChunkSource::Chunks(
        series.field,
        series.chunks.into_iter(),
    )))
}

fn value(series: Series) -> Result<CallInput, CallFailure> {
    InputColumn::new(ChunkSource::Chunks(series.field, series.chunks.into_iter()))
        .whole()
        .map(CallInput::Value)
}

/// The arguments of a scalar function. A series of one row counts as a value if others are longer.
fn broadcast(series: Vec<Series>) -> Result<Vec<CallInput>, CallFailure> {
    let are_values = series.iter().any(|series| len(series) != 1);
    let input = |series: Series| match are_values && len(&series) == 1 {
        true => value(series),
        false => Ok(column(series)),
    };
    series.into_iter().map(input).collect()
}

/// The arguments of an aggregate. The parameters must be values.
fn aggregated(function: &Function, series: Vec<Series>) -> Result<Vec<CallInput>, CallFailure> {
    let places = function.value_places(series.len());
    let mut before = series;
    let mut values = before.split_off(places.start);
    let after = values.split_off(places.len());
    let param = |param: Series| if len(&param) == 1 { value(param) } else { Ok(column(param)) };
    let mut inputs: Vec<CallInput> = before.into_iter().map(param).collect::<Result<_, _>>()?;
    match function.takes_row() {
        true => inputs.extend(broadcast(values)?),
        false => inputs.extend(values.into_iter().map(column)),
    }
    for series in after {
        inputs.push(param(series)?);
    }
    Ok(inputs)
}
