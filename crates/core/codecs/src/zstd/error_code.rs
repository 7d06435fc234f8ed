//! The error codes of libzstd.

use zstd_safe::get_error_name;
use zstd_safe::zstd_sys::ZSTD_ErrorCode;

use super::{CONTEXT, FORMAT};
use crate::CodecError;

/// Whether `code` is this error.
pub(super) fn is(code: usize, error: ZSTD_ErrorCode) -> bool {
    code == (error as usize).wrapping_neg()
}

/// The error of an error code. A lack of memory is not an error in the input, which a `try_` function would return as NULL.
pub(crate) fn zstd_error(code: usize) -> CodecError {
    match is(code, ZSTD_ErrorCode::ZSTD_error_memory_allocation) {
        true => CodecError::OutOfMemory { bytes: CONTEXT },
        false => CodecError::corrupt(FORMAT, get_error_name(code)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_zstd_lacks_is_not_bad_input() {
        let code = |error: ZSTD_ErrorCode| (error as usize).wrapping_neg();
        let lacking = zstd_error(code(ZSTD_ErrorCode::ZSTD_error_memory_allocation));
        assert_eq!(lacking, CodecError::OutOfMemory { bytes: CONTEXT });
        assert!(!lacking.is_bad_input());
        let damaged = zstd_error(code(ZSTD_ErrorCode::ZSTD_error_corruption_detected));
        assert!(damaged.is_bad_input());
    }
}
