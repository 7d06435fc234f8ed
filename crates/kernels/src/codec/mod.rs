//! Compression formats: one file each.
//!
//! A codec is a plain `fn` over a [`Workspace`], which holds the contexts and tables that are too
//! dear to build for every row. Output is appended to a buffer that the caller shares between rows.
//!
//! Decompressors take hostile input: memory is bounded by `max_bytes` and by what the compressed
//! bytes can honestly hold, whatever their header claims, and every failure is a [`CodecError`].

mod error;
pub mod lz4_block;
pub mod lz4_frame;
mod workspace;
pub mod zstd;

pub use error::CodecError;
pub use workspace::Workspace;

/// Compresses a row at a level of the codec's own scale and appends it.
pub type Compress =
    fn(&mut Workspace, level: i32, row: &[u8], &mut Vec<u8>) -> Result<(), CodecError>;

/// Decompresses a row to at most `max_bytes` and appends it. What is appended in the case of an
/// error is the caller's to cut off.
pub type Decompress =
    fn(&mut Workspace, max_bytes: usize, row: &[u8], &mut Vec<u8>) -> Result<(), CodecError>;

/// Appends `len` zero bytes for a codec to write over, or reports that memory is short.
fn grow(out: &mut Vec<u8>, len: usize) -> Result<(), CodecError> {
    out.try_reserve(len).map_err(|_| CodecError::OutOfMemory { bytes: len })?;
    out.resize(out.len() + len, 0);
    Ok(())
}

/// [`grow`] for output that grows in steps up to `end` bytes: doubles, but never past `end`.
fn grow_within(out: &mut Vec<u8>, len: usize, end: usize) -> Result<(), CodecError> {
    let needed = out.len() + len;
    if needed > out.capacity() {
        let capacity = needed.max(out.capacity().saturating_mul(2).min(end));
        out.try_reserve_exact(capacity - out.len())
            .map_err(|_| CodecError::OutOfMemory { bytes: len })?;
    }
    out.resize(needed, 0);
    Ok(())
}
