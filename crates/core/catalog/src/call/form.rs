//! The forms of results: bytes, hex, base64, text.

use hashlane_codecs::CodecError;
use hashlane_kernels::blocks::Rows;
use hashlane_kernels::hash::{Digester, base64, hex};
use hashlane_kernels::isa::Isa;

use crate::work::Form;

/// Returns an error if the form is text and the bytes are not UTF-8.
pub(crate) fn check_text(form: Form, bytes: &[u8]) -> Result<(), CodecError> {
    match form {
        Form::Plain | Form::Hex | Form::Base64 => Ok(()),
        Form::Text => match std::str::from_utf8(bytes) {
            Ok(_) => Ok(()),
            Err(e) => Err(CodecError::NotUtf8 { valid_up_to: e.valid_up_to() }),
        },
    }
}

/// Appends a row, or its hex.
pub(crate) fn append(form: Form, row: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
    let (start, bytes) = (out.len(), 3 * row.len());
    out.try_reserve(bytes).map_err(|_| CodecError::OutOfMemory { bytes })?;
    out.extend_from_slice(row);
    if form == Form::Hex {
        hex::in_place(start, out);
    }
    Ok(())
}

/// Appends a row's digest in a form.
pub(crate) fn append_digest(
    form: Form,
    digester: &Digester,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    let (start, width) = (out.len(), digester.width());
    let bytes = width + encoded_len(form, width);
    out.try_reserve(bytes).map_err(|_| CodecError::OutOfMemory { bytes })?;
    out.resize(start + width, 0);
    digester.digest(Isa::current(), &Rows::Slices(&[row]), &mut out[start..]);
    match form {
        Form::Hex => hex::in_place(start, out),
        Form::Base64 => base64::in_place(start, out),
        Form::Plain | Form::Text => {}
    }
    Ok(())
}

/// Encodes digests of `width` bytes, one after the other, in a form.
pub(crate) fn encode(form: Form, width: usize, digests: &[u8], out: &mut [u8]) {
    match form {
        Form::Plain | Form::Text => out.copy_from_slice(digests),
        Form::Hex => hex::encode(digests, out),
        Form::Base64 => {
            let pairs = digests.chunks(width).zip(out.chunks_mut(base64::encoded_len(width)));
            pairs.for_each(|(digest, out)| base64::encode(digest, out));
        }
    }
}

/// The length of a digest of `width` bytes in the form.
pub(crate) fn encoded_len(form: Form, width: usize) -> usize {
    match form {
        Form::Plain | Form::Text => width,
        Form::Hex => 2 * width,
        Form::Base64 => base64::encoded_len(width),
    }
}
