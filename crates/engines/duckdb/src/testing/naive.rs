//! One call per row of the crates that compress, as an extension without kept contexts would do it.

use hashlane_catalog::Settings;
use hashlane_codecs::pack::Pack;
use hashlane_codecs::{CodecError, Workspace};
use lz4_flex::block::{compress_prepend_size, decompress_size_prepended};
use zstd_safe::{CCtx, DCtx, compress_bound, get_error_name, get_frame_content_size};

const LEVEL: i32 = 3;

fn wrong(reason: impl ToString) -> CodecError {
    CodecError::Argument { reason: reason.to_string().into() }
}

fn zstd_error(code: usize) -> CodecError {
    wrong(get_error_name(code))
}

/// With the dictionary in `settings.key`, if there is one.
pub fn zstd_compress(
    _: &mut Workspace,
    settings: &Settings,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    let mut frame = vec![0; compress_bound(row.len())];
    let written = match &settings.key[..] {
        [] => CCtx::create().compress(&mut frame[..], row, LEVEL),
        dictionary => CCtx::create().compress_using_dict(&mut frame[..], row, dictionary, LEVEL),
    };
    out.extend_from_slice(&frame[..written.map_err(zstd_error)?]);
    Ok(())
}

/// With the dictionary in `settings.key`, if there is one.
pub fn zstd_decompress(
    _: &mut Workspace,
    settings: &Settings,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    let length = get_frame_content_size(row).map_err(|_| wrong("this is not a frame"))?;
    let length = length.ok_or_else(|| wrong("the frame does not tell its length"))?;
    let mut content = vec![0; length as usize];
    let written = match &settings.key[..] {
        [] => DCtx::create().decompress(&mut content[..], row),
        dictionary => DCtx::create().decompress_using_dict(&mut content[..], row, dictionary),
    };
    out.extend_from_slice(&content[..written.map_err(zstd_error)?]);
    Ok(())
}

pub fn lz4_block_compress(
    _: &mut Workspace,
    _: &Settings,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    out.extend_from_slice(&compress_prepend_size(row));
    Ok(())
}

pub fn lz4_block_decompress(
    _: &mut Workspace,
    _: &Settings,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    out.extend_from_slice(&decompress_size_prepended(row).map_err(wrong)?);
    Ok(())
}

pub fn block_get(
    _: &mut Workspace,
    settings: &Settings,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<bool, CodecError> {
    let mut workspace = Workspace::default();
    Pack::open(row)?.get(&mut workspace, settings.index - 1, usize::MAX, out)
}
