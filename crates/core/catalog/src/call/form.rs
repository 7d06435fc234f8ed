//! The forms of results: bytes, hex, base64, text.

use hashlane_codecs::CodecError;
use hashlane_kernels::blocks::Rows;
use hashlane_kernels::hash::{Digester, base64, hex};
use hashlane_kernels::isa::Isa;

use crate::work::ResultForm;

/// Returns an error if the form is text and the bytes are not UTF-8.
pub(crate) fn check_text(form: ResultForm, bytes: &[u8]) -> Result<(), CodecError> {
    match form {
        ResultForm::Plain | ResultForm::Hex | ResultForm::Base64 => Ok(()),
        ResultForm::Text => match std::str::from_utf8(bytes) {
            Ok(_) => Ok(()),
            Err(e) => Err(CodecError::NotUtf8 { valid_up_to: e.valid_up_to() }),
        },
    }
}

/// Appends a row, or its hex.
pub(crate) fn append(form: ResultForm, row: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
    let (start, bytes) = (out.len(), 3 * row.len());
    out.try_reserve(bytes).map_err(|_| CodecError::OutOfMemory { bytes })?;
    out.extend_from_slice(row);
    if form == ResultForm::Hex {
        hex::in_place(start, out);
    }
    Ok(())
}

/// Appends a row's digest in a form.
pub(crate) fn append_digest(
    form: ResultForm,
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
        ResultForm::Hex => hex::in_place(start, out),
        ResultForm::Base64 => base64::in_place(start, out),
        ResultForm::Plain | ResultForm::Text => {}
    }
    Ok(())
}

/// Encodes digests of `width` bytes, one after the other, in a form.
pub(crate) fn encode(form: ResultForm, width: usize, digests: &[u8], out: &mut [u8]) {
    match form {
        ResultForm::Plain | ResultForm::Text => out.copy_from_slice(digests),
        ResultForm::Hex => hex::encode(digests, out),
        ResultForm::Base64 => {
            let pairs = digests.chunks(width).zip(out.chunks_mut(base64::encoded_len(width)));
            pairs.for_each(|(digest, out)| base64::encode(digest, out));
        }
    }
}

/// The length of a digest of `width` bytes in the form.
pub(crate) fn encoded_len(form: ResultForm, width: usize) -> usize {
    match form {
        ResultForm::Plain | ResultForm::Text => width,
        ResultForm::Hex => 2 * width,
        ResultForm::Base64 => base64::encoded_len(width),
    }
}
