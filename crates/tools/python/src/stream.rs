//! Arrow's C stream interface for columns. The stream of `arrow-array` supports only record batches.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, make_array};
use arrow_schema::FieldRef;

use crate::calls::{CallFailure, failed, guarded};
use crate::{fields, nulls, offsets};

/// A stream of another producer.
pub struct StreamReader {
    stream: FFI_ArrowArrayStream,
    field: FieldRef,
}

impl StreamReader {
    /// Takes ownership of a stream and reads its type.
    ///
    /// # Safety
    /// `stream` follows the C stream interface.
    pub unsafe fn new(mut stream: FFI_ArrowArrayStream) -> Result<Self, CallFailure> {
        let Some(get_schema) = stream.get_schema.filter(|_| stream.release.is_some()) else {
            return Err(CallFailure::Value("the Arrow stream has been read already".to_owned()));
        };
        let mut schema = FFI_ArrowSchema::empty();
        // SAFETY: the stream is not released, and `schema` may be overwritten, since it is empty.
        let code = unsafe { get_schema(&mut stream, &mut schema) };
        if code != 0 {
            return Err(last_error(&mut stream, code));
        }
        let field = fields::imported(&schema)?;
        Ok(StreamReader { stream, field: field.into() })
    }

    /// The name and the type of the column.
    pub fn field(&self) -> &FieldRef {
        &self.field
    }

    /// Returns the next chunk, or `None` at the end.
    pub fn next(&mut self) -> Result<Option<ArrayRef>, CallFailure> {
        let Some(get_next) = self.stream.get_next else { return Ok(None) };
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: the stream is not released before this is dropped, and `array` may be overwritten, since it is empty.
        let code = unsafe { get_next(&mut self.stream, &mut array) };
        if code != 0 {
            return Err(last_error(&mut self.stream, code));
        }
        if array.is_released() {
            return Ok(None);
        }
        // SAFETY: the producer guarantees that its arrays have the type of its schema.
        unsafe { import(array, &self.field) }.map(Some)
    }
}

/// Returns the stream's description of its failure.
fn last_error(stream: &mut FFI_ArrowArrayStream, code: c_int) -> CallFailure {
    let text = stream.get_last_error.and_then(|get_last_error| {
        // SAFETY: the stream is not released, and its last call has failed.
        let text = unsafe { get_last_error(stream) };
        // SAFETY: a pointer that is not null points to a C string, valid until the next call.
        (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
    });
    let text = text.unwrap_or_else(|| format!("error {code}"));
    CallFailure::Value(format!("the Arrow stream can't be read: {text}"))
}

/// Imports an array of another producer.
///
/// # Safety
/// `array` follows the C data interface, and has the type of `field`.
pub unsafe fn import(mut array: FFI_ArrowArray, field: &FieldRef) -> Result<ArrayRef, CallFailure> {
    guarded(|| {
        // SAFETY: the caller guarantees this.
        unsafe { nulls::without_buffers(&mut array, field.data_type()) };
        // SAFETY: the caller guarantees this.
        let data = unsafe { from_ffi_and_data_type(array, field.data_type().clone()) };
        Ok(make_array(offsets::in_children(data.map_err(failed)?)))
    })
}

/// The state of a stream of ours.
struct ExportedStream {
    field: FieldRef,
    chunks: Box<dyn Iterator<Item = Result<ArrayRef, CallFailure>> + Send>,
    error: CString,
}

/// Exports chunks of one type as a stream.
pub fn export(field: FieldRef, chunks: Vec<ArrayRef>) -> FFI_ArrowArrayStream {
    exported(field, Box::new(chunks.into_iter().map(Ok)))
}

/// Exports what a reader reads, with each chunk changed, as a stream. A chunk is read when the consumer asks for it.
pub fn export_with(
    field: FieldRef,
    mut reader: StreamReader,
    change: impl Fn(ArrayRef) -> ArrayRef + Send + 'static,
) -> FFI_ArrowArrayStream {
    let next = move || reader.next().map(|chunk| chunk.map(&change)).transpose();
    exported(field, Box::new(std::iter::from_fn(next)))
}

fn exported(
    field: FieldRef,
    chunks: Box<dyn Iterator<Item = Result<ArrayRef, CallFailure>> + Send>,
) -> FFI_ArrowArrayStream {
    let exported = ExportedStream { field, chunks, error: CString::default() };
    FFI_ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: Box::into_raw(Box::new(exported)).cast::<c_void>(),
    }
}

/// The code of an invalid argument. The stream interface reports errors by such codes.
const EINVAL: c_int = 22;

/// Runs `call` on the state of a stream of ours.
///
/// # Safety
/// `stream` was made by [`export`] and is not released.
unsafe fn with_exported(
    stream: *mut FFI_ArrowArrayStream,
    call: impl FnOnce(&mut ExportedStream) -> Result<(), CallFailure>,
) -> c_int {
    // SAFETY: `private_data` is the box of `export`, which lives until the release, and the consumer makes one call at
    // a time.
    let exported = unsafe { &mut *(*stream).private_data.cast::<ExportedStream>() };
    let result = guarded(|| call(exported));
    let Err(failure) = result else { return 0 };
    exported.error = CString::new(failure.message().replace('\0', " ")).unwrap_or_default();
    EINVAL
}

unsafe extern "C" fn get_schema(
    stream: *mut FFI_ArrowArrayStream,
    out: *mut FFI_ArrowSchema,
) -> c_int {
    let write = |exported: &mut ExportedStream| {
        let schema = FFI_ArrowSchema::try_from(exported.field.as_ref()).map_err(failed)?;
        // SAFETY: the consumer gives room for a schema, and what is there needs no release.
        unsafe { ptr::write(out, schema) };
        Ok(())
    };
    // SAFETY: the consumer calls it on a stream of ours that it hasn't released.
    unsafe { with_exported(stream, write) }
}

unsafe extern "C" fn get_next(
    stream: *mut FFI_ArrowArrayStream,
    out: *mut FFI_ArrowArray,
) -> c_int {
    let write = |exported: &mut ExportedStream| {
        let array = match exported.chunks.next().transpose()? {
            Some(chunk) => FFI_ArrowArray::new(&chunk.to_data()),
            None => FFI_ArrowArray::empty(),
        };
        // SAFETY: the consumer gives room for an array, and what is there needs no release.
        unsafe { ptr::write(out, array) };
        Ok(())
    };
    // SAFETY: the consumer calls it on a stream of ours that it hasn't released.
    unsafe { with_exported(stream, write) }
}

unsafe extern "C" fn get_last_error(stream: *mut FFI_ArrowArrayStream) -> *const c_char {
    // SAFETY: as in `with_exported`.
    unsafe { (*(*stream).private_data.cast::<ExportedStream>()).error.as_ptr() }
}

unsafe extern "C" fn release(stream: *mut FFI_ArrowArrayStream) {
    // SAFETY: the consumer releases a stream of ours once, and `private_data` is the box of `export`.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<ExportedStream>()));
        (*stream).release = None;
        (*stream).private_data = ptr::null_mut();
    }
}
